"""The report as one HTML file that fetches nothing: style, script and charts are inside."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stylobench.report.stories import printable, story
from stylobench.report.templating import page


def render(result: Mapping[str, Any]) -> str:
    """The page of a result; whatever comes from a corpus is escaped."""
    result = printable(result)
    return page("page.html.j2", result=result, story=story(result))
