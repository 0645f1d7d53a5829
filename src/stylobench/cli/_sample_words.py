"""What `stylobench sample` says on the screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from stylobench.cli._console import out

if TYPE_CHECKING:
    from rich.table import Table

    from stylobench.protocols.sampling import Beside, Sampled, Settings, Step, Topics
    from stylobench.protocols.topic_similarity import TrainTest

WHAT = {
    "hits": "chosen by HITS; the rest is cut",
    "grouping": "chosen by HITS; the rest joins the most similar of them",
    "hybrid": "chosen by HITS; others join the most similar of them above the threshold, else are cut",
    "random": "taken at random",
}


def show_sample(name: str, topics: Topics, found: Sampled, settings: Settings) -> None:
    """The topics in order with why, the similarities, and what they mean."""
    from stylobench.protocols.sampling import kept_documents

    console = out()
    count = len(found.sample.topics)
    console.print(
        f"[bold]{_plain(name)}[/bold]: {count} of {len(topics.names)} topics {WHAT[settings.method]}.\n"
        f"They hold {kept_documents(topics, found.sample):,} of {len(topics.rows):,} documents. "
        f"Topics are compared by the encoder {_plain(topics.encoder)}{_behind(topics)}."
    )
    console.print(_choices(topics, found))
    console.print(_why(topics, found, settings))
    if found.sample.joined:
        console.print(_joined(found))
    console.print(_similarities(found, settings))
    console.print(_verdict(found, settings))
    if found.pairs:
        console.print("Most similar topics across folds, where each trains for the other:")
        for pair in found.pairs:
            console.print(f"  {pair.similarity:.3f}  {_plain(pair.train)} / {_plain(pair.test)}")


def _behind(topics: Topics) -> str:
    """How many documents stand behind the vector of each topic, where it is the same for all and not all there are."""
    sizes = topics.documents
    return f", each by {topics.per_vector:,} of its documents" if max(sizes.values()) > topics.per_vector else ""


def show_steps(topics: Topics, steps: Sequence[Step], settings: Settings, stable: Mapping[int, float | None]) -> None:
    """Similarities by number of topics, how stable rankings are where that was asked, and which number to take."""
    from rich.table import Table

    console = out()
    name = "HITS" if settings.method == "hits" else settings.method
    console.print(
        f"Similarity of training to test topics by number of topics, of {len(topics.names)} in all "
        f"(encoder {_plain(topics.encoder)}, {settings.folds} folds, {settings.random} random samples):"
    )
    table = Table()
    heads = ["topics", "documents", f"{name} mean", "random mean", f"{name} max", "random max"]
    for head in [*heads, "stability"] if stable else heads:
        table.add_column(head, justify="right")
    for step in steps:
        means = (step.similarity.mean, step.random_mean.mean, step.similarity.largest, step.random_largest.mean)
        row = [str(step.topics), f"{step.documents:,}", *(f"{value:.3f}" for value in means)]
        value = stable.get(step.topics)
        table.add_row(*row, *(["–" if value is None else f"{value:.2f}"] if stable else []))
    console.print(table)
    if stable:
        console.print("Stability: mean rank correlation of the verifiers between folds, by Overall.")
    console.print(_advice(steps, name))
    if settings.method != "random" and (line := _break(topics, settings)):
        console.print(line)


def _choices(topics: Topics, found: Sampled) -> Table:
    from rich.table import Table

    table = Table()
    for head in ("", "topic", "documents", "leakage", "nearest taken before", "cosine"):
        table.add_column(head, justify="left" if head.startswith(("topic", "nearest")) else "right", overflow="fold")
    sizes = topics.documents
    why = {one.topic: one for one in found.choices}
    for place, topic in enumerate(found.sample.topics, 1):
        one = why.get(topic)
        cells = ("", "", "")
        if one is not None and one.nearest is not None:
            cells = (f"{one.leakage:.3f}", _plain(one.nearest), f"{one.similarity:.3f}")
        table.add_row(str(place), _plain(topic), f"{sizes[topic]:,}", *cells)
    return table


def _why(topics: Topics, found: Sampled, settings: Settings) -> str:
    """How the order came about."""
    if not found.choices:
        return f"Taken at random with seed {settings.seed}."
    first = found.choices[0].topic
    return (
        f"{_plain(first)} comes first: it is least like all others (mean cosine {_mean_to_others(topics, first):.3f}). "
        "Each next topic has the lowest leakage: mean times maximum of its cosines to those taken before."
    )


def _mean_to_others(topics: Topics, topic: str) -> float:
    row = topics.cosines[topics.names.index(topic)]
    return float((row.sum() - 1) / max(1, len(row) - 1))


def _joined(found: Sampled) -> str:
    """Which topics went where, in order of selection."""
    lines = [f"{len(found.sample.joined)} topics joined another:"]
    for topic in found.sample.topics:
        with_it = [_plain(name) for name, group in found.sample.joined.items() if group == topic]
        if with_it:
            lines.append(f"  {_plain(topic)} + {', '.join(with_it)}")
    return "\n".join(lines)


def _similarities(found: Sampled, settings: Settings) -> Table:
    from rich.table import Table

    table = Table(title=f"Similarity of training to test topics over {settings.folds} folds", title_justify="left")
    table.add_column("")
    table.add_column("mean", justify="right")
    table.add_column("max", justify="right")
    table.add_row(f"this sample ({settings.method})", *_cells(found.similarity))
    if found.random_mean is not None and found.random_largest is not None:
        both = (found.random_mean, found.random_largest)
        table.add_row(
            f"{found.random_mean.n} random samples of as many",
            *(f"{one.mean:.3f} ({one.low:.3f} to {one.high:.3f})" for one in both),
        )
    table.add_row("all topics", *_cells(found.every_topic))
    return table


def _cells(similarity: TrainTest) -> tuple[str, str]:
    return f"{similarity.mean:.3f}", f"{similarity.largest:.3f}"


def _verdict(found: Sampled, settings: Settings) -> str:
    """The comparison in words."""
    mean, largest = found.random_mean, found.random_largest
    meaning = (
        "Mean and max are over all pairs of a training and a test topic of a fold, averaged over folds; "
        "lower means that a held-out topic is more of a novelty."
    )
    if mean is None or largest is None:
        return meaning
    if mean.low == mean.high and not mean.above:
        return f"{meaning} All topics are taken, so random samples are the same."
    return f"{meaning} Its mean similarity is lower than in {_share(mean)}, its max lower than in {_share(largest)}."


def _share(beside: Beside) -> str:
    return f"{beside.above} of {beside.n} random samples"


def _advice(steps: Sequence[Step], name: str) -> str:
    from stylobench.protocols.sampling import recommended

    best = recommended(steps)
    if best is None:
        return f"{name} is no less similar than random samples here: the topics are about equally unlike one another."
    top = max(steps, key=lambda step: step.gain)
    return (
        f"Recommended: --topics {best.topics}. Fewer topics are less alike, more topics leave more documents; this is "
        f"the largest number tried that keeps at least half of the best gain over random samples "
        f"({best.gain:.3f} here, {top.gain:.3f} with {top.topics} topics)."
    )


def _break(topics: Topics, settings: Settings) -> str:
    """Where the next topic would be much more like one already taken than any before it."""
    from stylobench.protocols.sampling import largest_rise

    rise = largest_rise(topics, settings)
    if rise is None:
        return ""
    line = (
        f"Up to {rise.topics} topics no two are more similar than {rise.before:.3f}; with one more it is "
        f"{rise.after:.3f}: there seem to be {rise.topics} kinds of topic."
    )
    if rise.topics < settings.folds:
        line += (
            f" To take no more than that, ask for fewer folds: --topics {rise.topics} --folds {max(2, rise.topics)}."
        )
    return line


def _plain(text: str) -> str:
    """Text from a corpus, which cannot style the screen."""
    from rich.markup import escape

    from stylobench.report.words import clean

    return escape(clean(text))
