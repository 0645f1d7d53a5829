"""stylobench list, as a user calls it."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from stylobench.cli.list_verb import KINDS
from stylobench.specs import names, summary


def listed(*arguments: str) -> subprocess.CompletedProcess[str]:
    call = "import sys; from stylobench.cli.main import run; sys.argv[1:] = ['list', *sys.argv[1:]]; run()"
    return subprocess.run([sys.executable, "-c", call, *arguments], capture_output=True, text=True, check=False)


def test_every_kind_is_listed_with_a_line_for_each_method() -> None:
    done = listed("--json")
    found = json.loads(done.stdout)
    assert tuple(found) == KINDS
    told = {kind: {name: facts["summary"] for name, facts in methods.items()} for kind, methods in found.items()}
    assert told == {kind: {name: summary(kind, name) for name in names(kind)} for kind in KINDS}
    assert all(line for methods in told.values() for line in methods.values())


def test_verifiers_come_by_family_with_year_paper_and_what_they_look_at() -> None:
    told = json.loads(listed("verifiers", "--json").stdout)["verifiers"]["ppm"]
    assert {key: told[key] for key in ("family", "year", "paper", "looks_at")} == {
        "family": "compression",
        "year": 2003,
        "paper": "Teahan & Harper 2003",
        "looks_at": "how well each text predicts the characters of the other",
    }
    lines = [line.split()[0] for line in listed("verifiers").stdout.splitlines() if line.strip()]
    assert lines.index("characters") < lines.index("char_ngrams") < lines.index("compression") < lines.index("ppm")
    assert lines.index("others") < lines.index("calibrated")


def test_a_method_shows_its_page() -> None:
    shown = listed("verifiers", "char_ngrams").stdout
    assert shown.startswith("Cosine of the TF-IDF weights")
    assert "char_ngrams(n=4, features=3000, held_out=0.2, calibrate='two_thresholds'" in shown
    assert "how long the n-grams are" in shown
    assert ">>> " in shown
    refused = listed("verifiers", "char_ngram")
    assert refused.returncode == 2
    assert "did you mean 'char_ngrams'?" in refused.stderr


@pytest.mark.parametrize(("kind", "name"), [("verifiers", "char_ngrams"), ("encoders", "lsa"), ("clusterers", "ward")])
def test_one_kind_can_be_asked_for(kind: str, name: str) -> None:
    done = listed(kind)
    assert done.returncode == 0
    assert kind in done.stdout
    assert name in done.stdout
    assert "maxent" not in done.stdout


def test_a_kind_that_does_not_exist_is_refused() -> None:
    done = listed("verifier")
    assert done.returncode == 2
    assert done.stderr == (
        "stylobench: no kind named 'verifier'; there are: attributors, verifiers, obfuscators, quality, features, "
        "encoders, clusterers\n"
    )
