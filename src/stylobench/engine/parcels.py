"""What many jobs share, packed once per stage and laid into the memory of the cluster, from where workers fetch it."""

from __future__ import annotations

from typing import Any

from distributed import Future

from stylobench.engine.cluster import Cluster
from stylobench.engine.jobs import Doable
from stylobench.engine.travel import packed


class Parcels:
    """Parcels by token. What they hold must live as long as they do: it is known by its identity."""

    def __init__(self, cluster: Cluster) -> None:
        self.cluster = cluster
        self.tokens: dict[int, str] = {}
        self.things: dict[str, Any] = {}
        self.laid: dict[str, Future] = {}

    def of(self, job: Doable[Any]) -> dict[str, str]:
        """Where the cluster holds what the job shares, by token."""
        return {token: self.laid[token].key for token in map(self._token, job.shared)}

    def _token(self, thing: Any) -> str:
        if id(thing) not in self.tokens:
            token = f"parcel-{len(self.tokens)}"
            self.things[token] = thing
            self._lay(token)
            self.tokens[id(thing)] = token
        return self.tokens[id(thing)]

    def _lay(self, token: str) -> None:
        data = packed(self.things[token], {})
        self.cluster.threads()
        with self.cluster.answering():
            self.laid[token] = self.cluster.client.scatter(data, hash=False)

    def replace_lost(self, token: str, key: str) -> None:
        """Lay down again what the worker that held it took with it; not twice, if many noticed."""
        if self.laid[token].key == key:
            self._lay(token)

    def close(self) -> None:
        """Let the cluster forget them."""
        for held in self.laid.values():
            held.release()
