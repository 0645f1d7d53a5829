"""Pages that stand alone: style and script inside and named by their hashes, all else escaped, nothing fetched."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Any

from stylobench.report.families import has_many
from stylobench.report.story import Panel, Spec

HERE = files("stylobench.report")


def page(template: str, **parts: Any) -> str:
    """The template filled in; whatever comes from a corpus is escaped."""
    style, script = asset("style.css"), asset("sort.js")
    filled = environment().get_template(template)
    return str(filled.render(style=style, script=script, policy=policy_of(style, script), **parts))


def policy_of(style: str, script: str) -> str:
    """Only this style and this script, by their hashes; nothing is fetched from anywhere."""
    return (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


@cache
def asset(name: str) -> str:
    """A style or a script of the package."""
    return (HERE / name).read_text(encoding="utf-8").strip()


@cache
def environment() -> Any:
    """Where templates are found, with what they may call."""
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup

    made = Environment(
        loader=PackageLoader("stylobench.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["drawn"] = lambda panel: Markup(_drawn(panel.draw, panel))
    made.filters["roomily"] = lambda panel: Markup(_drawn(panel.roomy, panel))
    made.filters["kind"] = lambda block: type(block).__name__
    made.filters["many"] = has_many
    made.filters["inline"] = Markup
    return made


def _drawn(draw: Callable[[], Spec], panel: Panel) -> str:
    from stylobench.report.charts.svg import svg

    return svg(draw(), panel.alt)
