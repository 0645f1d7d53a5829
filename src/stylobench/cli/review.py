"""`stylobench review`: blind review sheets for people, and what they said."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stylobench.cli._console import out, print_json, say
from stylobench.cli._corpus import Encoding, Json, Output, Seed

if TYPE_CHECKING:
    from stylobench.protocols.review import Review, Reviewed

DEFAULT_OUTPUT = "stylobench-review"


def command(
    paths: Annotated[
        list[Path],
        typer.Argument(
            metavar="RUN|ORIGINALS|ANSWERS...",
            help="Folder of a finished attack; originals, with --rewritten; or files of answers, with --read.",
        ),
    ],
    rewritten: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=DIR", help="Texts that an obfuscator wrote, named like the originals; repeat."),
    ] = None,
    reviewers: Annotated[int, typer.Option(metavar="N", min=1, help="Sheets of each kind, each in its own order.")] = 2,
    texts: Annotated[int, typer.Option(metavar="N", min=1, help="Texts to review of every obfuscator, at most.")] = 10,
    read: Annotated[
        Path | None, typer.Option("--read", metavar="KEY", help="Read answers: the key.json of the review.")
    ] = None,
    encoding: Encoding = None,
    seed: Seed = 0,
    output: Output = None,
    json: Json = False,
) -> None:
    """Let people judge rewritten texts without knowing which is which, and read what they say."""
    from stylobench.errors import SpecError

    if read is not None:
        if rewritten:
            raise SpecError("--rewritten belongs to making sheets; with --read give the files of answers alone")
        _tell(read, paths, Path(output) if output else read.parent, json)
        return
    if len(paths) != 1:
        raise SpecError(f"name one folder to review, not {len(paths)}; answers are read with --read DIR/key.json")
    _make(_texts(paths[0], rewritten or [], encoding), (texts, reviewers, seed), Path(output or DEFAULT_OUTPUT), json)


def _texts(path: Path, rewritten: list[str], encoding: str | None) -> list[Reviewed]:
    if rewritten:
        from stylobench.cli._named import named_paths
        from stylobench.engine.review_texts import from_folders

        return from_folders(path, named_paths("--rewritten", rewritten), encoding)
    from stylobench.errors import CorpusError
    from stylobench.protocols.review import from_result
    from stylobench.report.stored import read_result

    result = read_result(path)
    if result["protocol"] != "attack" or not result.get("examples"):
        raise CorpusError(
            f"{path} shows no rewritten texts: run attack with --examples 10, or name --rewritten NAME=DIR"
        )
    return from_result(result)


def _make(found: list[Reviewed], asked: tuple[int, int, int], folder: Path, json: bool) -> None:
    from json import dumps

    from stylobench.engine.archive import write_whole
    from stylobench.protocols.review import review

    texts, reviewers, seed = asked
    made = review(found, texts, seed)
    sheets = _sheets(made, reviewers)
    folder.mkdir(parents=True, exist_ok=True)
    for name, page in sheets.items():
        write_whole(folder / name, page.encode("utf-8", "replace"))
    write_whole(folder / "key.json", dumps(made.key(), indent=1).encode())
    for line in made.warnings:
        say(f"warning: {line}")
    if json:
        print_json({"review": made.id, "sheets": sorted(sheets), "key": "key.json", "warnings": list(made.warnings)})
    say(f"{len(made.pairs)} pairs and {len(made.questions)} questions on {len(sheets)} sheets in {folder}")
    key = folder / "key.json"
    say(f"keep {key} from the reviewers; then: stylobench review --read {key} ANSWERS...")


def _sheets(made: Review, reviewers: int) -> dict[str, str]:
    """File name -> page."""
    from stylobench.report.review import Item, sheet

    pages = {}
    for number in range(1, reviewers + 1):
        pairs = [Item(one.id, (("A", one.a), ("B", one.b))) for one in made.pairs_for(number)]
        pages[f"pairs-{number}.html"] = sheet("pairs", pairs, made.id, number)
        questions = [
            Item(one.id, (("Known", one.known), ("Questioned", one.questioned))) for one in made.questions_for(number)
        ]
        if questions:
            pages[f"questions-{number}.html"] = sheet("questions", questions, made.id, number)
    return pages


def _tell(key: Path, answers: list[Path], folder: Path, json: bool) -> None:
    from stylobench.protocols.review_answers import read_key, read_reviews

    reviews = read_reviews(answers, read_key(key))

    from dataclasses import asdict
    from json import dumps

    from stylobench.cli._console import without_nan
    from stylobench.engine.archive import write_whole
    from stylobench.protocols.review_findings import findings

    found = without_nan(asdict(findings(reviews)))
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / "findings.json", dumps(found, indent=1, allow_nan=False).encode())
    if json:
        print_json(found)
    else:
        from stylobench.report.review_findings import print_findings

        print_findings(found, out())
    say(f"wrote {folder / 'findings.json'}")
