"""Where the answers of a subclass-shift crash test come from: a corpus, the folder of a finished run, or a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from stylobench.corpora.answer_columns import AnswerColumns
from stylobench.corpora.answer_source import names_of
from stylobench.corpora.answer_table import is_answer_table, read_answer_table
from stylobench.corpora.mending import OPTIONS as MENDING
from stylobench.corpora.mending import corpus_warnings
from stylobench.corpora.reading import load
from stylobench.engine.run import Force
from stylobench.engine.shift import Asked, How, Prepared, on_answers, prepared_corpus, prepared_samples
from stylobench.engine.tested_runs import read_tested
from stylobench.engine.tested_table import table_tested
from stylobench.errors import SpecError
from stylobench.protocols.shift import Settings
from stylobench.protocols.shift_ground import Tested
from stylobench.protocols.shift_subclasses import CLUSTERS, Wish
from stylobench.records import Corpus

RUN, TABLE, CORPUS = "run", "table", "corpus"
BESIDES = ("subclasses", "folder", "workers", "seconds", "corpus", "scheme", "encoding", *MENDING)
TEXTS = ("text", "content", "document", "pair")
HEEDED = ("scheme", "corpus", "represent", "least", "alpha", "concentration")


@dataclass(frozen=True)
class Studies:
    """What is done beyond looking at answers: a backtest, or so many samples of the published experiment."""

    backtest: bool = False
    samples: int | None = None


def kind_of(path: Path, columns: AnswerColumns, encoding: str | None = None) -> str:
    """Whether a path is a finished run, a table of answers or a corpus.

    A table that has neither answers by their usual names nor texts is one of answers, which must say what it has.
    """
    if (path / "result.json").is_file():
        return RUN
    if not path.is_file():
        return CORPUS
    if columns.truth or columns.scores or columns.answers or is_answer_table(path, encoding):
        return TABLE
    names = names_of(path, encoding)
    texts = columns.text or any(name.lower() in TEXTS for name in names)
    return TABLE if names and not texts else CORPUS


def check_asked(kind: str, asked: Asked, studies: Studies, named: Mapping[str, object] | None = None) -> None:
    """Refuses what only methods on a corpus can do where the answers are there already, and options that would be
    ignored; `named` are options as they were given, None where they were not.
    """
    given = {
        "--backtest": studies.backtest,
        "--experiment": studies.samples is not None,
        "--attributor": asked.attributors,
        "--verifier": asked.verifiers,
        "--target": asked.target,
        "--class": asked.classes,
        "--folds": asked.folds,
        "--system": asked.systems,
    }
    for option, value in given.items():
        if value and kind != CORPUS:
            raise SpecError(f"{option} is for methods on a corpus; this is a {kind}, whose answers are there already")
    if studies.samples is not None and studies.backtest:
        raise SpecError("--backtest and --experiment are two studies; ask for one at a time")
    if studies.samples is not None and not asked.verifiers and len(asked.classes) != 2:
        raise SpecError(f"{len(asked.classes)} classes named; this experiment has two, each as --class NAME=GLOB")
    options = {"--positive": asked.positive, **(named or {})}
    _check_heeded({name for name, value in options.items() if value is not None}, kind, asked, studies)


def _check_heeded(given: set[str], kind: str, asked: Asked, studies: Studies) -> None:
    problems = bool(asked.verifiers or asked.systems)
    heeded = {
        "--scheme": (kind == RUN, f"is about a finished run; this is a {kind}"),
        "--corpus": (kind == RUN, f"is about a finished run; this is a {kind}"),
        "--represent": (kind == RUN or problems, "is about problems made of a corpus; there are none here"),
        "--least": (studies.backtest, "is of --backtest; ask for that, or leave it out"),
        "--samples": (studies.samples is not None, "is of --experiment; ask for that, or leave it out"),
        "--alpha": ("--concentration" not in given, "and --concentration say the same in two ways; give one"),
    }
    for option, (used, why) in heeded.items():
        if option in given and not used:
            raise SpecError(f"{option} {why}")
    if "--positive" in given and kind == RUN:
        raise SpecError("--positive is for tables and methods on a corpus; this is a run, which has kept its own")
    if "--positive" in given and problems:
        raise SpecError("--positive is about classes that attributors name; of problems the positive answer is same")


def on_run(folder: Path, corpus: Corpus | None, scheme: str | None, represent: str, how: How) -> dict[str, Any]:
    """Look at the answers that an earlier crash test has kept."""
    if how.folder is not None and how.folder.resolve() == folder.resolve():
        raise SpecError(f"-o {folder} would overwrite the run that is looked at; name another folder")
    tested = read_tested(folder, corpus, scheme, represent)
    if tested.texts is None and _needs_texts(tested, how.wish):
        raise SpecError(f"the texts of the run in {folder} are not at hand; give the corpus of the run with --corpus")
    return on_answers(tested, how)


def _needs_texts(tested: Tested, wish: Wish) -> bool:
    nothing_else = wish.kind is None and tested.topics is None and tested.times is None
    return wish.kind == CLUSTERS or wish.clusters is not None or nothing_else


def on_table(path: Path, columns: AnswerColumns, how: How, encoding: str | None = None) -> dict[str, Any]:
    """Look at answers from anywhere."""
    return on_answers(table_tested(read_answer_table(path, columns, encoding), path, columns.positive), how)


def on_methods(corpus: Corpus, asked: Asked, how: How, studies: Studies) -> dict[str, Any]:
    """Let methods answer on a corpus."""
    ready = prepared_methods(corpus, asked, how, studies)
    return ready.done(ready.how)


def prepared_methods(corpus: Corpus, asked: Asked, how: How, studies: Studies) -> Prepared:
    """The same, checked before any method is run."""
    if studies.samples is not None:
        ready = prepared_samples(corpus, asked, how, studies.samples)
    else:
        ready = prepared_corpus(corpus, asked, how, studies.backtest)

    def done(how: How) -> dict[str, Any]:
        result = ready.done(how)
        return {**result, "warnings": [*corpus_warnings(corpus, distinct_texts=True), *result["warnings"]]}

    return replace(ready, done=done)


def conducted(source: Corpus | str | Path, options: Mapping[str, Any]) -> dict[str, Any]:
    """The crash test by keywords, each of which belongs to one of its parts."""
    left = {("kind" if name == "subclasses" else name): value for name, value in options.items()}
    force = Force(left.pop("workers", None), left.pop("seconds", None))
    folder, corpus, scheme, encoding = (left.pop(name, None) for name in ("folder", "corpus", "scheme", "encoding"))
    left = {name: value for name, value in left.items() if name not in MENDING}
    kinds: tuple[Any, ...] = (Settings, Wish, Asked, AnswerColumns, Studies)
    known = {kind: {field.name for field in fields(kind)} for kind in kinds}
    unknown = [name for name in left if not any(name in names for names in known.values())]
    if unknown:
        every = {*BESIDES, *(name for names in known.values() for name in names)} - {"kind", "named"}
        raise SpecError(f"shift has no option {unknown[0]!r}; it has: {', '.join(sorted(every))}")
    parts = {kind: {name: value for name, value in left.items() if name in known[kind]} for kind in kinds}
    asked, columns, studies = (kind(**parts[kind]) for kind in kinds[2:])
    how = How.of(parts[Settings], Wish.of(**parts[Wish]), folder and Path(folder), force)
    given = {f"--{name}": options.get(name) for name in HEEDED}
    if isinstance(source, Corpus):
        check_asked(CORPUS, asked, studies, given)
        return on_methods(source, asked, how, studies)
    kind = kind_of(Path(source), columns, encoding)
    check_asked(kind, asked, studies, given)
    if kind == RUN:
        return on_run(Path(source), corpus, scheme, asked.represent, how)
    if kind == TABLE:
        return on_table(Path(source), columns, how, encoding)
    reading = {name: options[name] for name in ("text", "time", "id", "encoding", *MENDING) if options.get(name)}
    return on_methods(load(Path(source), **reading), asked, how, studies)
