"""A run on a Dask cluster as events in the order of time.

A task holds one job or several. It goes from the client to the scheduler, waits there until a worker has room (Dask
gives a worker of one thread two tasks, one to do and one to wait), is done, told to the scheduler, and settled by the
client, which saves the answers and sends another task. Client and scheduler do one thing at a time, in the order of
arrival. Before its first task a worker fetches what jobs share. A worker that is lost takes its tasks with it: they
wait at the scheduler again, and another worker comes. Job seconds are log-normal. Left out: answers lost between their
end and their way to the client, and memory.
"""

from __future__ import annotations

import heapq
import math
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from stylobench.engine.dispatch import BESIDES, PER_THREAD
from stylobench.seeds import generator

ROOM = 2
BACK_AFTER = 60.0


@dataclass(frozen=True)
class Costs:
    """Seconds that things take: scheduler and client per task, saving per job, a worker per task besides its jobs, a
    message on its way, a heartbeat at the scheduler. Measured on two busy cores by cluster_measured.py; the heartbeat,
    of one of 50 workers, by bench/cluster.py.
    """

    scheduler: float = 0.0029
    client: float = 0.0033
    save: float = 0.0006
    worker: float = 0.0112
    message: float = 0.0009
    beat: float = 0.0016


@dataclass(frozen=True)
class Case:
    """A run: `spread` is the sd of the logarithm of job seconds, `lost` the losses per worker and hour."""

    workers: int
    jobs: int
    seconds: float
    spread: float = 0.5
    batch: int = 1
    shared: float = 0.0
    link: float = 1.25e9
    tree: bool = False
    lost: float = 0.0

    def window(self) -> int:
        """How many tasks are out at a time."""
        return PER_THREAD * self.workers + BESIDES

    def tasks(self) -> list[float]:
        """Seconds of every task."""
        drawn = generator(0, "cluster").normal(size=self.jobs)
        jobs = self.seconds * np.exp(self.spread * drawn)
        return [float(sum(jobs[first : first + self.batch])) for first in range(0, self.jobs, self.batch)]

    def arrival(self, worker: int) -> float:
        """When a worker has what jobs share: one host sends to one after the other, or those that have it send too."""
        rounds = math.ceil(math.log2(worker + 2)) if self.tree else worker + 1
        return rounds * self.shared / self.link


@dataclass(frozen=True)
class Course:
    """How a run went: seconds on the clock, shares of them in which workers, scheduler and client were at work, the
    longest queues, workers lost.
    """

    wall: float
    used: float
    scheduler: float
    client: float
    scheduler_queue: int
    client_queue: int
    losses: int


@dataclass
class Desk:
    """One who does one thing at a time."""

    free: float = 0.0
    busy: float = 0.0
    longest: int = 0
    ends: deque[float] = field(default_factory=deque)

    def serve(self, now: float, cost: float) -> float:
        """When it will be done."""
        while self.ends and self.ends[0] <= now:
            self.ends.popleft()
        self.free = max(now, self.free) + cost
        self.busy += cost
        self.ends.append(self.free)
        self.longest = max(self.longest, len(self.ends))
        return self.free


@dataclass
class Hands:
    """A worker: its tasks, the first of them in work, how many are promised to it, and how often it was replaced."""

    ready: bool = False
    tasks: deque[int] = field(default_factory=deque)
    coming: set[int] = field(default_factory=set)
    life: int = 0

    def load(self) -> int:
        """Tasks that it has or will have."""
        return len(self.tasks) + len(self.coming)


class Simulation:
    """Events in the order of time."""

    def __init__(self, case: Case, costs: Costs) -> None:
        self.case, self.costs, self.seconds = case, costs, case.tasks()
        self.events: list[tuple[float, int, Callable[..., None], tuple[int, ...]]] = []
        self.number, self.now, self.sent, self.settled, self.losses = 0, 0.0, 0, 0, 0
        self.useful = 0.0
        self.client, self.scheduler = Desk(), Desk()
        self.workers = [Hands() for _ in range(case.workers)]
        self.room: tuple[deque[tuple[int, int]], ...] = tuple(deque() for _ in range(ROOM))
        self.waiting: deque[int] = deque()
        self.rng = generator(1, "cluster")
        self.task_cost = costs.scheduler / 2 / max(0.01, 1 - costs.beat * beats(case.workers))

    def course(self) -> Course:
        """Run to the end."""
        for worker in range(self.case.workers):
            self._at(self.case.arrival(worker), self._ready, worker, 0)
            self._mortal(worker, 0.0)
        for _ in range(min(self.case.window(), len(self.seconds))):
            self._send(0.0)
        while self.settled < len(self.seconds):
            self.now, _, event, about = heapq.heappop(self.events)
            event(*about)
        wall = max(self.client.free, self.now)
        shares = (self.useful / wall / self.case.workers, self.scheduler.busy / wall, self.client.busy / wall)
        return Course(wall, *shares, self.scheduler.longest, self.client.longest, self.losses)

    def _at(self, when: float, event: Callable[..., None], *about: int) -> None:
        self.number += 1
        heapq.heappush(self.events, (when, self.number, event, about))

    def _send(self, now: float) -> None:
        task, self.sent = self.sent, self.sent + 1
        self._at(self.client.serve(now, self.costs.client / 2) + self.costs.message, self._arrived, task)

    def _arrived(self, task: int) -> None:
        self._at(self.scheduler.serve(self.now, self.task_cost), self._assign, task)

    def _assign(self, task: int) -> None:
        self.waiting.append(task)
        self._deal()

    def _deal(self) -> None:
        """Waiting tasks go to workers that have none, then to those that have one."""
        for load, queue in enumerate(self.room):
            while self.waiting and queue:
                worker, life = queue.popleft()
                hands = self.workers[worker]
                if hands.life == life and hands.ready and hands.load() == load:
                    task = self.waiting.popleft()
                    hands.coming.add(task)
                    self._offer(worker)
                    self._at(self.now + self.costs.message, self._handed, task, worker, life)

    def _offer(self, worker: int) -> None:
        hands = self.workers[worker]
        if hands.ready and hands.load() < ROOM:
            self.room[hands.load()].append((worker, hands.life))

    def _handed(self, task: int, worker: int, life: int) -> None:
        hands = self.workers[worker]
        if hands.life == life:
            hands.coming.remove(task)
            hands.tasks.append(task)
            if len(hands.tasks) == 1:
                self._begin(worker)

    def _begin(self, worker: int) -> None:
        hands = self.workers[worker]
        ends = self.now + self.costs.worker + self.seconds[hands.tasks[0]]
        self._at(ends, self._done, hands.tasks[0], worker, hands.life)

    def _done(self, task: int, worker: int, life: int) -> None:
        hands = self.workers[worker]
        if hands.life != life:
            return
        self.useful += self.seconds[task]
        hands.coming.add(-1 - task)  # the scheduler does not know yet that there is room
        hands.tasks.popleft()
        if hands.tasks:
            self._begin(worker)
        self._at(self.now + self.costs.message, self._told, task, worker, life)

    def _told(self, task: int, worker: int, life: int) -> None:
        self._at(self.scheduler.serve(self.now, self.task_cost), self._freed, task, worker, life)

    def _freed(self, task: int, worker: int, life: int) -> None:
        hands = self.workers[worker]
        if hands.life == life:
            hands.coming.remove(-1 - task)
            self._offer(worker)
            self._deal()
        self._at(self.now + self.costs.message, self._answered, task)

    def _answered(self, task: int) -> None:
        first = task * self.case.batch
        jobs = min(self.case.batch, self.case.jobs - first)
        self._at(self.client.serve(self.now, self.costs.client / 2 + jobs * self.costs.save), self._settle)

    def _settle(self) -> None:
        self.settled += 1
        if self.sent < len(self.seconds):
            self._send(self.now)

    def _ready(self, worker: int, life: int) -> None:
        if self.workers[worker].life == life:
            self.workers[worker].ready = True
            self._offer(worker)
            self._deal()

    def _mortal(self, worker: int, born: float) -> None:
        if self.case.lost:
            self._at(born + float(self.rng.exponential(3600 / self.case.lost)), self._lose, worker)

    def _lose(self, worker: int) -> None:
        hands, self.losses = self.workers[worker], self.losses + 1
        for task in (*hands.tasks, *sorted(task for task in hands.coming if task >= 0)):
            self._arrived(task)
        self.workers[worker] = Hands(life=hands.life + 1)
        back = self.now + BACK_AFTER + self.case.shared / self.case.link
        self._at(back, self._ready, worker, hands.life + 1)
        self._mortal(worker, back)


def beats(workers: int) -> float:
    """Heartbeats per second of all workers, as Dask spaces them out."""
    pause = next((pause for few, pause in ((10, 0.5), (49, 1.0), (199, 2.0)) if workers <= few), workers / 200 + 1)
    return workers / pause


def simulated(case: Case, costs: Costs | None = None) -> Course:
    """How a run goes.

    >>> round(simulated(Case(2, 100, 0.1, spread=0), Costs(0, 0, 0, 0, 0, 0)).wall, 9)
    5.0
    """
    return Simulation(case, costs or Costs()).course()
