"""Fitted verifiers in one file that can be loaded without running anything in it.

The file is a zip: model.json says what was fitted on what and by which version, state.json holds the fitted verifiers
and what they answered to training problems that they had not seen, parts/0, parts/1, ... the arrays.
"""

from __future__ import annotations

import io
import json
import re
import warnings
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.exceptions import NotFittedError

from stylobench.engine.fitted_state import Parts, packed, unpacked
from stylobench.engine.house_objects import FIT_AGAIN
from stylobench.engine.typed_values import require_types
from stylobench.errors import ArchiveError, MissingPart, SpecError
from stylobench.records import Booleans, Floats, Problem, Rows, Score
from stylobench.specs import source_digest

FORMAT = "stylobench model"
FORMAT_VERSION = 2
NAMES = re.compile(r"model\.json|state\.json|parts/[0-9]{1,9}")
MOST_BYTES = 4 * 2**30
FREE_BYTES, MOST_RATIO = 2**28, 200  # beyond so much, a file may not grow more than so many times
EPOCH = (1980, 1, 1, 0, 0, 0)
FLOORS = ("verifiers", "features", "metrics")
LONG = 200
QUESTION = Problem(("It was as it is: so, and no more than so.",), "So it is, and it was not so before.")
UNREADABLE = (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError, RecursionError, MemoryError)
BROKEN = (zlib.error, EOFError, NotImplementedError, RuntimeError)


@dataclass(frozen=True)
class Facts:
    """What a model says of itself. `digest` identifies the problems with their truth, `corpus_digest` the documents
    that they were made of; `source` the code that fitted it. `problems` are those that scores were calibrated on,
    `same` of them by one author; `learnt` are those that verifiers learnt from.
    """

    corpus: str
    corpus_digest: str
    digest: str
    problems: int
    same: int
    texts: int
    authors: int | None
    seed: int
    folds: int
    unit: str
    versions: Mapping[str, str]
    source: str
    warnings: tuple[str, ...]
    learnt: int = 0


@dataclass(frozen=True)
class Fitted:
    """A verifier with its out-of-fold scores of the calibration problems (NaN: no answer) and how good they are; its
    `twin` on masked texts, with the scores of that (NaN also where it was not asked), where it has one.
    """

    name: str
    spec: str
    family: str
    looks_at: str
    verifier: Any
    scores: Floats
    measures: tuple[Score, ...]
    text_held: int = 0
    twin: Any = None
    twin_scores: Floats | None = None

    @property
    def answered(self) -> int:
        """How many calibration problems got a score."""
        return int((~np.isnan(self.scores)).sum())


@dataclass(frozen=True)
class Usual:
    """What training texts are like: characters per text and the share of their character 3-grams that no other text
    has, 5% and 95% of the texts below; the 3-grams; what identifies the texts, to know them again; the most frequent
    words, and the least share of a text's words (but for 5% of the texts) that are among them.
    """

    lengths: tuple[float, float]
    unseen: float
    trigrams: frozenset[str]
    texts: frozenset[str]
    common_words: frozenset[str] = frozenset()
    common_share: float = 0.0


@dataclass(frozen=True)
class SavedModel:
    """Everything in a file: what was learnt, and on what; `truth` and `units` of the calibration problems in order, and
    their `conditions` (known texts, mean words of a known text, words of the questioned text).

    Models of format 1 have none: they were calibrated on training problems, most of them with one known text.
    """

    facts: Facts
    fitted: tuple[Fitted, ...]
    truth: Booleans
    units: Rows
    usual: Usual
    conditions: Floats | None = None
    cautions: tuple[str, ...] = ()


def source() -> str:
    """Identifies the code that fits and answers."""
    return source_digest(*FLOORS)


def save(model: SavedModel, path: Path) -> SavedModel:
    """Write a model, whole or not at all; it comes back with how much of the training texts it holds."""
    from stylobench.engine.archive import write_whole

    parts, states, held = Parts(), [], []
    for one in model.fitted:
        states.append(_state(one, parts))
        held.append(text_in([states[-1]["verifier"], states[-1]["twin"]]))
    state = {
        "verifiers": states,
        "truth": packed(model.truth, parts),
        "units": packed(model.units, parts),
        "usual": packed([*model.usual.lengths, *list(vars(model.usual).values())[1:]], parts),
        "conditions": packed(model.conditions, parts),
    }
    told = [Fitted(**{**vars(one), "text_held": size}) for one, size in zip(model.fitted, held, strict=True)]
    files = {"model.json": _json(_described(model.facts, told)), "state.json": _json(state)}
    write_whole(path, _zipped({**files, **{f"parts/{i}": data for i, data in enumerate(parts.held)}}))
    return SavedModel(**{**vars(model), "fitted": tuple(told)})


def _state(one: Fitted, parts: Parts) -> dict[str, Any]:
    try:
        return {name: packed(getattr(one, name), parts) for name in ("verifier", "scores", "twin", "twin_scores")}
    except SpecError as error:
        raise SpecError(f"verifier {one.name!r} cannot be saved: {error}") from None


def _described(facts: Facts, fitted: list[Fitted]) -> dict[str, Any]:
    head = {"format": FORMAT, "version": FORMAT_VERSION, **asdict(facts)}
    told = ("name", "spec", "family", "looks_at", "text_held")
    each = [{**{k: getattr(one, k) for k in told}, "measures": [asdict(m) for m in one.measures]} for one in fitted]
    return {**head, "verifiers": each}


def text_in(tree: Any) -> int:
    """How many characters of running text a tree holds: words and n-grams are shorter than 200 characters."""
    if isinstance(tree, str):
        return len(tree) if len(tree) >= LONG else 0
    inside = tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ()
    return sum(map(text_in, inside))


def _json(value: Any) -> bytes:
    return json.dumps(value, indent=None, ensure_ascii=True, allow_nan=True).encode()


def _zipped(files: Mapping[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as held:
        for name, data in files.items():
            made = zipfile.ZipInfo(name, EPOCH)
            made.compress_type = zipfile.ZIP_DEFLATED
            held.writestr(made, data)
    return buffer.getvalue()


def load(path: Path) -> SavedModel:
    """Read a model; whatever is not as `save` writes it is refused in one line, and nothing in the file is run."""
    try:
        with zipfile.ZipFile(path) as held:
            _check_sizes(held, path)
            return _whole(_loaded(held))
    except FileNotFoundError:
        raise ArchiveError(f"there is no model at {path}; `stylobench fit` makes one") from None
    except IsADirectoryError:
        raise ArchiveError(f"{path} is a folder; name the model file that `stylobench fit` has written") from None
    except zipfile.BadZipFile:
        raise ArchiveError(
            f"{path} is no model that stylobench can read, or not the whole of one; copy it again, or {FIT_AGAIN}"
        ) from None
    except ArchiveError as error:
        raise ArchiveError(f"model {path} is refused: {error}") from None
    except (*BROKEN, *UNREADABLE) as error:
        reason = " ".join(str(error).split())[:120] or type(error).__name__
        raise ArchiveError(f"{path} is no model that stylobench can read ({reason}); {FIT_AGAIN}") from None


def _check_sizes(held: zipfile.ZipFile, path: Path) -> None:
    names = held.namelist()
    odd = next((name for name in names if not NAMES.fullmatch(name)), None)
    if odd is not None or len(set(names)) < len(names):
        raise ArchiveError(f"it holds {odd!r}, which no model does" if odd is not None else "a part of it comes twice")
    size = sum(one.file_size for one in held.infolist())
    if size > MOST_BYTES or size > max(FREE_BYTES, MOST_RATIO * path.stat().st_size):
        raise ArchiveError(f"its {path.stat().st_size:,} bytes would grow to {size:,}, more than a model may")


def _loaded(held: zipfile.ZipFile) -> SavedModel:
    described = json.loads(held.read("model.json"))
    if described.get("format") != FORMAT:
        raise ArchiveError("it does not say that it is a stylobench model")
    version = described.get("version")
    if version not in (1, FORMAT_VERSION):
        raise ArchiveError(f"its format is {version!r}, this version reads 1 and {FORMAT_VERSION}; {FIT_AGAIN}")
    if version == 1:
        described["learnt"] = described["problems"]
    state, parts = json.loads(held.read("state.json")), Parts(lambda name: held.read(f"parts/{int(name)}"))
    pairs = zip(described.pop("verifiers"), state["verifiers"], strict=True)
    fitted = tuple(_fitted(told, one, parts) for told, one in pairs)
    facts = {name: described[name] for name in Facts.__dataclass_fields__}
    low, high, unseen, trigrams, texts, *words = unpacked(state["usual"], parts)
    return SavedModel(
        Facts(**{**facts, "warnings": tuple(facts["warnings"])}),
        fitted,
        unpacked(state["truth"], parts),
        unpacked(state["units"], parts),
        Usual((float(low), float(high)), float(unseen), frozenset(trigrams), frozenset(texts), *words),
        unpacked(state.get("conditions"), parts),
        _cautions(facts, version),
    )


def _whole(model: SavedModel) -> SavedModel:
    """The model, if its parts are of the types they should be and tell of the same problems."""
    measures = [measure for one in model.fitted for measure in one.measures]
    records: list[Any] = [model, model.facts, model.usual, *model.fitted, *measures]
    for record in records:
        require_types(type(record), {field.name: getattr(record, field.name) for field in fields(record)})
    count, scores = model.facts.problems, [one.scores for one in model.fitted]
    if not (model.truth.shape == (count,) and model.units.ndim == 2 and len(model.units) == count):
        raise ArchiveError(f"it tells of {count} problems, but not the truth and the units of as many")
    scores += [one.twin_scores for one in model.fitted if one.twin_scores is not None]
    if model.conditions is not None and not (
        model.conditions.shape == (count, 3) and np.isfinite(model.conditions).all() and (model.conditions > 0).all()
    ):
        raise ArchiveError(f"it does not say of its {count} problems how many known texts, and how long, they have")
    if not all(one.shape == (count,) and (np.isnan(one) | ((one >= 0) & (one <= 1))).all() for one in scores):
        raise ArchiveError(f"it does not hold scores from 0 to 1 for each of its {count} problems")
    said = [word for one in (model.facts, *model.fitted) for word in vars(one).values() if isinstance(word, str)]
    for word in (*said, *model.facts.warnings, *model.facts.versions, *model.facts.versions.values()):
        if not word.isprintable():
            raise ArchiveError(f"it says {word[:40]!r}, with signs that steer a terminal")
    return model


def _fitted(told: Mapping[str, Any], state: Mapping[str, Any], parts: Parts) -> Fitted:
    return Fitted(
        **{name: told[name] for name in ("name", "spec", "family", "looks_at", "text_held")},
        verifier=_verifier(told["name"], unpacked(state["verifier"], parts)),
        scores=unpacked(state["scores"], parts),
        measures=tuple(Score(**one) for one in told["measures"]),
        twin=None if state.get("twin") is None else _verifier(told["name"], unpacked(state["twin"], parts)),
        twin_scores=unpacked(state.get("twin_scores"), parts),
    )


def _verifier(name: str, verifier: Any) -> Any:
    from stylobench.verifiers._verifier import Verifier

    if not isinstance(verifier, Verifier):
        raise ArchiveError(f"{name!r} in it is a {type(verifier).__name__}, no verifier")
    _try_out(verifier)
    return verifier


def _try_out(verifier: Any) -> None:
    """Ask a question of no account: what does not fit together shows here, and not when it is asked in earnest."""
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            verifier.verify([QUESTION])
    except MissingPart:
        # the file is sound, and the command to install it is best said when it is asked
        return
    except (SpecError, ZeroDivisionError, NotFittedError, *UNREADABLE) as error:
        reason = " ".join(str(error).split())[:120] or type(error).__name__
        raise ArchiveError(f"a {type(verifier).__name__} in it cannot answer ({reason}); {FIT_AGAIN}") from None


def _cautions(facts: Mapping[str, Any], version: int) -> tuple[str, ...]:
    from stylobench.engine.surroundings import versions

    found = []
    if version == 1:
        found.append(
            "the model is of an older format, calibrated for one known text only and for no length in particular, and "
            f"cannot tell whether a verdict rests on the topic; {FIT_AGAIN}"
        )
    if facts["source"] != source():
        found.append(
            f"the model was fitted by other code of stylobench ({facts['versions'].get('stylobench', 'unknown')}): "
            f"its answers and its reliability may not be those of today; {FIT_AGAIN}"
        )
    ours, theirs = versions()["scikit-learn"], facts["versions"].get("scikit-learn")
    if ours != theirs:
        found.append(f"the model was fitted with scikit-learn {theirs}, this is {ours}; {FIT_AGAIN}")
    return tuple(found)
