"""Tests of staging: resuming, order, workers that die."""

from __future__ import annotations

import os
import signal

import pytest
from corpora.newspaper import press

from stylobench.corpora import nyt
from stylobench.corpora.labels import Labels
from stylobench.corpora.shards import Least
from stylobench.corpora.staging import Stage, Staged, WorkerKilled, stage


def silent(done, total):
    """No progress."""


def test_parts_come_in_their_order_whatever_the_workers(tmp_path):
    parts = nyt.parts(press(tmp_path / "nyt", months=4))
    results = []
    for workers in (1, 2):
        folder = tmp_path / str(workers)
        folder.mkdir()
        results.append(stage(parts, Stage(folder, nyt.articles, Labels()), workers, silent))
    assert results[0] == results[1]
    assert [part.part for part in results[0]] == [f"1999/0{month}.tgz" for month in range(1, 5)]
    assert [part.documents for part in results[0]] == [8] * 4


def test_interrupted_work_goes_on_where_it_stopped(tmp_path):
    parts = nyt.parts(press(tmp_path / "nyt"))
    seen: list[str] = []

    def read(part):
        seen.append(part.name)
        return nyt.articles(part)

    def stop(done, total):
        if done == 2:
            raise KeyboardInterrupt

    work = Stage(tmp_path, read, Labels())
    with pytest.raises(KeyboardInterrupt):
        stage(parts, work, 1, stop)
    stage(parts, work, 1, silent)
    assert seen == ["1999/01.tgz", "1999/02.tgz", "1999/03.tgz"]


@pytest.mark.parametrize("change", ["archive", "labels", "wanted", "shard"])
def test_what_changed_is_read_again(tmp_path, change):
    source = press(tmp_path / "nyt", months=1)
    work = Stage(tmp_path, nyt.articles, Labels())
    (done,) = stage(nyt.parts(source), work, 1, silent)
    (part,) = nyt.parts(source)
    assert work.finished(part) == done
    if change == "archive":
        os.utime(source / "1999" / "01.tgz", (1, 1))
    elif change == "labels":
        work = Stage(tmp_path, nyt.articles, Labels({"a": "b"}))
    elif change == "wanted":
        work = Stage(tmp_path, nyt.articles, Labels(), Least(words=1))
    else:
        (tmp_path / done.shards[0]).unlink()
    (part,) = nyt.parts(source)
    assert work.finished(part) is None


def die(part):
    """A reader whose process is killed."""
    os.kill(os.getpid(), signal.SIGKILL)
    return nyt.articles(part)


def test_a_killed_worker_is_told_in_one_line(tmp_path):
    parts = nyt.parts(press(tmp_path / "nyt"))
    with pytest.raises(WorkerKilled, match="the same command goes on from here"):
        stage(parts, Stage(tmp_path, die, Labels()), 2, silent)


def test_record_of_a_part_survives_the_file(tmp_path):
    (part,) = nyt.parts(press(tmp_path / "nyt", months=1))
    work = Stage(tmp_path, nyt.articles, Labels())
    staged = work.run(part)
    assert isinstance(work.finished(part), Staged)
    assert work.finished(part) == staged
