"""`stylobench obfuscate`: rewrite texts so that their author is not recognised, or say what gives the author away."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from stylobench.cli import _corpus, _force
from stylobench.cli._console import out, print_json, progress, say
from stylobench.errors import SpecError

if TYPE_CHECKING:
    from stylobench.engine.obfuscating import Done
    from stylobench.records import Corpus

DEFAULT_OUTPUT = "stylobench-out"
DEFAULT_OBFUSCATOR = "mediocrity"
NO_SECRET = "seed 0 is no secret: whoever hides should choose one of their own with --seed"
OUTCOMES = {
    "verdict turned": "",
    "verdict not turned": "",
    "not recognised before": "",
    "nothing to compare with": ": name earlier texts with --mine",
}


def command(
    source: Annotated[
        str, typer.Argument(metavar="FILE|FOLDER", help="A text, a folder of texts, or PAN's folders of problems.")
    ],
    by: Annotated[
        list[str] | None,
        typer.Option(
            "--with", metavar="SPEC", help="Obfuscator: mediocrity, synonyms, round_trip, targeted, module:Class, ..."
        ),
    ] = None,
    diff: Annotated[bool, typer.Option("--diff", help="Show what was changed, here and in difference.html.")] = False,
    background: Annotated[
        str | None,
        typer.Option(metavar="CORPUS", help="Other people's texts: what is average, and what words stand together."),
    ] = None,
    mine: Annotated[
        list[str] | None,
        typer.Option(metavar="PATH", help="Earlier texts by the same author, for targeted and --advise; repeat."),
    ] = None,
    advise: Annotated[
        bool,
        typer.Option("--advise", help="Rewrite nothing: who would recognise me, by what, and what should I change?"),
    ] = False,
    verifier: Annotated[
        list[str] | None,
        typer.Option("--verifier", "-v", metavar="SPEC", help="Verifier that --advise asks; repeat."),
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
    encoding: _corpus.Encoding = None,
    seed: _corpus.Seed = 0,
    output: _corpus.Output = None,
    json: _corpus.Json = False,
) -> None:
    """Rewrite texts so that their author is no longer recognised; every edit is recorded."""
    from stylobench.engine.obfuscating import obfuscate
    from stylobench.engine.text_files import texts_at

    earlier = [one.text for path in mine or [] for one in texts_at(Path(path), (), encoding)]
    asked = texts_at(Path(source), earlier, encoding, forgiving=not advise)
    others = _others(background, format, {"author": author, "topic": topic, "text": text})
    if advise:
        from stylobench.cli._advice import give

        give(asked, others, (verifier or [], by or []), (seed, output, json))
        return
    if verifier:
        raise SpecError("--verifier belongs to --advise; `targeted(verifier=ppm)` names the one to hide from")
    if len(by or []) > 1:
        raise SpecError("one obfuscator at a time: --with was given twice")
    spec, target = (by or [DEFAULT_OBFUSCATOR])[0], _target(source, output)
    force = _force.force_of(workers, seconds, memory, retries, engine=engine, scheduler=scheduler)
    if len(asked) == 1 and force.engine == _force.LOCAL and not (seconds or memory):
        force = replace(force, workers=0)
    with progress(f"rewriting ({spec})") as told:
        done = obfuscate(asked, spec, others.texts if others else (), seed=seed, force=force, told=told)
    _deliver(done, spec, seed, target, diff, json)


def _others(background: str | None, format: str | None, columns: dict[str, str | None]) -> Corpus | None:
    if background is not None:
        return _corpus.open_corpus(background, format, **columns)
    given = [f"--{name}" for name, value in {"format": format, **columns}.items() if value is not None]
    if given:
        raise SpecError(f"{', '.join(given)} belong{'s' * (len(given) == 1)} to --background, which is not given")
    return None


def _target(source: str, output: str | None) -> Path | None:
    """The folder for what is written, never the texts' own; a single text without one goes to stdout."""
    here = Path(source) if Path(source).is_dir() else Path(source).parent
    if output is not None and Path(output).resolve() == here.resolve():
        raise SpecError(f"-o {output} holds the originals, which would be overwritten; name another folder")
    return Path(output or DEFAULT_OUTPUT) if output or Path(source).is_dir() else None


def _deliver(done: list[Done], spec: str, seed: int, folder: Path | None, diff: bool, json: bool) -> None:
    from stylobench.engine.obfuscating import record, write_out
    from stylobench.errors import ProgramFailed

    failed = [one for one in done if one.rewrite is None]
    if folder is not None:
        write_out(done, folder, spec, seed)
    if json:
        texts = [record(one, spec, seed) | {"text": one.rewrite.text if one.rewrite else None} for one in done]
        print_json({"obfuscator": spec, "seed": seed, "texts": texts})
    elif diff:
        _show(done, folder, spec)
    elif folder is None:
        print("".join(one.text for one in done), end="")
    for line in [*_summary(done, folder), *(f"failed: {one.asked.id}: {one.failure}" for one in failed[1:])]:
        say(line)
    if seed == 0:
        say(NO_SECRET)
    if failed:
        raise ProgramFailed(
            f"{len(failed)} of {len(done)} texts could not be rewritten and are not written: "
            f"{failed[0].asked.id}: {failed[0].failure}"
        )


def _show(done: list[Done], folder: Path | None, spec: str) -> None:
    from stylobench.engine.archive import write_whole
    from stylobench.features.difference import phrases
    from stylobench.report.difference import html_difference, terminal_difference

    console = out()
    for one in done:
        if one.rewrite is not None:
            found = phrases(one.rewrite)
            console.rule(f"{one.asked.id}, by {spec}")
            terminal_difference(found, console)
            if folder is not None:
                path = folder / f"{one.asked.id}.difference.html"
                path.parent.mkdir(parents=True, exist_ok=True)
                write_whole(path, html_difference(found, f"{one.asked.id}, by {spec}").encode("utf-8", "replace"))


def _summary(done: list[Done], folder: Path | None) -> list[str]:
    from stylobench.edits import operators
    from stylobench.features.prose import analysed

    made: list[Any] = [one.rewrite for one in done if one.rewrite is not None]
    words, edits = sum(analysed(one.original).words for one in made), sum(len(one.edits) for one in made)
    rate = f", {1000 * edits / words:.0f} per 1,000 words" if words else ""
    lines = [f"{_many(len(made), 'text')}, {_many(words, 'word')}, {_many(edits, 'edit')}{rate}"]
    used = ", ".join(f"{name} {count}" for name, count in list(operators(made).items())[:8])
    lines += [f"by kind: {used}"] if used else []
    unchanged = sum(one.unchanged for one in made)
    lines += [f"{unchanged} came back unchanged"] if unchanged else []
    lines += _notes(made)
    return [*lines, f"written to {folder}"] if folder else lines


def _notes(made: list[Any]) -> list[str]:
    """What the obfuscator wants known: counts of faults in one line, and outcomes of whole texts, each with advice."""
    counts = Counter[str]()
    for one in made:
        counts.update({name: count for name, count in one.notes.items() if count})
    faults = ", ".join(f"{name} {count:,}" for name, count in counts.items() if name not in OUTCOMES)
    lines = [f"{faults}; read it before use"] if faults else []
    for name in (name for name in counts if name in OUTCOMES):
        share = f" ({counts[name]} of {len(made)} texts)" if len(made) > 1 else ""
        lines.append(f"{name}{share}{OUTCOMES[name]}")
    return lines


def _many(count: int, what: str) -> str:
    return f"{count:,} {what}{'s' * (count != 1)}"
