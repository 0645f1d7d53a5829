"""Settings of all tests."""

from __future__ import annotations

import os
import signal
import threading

from hypothesis import settings

# A shell that runs the tests in the background has them ignore interrupts, and what they start would ignore them too.
if threading.current_thread() is threading.main_thread():
    signal.signal(signal.SIGINT, signal.default_int_handler)

# A busy machine misses deadlines; a landing must not hang on the luck of a draw, so CI draws the same every time.
settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")
