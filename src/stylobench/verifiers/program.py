"""Any program with PAN's interface, run as a child process under limits: it reads pairs.jsonl, writes answers.jsonl."""

from __future__ import annotations

import os
import shutil
import warnings
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from stylobench.errors import ProgramFailed, SpecError, StylobenchError
from stylobench.features.problems import Problems
from stylobench.pan.answers import NAMES, read_answers
from stylobench.pan.pairs import write_pairs, write_truth
from stylobench.records import Booleans, Floats, Problem, Rows, text_digest
from stylobench.verifiers._child import GIGABYTE, Child, Limits, names_in, printable, words


class Program(BaseEstimator):  # type: ignore[misc]
    """`command -i INPUT -o OUTPUT` answers problems; `train -i INPUT -o MODEL`, where given, learns them first.

    INPUT holds pairs.jsonl, for `train` also truth.jsonl; the command is then called with `-m MODEL` too. Without
    `train`, `fit` stores nothing and the program answers as it is. Both run where stylobench runs, without a shell,
    for at most `seconds`; each process may take `memory` GB of addresses, and all that is written `disk` GB. Pairs
    have the digests of their problems for ids and are sorted by them, so that neither ids nor order say anything of the
    truth; but the program is no prisoner: it can read every file that you can.

    When the program ends, what it has started is ended too: every process of its group and, on Linux, every process
    that still has the environment variable STYLOBENCH_PROGRAM it was given. A process that leaves the group and clears
    its environment lives on.
    """

    def __init__(
        self,
        command: str = "./system",
        train: str | None = None,
        seconds: float = 600,
        memory: float = 4.0,
        disk: float = 1.0,
    ) -> None:
        self.command = command
        self.train = train
        self.seconds = seconds
        self.memory = memory
        self.disk = disk

    def depends_on(self) -> list[bytes]:
        """The contents of the programs and of every file that the commands name: stored answers go with them."""
        commands = [words(command) for command in (self.command, self.train) if command]
        named = [file for first, *rest in commands for file in (shutil.which(first) or first, *rest)]
        return [_contents(Path(file)) for file in named if Path(file).is_file()]

    def fit(self, problems: Sequence[Problem], same: npt.ArrayLike) -> Program:
        """Let `train` make a model, which is kept as long as this object; without `train`, store nothing."""
        truth = np.asarray(same, dtype=np.bool_)
        if len(truth) != len(problems):
            raise ValueError(f"{len(problems)} problems but {len(truth)} truths")
        self.model_ = None if self.train is None else self._learned(_Pairs.of(problems), truth, self.train)
        return self

    def _learned(self, pairs: _Pairs, truth: Booleans, train: str) -> _Model:
        with self._prepared(train, pairs) as run:
            write_truth(run.input, pairs.ids, truth[pairs.first])
            model = _Model()
            run.child.run(["-i", str(run.input), "-o", str(model.folder)], [model.folder])
            if not names_in(model.folder):
                raise ProgramFailed(f"{run.child.name} wrote nothing into its model folder (-o)")
            return model

    def verify(self, problems: Sequence[Problem]) -> Floats:
        """P(same author) of each problem as the program has it; NaN where it is silent or leaves a problem out."""
        if self.train is not None:
            check_is_fitted(self, "model_")
        if not len(problems):
            return np.zeros(0)
        pairs = _Pairs.of(problems)
        model: _Model | None = getattr(self, "model_", None)
        with self._prepared(self.command, pairs) as run:
            arguments = ["-i", str(run.input), "-o", str(run.output)]
            if model is None:
                run.child.run(arguments, [run.output])
            else:
                run.child.run([*arguments, "-m", str(model.folder)], [run.output, model.folder])
            return run.answers(pairs.ids)[pairs.places]

    @contextmanager
    def _prepared(self, command: str, pairs: _Pairs) -> Iterator[_Run]:
        """A folder with the problems in it, which goes when all is read."""
        limits, program = self._limits(), words(command)
        with TemporaryDirectory(prefix="stylobench-program-") as name:
            input, output, scratch = (Path(name) / part for part in ("input", "output", "scratch"))
            for folder in (input, output, scratch):
                folder.mkdir()
            pairs.write(input)
            yield _Run(Child(program, limits, scratch), input, output)

    def _limits(self) -> Limits:
        for name in ("seconds", "memory", "disk"):
            if not getattr(self, name) > 0:
                raise SpecError(f"verifier 'program': {name} is {getattr(self, name)!r}; it must be above 0")
        return Limits(self.seconds, int(self.memory * GIGABYTE), int(self.disk * GIGABYTE))


def _contents(file: Path) -> bytes:
    """What is in a file; of a program that may be run but not read, its size and date."""
    try:
        return file.read_bytes()
    except PermissionError:
        found = file.stat()
        return f"{found.st_size} {found.st_mtime_ns}".encode()


class _Model:
    """A folder that goes with the object that made it (and not with its copy in a forked process)."""

    def __init__(self) -> None:
        self.folder = Path(mkdtemp(prefix="stylobench-model-"))
        weakref.finalize(self, _remove, self.folder, os.getpid())


def _remove(folder: Path, process: int) -> None:
    if os.getpid() == process:
        shutil.rmtree(folder, ignore_errors=True)


@dataclass(frozen=True)
class _Pairs:
    """Problems as PAN has them, each once, sorted by digest; `places` leads from the problems asked to these."""

    problems: Problems
    ids: list[str]
    first: Rows
    places: Rows

    @classmethod
    def of(cls, problems: Sequence[Problem]) -> _Pairs:
        asked = Problems.of(problems)
        ids, first, places = np.unique(np.array(asked.digests, dtype=np.str_), return_index=True, return_inverse=True)
        return cls(asked, ids.tolist(), first, places)

    def write(self, folder: Path) -> None:
        chosen = [self.problems[place] for place in self.first.tolist()]
        known = [sorted(each.known, key=text_digest) for each in chosen]
        write_pairs(folder, self.ids, known, [each.questioned for each in chosen])


@dataclass(frozen=True)
class _Run:
    """A program, what it is given and where it writes."""

    child: Child
    input: Path
    output: Path

    def answers(self, ids: Sequence[str]) -> Floats:
        """What the program wrote, in the order of the ids."""
        try:
            found = read_answers(self._answer_file(), ids)
        except ProgramFailed:
            raise
        except StylobenchError as error:
            raise ProgramFailed(f"{self.child.name} wrote no answers: {self._told(str(error))}") from None
        if found.missing == len(ids):
            raise ProgramFailed(f"{self.child.name} answered none of {len(ids):,} problems")
        missing = (f"{found.missing:,} of {len(ids):,} problems are not in its answers",) if found.missing else ()
        for line in (*missing, *found.warnings):
            warnings.warn(f"{self.child.name}: {self._told(line)}", stacklevel=3)
        return found.scores

    def _answer_file(self) -> Path:
        """A link could lead anywhere and a pipe would wait for ever: only a plain file counts."""
        for name in NAMES:
            file = self.output / name
            if file.is_file() and not file.is_symlink():
                return file
        wrote = ", ".join(map(printable, names_in(self.output)[:3])) or "nothing"
        raise ProgramFailed(f"{self.child.name} wrote {wrote} into its output folder (-o), not {NAMES[0]}")

    def _told(self, line: str) -> str:
        return printable(line.replace(f"{self.output}{os.sep}", ""))
