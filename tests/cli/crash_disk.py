"""A disk that is full in the middle of a run, then larger: a small one in a mount namespace of its own."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from cli.crash_plans import Lost

PREFIXES = (("unshare", "-m"), ("unshare", "-rm"))
TRY = "mount -t tmpfs -o size=64k tmpfs /mnt"
SCRIPT = """
set -u
cd "$1"; python="$2"; size="$3"; plan="$4"
mkdir -p disk
mount -t tmpfs -o "size=${size}k" tmpfs disk || exit 9
"$python" -m stylobench.cli.main run "$plan" -o disk/out >/dev/null 2>full.txt
echo $? >full.code
find disk -name '.*' >left.txt
mount -o remount,size=64m disk || exit 9
"$python" -m stylobench.cli.main run "$plan" -o disk/out >/dev/null 2>larger.txt
echo $? >larger.code
cp -a disk/out out
"""


@cache
def prefix() -> tuple[str, ...] | None:
    """The command under which disks can be mounted; None where nobody may."""
    for one in PREFIXES:
        try:
            if subprocess.run([*one, "sh", "-c", TRY], capture_output=True, check=False).returncode == 0:
                return one
        except FileNotFoundError:
            return None
    return None


@dataclass(frozen=True)
class Filled:
    """What came of it: whether the disk was full at all, and the folder of the run that went on."""

    full: bool
    out: Path


def filled(plan: Path, folder: Path, kilobytes: int) -> Filled:
    """Run a plan on a disk of that size, and again when it is larger."""
    before = prefix()
    assert before is not None
    folder.mkdir(parents=True)
    arguments = (str(folder), sys.executable, str(kilobytes), str(plan))
    subprocess.run([*before, "sh", "-c", SCRIPT, "sh", *arguments], check=True)
    code, said, left = ((folder / name).read_text() for name in ("full.code", "full.txt", "left.txt"))
    if int(code) == 0:
        return Filled(False, folder / "out")
    if int(code) != 2 or "Traceback" in said or "No space left on device" not in said.splitlines()[-1]:
        raise Lost(f"on a full disk it ended with {code.strip()}: {said[-3000:]}")
    if left:
        raise Lost(f"on a full disk it left {' '.join(left.split())}")
    if (folder / "larger.code").read_text().strip() != "0":
        raise Lost(f"on a larger disk it ended with an error: {(folder / 'larger.txt').read_text()[-3000:]}")
    return Filled(True, folder / "out")
