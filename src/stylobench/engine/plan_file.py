"""A plan as a TOML file: reading it with all its problems told at once, and writing it so that it can be run again.

Options of a study are checked against those of its crash test; methods and corpora are looked at when the plan is made
ready, because that takes longer.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from stylobench.corpora.topic_labels import read_topic_aliases
from stylobench.engine.plan import HERE, KINDS, Plan, Study, section_place
from stylobench.engine.plan_options import options_of, said
from stylobench.engine.plugins import plugin_folders
from stylobench.engine.problems_told import Problems
from stylobench.engine.studies import crash_tests, fact
from stylobench.engine.tested_file import Source
from stylobench.errors import CorpusError, SpecError

FILE = "plan.toml"
TOP = {"title": str, "seeds": list, "plugins": list, "corpora": dict, "limits": dict, "studies": dict}
LIMITS = {"seconds": float, "memory": str, "retries": int, "workers": int}
LEAST = {"retries": 0, "workers": 1}
# what a run writes into its folder; on some machines capitals are no difference
TAKEN = frozenset({
    "answers", "features", "rewrites", "journal",
    "plan.toml", "overview.json", "result.json", "report.html", "tested.json", "finished.json",
})  # fmt: skip


@dataclass
class _Reading:
    """A file that is being read, and what is wrong with it."""

    folder: Path
    problems: list[str] = field(default_factory=list)

    def wrong(self, where: str, what: str) -> None:
        self.problems.append(f"{where}: {what}" if where else what)

    def checked(self, where: str, value: Any, kind: type, default: Any) -> Any:
        """The value where it is of that kind, else the default."""
        if value is None:
            return default
        if problem := said(value, kind):
            self.wrong(where, problem)
            return default
        return value

    def strings(self, where: str, value: Any) -> tuple[str, ...]:
        """A list of strings."""
        given = self.checked(where, value, list, [])
        for one in given:
            if not isinstance(one, str):
                self.wrong(where, f"{one!r} is no string")
        return tuple(one for one in given if isinstance(one, str))

    def known(self, where: str, given: Iterable[str], names: Sequence[str], what: str) -> None:
        """Complain of names that do not exist."""
        for name in given:
            if name not in names:
                self.wrong(where, f"no {what} {name!r};{near(name, names)} there are: {', '.join(names)}")


def read_plan(path: Path, replaced: Mapping[str, str] | None = None, seed: int | None = None) -> Plan:
    """The plan in a file, with corpora by name and the seeds replaced where that is asked for."""
    try:
        held = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SpecError(f"no plan can be read from {path}: {error.strerror or error}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SpecError(f"{path}: not TOML: {error}") from None
    reading = _Reading(path.parent)
    plan = _plan(held, reading, replaced or {}, seed)
    if reading.problems:
        raise Problems([f"{path}: {line}" for line in reading.problems])
    return replace(plan, origin=str(path))


def _plan(held: Mapping[str, Any], reading: _Reading, replaced: Mapping[str, str], seed: int | None) -> Plan:
    reading.known("", held, list(TOP), "part of a plan is called")
    parts = {name: reading.checked(name, held.get(name), kind, kind()) for name, kind in TOP.items()}
    corpora = {name: _source(f"corpora.{name}", one, reading) for name, one in parts["corpora"].items()}
    reading.known("--corpus", replaced, list(corpora), "corpus of the plan is called")
    corpora |= {name: Source.of(path) for name, path in replaced.items() if name in corpora}
    seeds = _seeds(parts["seeds"], reading) if seed is None else [seed]
    if not parts["studies"] and "studies" not in "".join(reading.problems):
        reading.wrong("", "it has no studies; write one as [studies.NAME] with test = ...")
    studies = [
        study
        for name, section in parts["studies"].items()
        for study in _studies((name, section), corpora, seeds, reading)
    ]
    _check_names(studies, reading)
    folders = reading.strings("plugins", parts["plugins"]) or (".",)
    plugins = tuple(str((reading.folder / folder).resolve()) for folder in folders)
    return Plan(parts["title"], tuple(studies), _limits(parts["limits"], reading), plugins)


def _seeds(given: Sequence[Any], reading: _Reading) -> list[int]:
    for one in given:
        if isinstance(one, bool) or not isinstance(one, int) or one < 0:
            reading.wrong("seeds", f"{one!r} is no seed; seeds are whole numbers from 0")
    if len(set(map(repr, given))) < len(given):
        reading.wrong("seeds", "a seed is named twice")
    return list(given) or [0]


def _limits(given: Mapping[str, Any], reading: _Reading) -> dict[str, Any]:
    reading.known("limits", given, list(LIMITS), "limit is called")
    found = {name: reading.checked(f"limits.{name}", given.get(name), kind, None) for name, kind in LIMITS.items()}
    limits = {name: value for name, value in found.items() if value is not None}
    for name, value in limits.items():
        _check_limit(name, value, reading)
    return limits


def _check_limit(name: str, value: Any, reading: _Reading) -> None:
    """The bounds are those of the command line."""
    least = LEAST.get(name)
    if name == "seconds" and not value > 0:
        reading.wrong(f"limits.{name}", f"{value:g} leaves no time for anything; give a number above 0")
    elif name == "memory":
        _check_memory(value, reading)
    elif least is not None and value < least:
        reading.wrong(f"limits.{name}", f"is {value}; it must be at least {least}")


def _check_memory(value: str, reading: _Reading) -> None:
    from stylobench.engine.memory import size_of

    try:
        size_of(value)
    except SpecError as error:
        reading.wrong("limits.memory", str(error))


def _source(where: str, given: Any, reading: _Reading) -> Source:
    if isinstance(given, str):
        return _placed(given, None, {}, reading)
    if not isinstance(given, dict) or not isinstance(given.get("path"), str):
        reading.wrong(where, 'write "PATH", or { path = "PATH", format = ..., author = ... }')
        return Source("")
    options = {name.replace("-", "_"): value for name, value in given.items() if name not in ("path", "format")}
    if isinstance(options.get("topic_aliases"), str):
        try:
            options["topic_aliases"] = read_topic_aliases(reading.folder / options["topic_aliases"])
        except CorpusError as error:
            reading.wrong(where, str(error))
    return _placed(given["path"], reading.checked(f"{where}.format", given.get("format"), str, None), options, reading)


def _placed(path: str, format: str | None, options: Mapping[str, Any], reading: _Reading) -> Source:
    """A path as it is found from anywhere; a world stays as it is written."""
    if re.match(r"\s*world\s*(\(|$)", path) and not (reading.folder / path).exists():
        return Source(path, format, options)
    return Source(str((reading.folder / path).resolve()), format, options)


def _studies(
    named: tuple[str, Any], corpora: Mapping[str, Source], seeds: Sequence[int], reading: _Reading
) -> list[Study]:
    """One study per corpus and seed, or per seed where a crash test looks at several corpora."""
    name, given = named
    where = section_place(name)
    _check_section(name, reading)
    section = dict(reading.checked(where, given, dict, {}))
    if (test := _test(where, section.pop("test", None), reading)) is None:
        return []
    asked = reading.strings(f"{where}.corpora", section.pop("corpora", None)) or tuple(corpora)
    reading.known(where, asked, list(corpora), "corpus of the plan is called")
    if not corpora:
        reading.wrong(where, "there is no corpus to test on; name some under [corpora]")
    methods = {kind: _methods(where, kind, section.pop(kind, None), test, reading) for kind in KINDS}
    options, problems = options_of(test, section, reading.folder)
    for problem in problems:
        reading.wrong(where, problem)
    there = {one: corpora[one] for one in dict.fromkeys(asked) if one in corpora}
    groups = [there] if fact(test, "SEVERAL", False) else [{one: source} for one, source in there.items()]
    whole = len(groups) * len(seeds) == 1 and name == HERE
    if name == HERE and not whole:
        reading.wrong(where, "a study in the folder itself has one corpus and one seed; give it a name")
    return [
        Study(HERE if whole else _name(name, group, seed, test), test, group, **methods, seed=seed, options=options)
        for group in groups
        for seed in seeds
    ]


def _check_section(name: str, reading: _Reading) -> None:
    if name != HERE and (".." in name or not re.fullmatch(r"\w[\w.-]*", name)):
        reading.wrong(section_place(name), "the name becomes a folder: use letters, digits, - and _")
    if name.lower() in TAKEN:
        reading.wrong(section_place(name), f"{name} is needed for something else in the folder; choose another name")


def _test(where: str, given: Any, reading: _Reading) -> str | None:
    if not isinstance(given, str):
        reading.wrong(where, f"it has no test; write test = one of: {', '.join(crash_tests())}")
        return None
    wanted = given.replace("_", "-")
    reading.known(where, [wanted], crash_tests(), "crash test is called")
    return wanted if wanted in crash_tests() else None


def _methods(where: str, kind: str, given: Any, test: str, reading: _Reading) -> tuple[str, ...]:
    if given is not None and kind not in fact(test, "METHODS", KINDS):
        reading.wrong(where, f"{test} takes no {kind}")
    return reading.strings(f"{where}.{kind}", given)


def _name(section: str, group: Mapping[str, Source], seed: int, test: str) -> str:
    ending = f"seed-{seed}"
    if fact(test, "SEVERAL", False):
        return f"{section}/{ending}"
    (corpus,) = group
    return f"{section}/{re.sub(r'[^A-Za-z0-9_.-]+', '-', corpus).strip('-.') or 'corpus'}-{ending}"


def _check_names(studies: Sequence[Study], reading: _Reading) -> None:
    names = [study.name for study in studies]
    for name in sorted({name for name in names if names.count(name) > 1}):
        reading.wrong(
            section_place(name.partition("/")[0]), f"two studies would be kept in {name}; name the corpora apart"
        )
    if HERE in names and len(names) > 1:
        reading.wrong(section_place(HERE), "a study in the folder itself stands alone; give it a name")


def near(word: str, names: Sequence[str]) -> str:
    """The name that was probably meant."""
    found = difflib.get_close_matches(word, names, n=1, cutoff=0.6)
    return f" did you mean {found[0]!r}?" if found else ""


def plan_text(plan: Plan) -> str:
    """The plan as a file: paths are absolute, so that it can be run from anywhere."""
    import tomli_w

    sections: dict[str, dict[str, Any]] = {}
    corpora: dict[str, Source] = {}
    for study in plan.studies:
        corpora |= study.corpora
        section = sections.setdefault(study.section, _section(study))
        section["corpora"] = list(dict.fromkeys([*section["corpora"], *study.corpora]))
    held = {
        **({"title": plan.title} if plan.title else {}),
        "seeds": list(dict.fromkeys(study.seed for study in plan.studies)),
        **({"plugins": folders} if (folders := plugin_folders(plan)) else {}),
        "corpora": {name: _plain_source(source) for name, source in corpora.items()},
        **({"limits": dict(plan.limits)} if plan.limits else {}),
        "studies": sections,
    }
    return tomli_w.dumps(_without_nothing(held))


def _section(study: Study) -> dict[str, Any]:
    named = {kind: list(specs) for kind, specs in study.named}
    return {"test": study.test, "corpora": [], **named, **study.options}


def _plain_source(source: Source) -> Any:
    if source.format is None and not source.options:
        return source.path
    return {"path": source.path, "format": source.format, **source.options}


def _without_nothing(value: Any) -> Any:
    """TOML knows no None."""
    if isinstance(value, Mapping):
        return {str(key): _without_nothing(inner) for key, inner in value.items() if inner is not None}
    if isinstance(value, list | tuple):
        return [_without_nothing(inner) for inner in value]
    return str(value) if isinstance(value, Path) else value
