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
    assert found == {kind: {name: summary(kind, name) for name in names(kind)} for kind in KINDS}
    assert all(line for methods in found.values() for line in methods.values())


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
