"""Jobs as bytes for other machines: what many jobs share is packed once, and a job names it by a token."""

from __future__ import annotations

import io
import pickle
from collections.abc import Mapping
from typing import Any

import cloudpickle

from stylobench.features.texts import taken_along


class _Nowhere(io.RawIOBase):
    def write(self, data: Any) -> int:
        return len(data)


class _Packer(cloudpickle.Pickler):  # type: ignore[misc]
    """Also packs what a user's script defines; things with a token are only named."""

    def __init__(self, file: Any, tokens: Mapping[int, str], **options: Any) -> None:
        super().__init__(file, protocol=pickle.HIGHEST_PROTOCOL, **options)
        self.tokens = tokens

    def persistent_id(self, thing: Any) -> str | None:
        """The token of what travels by itself."""
        return self.tokens.get(id(thing))

    def reducer_override(self, thing: Any) -> Any:
        """Counts travel by value: the folder that they lie in is here."""
        apart = taken_along(thing, _Tried(thing))
        return super().reducer_override(thing) if apart is NotImplemented else apart


class _Tried:
    """Whether something can be packed; the whole that it may refer to is left out of the try."""

    def __init__(self, whole: Any) -> None:
        self.whole = whole

    def __call__(self, thing: Any) -> bool:
        try:
            _Packer(_Nowhere(), {id(self.whole): ""}, buffer_callback=lambda _: None).dump(thing)
        except Exception:  # what cannot be packed says so in any way it likes
            return False
        return True


class _Unpacker(pickle.Unpickler):
    def __init__(self, file: Any, things: Mapping[str, Any]) -> None:
        super().__init__(file)
        self.things = things

    def persistent_load(self, token: str) -> Any:
        """What came before under this token."""
        return self.things[token]


def packed(thing: Any, tokens: Mapping[int, str]) -> bytes:
    """A thing as bytes; those in it whose id has a token are only named."""
    file = io.BytesIO()
    _Packer(file, tokens).dump(thing)
    return file.getvalue()


def unpacked(file: Any, things: Mapping[str, Any]) -> Any:
    """The thing again, from an open file; `things` are those that were only named."""
    return _Unpacker(file, things).load()
