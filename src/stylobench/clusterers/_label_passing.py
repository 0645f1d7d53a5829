"""One pass of MajorClust over a graph, in machine code."""

from __future__ import annotations

import numpy as np

from stylobench.features._compiled import compiled_in_order
from stylobench.records import Floats, Rows

# a move must gain more than rounding, so that the weight inside clusters grows with every move and moves come to an end
LEAST_GAIN = 1e-9


@compiled_in_order
def pass_labels(order: Rows, starts: Rows, neighbours: Rows, weights: Floats, labels: Rows) -> int:
    """Every node in turn takes the label that weighs most among its neighbours; how many labels changed.

    A node keeps its label unless another weighs more; of equally heavy ones it takes the lowest. `labels` is changed.
    """
    pull = np.zeros(len(labels))
    changed = 0
    for node in order:
        for edge in range(starts[node], starts[node + 1]):
            pull[labels[neighbours[edge]]] += weights[edge]
        own = best = labels[node]
        for edge in range(starts[node], starts[node + 1]):
            label = labels[neighbours[edge]]
            heavier = pull[label] > pull[best] or (pull[label] == pull[best] and label < best)
            if pull[label] > pull[own] + LEAST_GAIN and (best == own or heavier):
                best = label
        for edge in range(starts[node], starts[node + 1]):
            pull[labels[neighbours[edge]]] = 0.0
        changed += best != own
        labels[node] = best
    return changed
