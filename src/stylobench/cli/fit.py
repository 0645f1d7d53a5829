"""`stylobench fit`: verifiers learnt once and kept in a file, for `stylobench verify`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from stylobench.cli import _corpus, _force
from stylobench.cli._console import out, progress, say

if TYPE_CHECKING:
    from stylobench.engine.saved_models import Fitted, SavedModel

DEFAULT_VERIFIER = "char_ngrams"


def command(
    problems: Annotated[
        str,
        typer.Argument(
            metavar="PROBLEMS|CORPUS",
            help="PAN 2013-15 folders, PAN 2020 pairs, a corpus with authors (pairs are drawn), or a world.",
        ),
    ],
    output: Annotated[str, typer.Option("-o", "--output", metavar="FILE", help="The model is written here.")],
    verifier: Annotated[
        list[str] | None,
        typer.Option("--verifier", "-v", metavar="SPEC", help="Verifier to fit: ppm, glad, bank, ...; repeat."),
    ] = None,
    folds: Annotated[
        int | None, typer.Option(metavar="N", min=2, help="Folds; one questioned text at a time up to 100 if unset.")
    ] = None,
    workers: _force.Workers = None,
    seconds: _force.Seconds = None,
    memory: _force.Memory = None,
    retries: _force.Retries = None,
    engine: _force.EngineName = _force.LOCAL,
    scheduler: _force.Scheduler = None,
    format: _corpus.Format = None,
    author: _corpus.Author = None,
    topic: _corpus.Topic = None,
    text: _corpus.Text = None,
    time: _corpus.Time = None,
    id: _corpus.Id = None,
    encoding: _corpus.Encoding = None,
    order: _corpus.Order = None,
    topic_aliases: _corpus.TopicAliases = None,
    merge_topics: _corpus.MergeTopics = False,
    drop_duplicates: _corpus.DropDuplicates = False,
    seed: _corpus.Seed = 0,
    json: _corpus.Json = False,
) -> None:
    """Fit verifiers on problems and keep them, with what their scores are worth, in one file."""
    from stylobench.engine.fitting import fit
    from stylobench.engine.saved_models import save
    from stylobench.engine.shift_answers import Work

    target = _target(output)
    reading = {"author": author, "topic": topic, "text": text, "time": time, "id": id, "encoding": encoding}
    mend = _corpus.mending(topic_aliases, merge_topics, drop_duplicates)
    corpus = _corpus.open_corpus(problems, format, order=order, **reading, **mend)
    force = _force.force_of(workers, seconds, memory, retries, engine=engine, scheduler=scheduler)
    with progress("fitting") as told:
        work = Work(seed=seed, force=force, told=told)
        model = fit(corpus, verifier or [DEFAULT_VERIFIER], folds, work)
    target.parent.mkdir(parents=True, exist_ok=True)
    _tell(save(model, target), target, json)


def _target(output: str) -> Path:
    from stylobench.errors import SpecError

    path = Path(output)
    if path.is_dir():
        raise SpecError(f"-o {output} is a folder; name the file that the model goes to, such as {path / 'my.model'}")
    blocked = next((one for one in path.parents if one.exists() and not one.is_dir()), None)
    if blocked is not None:
        raise SpecError(f"-o {output}: {blocked} is a file and no folder; name another place for the model")
    return path


def _tell(model: SavedModel, path: Path, json: bool) -> None:
    from stylobench.cli._console import print_json
    from stylobench.engine.verdicts import better_than_chance, validated
    from stylobench.report.verdict import WEAK, measured

    facts = model.facts
    if json:
        print_json(
            {
                "model": str(path),
                **_plain(facts),
                "validated": validated(model),
                "verifiers": [_row(one) for one in model.fitted],
            }
        )
    else:
        _print(f"{facts.learnt:,} problems of {facts.corpus} to learn from")
        _print(f"{facts.problems:,} to calibrate on, {facts.same:,} by one author: {_range(model)}")
        _print(f"training digest {facts.digest[:12]}")
        _print(f"on calibration problems of which they had seen no text ({facts.folds} folds, {_sureness(model)}):")
        for one in model.fitted:
            fewer = "" if one.answered == facts.problems else f", on {one.answered:,} of them"
            weak = "" if better_than_chance(one) else f"; {WEAK}"
            _print(f"  {one.name}: {measured([_plain(score) for score in one.measures])}{fewer}{weak}")
    held = [f"{one.name} {one.text_held:,}" for one in model.fitted if one.text_held]
    if held:
        say(f"the file holds running text of the training texts, in characters: {', '.join(held)}")
    for line in facts.warnings:
        say(line)
    say(f"model: {path} ({_size(path.stat().st_size)})")


def _range(model: SavedModel) -> str:
    from stylobench.engine.verdicts import validated

    found = validated(model)
    own, asked = ("{:,} to {:,} words".format(*found[name]) for name in ("known_words", "questioned_words"))
    return f"1 to {found['known_texts'][1]} known texts of {own}, questioned ones of {asked}"


def _print(line: str) -> None:
    """One line of results, broken at spaces where the terminal is narrower."""
    import textwrap

    broken = textwrap.wrap(line, out().width, subsequent_indent="    ", break_on_hyphens=False, break_long_words=False)
    print("\n".join(broken))


def _size(size: int) -> str:
    """Bytes as people say them.

    >>> _size(38_211), _size(1_960_000)
    ('38 KB', '2.0 MB')
    """
    return f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{max(size / 1e3, 1):.0f} KB"


def _plain(facts: Any) -> dict[str, Any]:
    from dataclasses import asdict

    return asdict(facts)


def _row(one: Fitted) -> dict[str, Any]:
    told = ("name", "spec", "family", "looks_at", "text_held", "answered")
    return {**{name: getattr(one, name) for name in told}, "measures": [_plain(score) for score in one.measures]}


def _sureness(model: SavedModel) -> str:
    """By what intervals were drawn, or why there are none."""
    from math import isnan

    scores = [score for one in model.fitted for score in one.measures]
    if all(isnan(score.low) for score in scores):
        return f"no intervals: too few {model.facts.unit}s"
    return f"intervals by {model.facts.unit}"
