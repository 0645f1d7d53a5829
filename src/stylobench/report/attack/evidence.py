"""Which kind of evidence an obfuscator breaks: average impact by family of methods."""

from __future__ import annotations

from functools import partial

from stylobench.report.attack.reading import (
    Part,
    bare,
    certain,
    datasets,
    drawn,
    excludes,
    hiding,
    hundredths,
    is_control,
    lead_set,
    of,
    on,
    parts,
    titled,
)
from stylobench.report.charts.canvas import Row
from stylobench.report.families import chapter_of, families, overlap
from stylobench.report.story import (
    Answer,
    Block,
    Cell,
    Chapter,
    Column,
    Figure,
    Listing,
    Panel,
    Result,
    Spec,
    Table,
    Words,
)
from stylobench.report.words import MISSING, count, known, listed, many, percent, points, points_interval

COLUMNS = (
    Column("family", "name"),
    Column("obfuscator", "tag"),
    Column("average impact", hint="mean over the methods of the family that do not answer everything alike"),
    Column("right before", hint="mean share of right answers to untouched items"),
    Column("worth attacking", rank=1, hint="methods with enough right answers before"),
    Column("methods", rank=2, hint="averaged, of all in the family"),
)


def chapter(result: Result) -> Chapter:
    """A map of families and obfuscators per data set, and its numbers."""
    found = {one["name"]: _told(result, one["name"]) for one in datasets(result)} if families(result) else {}
    there = [one for one in datasets(result) if len({row["family"] for row in found.get(one["name"], ())}) > 1]
    if not there:
        return chapter_of(())
    blocks: list[Block] = [*_words(result)]
    blocks.append(Figure(_caption(result), [_panel(result, one, found[one["name"]]) for one in there]))
    for one in there:
        rows = [_row(record) for record in found[one["name"]]]
        told = f"Average impact by kind of evidence on {titled(result, one)}; {drawn(one)}."
        blocks.append(Table(told, COLUMNS, rows, brief=0, folded=f"By family: {one['name']}"))
    return chapter_of(blocks)


def answers(result: Result) -> list[Answer]:
    """One answer per family: what the obfuscator that harms it most does to it on the data set that leads."""
    dataset = lead_set(result)
    found = _told(result, str(dataset.get("name")))
    return [
        Answer(f"{family} ({_counted(names, of(found, family=family))})", place % 6,
               *_answer(result, of(found, family=family)))
        for place, (family, names) in enumerate(families(result).items())
    ]  # fmt: skip


def _counted(names: list[str], found: list[Part]) -> str:
    """How many methods, and at once how many of them are left out of the averages."""
    left = len(names) - min((len(one["methods"]) for one in found), default=len(names))
    alike = "answers all alike or failed" if left == 1 else "answer all alike or failed"
    return many(len(names), "method") + (f", {count(left)} left out: {alike}" if left else "")


def _answer(result: Result, found: list[Part]) -> tuple[str, tuple[str, ...]]:
    if not found:
        return "nothing to attack: no method of this family was judged", ()
    real = [one for one in found if not is_control(result, one["obfuscator"])]
    if not real:
        return "only controls were run", (f"Their impact: {listed([_by(one) for one in found])}.", _level(found[0]))
    worst = max(real, key=lambda one: float(one["value"]))
    rest = [_by(one) for one in real if one is not worst]
    said = [f"The others: {listed(rest)}." if rest else "", _level(worst)]
    return _headline(worst), tuple(filter(None, said))


def _headline(worst: Part) -> str:
    if worst["value"] <= 0:
        return f"no obfuscator makes them miss more: at most {bare(_sure(worst))}, by {worst['obfuscator']}"
    none = "" if excludes(worst) or not known(worst.get("low")) else ", which may be none"
    return f"{worst['obfuscator']} makes these methods miss {hundredths(_sure(worst))} on average{none}"


def _by(one: Part) -> str:
    return f"{one['obfuscator']} {bare(_sure(one))}"


def _level(one: Part) -> str:
    right = f"Untouched, {percent(one.get('accuracy'))} of their answers are right"
    worthy = f"{count(one.get('worthy'))} of {many(len(one['methods']), 'method')} worth attacking"
    left = int(one.get("named") or 0) - len(one["methods"])
    return f"{right}; {worthy}{f' ({count(left)} left out)' if left > 0 else ''}."


def _told(result: Result, dataset: str) -> list[Part]:
    return [one for one in of(parts(result, "evidence"), dataset=dataset) if known(one.get("value"))]


def _sure(one: Part) -> Part:
    """The impact; without an interval where nothing was drawn again."""
    return one if known(one.get("low")) else certain(one)


def _words(result: Result) -> list[Block]:
    """What each obfuscator does, in sentences; controls are only drawn."""
    if not hiding(result):
        return [Words("Only controls were run: the numbers show what nothing, or noise, does.")]
    dataset = lead_set(result)
    few = "" if dataset.get("rankable") else "; too few to rank, so they are only shown"
    where = on(result, str(dataset.get("name")))
    return [Words(f"Impact in hundredths, averaged over the methods of a family{where}{few}:"), Listing(_plain(result))]


def _plain(result: Result) -> list[str]:
    """For every obfuscator, which kind of evidence it breaks most and least, where the set is large enough to rank."""
    dataset = lead_set(result)
    found = {name: of(_told(result, str(dataset.get("name"))), obfuscator=name) for name in hiding(result)}
    tell = _ranked if dataset.get("rankable") else _shown
    return [tell(name, rows) for name, rows in found.items() if len(rows) > 1]


def _ranked(name: str, found: list[Part]) -> str:
    most, *_, least = sorted(found, key=lambda one: -one["value"])
    unsure = "; the intervals overlap" if overlap(most, least) else ""
    return f"{name} breaks {_named(most)} most, {_named(least)} least{unsure}."


def _shown(name: str, found: list[Part]) -> str:
    return f"{name}: {listed([_named(one) for one in found])}."


def _named(one: Part) -> str:
    return f"{one['family']} ({bare(_sure(one))})"


def _caption(result: Result) -> str:
    least = percent((result.get("settings") or {}).get("least_accuracy"), 0)
    return (
        "Average impact on the methods of a family, of 100 that they recognised: blue was lost, orange was gained. "
        f"Bold where the interval excludes 0. A family of which hardly any method is right in {least} of its answers "
        "before has little to lose; the table has how many are."
    )


def _panel(result: Result, dataset: Part, found: list[Part]) -> Panel:
    kinds = [family for family in families(result) if of(found, family=family)]
    names = [name for name in result["obfuscators"] if of(found, obfuscator=name)]
    rows = [_square(one, kinds.index(one["family"]), names.index(one["obfuscator"])) for one in found]
    said = "; ".join(str(row["hover"]) for row in rows)
    return Panel(titled(result, dataset), partial(_draw, rows, kinds, names), f"{said}.", wide=True)


def _draw(rows: list[Row], kinds: list[str], names: list[str]) -> Spec:
    from stylobench.report.charts.impact_map import impact_map

    return impact_map(rows, kinds, names)


def _square(one: Part, row: int, column: int) -> Row:
    text, sides = points(one["value"], 0), points_interval(one.get("low"), one.get("high"), 0)
    hover = f"{one['family']} under {one['obfuscator']}: {text} of 100 {sides}".rstrip()
    return {"row": row, "column": column, "impact": one["value"], "text": text, "sides": sides,
            "clear": excludes(one), "hover": hover}  # fmt: skip


def _row(one: Part) -> list[Cell]:
    judged = len(one["methods"])
    return [
        Cell(one["family"]),
        Cell(one["obfuscator"]),
        Cell(bare(_sure(one)), one["value"]),
        Cell(percent(one.get("accuracy")), one.get("accuracy")),
        Cell(f"{count(one.get('worthy'))} of {count(judged)}" if judged else MISSING, one.get("worthy")),
        Cell(f"{count(judged)} of {count(one.get('named'))}", judged),
    ]
