"""A program started afresh for every request, in the place of one that remembers those before.

    python -S _afresh.py PROGRAM [ARGUMENT ...]

Requests and answers end with a null character, as in the streams of Apertium.
"""

from __future__ import annotations

import os
import subprocess
import sys

CHUNK = 65_536


def serve(command: list[str]) -> None:
    """Answer until the input ends, or the program fails."""
    unread = b""
    while chunk := os.read(0, CHUNK):
        *whole, unread = (unread + chunk).split(b"\0")
        for request in whole:
            answer = subprocess.run(command, input=request, stdout=subprocess.PIPE, check=True).stdout
            sys.stdout.buffer.write(answer.rstrip(b"\0") + b"\0")
            sys.stdout.buffer.flush()


if __name__ == "__main__":
    serve(sys.argv[1:])
