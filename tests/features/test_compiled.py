from __future__ import annotations

from stylobench.features._compiled import compiled_in_order


def test_a_function_that_cannot_be_cached_is_compiled_all_the_same():
    # code without a file has no place for a cache, which is what a read-only installation looks like
    made: dict = {}
    exec("def twice(x):\n    return 2 * x", made)
    assert compiled_in_order(made["twice"])(21) == 42
