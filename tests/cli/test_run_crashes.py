"""A run that is killed, spoilt or starved, and started again, ends with the bytes of an undisturbed one."""

from __future__ import annotations

import random
from pathlib import Path
from typing import NamedTuple

import pytest
from cli import crash_disk
from cli.crash_cluster import Cluster
from cli.crash_plans import (
    PLAN,
    Moment,
    Run,
    contents,
    count,
    damage,
    differences,
    kill_all,
    kill_parent,
    kill_worker,
)

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")


class Whole(NamedTuple):
    plan: Path
    contents: dict[str, bytes]
    files: int


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    """The plan, and what an undisturbed run of it comes to."""
    folder = tmp_path_factory.mktemp("whole")
    plan, out = folder / "plan.toml", folder / "out"
    plan.write_text(PLAN)
    Run(plan, out).demand(0)
    return Whole(plan, contents(out), count(out))


def test_killed_twice_spoilt_twice_and_robbed_of_a_worker(tmp_path: Path, whole: Whole) -> None:
    seed = random.SystemRandom().randrange(10**6)
    print(f"seed {seed}")
    rng, out = random.Random(seed), tmp_path / "out"
    for strike in (kill_all, kill_parent):
        run = Run(whole.plan, out)
        assert Moment(count(out) + rng.randint(1, whole.files // 3), rng.uniform(0, 0.1)).awaited(run)
        strike(run, rng)
        print(damage(out, rng))
    kill_worker(Run(whole.plan, out), rng)
    assert differences(contents(out), whole.contents) == []


def test_a_dask_worker_is_killed(tmp_path: Path, whole: Whole) -> None:
    pytest.importorskip("distributed", reason="the cluster extra is not installed")
    cluster, out = Cluster(tmp_path / "cluster"), tmp_path / "out"
    try:
        run = Run(whole.plan, out, "--engine", "dask", "--scheduler", cluster.address)
        assert Moment(whole.files // 3, 0).awaited(run)
        cluster.dismiss(1)
        run.demand(0)
    finally:
        cluster.close()
    assert differences(contents(out), whole.contents) == []


def test_a_full_disk_is_told_in_one_line_and_the_run_goes_on_when_it_is_larger(tmp_path: Path, whole: Whole) -> None:
    if crash_disk.prefix() is None:
        pytest.skip("nobody may mount a small disk here")
    found = crash_disk.filled(whole.plan, tmp_path / "small", kilobytes=400)
    assert found.full
    assert differences(contents(found.out), whole.contents) == []
