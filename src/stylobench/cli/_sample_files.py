"""What `stylobench sample` prints as JSON and leaves in its folder."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stylobench.cli._console import without_nan
from stylobench.engine.archive import write_whole

if TYPE_CHECKING:
    from stylobench.protocols.sampling import Beside, Sampled, Settings, Step, Topics
    from stylobench.records import Corpus


def as_json(topics: Topics, found: Sampled, settings: Settings) -> dict[str, Any]:
    """The sample, why each topic was taken, and the similarities."""
    from stylobench.protocols.sampling import kept_documents

    return {
        "selected": list(found.sample.topics),
        "leakage": list(found.sample.leakage),
        "mean_similarity": found.similarity.mean,
        "max_similarity": found.similarity.largest,
        "encoder": topics.encoder,
        "nearest": [{"topic": one.nearest, "similarity": one.similarity} for one in found.choices],
        "joined": dict(found.sample.joined),
        "topics": len(topics.names),
        "documents": kept_documents(topics, found.sample),
        "every_topic": {"mean_similarity": found.every_topic.mean, "max_similarity": found.every_topic.largest},
        "random": _random(found.random_mean, found.random_largest),
        "random_documents": found.random_documents and _place(found.random_documents),
        "documents_per_vector": topics.per_vector,
        "left_out": dict(topics.left_out),
        "similar_pairs": [{"topics": [pair.train, pair.test], "similarity": pair.similarity} for pair in found.pairs],
        "settings": asdict(settings),
    }


def steps_as_json(
    topics: Topics, steps: Sequence[Step], settings: Settings, stable: Mapping[int, float | None]
) -> dict[str, Any]:
    """The sweep and the number of topics that it recommends."""
    from stylobench.protocols.sampling import recommended

    best = recommended(steps)
    return {
        "recommended": best.topics if best else None,
        "steps": [
            {
                "topics": step.topics,
                "documents": step.documents,
                "mean_similarity": step.similarity.mean,
                "max_similarity": step.similarity.largest,
                "random": _random(step.random_mean, step.random_largest),
                "stability": stable.get(step.topics),
            }
            for step in steps
        ],
        "topics": len(topics.names),
        "encoder": topics.encoder,
        "settings": asdict(settings),
    }


def _random(mean: Beside | None, largest: Beside | None) -> dict[str, Any] | None:
    if mean is None or largest is None:
        return None
    return {"n": mean.n, "mean_similarity": _place(mean), "max_similarity": _place(largest)}


def _place(beside: Beside) -> dict[str, Any]:
    return {"mean": beside.mean, "low": beside.low, "high": beside.high, "above_sample": beside.above}


def write_sample(folder: Path, corpus: Corpus, topics: Topics, found: Sampled, result: dict[str, Any]) -> None:
    """sample.json, topics.csv and ids.csv, each whole or not at all."""
    write_json(folder, "sample.json", result)
    write_whole(
        folder / "topics.csv", _table(("topic", "taken", "joined", "documents", "leakage"), _topics(topics, found))
    )
    write_whole(folder / "ids.csv", _table(("id", "author", "topic"), _ids(corpus, topics, found)))


def write_json(folder: Path, name: str, result: dict[str, Any]) -> None:
    """One JSON file, whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / name, json.dumps(without_nan(result), indent=1, allow_nan=False).encode())


def _topics(topics: Topics, found: Sampled) -> Iterable[tuple[object, ...]]:
    """Taken ones in order, then those that joined one, then those that are cut."""
    sizes, sample = topics.documents, found.sample
    scores = sample.leakage or (None,) * len(sample.topics)
    for place, (topic, leakage) in enumerate(zip(sample.topics, scores, strict=True), 1):
        yield topic, place, None, sizes[topic], leakage
    others = [topic for topic in topics.names if topic not in sample.topics]
    for topic in sorted(others, key=lambda name: name not in sample.joined):
        yield topic, None, sample.joined.get(topic), sizes[topic], None


def _ids(corpus: Corpus, topics: Topics, found: Sampled) -> Iterable[tuple[object, ...]]:
    """The documents that are kept, each under the topic it goes by in the sample, as `import --ids` reads them."""
    ids, authors = corpus.column("id"), corpus.column("author")
    groups = {topic: found.sample.group_of(topic) for topic in topics.names}
    for row, label in zip(topics.rows, topics.labels, strict=True):
        if groups[label] is not None:
            yield ids[row], authors[row], groups[label]


def _table(heads: Sequence[str], rows: Iterable[tuple[object, ...]]) -> bytes:
    lines = io.StringIO()
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows(rows)
    return lines.getvalue().encode("utf-8", "surrogatepass")
