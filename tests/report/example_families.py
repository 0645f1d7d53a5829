"""Results of a whole bank of verifiers, thirty in six families and one of the user's own, made up from a seed."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from stylobench.protocols.attack_evidence import AttackEvidence
from stylobench.protocols.leakage_evidence import LeakageEvidence
from stylobench.protocols.shift_evidence import ShiftEvidence

HERE = Path(__file__).parent
ATTACK, LEAKAGE, SHIFT = (runpy.run_path(str(HERE / f"example_{name}.py")) for name in ("attack", "leakage", "shift"))
HARM = {"characters": 0.45, "words": 0.3, "syntax": 0.18, "compression": 0.35, "topic": -0.04, "mixed": 0.25,
        "yours": 0.1}  # fmt: skip
BANK = {f"{family}_method_{i}": family for i in range(5) for family in list(HARM)[:6]} | {"mine": "yours"}
METHODS = {family: tuple(name for name, its in BANK.items() if its == family) for family in HARM}
OBFUSCATORS = ("mediocrity", "synonyms", "round_trip", "targeted", "identity", "random_edits")


def attack_bank(methods: dict[str, str] = BANK) -> dict[str, Any]:
    """Every verifier under six obfuscators, on two sets of problems."""
    result: dict[str, Any] = ATTACK["example"](tuple(methods), OBFUSCATORS)
    for name, family in methods.items():
        result["methods"][name]["family"] = family
    scale = {"mediocrity": 1.0, "synonyms": 0.3, "round_trip": 0.7, "targeted": 1.4, "random_edits": 0.1}
    families = {family: tuple(name for name, its in methods.items() if its == family) for family in HARM}
    result["evidence"] = [
        asdict(_attacked(family, families[family], one, name, HARM[family] * scale.get(name, 0.0)))
        for one in result["datasets"]
        for name in OBFUSCATORS
        for family in HARM
        if families[family]
    ]
    return result


def _attacked(
    family: str, methods: tuple[str, ...], dataset: dict[str, Any], obfuscator: str, value: float
) -> AttackEvidence:
    half = 0.0 if obfuscator == "identity" else 0.07
    units = (dataset["unit"], dataset["units"])
    where = (dataset["name"], obfuscator, 0.68, len(methods) - (family == "topic"))
    return AttackEvidence(family, methods, len(methods), value, value - half, value + half, *units, *where)


def leakage_bank() -> dict[str, Any]:
    """Every verifier in the paired test."""
    rng = np.random.default_rng(3)
    lost = {"topic": 0.11, "words": 0.05, "characters": 0.03}
    losses = {name: lost.get(family, 0.0) + float(rng.normal(0, 0.01)) for name, family in BANK.items()}
    result: dict[str, Any] = LEAKAGE["example"](losses)
    for name, family in BANK.items():
        result["methods"][name]["family"] = family
    means = {family: float(np.mean([losses[name] for name in names])) for family, names in METHODS.items()}
    result["evidence"] = [
        asdict(LeakageEvidence(family, METHODS[family], len(METHODS[family]), mean, mean - 0.02, mean + 0.02,
                               "author", 38, "overall_2020", 412))
        for family, mean in means.items()
    ]  # fmt: skip
    return result


def shift_bank() -> dict[str, Any]:
    """Every method over mixes."""
    result: dict[str, Any] = SHIFT["example"](tuple(BANK))
    for name, family in BANK.items():
        result["methods"][name]["family"] = family
    result["evidence"] = [
        asdict(ShiftEvidence(family, METHODS[family], len(METHODS[family]), harm / 5, harm / 5 - 0.03, harm / 5 + 0.05,
                             "document", 1200, "accuracy", 0.05, 0.9, harm / 5 + 0.04))
        for family, harm in HARM.items()
    ]  # fmt: skip
    return result | {"backtest": None, "experiment": None}


def some() -> dict[str, Any]:
    """Ten verifiers in two families: as many as it takes to fold them."""
    return attack_bank({name: family for name, family in BANK.items() if family in ("words", "topic")})


def few() -> dict[str, Any]:
    """Three verifiers in two families: the least that is told by family."""
    return attack_bank({"characters_method_0": "characters", "characters_method_1": "characters", "mine": "yours"})


EXAMPLES: dict[str, Callable[[], dict[str, Any]]] = {
    "attack_bank": attack_bank,
    "leakage_bank": leakage_bank,
    "shift_bank": shift_bank,
    "some": some,
    "few": few,
}
