"""Results of `stylobench verify`, as the engine writes them."""

from __future__ import annotations

from typing import Any

MEASURES = [
    {"metric": "auc", "value": 0.8214, "low": 0.74, "high": 0.88, "unit": "author", "units": 40},
    {"metric": "c_at_1", "value": 0.78, "low": None, "high": None, "unit": "author", "units": 40},
]
NEAR = {"n": 31, "low_score": 0.74, "high_score": 0.9, "share": 0.871, "low": 0.741, "high": 0.941}


def verdict(name: str, family: str, supports: str, score: float | None = 0.81, **more: Any) -> dict[str, Any]:
    silent = supports == "no answer"
    return {
        "verifier": name, "spec": f"{name}(n=4)", "family": family, "looks_at": "character 4-grams",
        "score": None if silent else score, "supports": supports,
        "silence": "the questioned text is blank" if silent else "", "likewise": None if silent else dict(NEAR),
        "prior": 0.5, "measures": MEASURES, "reasons": [], **more,
    }  # fmt: skip


def result(verdicts: list[dict[str, Any]], texts: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    kinds = ("one author", "different authors", "neither", "no answer", "not validated")
    return {
        "protocol": "verdict",
        "corpus": {"name": "letter", "documents": 3},
        "settings": {"versions": {"stylobench": "0.1.0"}, "seed": 0},
        "methods": {one["verifier"]: {"spec": one["spec"], "family": one["family"]} for one in verdicts},
        "warnings": ["shorter than 95% of the training texts: letter"],
        "training": {
            "corpus": "essays", "corpus_digest": "c0", "digest": "d0ff", "problems": 200, "same": 100, "texts": 636,
            "authors": None, "seed": 0, "folds": 10, "unit": "text", "source": "s0", "warnings": ["2 folds failed"],
        },
        "known": ["one", "two"],
        "counts": {kind: sum(one["supports"] == kind for one in verdicts) for kind in kinds},
        "verdicts": verdicts,
        "texts": texts or [],
    }  # fmt: skip


def one() -> dict[str, Any]:
    """One verifier, with reasons that stand in the texts and one that does not."""
    reasons = [
        {"name": " the", "weight": 0.05, "questioned": 2, "known": 1},
        {"name": "mean <b>length</b>", "weight": -0.01, "questioned": 0, "known": 0},
    ]
    stretches = [
        {"text": "In", "reason": None},
        {"text": " the", "reason": 0},
        {"text": " <i>\nend\x1b", "reason": None},
    ]
    texts = [
        {"name": "letter", "verifier": "char_ngrams", "stretches": stretches, "left_out": 12},
        {"name": "one", "verifier": "char_ngrams", "stretches": stretches[:2], "left_out": 0},
    ]
    return result([verdict("char_ngrams", "characters", "one author", reasons=reasons)], texts)


def silent() -> dict[str, Any]:
    return result([verdict("char_ngrams", "characters", "no answer")])


def bank() -> dict[str, Any]:
    return result(
        [
            verdict("char_ngrams", "characters", "one author"),
            verdict("ppm", "compression", "neither", 0.5),
            verdict("impostors", "characters", "different authors", 0.1),
            verdict("glad", "mixed", "no answer"),
            verdict("unmasking", "words", "neither", 0.4, likewise={**NEAR, "low": None, "high": None}),
        ]
    )
