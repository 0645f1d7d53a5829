"""RAVEN as a folder: every split as PAN pairs, so that any other system can take the test, and its answers read back.

    raven.json                      settings, seeds, topics, checksum of every other file
    README.md                       the data card
    hits/fold-01/train/pairs.jsonl  problems to learn from, with train/truth.jsonl
    hits/fold-01/test/pairs.jsonl   problems to answer
    hits/fold-01/truth.jsonl        their truth, for whoever scores

Answers are expected as hits/fold-01/answers.jsonl, and so on, in a folder of the same shape.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from stylobench.engine.surroundings import versions
from stylobench.errors import ArchiveError, StylobenchError
from stylobench.pan.answers import read_answers
from stylobench.pan.pairs import write_pairs
from stylobench.pan.truth import write_truth
from stylobench.protocols.leakage import Plan, Settings
from stylobench.protocols.leakage_ground import Ground
from stylobench.records import SAME, Answers, Run, Trials, TrialSplit

MOST_MISSING = 0.1


def write_raven(folder: Path, ground: Ground, plan: Plan, settings: Settings, encoder: str) -> dict[str, Any]:
    """Write the whole folder, or nothing; the contents of raven.json."""
    if folder.exists() and any(folder.iterdir()):
        raise ArchiveError(f"{folder} is not empty; give a new folder for the problems")
    folder.parent.mkdir(parents=True, exist_ok=True)
    half = Path(tempfile.mkdtemp(prefix=".half-", dir=folder.parent))
    try:
        for split in plan:
            _write_split(half / split.id, split, ground)
        card = _card(ground, plan, settings, encoder)
        (half / "README.md").write_text(_data_card(card), encoding="utf-8")
        card["sha256"] = _checksums(half)
        (half / "raven.json").write_text(json.dumps(card, indent=1), encoding="utf-8")
        if folder.exists():
            folder.rmdir()
        os.rename(half, folder)
    finally:
        shutil.rmtree(half, ignore_errors=True)
    return card


def _write_split(place: Path, split: TrialSplit, ground: Ground) -> None:
    for name, trials in (("train", split.train), ("test", split.test)):
        side = place / name
        side.mkdir(parents=True)
        ids, texts = trial_ids(ground, trials), ground.texts
        known = [[texts[row]] for row in trials.known]
        write_pairs(side, ids, known, [texts[row] for row in trials.questioned])
        names = ground.bed.authors
        authors = [(str(names[a]), str(names[b])) for a, b in zip(trials.known, trials.questioned, strict=True)]
        write_truth(side if name == "train" else place, ids, trials.same, authors)


def trial_ids(ground: Ground, trials: Trials) -> list[str]:
    """An id per trial that depends on its two documents and its kind only."""
    ids = ground.library.ids
    parts = zip(trials.known, trials.questioned, trials.groups, strict=True)
    return [_short("\x1f".join((ids[a], ids[b], str(kind)))) for a, b, kind in parts]


def _short(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:24]


def _card(ground: Ground, plan: Plan, settings: Settings, encoder: str) -> dict[str, Any]:
    return {
        "corpus": {"name": ground.bed.name, "digest": ground.bed.corpus_digest, "group": ground.bed.group},
        "settings": {**asdict(settings), "encoder": encoder, "documents_per_topic": ground.per_topic},
        "versions": versions(),
        "samples": [
            {"name": one.name, "topics": list(one.sample.topics), "leakage": list(one.sample.leakage)}
            for one in plan.samples
        ],
        "splits": [{"id": s.id, "held_out": s.held_out, "train": len(s.train), "test": len(s.test)} for s in plan],
        "warnings": list(plan.warnings),
    }


def _checksums(half: Path) -> dict[str, str]:
    files = sorted(path for path in half.rglob("*") if path.is_file())
    return {path.relative_to(half).as_posix(): _checksum(path) for path in files}


def _checksum(path: Path) -> str:
    with path.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def _data_card(card: dict[str, Any]) -> str:
    settings, corpus = card["settings"], card["corpus"]
    random = sum(one["name"] != "hits" for one in card["samples"])
    return f"""# Topic leakage benchmark from {corpus["name"]}

{len(card["splits"])} splits of verification problems, in the format of PAN 2020 (`pairs.jsonl`, `truth.jsonl`).

- `hits/`: {settings["topics"]} topics chosen to be as unlike each other as possible (encoder: {settings["encoder"]}),
  in {settings["folds"]} topic folds. No topic is on both sides of a fold.
- `random-NN/`: {random} random samples of as many topics, in the same folds of topics.
- `paired-near/` and `paired-far/`: the same test problems after training on the topics nearest to the test topics and
  on those farthest from them, with equal numbers of authors and pairs.
- `control-NN-a/` and `control-NN-b/`: the same test problems after training on halves of the topics split by lot,
  which shows what chance alone gives. {settings["controls"]} of them.
- `pairings/`: test problems whose topics are left to chance, mislead or help.

{settings["documents_per_topic"]} documents of each topic; seed {settings["seed"]}; corpus digest {corpus["digest"]}.
Train on `train/`, answer `test/pairs.jsonl`, and write `answers.jsonl` ({{"id": ..., "value": 0 to 1}}, 0.5 is no
answer) into the folder of the split in a copy of this tree. Then
`stylobench leakage CORPUS ... --answers NAME=FOLDER`, with the options that made this folder, tells the result.
The texts belong to their authors; whoever may have the corpus may have this folder.
"""


def read_back(folder: Path, ground: Ground, splits: Iterable[TrialSplit]) -> dict[str, Run]:
    """The answers of another system as runs; a split without answers, or with broken ones, has failed."""
    runs = {split.id: _read_split(folder, ground, split) for split in splits}
    failed = [run for run in runs.values() if run.answers is None]
    if len(failed) > MOST_MISSING * len(runs):
        raise ArchiveError(
            f"{folder} answers {len(runs) - len(failed)} of {len(runs)} splits of this plan (the first that fails: "
            f"{failed[0].failure}); give the options and the seed that the problems were made with"
        )
    return runs


def _read_split(folder: Path, ground: Ground, split: TrialSplit) -> Run:
    def told(answers: Answers | None, failure: str | None, notes: tuple[str, ...] = ()) -> Run:
        return Run("", ground.digest, split.id, folder.name, 0, {}, answers, failure, notes)

    place = folder / split.id
    if not place.exists():
        return told(None, f"no answers at {split.id}")
    try:
        read = read_answers(place, trial_ids(ground, split.test))
    except StylobenchError as error:
        return told(None, str(error))
    scores = np.asarray(read.scores, dtype=np.float64)[:, None]
    missing = (f"{read.missing} of {len(split.test)} problems have no answer",) if read.missing else ()
    answers = Answers(np.arange(len(split.test)), SAME, scores, probable=True)
    return told(answers, None, (*read.warnings, *missing))
