from __future__ import annotations

import numpy as np
import pytest

from stylobench.clusterers.mixture import Mixture
from stylobench.errors import SpecError
from stylobench.seeds import generator


def test_a_wide_component_takes_what_lies_beyond_the_narrow_one() -> None:
    """The midpoint of the centres is 5, but at 4 a spread of 2 is likelier than one of 0.3 around 0."""
    rng = generator(0, "spreads")
    rows = np.concatenate([rng.normal(0, 0.3, 300), rng.normal(10, 2.0, 200), [4.0]])[:, None]
    found = Mixture(k=2).fit_predict(rows)
    assert (found[:300] == 0).all()
    assert found[-1] == 1


def test_a_shape_that_does_not_exist_is_refused() -> None:
    with pytest.raises(SpecError, match=r"mixture\(shape='round'\): write shape=spherical or shape=diag"):
        Mixture(shape="round")  # type: ignore[arg-type]
