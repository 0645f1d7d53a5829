"""Jobs on real Dask workers: the same bytes as here, whatever is killed on the way."""

from __future__ import annotations

import os
import random
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from engine.cluster_methods import AUTHORS, TEXTS, TOPICS, Busy, Careless, Counted, Trouble, jobs_of, stochastic
from engine.small_attacks import Letter
from patience import until

from stylobench.engine.archive import Archive
from stylobench.engine.attack_jobs import AttackJob, AttackSplit
from stylobench.engine.cluster import Waiting, close_all, cluster_of, reached, refuse
from stylobench.engine.force import Unwatched
from stylobench.engine.methods import methods
from stylobench.engine.rewriting import Shelf, fitted
from stylobench.engine.run import Force, run
from stylobench.engine.surroundings import made_with
from stylobench.engine.trial_jobs import TrialBench, TrialJob, prepare
from stylobench.errors import ClusterError
from stylobench.features.texts import Texts
from stylobench.records import Problem, Trials, TrialSplit

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
CALM = pytest.mark.filterwarnings("ignore::stylobench.engine.cluster.Waiting")
HERE, DASK = Force(0), Force(2, engine="dask")


@pytest.fixture(scope="module", autouse=True)
def _nothing_left_open() -> Iterator[None]:
    yield
    close_all()


def stored(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


class Outside:
    """A scheduler and workers as programs of their own."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.address = f"tcp://127.0.0.1:{probe.getsockname()[1]}"
        self.folder, self.workers = folder, []
        port = self.address.rpartition(":")[2]
        self.scheduler = self._start("dask_scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard")

    def _start(self, program: str, *options: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.{program}", *options]
        return subprocess.Popen(command, stderr=subprocess.DEVNULL, cwd=self.folder)

    def hire(self, threads: int = 1) -> None:
        options = ("--no-nanny", "--no-dashboard", "--nthreads", str(threads), "--local-directory", str(self.folder))
        self.workers.append(self._start("dask_worker", self.address, *options))

    def close(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@pytest.fixture
def outside(tmp_path: Path) -> Iterator[Outside]:
    (tmp_path / "cluster").mkdir()
    found = Outside(tmp_path / "cluster")
    yield found
    close_all()
    found.close()


def test_attributors_give_the_same_bytes(tmp_path: Path) -> None:
    jobs = jobs_of({"sgd": stochastic(), "careless": Careless(), "ours": "knn"})
    run(jobs, Archive(tmp_path / "here"), HERE)
    run(jobs, Archive(tmp_path / "dask"), DASK)
    assert stored(tmp_path / "here") == stored(tmp_path / "dask")
    assert len(stored(tmp_path / "dask")) == 9


def trial_jobs(folder: Path | None) -> list[TrialJob | AttackJob]:
    words = [" ".join(random.Random(n // 4).choices(["abcdefgh", "ij", "klm", "nop"], k=80)) for n in range(24)]
    bench = TrialBench("trials", Texts(words, folder, "trials"), np.arange(24) // 4)
    first, second = np.array([(a, b) for a in range(24) for b in range(a + 1, 24)]).T
    every = Trials.of_pairs(first, second, first // 4 == second // 4)
    train, test = every.take(np.arange(0, len(every), 2)), every.take(np.arange(1, len(every), 6))
    under_test = methods(["ppm", "glad", "char_ngrams", "topic_fit"], "verifiers")
    attack = AttackSplit("fold", train, test, (("swapped", test),), ("x",))
    jobs: list[TrialJob | AttackJob] = [
        TrialJob(bench, TrialSplit("s", train, test, "s"), one, 0) for one in under_test
    ]
    return [*jobs, *(AttackJob(bench, attack, one, 0) for one in under_test)]


@pytest.mark.filterwarnings("default::RuntimeWarning")
def test_verifiers_give_the_same_bytes_with_and_without_a_head_start(tmp_path: Path) -> None:
    run(trial_jobs(None), Archive(tmp_path / "here"), HERE)
    jobs = trial_jobs(tmp_path / "features")
    prepare(jobs)
    done = run(jobs, Archive(tmp_path / "dask"), DASK)
    assert [one.failure for one in done] == [None] * 8
    assert stored(tmp_path / "here") == stored(tmp_path / "dask")


def test_rewrites_give_the_same_bytes(tmp_path: Path) -> None:
    for name, force in (("here", HERE), ("dask", DASK)):
        [method] = methods({"mine": Letter()}, "obfuscators")
        ready = fitted(method, TEXTS)
        run([ready.task(Problem((), text), 0) for text in sorted({*TEXTS})], Shelf(tmp_path / name), force)
    assert stored(tmp_path / "here") == stored(tmp_path / "dask")


def test_what_fails_fails_in_the_same_words(tmp_path: Path) -> None:
    jobs = [jobs_of({how: Trouble(how)})[0] for how in ("die", "exit", "raise", "hang", "no memory")]
    kept = {}
    for name, force in (("local", Force(2, seconds=3)), ("dask", Force(2, seconds=3, engine="dask"))):
        run([*jobs, *jobs_of({"sgd": stochastic()})], Archive(tmp_path / name), force)
        kept[name] = stored(tmp_path / name)
    assert kept["local"] == kept["dask"]
    assert sum(name.endswith(".failed") for name in kept["dask"]) == 5


def test_a_method_may_have_processes_of_its_own(tmp_path: Path) -> None:
    for name, force in (("local", Force(2)), ("dask", DASK)):
        assert [one.failure for one in run(jobs_of({"busy": Busy()}), Archive(tmp_path / name), force)] == [None] * 3
    assert stored(tmp_path / "local") == stored(tmp_path / "dask")


@pytest.mark.parametrize("how", ["sleeper", "held line"])
def test_what_a_job_has_started_ends_with_it(tmp_path: Path, how: str) -> None:
    mark, force = tmp_path / "mark", Force(2, seconds=2, retries=0, engine="dask")
    [one] = run(jobs_of({"m": Trouble(f"{how} {mark}")})[:1], Archive(tmp_path / "dask"), force)
    reasons = {"sleeper": "it took longer than 2 seconds", "held line": "its process ended with exit code 3"}
    assert str(one.failure).startswith(reasons[how])
    assert _all_gone([int(mark.read_text())])


class Running(Unwatched):
    """How many jobs run at a time, and what is told of each."""

    def __init__(self) -> None:
        self.now, self.most, self.told = set[str](), 0, list[str]()

    def started(self, job: Any) -> None:
        self.told.append("started")
        self.now.add(job.key)
        self.most = max(self.most, len(self.now))

    def retried(self, job: Any, reason: str) -> None:
        self.told.append("retried")
        self.now.remove(job.key)

    def ended(self, job: Any, seconds: float, failure: str | None) -> None:
        self.told.append("ended")
        self.now.remove(job.key)


def test_what_waits_in_the_cluster_is_not_told_to_run(tmp_path: Path) -> None:
    watch = Running()
    run(jobs_of({"careless": Careless(0.1)}, 10), Archive(tmp_path), Force(2, engine="dask", watch=watch))
    assert watch.told.count("started") == watch.told.count("ended") == 30
    assert watch.most <= 8  # two at work, and what came back in the same moment; the window is 24


def test_a_second_try_is_told_to_start(tmp_path: Path) -> None:
    watch = Running()
    run(jobs_of({"dies": Trouble("die")})[:1], Archive(tmp_path), Force(2, engine="dask", watch=watch))
    assert watch.told == ["started", "retried", "started", "ended"]


def test_processes_for_jobs_live_from_stage_to_stage(tmp_path: Path) -> None:
    run(jobs_of({"careless": Careless(0.1)}, 4), Archive(tmp_path / "before"), DASK)
    for stage in range(3):
        bench = Counted(f"digest {stage}", Texts(TEXTS), AUTHORS, TOPICS, tmp_path / "log")
        run(jobs_of({"careless": Careless(0.01)}, 4, bench), Archive(tmp_path / "dask"), DASK)
    notes = (tmp_path / "log").read_text().splitlines()
    assert len({note for note in notes if note.startswith("unpacked")}) <= 2


def test_answers_come_by_the_scheduler_where_workers_cannot_be_reached(tmp_path: Path) -> None:
    cluster = cluster_of(DASK)
    assert cluster.client.sync(reached, cluster.client, list(cluster.client.nthreads()))
    assert not cluster.client.sync(reached, cluster.client, ["tcp://127.0.0.1:9"])
    cluster.direct = False
    run(jobs_of({"sgd": stochastic()}), Archive(tmp_path / "dask"), DASK)
    assert len(stored(tmp_path / "dask")) == 3


def test_one_that_eats_memory_is_ended(tmp_path: Path) -> None:
    force = Force(2, memory=300_000_000, retries=0, engine="dask")
    [eats] = run(jobs_of({"eats": Trouble("eat")})[:1], Archive(tmp_path), force)
    assert eats.failure == "it took more than 300 MB of memory"


def test_documents_are_packed_once_and_unpacked_once_per_worker(tmp_path: Path) -> None:
    bench = Counted("digest", Texts(TEXTS), AUTHORS, TOPICS, tmp_path / "log")
    run(jobs_of({"careless": Careless(0.01)}, 67, bench), Archive(tmp_path / "dask"), DASK)
    notes = (tmp_path / "log").read_text().splitlines()
    unpacked = [note for note in notes if note.startswith("unpacked")]
    assert len(notes) - len(unpacked) == 1
    assert len(unpacked) == len({*unpacked}) == 2
    assert len(stored(tmp_path / "dask")) == 201


@CALM
def test_workers_that_are_killed_lose_nothing(tmp_path: Path, outside: Outside) -> None:
    jobs = jobs_of({"careless": Careless(0.1), "sgd": stochastic()}, 10)
    run(jobs, Archive(tmp_path / "here"), Force(2))
    outside.hire()
    outside.hire()

    def kill() -> None:
        deadline = time.monotonic() + 60
        for number in range(3):
            while len(Archive(tmp_path / "dask").held().answered) <= 4 + 8 * number and time.monotonic() < deadline:
                time.sleep(0.05)
            time.sleep(random.random() * 0.5)
            outside.workers[number].kill()
            outside.hire()

    killer = threading.Thread(target=kill)
    killer.start()
    force = Force(engine="dask", scheduler=outside.address)
    run(jobs, Archive(tmp_path / "dask"), force)
    killer.join()
    assert stored(tmp_path / "here") == stored(tmp_path / "dask")


@CALM
def test_a_worker_that_dies_while_it_is_given_data_loses_nothing(tmp_path: Path, outside: Outside) -> None:
    outside.hire()
    jobs, force = jobs_of({"sgd": stochastic()}), Force(engine="dask", scheduler=outside.address)
    run(jobs, Archive(tmp_path / "here"), HERE)
    cluster_of(force)
    outside.workers[0].send_signal(signal.SIGSTOP)
    killer = threading.Timer(2.0, outside.workers[0].kill)
    killer.start()
    outside.hire()
    run(jobs, Archive(tmp_path / "dask"), force)
    killer.join()
    assert stored(tmp_path / "here") == stored(tmp_path / "dask")


def test_a_worker_with_threads_does_one_job_in_each_process(tmp_path: Path, outside: Outside) -> None:
    jobs = jobs_of({"careless": Careless(0.02)}, 8)
    run(jobs, Archive(tmp_path / "here"), HERE)
    late = threading.Timer(2.0, outside.hire, (3,))
    late.start()
    with pytest.warns(Waiting, match="has no worker; waiting for one"):
        run(jobs, Archive(tmp_path / "dask"), Force(engine="dask", scheduler=outside.address))
    assert stored(tmp_path / "here") == stored(tmp_path / "dask")


@CALM
def test_without_its_scheduler_a_run_says_so_and_keeps_what_it_has(tmp_path: Path, outside: Outside) -> None:
    outside.hire()
    archive = Archive(tmp_path / "dask")

    def kill() -> None:
        until(lambda: archive.held().answered)
        outside.scheduler.kill()

    killer = threading.Thread(target=kill)
    killer.start()
    with pytest.raises(ClusterError, match=r"scheduler at .* is gone; what was answered is kept"):
        run(jobs_of({"careless": Careless(0.2)}, 20), archive, Force(engine="dask", scheduler=outside.address))
    killer.join()
    assert 0 < len(archive.held().answered) < 60


def test_where_no_scheduler_is_the_error_is_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("stylobench.engine.cluster.PATIENCE", 1.0)
    force = Force(engine="dask", scheduler="tcp://127.0.0.1:9")
    with pytest.raises(ClusterError, match=r"no Dask scheduler answers at tcp://127.0.0.1:9 .*dask scheduler") as told:
        run(jobs_of({"sgd": stochastic()}), Archive(tmp_path), force)
    assert "\n" not in str(told.value)


def test_where_processes_cannot_be_held_on_a_leash_the_error_is_one_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == "fcntl" else name)
    with pytest.raises(ClusterError, match="the Dask engine runs on Linux and macOS, not here; use --engine local"):
        run(jobs_of({"sgd": stochastic()}), Archive(tmp_path), DASK)


def test_a_worker_with_other_software_is_refused() -> None:
    refuse("tcp://there", made_with())
    with pytest.raises(ClusterError, match=re.escape("tcp://there: numpy 0.1 there, ")):
        refuse("tcp://there", {**made_with(), "numpy": "0.1"})
    with pytest.raises(ClusterError, match="cannot run stylobench: No module named 'stylobench'; install it there"):
        refuse("tcp://there", ModuleNotFoundError("No module named 'stylobench'"))


@CALM
def test_no_process_is_left_when_a_worker_is_killed(tmp_path: Path, outside: Outside) -> None:
    outside.hire()
    archive = Archive(tmp_path / "dask")
    jobs = jobs_of({"first": stochastic()})[:1]
    run(jobs, archive, Force(engine="dask", scheduler=outside.address))
    children = f"/proc/{outside.workers[0].pid}/task/{outside.workers[0].pid}/children"
    hands = [int(one) for task in Path(children).parents[1].glob("*/children") for one in task.read_text().split()]
    hands = [one for one in hands if b"handiwork" in Path(f"/proc/{one}/cmdline").read_bytes()]
    outside.workers[0].kill()
    outside.workers[0].wait()
    assert hands
    assert _all_gone(hands)


@CALM
def test_what_a_job_has_started_ends_when_a_worker_is_killed(tmp_path: Path, outside: Outside) -> None:
    outside.hire()
    mark = tmp_path / "mark"

    def kill() -> None:
        until(lambda: mark.exists() and mark.read_text())
        outside.workers[0].kill()
        outside.scheduler.kill()

    killer = threading.Thread(target=kill)
    killer.start()
    force = Force(engine="dask", scheduler=outside.address)
    with pytest.raises(ClusterError, match="is gone"):
        run(jobs_of({"m": Trouble(f"sleeper {mark}")})[:1], Archive(tmp_path / "dask"), force)
    killer.join()
    assert _all_gone([int(mark.read_text())])


def _all_gone(processes: list[int]) -> bool:
    deadline = time.monotonic() + 10
    while any(map(_runs, processes)) and time.monotonic() < deadline:
        time.sleep(0.05)
    return not any(map(_runs, processes))


def _runs(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().split()[2] != "Z" and os.getpid() != process
    except OSError:
        return False
