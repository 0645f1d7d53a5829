from __future__ import annotations

import inspect

import pytest

from stylobench.cli import _force, fit, obfuscate
from stylobench.engine.force import DASK, LOCAL, Force
from stylobench.errors import SpecError


def test_nothing_asked_is_the_house_rule() -> None:
    assert _force.force_of() == Force()
    assert (LOCAL, DASK, Force().retries) == (_force.LOCAL, _force.DASK, _force.RETRIES)


def test_every_option_arrives() -> None:
    asked = _force.force_of(3, 1.5, "2GB", 0, keep_failed=True, engine="dask", scheduler="tcp://host:8786")
    assert asked == Force(3, 1.5, 2_000_000_000, 0, False, "dask", "tcp://host:8786")


@pytest.mark.parametrize(
    ("options", "line"),
    [
        ({"engine": "spark"}, "no engine named 'spark'; there are: local, dask"),
        ({"scheduler": "tcp://host:8786"}, "--scheduler belongs to --engine dask, which is not given"),
        ({"memory": "much"}, "'much' is no size of memory; write a number with its unit, such as 2GB or 500MB"),
        ({"seconds": 0.0}, "--seconds 0 leaves no time for anything; give a number above 0"),
        ({"seconds": float("nan")}, "--seconds nan leaves no time for anything; give a number above 0"),
    ],
)
def test_what_cannot_be_meant_is_said_in_one_line(options: dict[str, object], line: str) -> None:
    with pytest.raises(SpecError) as caught:
        _force.force_of(**options)  # type: ignore[arg-type]
    assert str(caught.value) == line


@pytest.mark.parametrize("verb", [fit, obfuscate])
def test_verbs_take_them(verb: object) -> None:
    names = inspect.signature(verb.command).parameters  # type: ignore[attr-defined]
    assert {"workers", "seconds", "memory", "retries", "engine", "scheduler"} <= set(names)
