"""The picture of a plan."""

from typing import Any

import numpy as np

from .._extras import required


def draw(plan, ax: Any) -> Any:
    """Draw the histogram of the planned lengths, with the capacities as lines."""
    pyplot: Any = required("matplotlib.pyplot", "examples")
    ax = pyplot.subplots(figsize=(7, 3.2), layout="constrained")[1] if ax is None else ax
    lengths, counts = np.array(plan.histogram).T
    longest = plan.capacities[-1]
    uneven = longest > 8 * np.median(np.repeat(lengths, counts))
    edges = (
        np.geomspace(1, longest, 60) if uneven else np.linspace(0, longest, min(longest, 60) + 1)
    )
    shown = np.maximum(lengths, edges[0])
    ax.hist(shown, bins=edges, weights=counts, color="tab:blue", alpha=0.6, label="rows")
    for place, capacity in enumerate(plan.capacities):
        ax.axvline(capacity, color="tab:orange", label=None if place else "capacities")
    ax.set(
        xlabel="length",
        xscale="log" if uneven else "linear",
        ylabel="rows",
        title=f"{plan.programs} programs, {plan.waste:.0%} of the buffers is padding",
    )
    ax.legend()
    return ax
