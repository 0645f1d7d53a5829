"""Advice as a report reads it, with figures made up for the tests."""

from __future__ import annotations

from typing import Any


def verdict(name: str, recognised: bool | None) -> dict[str, Any]:
    silent = recognised is None
    return {
        "verifier": name,
        "score": None if silent else 0.71,
        "threshold": 0.5,
        "recognised": recognised,
        "same": None if silent else 0.6,
        "n_same": 50,
        "different": None if silent else 0.96,
        "n_different": 50,
        "accuracy": {"value": 0.8, "low": 0.71, "high": 0.87},
        "clues": [] if silent else [{"name": "ing ", "weight": 0.0123, "places": ["going to", "being so"]}],
    }


def example() -> dict[str, Any]:
    """Three verifiers: one that can be turned, one that cannot, one that is silent."""
    edit = {"original": "begin", "replacement": "start", "operator": "synonym", "sentence": "They begin <b>now</b>."}
    gone = {"original": ",", "replacement": "", "operator": "comma", "sentence": "So, it is."}
    row = {"obfuscator": "mediocrity", "score": 0.4, "recognised": False, "edits": 93.6}
    return {
        "protocol": "advice",
        "corpus": {"name": "letter.txt", "documents": 3},
        "settings": {"seed": 4, "versions": {}},
        "methods": {},
        "warnings": ["the text has 80 words; below 300 verdicts swing with every sentence"],
        "words": 80,
        "texts": 2,
        "known_words": 900,
        "others": 400,
        "authors": 40,
        "verdicts": [verdict("ppm", True), verdict("char_ngrams", False), verdict("topic_fit", None)],
        "suggested": [{"verifier": "ppm", "enough": True, "score": 0.45, "edits": [edit, gone]}],
        "disguises": [{**row, "verifier": "ppm"}, {**row, "verifier": "topic_fit", "score": None, "recognised": None}],
        "cautions": ["the text has 80 words; below 300 verdicts swing with every sentence"],
        "specs": {"ppm": "ppm(order=5)"},
    }


def unturned() -> dict[str, Any]:
    """A verdict that no edit turns, and nothing else to tell."""
    stuck = {"verifier": "ppm", "enough": False, "score": 0.7, "edits": []}
    bare = {"suggested": [stuck], "disguises": [], "cautions": [], "warnings": []}
    return {**example(), "verdicts": [verdict("ppm", True)], **bare}


def not_validated() -> dict[str, Any]:
    """A score without a threshold: no problem by other people was like the case."""
    nothing = {"same": None, "n_same": 0, "different": None, "n_different": 0, "threshold": None}
    unsure = {"recognised": None, "accuracy": {"value": None, "low": None, "high": None}}
    lines = ["not validated for 6 earlier texts of 500 words beside a text of 80"]
    bare = {"suggested": [], "disguises": [], "cautions": lines, "warnings": lines}
    return {**example(), "verdicts": [{**verdict("ppm", True), **nothing, **unsure}], **bare}


EXAMPLES = {"three_verifiers": example, "unturned": unturned, "not_validated": not_validated}
