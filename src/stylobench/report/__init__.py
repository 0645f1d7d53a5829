"""Tables, charts, one self-contained HTML file, and the same story in a terminal."""

from __future__ import annotations

from stylobench.report.page import render
from stylobench.report.terminal import terminal

__all__ = ["render", "terminal"]
