"""What many jobs share, packed once per stage and laid into the memory of the cluster, from where workers fetch it."""

from __future__ import annotations

import time
from typing import Any

from distributed import Future

from stylobench.engine.cluster import LOOK, Cluster
from stylobench.engine.jobs import Doable
from stylobench.engine.travel import packed
from stylobench.errors import ClusterError

TRIES = 10


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
        self.laid[token] = self._scattered(packed(self.things[token], {}))

    def _scattered(self, data: bytes) -> Future:
        """Laid down with a worker; where that one dies meanwhile, with another."""
        for _ in range(TRIES):
            self.cluster.threads()
            try:
                return self.cluster.client.scatter(data, hash=False)
            except (OSError, TimeoutError) as error:
                fault = error
            time.sleep(LOOK)
        raise ClusterError(f"the cluster at {self.cluster.address} takes no data, tried {TRIES} times: {fault}")

    def replace_lost(self, token: str, key: str) -> None:
        """Lay down again what the worker that held it took with it; not twice, if many noticed."""
        if self.laid[token].key == key:
            self._lay(token)

    def close(self) -> None:
        """Let the cluster forget them."""
        for held in self.laid.values():
            held.release()
