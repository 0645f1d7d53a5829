"""Settings of all tests."""

from __future__ import annotations

import os

from hypothesis import settings

# A busy machine misses deadlines; a landing must not hang on the luck of a draw, so CI draws the same every time.
settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")
