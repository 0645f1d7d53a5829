"""Settings of all tests."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("busy machine", deadline=None)
settings.load_profile("busy machine")
