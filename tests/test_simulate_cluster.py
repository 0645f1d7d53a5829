"""The simulated cluster of scripts/simulate_cluster.py: arithmetic where it can be done by hand, laws elsewhere."""

from __future__ import annotations

import importlib
import json
import math
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("distributed", reason="the simulated engine is the one for clusters")
SCRIPTS = Path(__file__).parents[1] / "scripts"
NOTHING = (0, 0, 0, 0, 0, 0)


@pytest.fixture(scope="module")
def model() -> Any:
    return _script("cluster_model")


@pytest.fixture(scope="module")
def script() -> Any:
    return _script("simulate_cluster")


def _script(name: str) -> Any:
    sys.path.insert(0, str(SCRIPTS))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(str(SCRIPTS))


def test_without_costs_only_the_jobs_take_time(model: Any) -> None:
    found = model.simulated(model.Case(4, 40, 0.5, spread=0), model.Costs(*NOTHING))
    assert found.wall == pytest.approx(5)
    assert found.used == pytest.approx(1)


def test_one_job_goes_all_the_way(model: Any) -> None:
    costs = model.Costs(scheduler=0.2, client=0.4, save=0.05, worker=0.3, message=0.01, beat=0)
    # sent .2, message, half the scheduler .1, message, worker .3 + job 1, message, scheduler .1, message, settled .25
    assert model.simulated(model.Case(1, 1, 1.0, spread=0), costs).wall == pytest.approx(1.99)


def test_a_full_scheduler_sets_the_pace(model: Any) -> None:
    costs = model.Costs(scheduler=0.01, client=0, save=0, worker=0, message=0, beat=0)
    found = model.simulated(model.Case(100, 2000, 0.1, spread=0), costs)
    assert found.wall == pytest.approx(2000 * 0.01, rel=0.02)
    assert found.scheduler == pytest.approx(1, abs=0.02)
    assert found.used == pytest.approx(0.1, abs=0.01)


def test_a_full_client_sets_the_pace_and_batches_relieve_it(model: Any) -> None:
    costs = model.Costs(scheduler=0, client=0.01, save=0.001, worker=0, message=0, beat=0)
    single = model.simulated(model.Case(100, 2000, 0.1, spread=0), costs)
    batched = model.simulated(model.Case(100, 2000, 0.1, spread=0, batch=10), costs)
    assert single.wall == pytest.approx(2000 * 0.011, rel=0.02)
    assert batched.client < single.client
    assert batched.wall == pytest.approx(2000 * 0.002, rel=0.4)
    assert batched.wall < single.wall / 4


def test_what_is_shared_comes_from_one_host_or_from_all_that_have_it(model: Any) -> None:
    one = model.Case(7, 7, 0.0, shared=10, link=1)
    tree = model.Case(7, 7, 0.0, shared=10, link=1, tree=True)
    assert [one.arrival(worker) for worker in range(7)] == [10, 20, 30, 40, 50, 60, 70]
    assert [tree.arrival(worker) for worker in range(7)] == [10, 20, 20, 30, 30, 30, 30]


def test_lost_workers_cost_time_and_no_job(model: Any) -> None:
    calm, stormy = (model.Case(10, 400, 30.0, lost=lost) for lost in (0.0, 2.0))
    quiet, lossy = (model.Simulation(case, model.Costs()) for case in (calm, stormy))
    before, after = quiet.course(), lossy.course()
    assert before.losses == 0 < after.losses
    assert after.wall > before.wall
    assert lossy.useful == pytest.approx(sum(stormy.tasks()))


def test_losses_cost_what_renewal_theory_says(model: Any) -> None:
    """A job of length s under losses at rate r takes (e^rs - 1) / r; a minute passes until a lost worker is back."""
    found = model.simulated(model.Case(20, 8000, 900.0, spread=0, lost=1.0), model.Costs(*NOTHING))
    expected = 0.25 / ((math.exp(0.25) - 1) * (1 + 60 / 3600))
    assert found.used == pytest.approx(expected, rel=0.02)


def test_the_same_case_goes_the_same_way(model: Any) -> None:
    case = model.Case(10, 200, 0.1, lost=50.0)
    assert model.simulated(case) == model.simulated(case)


@given(st.integers(1, 12), st.integers(1, 60), st.integers(1, 7), st.sampled_from([0.0, 0.01, 1.0]))
@settings(max_examples=60, deadline=None)
def test_no_run_beats_its_slowest_part(workers: int, jobs: int, batch: int, seconds: float) -> None:
    model = _script("cluster_model")
    case, costs = model.Case(workers, jobs, seconds, batch=batch), model.Costs()
    found, tasks = model.simulated(case, costs), case.tasks()
    slowest = (sum(tasks) / workers, max(tasks), len(tasks) * costs.scheduler, len(tasks) * costs.client)
    assert len(tasks) == math.ceil(jobs / batch)
    assert found.wall >= max(slowest) - 1e-9
    one_after_the_other = costs.scheduler * 1.1 + costs.client + batch * costs.save + costs.worker + 4 * costs.message
    assert found.wall <= sum(tasks) + len(tasks) * one_after_the_other
    assert max(found.used, found.scheduler, found.client) <= 1 + 1e-9


def test_heartbeats_are_spaced_out_as_dask_does(model: Any) -> None:
    from distributed.scheduler import heartbeat_interval

    for workers in (1, 10, 11, 49, 50, 199, 200, 201, 10_000):
        assert model.beats(workers) == pytest.approx(workers / heartbeat_interval(workers))


def test_workers_have_as_much_room_as_dask_gives_them(model: Any) -> None:
    import dask
    import distributed  # noqa: F401  (reads its settings)

    assert math.ceil(dask.config.get("distributed.scheduler.worker-saturation")) == model.ROOM


def test_how_many_workers_can_be_kept_at_work(script: Any, model: Any) -> None:
    costs = model.Costs(scheduler=0.001, client=0.003, save=0.0005)
    assert script.most_workers(1.0, costs) == {"scheduler": 1000, "client": 285}
    assert script.most_workers(1.0, costs, batch=10) == {"scheduler": 10_000, "client": 1250}


def test_job_seconds_come_from_a_journal(script: Any, tmp_path: Path) -> None:
    lines = [{"at": 0, "event": "ended", "label": "ppm", "key": "k", "seconds": s, "failure": None} for s in (1, 2, 4)]
    lines.append({**lines[0], "seconds": 600, "failure": "took too long"})
    (tmp_path / "journal").mkdir()
    (tmp_path / "journal" / "one.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines) + '{"at": 1')
    median, spread = script.laws(tmp_path)["ppm"]
    assert median == pytest.approx(2)
    assert spread == pytest.approx(np.log(2) * math.sqrt(2 / 3))


def test_a_journal_becomes_a_table(script: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = {"at": 0, "event": "ended", "label": "ppm", "key": "k", "seconds": 2.0, "failure": None}
    (tmp_path / "journal").mkdir()
    (tmp_path / "journal" / "one.jsonl").write_text(f"{json.dumps(line)}\n")
    script.main(["--journal", str(tmp_path), "--each", "1"])
    header, *_, row = capsys.readouterr().out.splitlines()
    assert header.count("workers") == len(script.WORKERS)
    assert row.startswith("| `ppm` | 2 | 0.00 | 99% |")
