"""How to read the answer of the obfuscation test, and how much was tried."""

from __future__ import annotations

from stylobench.report.attack.reading import hiding
from stylobench.report.story import Result
from stylobench.report.words import many, percent


def guide(result: Result) -> list[tuple[str, str]]:
    """How to read the answer."""
    least = percent((result.get("settings") or {}).get("least_accuracy"), 0)
    return [
        ("47 of 100 missed", "the impact: of 100 same-author problems that a method recognised untouched (of documents "
                             "that an attributor named rightly), so many are missed once the questioned texts are "
                             "rewritten. An author may have several. Below 0 the rewriting helped the method: the "
                             "share of those it had missed and now recognises, with a minus sign. Near 0 the measure "
                             "leans a little to the negative side."),
        ("What is rewritten", "only the questioned texts of same-author problems: nobody hides in the others. A method "
                              "whose answers change there all the same is flagged."),
        ("[a, b]", "a 95% interval; authors (or texts, where authors are not known) are drawn again, because problems "
                   "that share one are not independent. Methods are those tested here, not a sample of all."),
        ("Worth attacking", f"methods with at least {least} right answers before; who cannot tell authors apart has "
                            "nothing to lose."),
        ("Average, pooled, worst case", "an average over methods hides the one that still recognises you: beside it "
                                        "stand the share of all recognitions lost, and what the strongest method still "
                                        "recognises."),
        ("Retrained", "the same method, trained on texts rewritten the same way: an attacker who knows the "
                      "obfuscator can do that."),
        ("Controls", "identity gives the text back and must change nothing; random edits show what noise alone does."),
        ("Thresholds", "set on the answers to other problems than those judged (cross-fitted), unless the published "
                       "way was asked for, which sets them on the untouched test problems."),
        ("Profile", "all crash tests of a method on one page: stylobench report DIR [DIR ...] -o profile.html."),
    ]  # fmt: skip


def tried(result: Result) -> str:
    """How many methods and obfuscators there are; controls where there is nothing else."""
    hide, controls = hiding(result), len(result.get("obfuscators") or {})
    against = many(controls, "control") if controls and not hide else many(len(hide), "obfuscator")
    return f"{many(len(result['methods']), 'method')}, {against}"
