"""A run folder of an earlier crash test -> the tested items, with what every method answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from stylobench.corpora.mending import corpus_warnings
from stylobench.corpora.reading import load
from stylobench.corpora.world import world
from stylobench.engine.archive import Archive
from stylobench.engine.tested_file import Fold, Record, read_record, short_digest
from stylobench.engine.tested_items import Items, Shelf, answered, document_items, problem_items
from stylobench.errors import ArchiveError, CorpusError, SpecError, StylobenchError
from stylobench.features.texts import Texts
from stylobench.protocols.shift_ground import Answered, Tested
from stylobench.records import Corpus, Document
from stylobench.specs import facts, names

WORLD = "stylobench.world"
NO_TEXTS = "texts are not at hand: subclasses are the topics; give --corpus"


def read_tested(
    folder: Path, corpus: Corpus | None = None, scheme: str | None = None, represent: str = "questioned"
) -> Tested:
    """The items of one scheme (the first when None). Texts come from the corpus, or from where the run had them."""
    record = read_record(folder)
    folds = _folds(record, folder, scheme)
    texts = _texts(record, corpus)
    items = _items(record, folds[1], texts, represent)
    archive = _archive(folder, record)
    methods = {name: _answered(record, (name, folds[0]), items, archive) for name in record.specs}
    warnings = [*([] if texts else [NO_TEXTS]), *_of_documents(record, texts), *_repeated(items, record)]
    told = Corpus(record.corpus["name"], (), record.corpus["digest"], record.provenance)
    return items.tested(told, methods, warnings)


def _folds(record: Record, folder: Path, scheme: str | None) -> tuple[str, Sequence[Fold]]:
    known = list(record.schemes)
    if scheme is not None and scheme not in known:
        raise SpecError(f"the run in {folder} has no scheme {scheme!r}; it has: {', '.join(known)}")
    name = scheme or known[0]
    return name, record.schemes[name]


def _items(record: Record, folds: Sequence[Fold], texts: Texts | None, represent: str) -> Items:
    held = record.documents
    shelf = Shelf(held.ids, texts, held.topics, held.times)
    trials = [fold.trials for fold in folds if fold.trials is not None]
    if trials:
        return problem_items(shelf, trials, represent)
    return document_items(shelf, held.authors, {fold.split: fold.rows for fold in folds if fold.rows is not None})


def _answered(record: Record, where: tuple[str, str], items: Items, archive: Archive) -> Answered:
    name, scheme = where
    runs = [archive.load(key) for key in record.keys[name][scheme]]
    kind = "verifiers" if items.item == "problem" else "attributors"
    said = answered(items, record.specs[name], runs, record.positive)
    return replace(said, family=_family(kind, record.specs[name]))


def _family(kind: str, spec: str) -> str:
    """What a method of the house rests on; of others a record does not tell."""
    name = spec.partition("(")[0]
    return str(facts(kind, name).get("family", "")) if name in names(kind) else ""


def _archive(folder: Path, record: Record) -> Archive:
    answers = folder / record.answers
    if not answers.is_dir():
        raise ArchiveError(f"{folder} has no folder of answers; run the crash test again with -o {folder}")
    return Archive(answers)


def _of_documents(record: Record, texts: Texts | None) -> list[str]:
    """Spellings of topics and copies among the documents of the run, where their texts are at hand."""
    if texts is None:
        return []
    held = record.documents
    rows = zip(held.ids, texts, held.authors, held.topics, strict=True)
    return corpus_warnings(Corpus.of(record.corpus["name"], (Document(*row) for row in rows)))


def _repeated(items: Items, record: Record) -> list[str]:
    documents = len(record.documents.ids)
    if items.item != "document" or len(items.ids) <= documents:
        return []
    return [f"{documents} documents were tested {len(items.ids)} times in all; each time counts as an item"]


def _texts(record: Record, corpus: Corpus | None) -> Texts | None:
    if corpus is None:
        found, _ = _looked_up(record, _again(record))
        return found
    found, missing = _looked_up(record, corpus)
    if found is None:
        raise CorpusError(
            f"corpus {corpus.name!r} lacks {missing} of {len(record.documents.ids)} documents of the run; "
            f"give the corpus that was tested ({record.corpus['name']!r}, digest {record.corpus['digest'][:12]})"
        )
    return found


def _looked_up(record: Record, corpus: Corpus | None) -> tuple[Texts | None, int]:
    """The texts of the documents by their digests, or how many a corpus lacks."""
    wanted = record.documents.texts
    places = dict.fromkeys(wanted, "")
    unseen = set(places)
    for text in [] if corpus is None else corpus.texts:
        digest = short_digest(text)
        if digest in unseen:
            unseen.remove(digest)
            places[digest] = text
    return (None if unseen else Texts([places[digest] for digest in wanted])), sum(one in unseen for one in wanted)


def _again(record: Record) -> Corpus | None:
    """The corpus read or simulated once more, None where that cannot be done."""
    try:
        if record.source is not None:
            return load(Path(record.source.path), record.source.format, **record.source.options)
        if record.provenance.get("source") == WORLD:
            return world(**{name: value for name, value in record.provenance.items() if name != "source"})
    except (StylobenchError, OSError, TypeError, ValueError):
        return None
    return None
