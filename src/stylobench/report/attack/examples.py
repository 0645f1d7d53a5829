"""Chosen problems in full: what was changed in them, and which methods no longer recognise their author."""

from __future__ import annotations

from stylobench.report.attack.reading import Part, kinds, parts
from stylobench.report.difference import view_of
from stylobench.report.story import Block, Chapter, Difference, Result, Words
from stylobench.report.words import count, many

WHOLE = 0.9


def chapter(result: Result) -> Chapter:
    """A difference view per example; the first stands open."""
    found = parts(result, "examples")
    if not found:
        return Chapter("examples", "What was changed")
    told = (
        "Where the texts differ, the original stands above and the rewriting below it; letters and colours tell what "
        "kind of change it was. On the side the whole text in small. On a page only; stylobench obfuscate --diff "
        "shows the same in a terminal."
    )
    blocks: list[Block] = [Words(told, "note"), *(_shown(one, place == 0) for place, one in enumerate(found))]
    return Chapter("examples", "What was changed", blocks)


def _shown(one: Part, unfolded: bool) -> Difference:
    title = f"{one['problem']} ({one['dataset']}) by {one['obfuscator']}: {many(one.get('edits'), 'edit')}"
    title += f" in {many(one.get('words'), 'word')}"
    return Difference(_caption(one), view_of(one["phrases"]), title, unfolded)


def _caption(one: Part) -> str:
    lost, kept = list(one.get("lost") or ()), list(one.get("kept") or ())
    said = [f"No longer recognised by {kinds(lost)}."] if lost else []
    said += [f"Still recognised by {kinds(kept)}."] if kept else []
    return " ".join([*(said or ["No method recognised the author before."]), *_excerpt(one)])


def _excerpt(one: Part) -> list[str]:
    """How much of a long text is shown."""
    shown, words = sum(len(phrase["original"].split()) for phrase in one["phrases"]), one.get("words") or 0
    return [f"About {count(shown)} of its words are shown."] if shown < WHOLE * words else []
