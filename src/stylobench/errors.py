"""What can go wrong that a user can mend.

    StylobenchError            one line: what, where, what would be right (exit code 2)
    ├── CorpusError            a source cannot be read, or holds too little
    ├── SpecError              a method or parameter that does not exist
    ├── SplitError             a corpus that cannot be split as asked
    ├── UndefinedMetric        a measure that has no value on these answers
    ├── ArchiveError           stored answers that cannot be read or written
    ├── MissingPart            an optional part that is not installed; the line prints the command
    ├── ClusterError           a cluster that cannot be reached, is gone, or would answer differently
    └── ProgramFailed          a program under test that crashes, hangs, or writes nonsense or too much

Everything else that is raised is a bug and keeps its traceback (exit code 1).
"""

from __future__ import annotations


class StylobenchError(Exception):
    """A fault that the user can mend; its text is one line."""


class CorpusError(StylobenchError):
    """A source cannot be read, or holds too little for what was asked."""


class SpecError(StylobenchError):
    """No such method, no such parameter, or a spec that does not parse."""


class SplitError(StylobenchError):
    """The corpus cannot be split as asked."""


class UndefinedMetric(StylobenchError):
    """The measure has no value on these answers."""


class ArchiveError(StylobenchError):
    """Stored answers cannot be read or written."""


class MissingPart(StylobenchError):
    """An optional part is not installed."""

    def __init__(self, part: str, command: str) -> None:
        super().__init__(part, command)

    def __str__(self) -> str:
        part, command = self.args
        return f"{part} is not installed; install it with: {command}"


class ClusterError(StylobenchError):
    """A cluster that cannot be reached, is gone, or would answer differently."""


class ProgramFailed(StylobenchError):
    """A program under test crashed, hung, or wrote nothing, nonsense or too much."""
