"""Places of the verifiers fold by fold: lines that cross are a ranking that does not hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import altair as alt

from stylobench.report.charts.canvas import GLYPH, WIDTH, Row, finish, label, sheet, spread
from stylobench.report.words import squeezed

STEP, LONGEST, LEFT, FOLDS = 30, 16, 36, 12


def ranks(lines: Sequence[Row], folds: Sequence[int]) -> dict[str, Any]:
    """A line per verifier (name, colour, ranks); 1 stands at the top."""
    height = STEP * (len(lines) - 1) + 12
    right = 12 + int(GLYPH * max(min(len(line["name"]), LONGEST) for line in lines))
    shown = [fold for i, fold in enumerate(folds) if i % -(-len(folds) // FOLDS) == 0]
    x = alt.X("fold:O", axis=alt.Axis(title="fold", labelAngle=0, grid=False, values=shown),
              scale=alt.Scale(domain=list(folds), padding=0.3))  # fmt: skip
    y = alt.Y("rank:Q", scale=alt.Scale(domain=[1, max(len(lines), 2)], reverse=True, nice=False, zero=False),
              axis=alt.Axis(title="rank", values=list(range(1, len(lines) + 1)), format="d"))  # fmt: skip
    places = spread([(line["ranks"][-1] - 1) * height / max(len(lines) - 1, 1) for line in lines], 13)
    layers: list[Any] = []
    for line, place in zip(lines, places, strict=True):
        data = sheet([{"fold": fold, "rank": rank, "hover": f"{line['name']}, fold {fold}: rank {rank:g}"}
                      for fold, rank in zip(folds, line["ranks"], strict=True)])  # fmt: skip
        name = sheet([{"name": squeezed(line["name"], LONGEST)}])
        layers += [
            data.mark_line(color=line["colour"], strokeWidth=2, opacity=0.7, aria=False).encode(x=x, y=y),
            data.mark_point(filled=True, color=line["colour"], size=60, opacity=1).encode(
                x=x, y=y, description=alt.Description("hover:N")
            ),
            label(name, "name", x=alt.XValue(WIDTH - LEFT - right + 4), y=alt.YValue(place), style={"align": "left"}),
        ]
    return finish(layers, (WIDTH, height), (12, right, 38, LEFT))
