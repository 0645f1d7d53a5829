"""The four crash tests: what each asks, whom it can ask, and what a finished run says of a method."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from shlex import quote

from stylobench.report.gaps import gaps
from stylobench.report.shift.reading import item, lead
from stylobench.report.story import Result, Story
from stylobench.report.words import known, many, stopped

KINDS = {
    "attributor": "an attributor, which names one of many authors",
    "verifier": "a verifier, which says whether two texts have one author",
}


@dataclass(frozen=True)
class CrashTest:
    """One crash test; `kind` is the only kind of method that it takes, empty where it takes both."""

    protocol: str
    title: str
    question: str
    verb: str
    kind: str = ""
    source: str = "CORPUS"
    more: str = ""

    def takes(self, kind: str) -> bool:
        """Whether such a method can go through it."""
        return not self.kind or self.kind == kind

    def command(self, kind: str, spec: str) -> str:
        """What would run it.

        >>> TESTS[1].command("verifier", "ppm(order=4)")
        "stylobench leakage CORPUS --verifier 'ppm(order=4)' -o DIR"
        """
        return f"stylobench {self.verb} {self.source} --{kind} {quote(spec)}{self.more} -o DIR"


TESTS = (
    CrashTest(
        "novel_topic",
        "Novel topic",
        "Does it still work on a topic it never trained on?",
        "novel-topic",
        kind="attributor",
    ),
    CrashTest(
        "leakage", "Topic leakage", "Does it recognise the author, or only the topic?", "leakage", kind="verifier"
    ),
    CrashTest("shift", "Subclass shift", "What can you expect if the mix of topics changes?", "shift"),
    CrashTest(
        "attack",
        "Obfuscation",
        "Does it still recognise a writer who hides?",
        "attack",
        source="PROBLEMS",
        more=" --obfuscator mediocrity",
    ),
)


@dataclass(frozen=True)
class Run:
    """A finished run and the story it tells; `known_as` is what a plan calls its corpus."""

    result: Result
    story: Story
    known_as: str = ""

    @property
    def protocol(self) -> str:
        """The crash test that made it."""
        return str(self.result.get("protocol") or "novel_topic")

    @property
    def corpus(self) -> str:
        """What it was run on."""
        return self.known_as or str(self.result["corpus"]["name"])

    def found(self, method: str) -> str:
        """What it says of a method, in one sentence with interval and n."""
        return stopped(f"On {self.corpus}: {self.said(method)}")

    def said(self, method: str) -> str:
        """The headline of a method, with interval and n."""
        headline = next((one.headline for one in self.story.answers if one.method == method), "no answer")
        return f"{headline}{self._tested(method)}"

    def _tested(self, method: str) -> str:
        """The n of a shift run, which its headline leaves to the sentences below it unless something failed."""
        if self.protocol != "shift" or method in gaps(self.result):
            return ""
        measures = (self.result["methods"].get(method) or {}).get("measures") or {}
        n = ((measures.get(lead(self.result)) or {}).get("today") or {}).get("n")
        return f"; {many(n, item(self.result))}" if known(n) else ""


def in_order(runs: Sequence[Run]) -> list[Run]:
    """The runs in the order of the crash tests, those of one crash test as given."""
    order = [test.protocol for test in TESTS]
    return sorted(runs, key=lambda run: order.index(run.protocol))
