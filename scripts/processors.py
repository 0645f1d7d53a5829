"""Every crash test under several simulated processors, and whether they come to the same results.

OpenBLAS, NumPy and Numba choose their code by the processor; each can be told to take that of an older one. Every verb
is run in processes of its own with these settings and held against the first of them: whatever is not a fraction must
be identical, fractions may differ by 1e-6 of themselves or 1e-9. One line per corpus, verb and processor; exit 1 when
anything differs. `--quick` takes simulated worlds only, STYLOBENCH_CORPORA adds postings of newsgroups20.
"""

from __future__ import annotations

import argparse
import csv
import json
import math
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

RELATIVE, ABSOLUTE = 1e-6, 1e-9
SHOWN = 5
SECONDS = 1800
# OpenBLAS for the processor named; Zen takes Haswell's. The last has nothing beyond what every x86-64 has, as far as
# NumPy and Numba can be told.
PROCESSORS: dict[str, dict[str, str]] = {
    **{
        name: {"OPENBLAS_CORETYPE": name, "NPY_DISABLE_CPU_FEATURES": ""}
        for name in ("Haswell", "SkylakeX", "Sandybridge", "Nehalem", "Prescott")
    },
    "generic": {
        "OPENBLAS_CORETYPE": "Prescott",
        "NPY_DISABLE_CPU_FEATURES": "X86_V3 X86_V4 AVX512_ICL",
        "NUMBA_CPU_NAME": "generic",
    },
}
AVX_512 = "SkylakeX"

# corpora of usual size, and smaller ones for the verb that rewrites every text
WORLD = "world(authors=6, topics=6, documents=120, words=100, seed=3)"
SMALL_WORLD = "world(authors=6, topics=3, documents=48, words=80, seed=3)"
AUTHORS, FEW_AUTHORS, MOST = 14, 5, 4
SMALL = "attack"
VERBS: dict[str, list[str]] = {
    "novel-topic": ["-a", "maxent", "-a", "linear_svm", "-a", "burrows_delta", "-a", "knn", "-a", "lda_on_pca",
                    "-a", "naive_bayes", "-a", "decision_tree", "--folds", "5", "--quick"],
    "leakage": ["-v", "char_ngrams", "-v", "delta", "-v", "lsa", "--encoder", "lsa", "--topics", "4", "--random", "3",
                "--controls", "3", "--min-documents", "8"],
    "shift": ["-a", "naive_bayes", "-a", "maxent"],
    "attack": ["-v", "char_ngrams", "-v", "delta", "-b", "random_edits", "-b", "targeted", "--folds", "3",
               "--quality", "none"],
    "sample": ["--topics", "3", "--folds", "3", "--encoder", "lsa", "--min-documents", "8"],
    "fit": ["-v", "char_ngrams", "-v", "delta", "-v", "glad", "-v", "difference_forest", "-v", "common_ngrams",
            "-v", "basic9", "-v", "lambda_g", "-v", "char_language_model", "-v", "compression_distance",
            "-v", "writeprints", "-v", "ubm_gmm", "-v", "fuzzy_clusters", "--folds", "3"],
}  # fmt: skip
# where and when, and digests of files that hold numbers to the last bit
APART = {"seconds", "versions", "path", "model", "digest of the model"}


@dataclass
class Difference:
    """How two results compare: values in all, discrete ones that differ, the largest relative difference of numbers."""

    values: int = 0
    unlike: list[str] = field(default_factory=list)
    apart: list[str] = field(default_factory=list)
    largest: float = 0.0

    def compare(self, one: Any, other: Any, where: str = "") -> None:
        """Take two values in, part by part."""
        if isinstance(one, dict) and isinstance(other, dict):
            for name in sorted({*one, *other} - APART):
                self.compare(one.get(name), other.get(name), f"{where}/{name}")
        elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
            for place, (first, second) in enumerate(zip(one, other, strict=True)):
                self.compare(first, second, f"{where}/{place}")
        else:
            self.values += 1
            if isinstance(one, float) and isinstance(other, float):
                self._numbers(one, other, where)
            elif one != other or type(one) is not type(other):
                self.unlike.append(f"{where}: {one!r:.60} {other!r:.60}")

    def _numbers(self, one: float, other: float, where: str) -> None:
        if one == other or (math.isnan(one) and math.isnan(other)):
            return
        gap, size = abs(one - other), max(abs(one), abs(other))
        if not math.isfinite(gap):
            self.unlike.append(f"{where}: {one} {other}")
        elif gap > ABSOLUTE:
            self.largest = max(self.largest, gap / size)
            if gap > RELATIVE * size:
                self.apart.append(f"{where}: {one} {other}")


def environment(name: str, cache: Path) -> dict[str, str]:
    """What a process needs to take itself for that processor; code that Numba compiles for it is kept apart."""
    told = PROCESSORS[name]
    if "NUMBA_CPU_NAME" in told:
        told = {**told, "NUMBA_CACHE_DIR": str(cache)}
    return {**os.environ, **told}


def stylobench(words: list[str], folder: Path, env: dict[str, str]) -> Any:
    """What the program prints as JSON."""
    program = Path(sys.executable).with_name("stylobench")
    command = [str(program), *words, "--json"]
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=SECONDS, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(words)}: exit {done.returncode}\n{done.stderr[-2000:]}")
    return json.loads(done.stdout)


def answered(verb: str, corpus: str, texts: list[str], folder: Path, env: dict[str, str]) -> dict[str, Any]:
    """What a verb says of a corpus; of `fit` also what `verify` says with the model."""
    folder.mkdir(parents=True)
    words = [verb, corpus, *VERBS[verb]]
    if verb == "sample":
        return {verb: stylobench(words, folder, env)}
    found = {verb: stylobench([*words, "-o", "made", "--workers", "1"], folder, env)}
    if verb == "fit":
        found[verb]["digest of the model"] = found[verb].pop("digest")
        found["verify"] = [stylobench(["verify", "made", *texts[:2], text], folder, env) for text in texts[2:]]
        for verdict in found["verify"]:
            verdict["digest of the model"] = verdict.pop("digest", None)
    return found


def newsgroups(folder: Path, into: Path, count: int) -> str:
    """A table of postings by `count` authors of 20 Newsgroups who write in most groups; where it is."""
    from stylobench import load

    cells: dict[str, dict[str, list[Any]]] = defaultdict(lambda: defaultdict(list))
    for post in sorted(load(str(folder)).documents, key=lambda post: post.id):
        if post.author and post.topic and len(cells[post.author][post.topic]) < MOST:
            cells[post.author][post.topic].append(post)
    full = {author: sum(len(cell) == MOST for cell in held.values()) for author, held in cells.items()}
    authors = sorted(full, key=lambda author: (-full[author], author))[:count]
    kept = [post for author in authors for cell in cells[author].values() if len(cell) == MOST for post in cell]
    with into.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(["id", "author", "topic", "text"])
        table.writerows([post.id, post.author, post.topic, post.text] for post in kept)
    return str(into)


def questions(folder: Path) -> list[str]:
    """Texts to verify: two known ones, then three questioned ones."""
    from stylobench import world

    documents = world(authors=2, topics=2, documents=5, words=120, seed=9).documents
    paths = [folder / f"{place}.txt" for place in range(len(documents))]
    for path, document in zip(paths, documents, strict=True):
        path.write_text(document.text, encoding="utf-8")
    return [str(path) for path in paths]


def corpora(quick: bool, folder: Path) -> dict[str, tuple[str, str]]:
    """What the verbs are run on, by name: usual and small."""
    found, root = {"world": (WORLD, SMALL_WORLD)}, os.environ.get("STYLOBENCH_CORPORA")
    if root and not quick:
        posts = Path(root) / "newsgroups20"
        usual, small = (newsgroups(posts, folder / f"posts{count}.csv", count) for count in (AUTHORS, FEW_AUTHORS))
        found["newsgroups20"] = usual, small
    return found


def report(where: str, difference: Difference) -> bool:
    """Print one line, and the first differences below it; whether there are none that count."""
    print(
        f"{where:<40} {difference.values:>7} values {len(difference.unlike):>6} discrete differ "
        f"{len(difference.apart):>6} numbers differ, largest {difference.largest:.1e}",
        flush=True,
    )
    for line in (difference.unlike + difference.apart)[:SHOWN]:
        print(f"    {line}")
    return not difference.unlike and not difference.apart


def available() -> list[str]:
    """The processors that this one can play."""
    from numpy._core._multiarray_umath import __cpu_features__ as features

    return [name for name in PROCESSORS if name != AVX_512 or features.get("X86_V4", False)]


def main() -> int:
    """Run, compare, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="simulated worlds only")
    parser.add_argument("--verb", action="append", choices=list(VERBS), help="only this one; repeat")
    parser.add_argument("--processor", action="append", choices=list(PROCESSORS), help="beside the first; repeat")
    parser.add_argument("--at-once", type=int, default=2, help="processes at a time")
    chosen = parser.parse_args()
    first, *others = [name for name in available() if name == "Haswell" or name in (chosen.processor or PROCESSORS)]
    same = True
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(chosen.at_once) as pool:
        folder = Path(name)
        texts = questions(folder)
        for corpus, (usual_source, small_source) in corpora(chosen.quick, folder).items():
            for verb in chosen.verb or VERBS:
                source = small_source if verb == SMALL else usual_source
                tasks = {
                    processor: pool.submit(
                        answered, verb, source, texts, folder / corpus / verb / processor,
                        environment(processor, folder / "compiled"),
                    )
                    for processor in (first, *others)
                }  # fmt: skip
                usual = tasks[first].result()
                for processor in others:
                    found = tasks[processor].result()
                    for part in usual:
                        difference = Difference()
                        difference.compare(usual[part], found[part])
                        same &= report(f"{corpus} {part} {processor}", difference)
    return 0 if same else 1


if __name__ == "__main__":
    raise SystemExit(main())
