from __future__ import annotations

from stylobench.seeds import generator


def test_streams_differ_by_seed_and_by_every_name() -> None:
    draws = [
        int(generator(seed, *names).integers(2**60))
        for seed in (0, 1)
        for names in (("a",), ("b",), ("a", "b"), ("a\x1fc",))
    ]
    assert len(set(draws)) == len(draws)


def test_the_stream_is_pinned() -> None:
    assert generator(0, "pin").integers(1000, size=3).tolist() == PINNED


PINNED = [652, 483, 241]
