"""Each obfuscator over all methods: average, pooled, worth attacking, worst case and retrained, side by side."""

from __future__ import annotations

from stylobench.report.attack.reading import (
    Part,
    cell,
    datasets,
    drawn,
    has,
    is_control,
    judged,
    of,
    parts,
    plain,
    share,
    shift,
    titled,
)
from stylobench.report.attack.verdicts import averaged, verdict
from stylobench.report.story import Block, Cell, Chapter, Column, Result, Table, Words
from stylobench.report.words import bare_p, count, percent

COLUMNS = (
    Column("obfuscator", "name"),
    Column("average impact", hint="mean over methods that do not answer everything alike"),
    Column("methods", rank=1),
    Column("pooled", rank=2, hint="share of all right recognitions lost"),
    Column("worth attacking", rank=1, hint="mean over methods that are right often enough before"),
    Column("of them", rank=3),
    Column("strongest method", "tag", rank=2),
    Column("it still recognises", rank=1),
    Column(
        "after retraining",
        rank=2,
        hint="average impact on all methods retrained on rewritten texts, worth attacking or not",
    ),
)
CHANGES = {"d_auc": "AUC", "d_c_at_1": "c@1", "d_final": "AUC × c@1", "d_accuracy": "accuracy", "d_recall": "recall"}


def chapter(result: Result) -> Chapter:
    """A table per data set, and below it the changes of the other measures."""
    blocks: list[Block] = []
    for one in datasets(result):
        averages = of(parts(result, "averages"), dataset=one["name"])
        if not averages:
            continue
        told = f"{titled(result, one)}; {drawn(one)}."
        blocks.append(
            Table(f"Impact, in hundredths, on {told}", COLUMNS, [_row(result, one, found) for found in averages])
        )
        changes = [Column("obfuscator", "name"), *(Column(f"change of {name}") for name in CHANGES.values())]
        rows = [[Cell(found["obfuscator"]), *(_change(found.get(key)) for key in CHANGES)] for found in averages]
        blocks.append(Table(f"Mean changes in points, after minus before, on {told}", changes, rows,
                            folded=f"Changes of all measures: {one['name']}"))  # fmt: skip
    if blocks:
        blocks.insert(0, Words(_told(result)))
    return Chapter("averages", "Each obfuscator over all methods", blocks)


def _told(result: Result) -> str:
    least = percent((result.get("settings") or {}).get("least_accuracy"), 0)
    return (
        f"An average is not a promise: the strongest method is the one that still recognises most of the writers, and "
        f"a retrained one has seen rewritten texts. Worth attacking are methods with at least {least} right answers; "
        "the average after retraining is over all that were retrained, those hardly worth attacking too."
    )


def _row(result: Result, dataset: Part, found: Part) -> list[Cell]:
    name = found["obfuscator"] + (" (control)" if is_control(result, found["obfuscator"]) else "")
    strongest = found.get("strongest_recall")
    return [
        Cell(name),
        _impact(result, dataset, found),
        Cell(count(found.get("methods")), found.get("methods")),
        _change(found.get("pooled")),
        _change(found.get("worthy")),
        Cell(count(found.get("worthy_methods")), found.get("worthy_methods")),
        Cell(str(found.get("strongest") or "–")),
        cell(share(strongest), strongest),
        _change(found.get("adaptive")),
    ]


def _impact(result: Result, dataset: Part, found: Part) -> Cell:
    cells = of(parts(result, "cells"), dataset=dataset["name"], obfuscator=found["obfuscator"])
    impact, few = averaged(found, "impact", cells), judged(dataset, cells)
    return cell(shift(impact) + (f", {few}" if few else ""), impact)


def _change(sure: Part | None) -> Cell:
    return cell(shift(sure), sure)


def comparisons(result: Result) -> Chapter:
    """Obfuscators two by two; only on data sets that are large enough."""
    rankable = [one["name"] for one in datasets(result) if one.get("rankable")]
    found = [one for one in parts(result, "comparisons") if one["dataset"] in rankable and has(one.get("difference"))]
    columns = [Column("data set", "tag"), Column("first", "name"), Column("second", "tag"), Column("difference"),
               Column("p", rank=2), Column("Holm p"), Column("blocks", rank=1), Column("verdict", "words")]  # fmt: skip
    rows = [[Cell(one["dataset"]), Cell(one["first"]), Cell(one["second"]), _change(one["difference"]),
             Cell(bare_p(one.get("p")), one.get("p")), Cell(bare_p(one.get("p_holm")), one.get("p_holm")),
             Cell(count(one.get("blocks")), one.get("blocks")), Cell(verdict(one))] for one in found]  # fmt: skip
    caption = "Average impact of the first minus that of the second, in points, tested by flipping signs over blocks."
    return Chapter("comparisons", "Which obfuscator hides better", [Table(caption, columns, rows)] if rows else [])


def retrained(result: Result) -> Chapter:
    """Methods that were trained on rewritten texts, beside the plain ones."""
    columns = [Column("method", "name"), Column("obfuscator", "tag"), Column("recognised after"), Column("retrained"),
               Column("impact on it", rank=1), Column("AUC before", rank=2), Column("AUC retrained", rank=2),
               Column("n", rank=1)]  # fmt: skip
    blocks = []
    for dataset in datasets(result):
        cells = of(parts(result, "cells"), dataset=dataset["name"])
        rows = [_retrained(one, one["adaptive"]) for one in cells if has((one.get("adaptive") or {}).get("recall"))]
        caption = (
            f"What a method recognises after rewriting on {dataset['name']}, as it is and retrained on texts rewritten "
            "by the same obfuscator; for the retrained one every questioned text is rewritten, of either kind of "
            "problem."
        )
        blocks += [Table(caption, columns, rows, brief=12)] if rows else []
    return Chapter("retrained", "An attacker who retrains", blocks)


def _retrained(one: Part, adaptive: Part) -> list[Cell]:
    shares = [one.get("recall_after"), adaptive.get("recall")]
    levels = [adaptive.get("auc_before"), adaptive.get("auc")]
    return [
        Cell(one["method"]),
        Cell(one["obfuscator"]),
        *(cell(share(found), found) for found in shares),
        _change(adaptive.get("impact")),
        *(cell(share(found), found) for found in levels),
        Cell(count(one.get("same")), one.get("same")),
    ]


def ranks(result: Result) -> Chapter:
    """Where the true author stands among the candidates of an attributor."""
    found = [one for one in parts(result, "cells") if has((one.get("ranks") or {}).get("after"))]
    columns = [Column("data set", "tag"), Column("method", "name"), Column("obfuscator", "tag"), Column("rank before"),
               Column("rank after"), Column("candidates"), Column("n", rank=1)]  # fmt: skip
    rows = [
        [Cell(one["dataset"]), Cell(one["method"]), Cell(one["obfuscator"]),
         *(cell(plain(one["ranks"].get(side), 1), one["ranks"].get(side)) for side in ("before", "after")),
         Cell(count(one["ranks"].get("candidates")), one["ranks"].get("candidates")),
         Cell(count(one.get("same")), one.get("same"))]
        for one in found
    ]  # fmt: skip
    caption = "Mean rank of the true author, 1 being the first guess, before and after rewriting."
    return Chapter("ranks", "Where the true author ranks", [Table(caption, columns, rows, brief=12)] if rows else [])
