"""Batches of a data set, in the shapes of a plan."""

import hashlib
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

import jax
import numpy as np
from jaxtyping import Float, Int

from .._array import JaggedArray
from .._integers import static_integer
from .._record import JaggedRecord, record
from ._flat_rows import FlatRows
from ._plan import Plan


class Batch(NamedTuple):
    """What `Batches` gives.

    Args:
        data: The data set's pytree, of these rows: JaggedArrays of one capacity, and dense arrays.
        weights: 1 for each row, and 0 for a repeated one that fills the last batch of a capacity:
            multiply losses by them.
        rows: Which rows of the data set these are.

    Examples:
        >>> lengths = np.array([1, 2, 2])
        >>> plan = jg.data.plan_capacities(lengths, batch_size=2)
        >>> batches = jg.data.Batches(jg.ones(lengths), plan, seed=0)
        >>> sum(batch.weights.sum() for batch in batches)
        np.float32(3.0)
    """

    data: Any
    weights: Float[np.ndarray, " batch"]
    rows: Int[np.ndarray, " batch"]


class Batches:
    """Batches of a data set in the shapes of a plan, shuffled anew in each epoch.

    A `for` loop goes through one epoch; the next one goes through the next epoch. Each row comes
    once in an epoch with weight 1. Rows of one capacity share batches; the last batch of a capacity
    is filled with repeated rows of weight 0, so nothing is dropped and no shape is new.

    Leaves are NumPy arrays, and no device is touched. Rows and their order depend on the seed, the
    epoch and the plan alone. A loop that was left goes on where it stopped, and so does another
    `Batches`, in another process, that got this one's state.

    Args:
        dataset: A pytree of JaggedArrays `[rows, None, ...]`, `FlatRows`, JaggedRecords and dense
            arrays `[rows, ...]`. Of several jagged arrays of a row the longest decides the capacity.
        plan: The plan, which has to cover every row.
        seed: What the order depends on; `None` keeps the order of the data set, inside and among
            capacities.
        process_index: Which share of each batch this process gets, `jax.process_index()` by default.
        process_count: How many processes share each batch, `jax.process_count()` by default. All
            get batches of equal shapes in equal order, each with rows of its own.
        budget: How many programs there may be; a plan of more is an error. `limit_programs` holds
            the training step itself to such a number.

    Raises:
        ValueError: If the plan does not cover a row, arrays have other numbers of rows, or the plan
            has more programs than the budget.
        TypeError: If the data set has no jagged array.

    Examples:
        >>> lengths = np.array([1, 3, 2, 3])
        >>> dataset = {"x": jg.ones(lengths), "label": np.array([0, 1, 0, 1])}
        >>> plan = jg.data.plan_capacities(lengths, programs=2, batch_size=2)
        >>> for batch in jg.data.Batches(dataset, plan, seed=None):
        ...     print(batch.data["x"].shape, batch.data["x"].capacity, batch.data["label"], batch.weights)
        (2, None) 2 [0 0] [1. 1.]
        (2, None) 3 [1 1] [1. 1.]
    """

    def __init__(
        self,
        dataset: Any,
        plan: Plan,
        *,
        seed: int | None = 0,
        process_index: int | None = None,
        process_count: int | None = None,
        budget: int | None = None,
    ):
        self._store = jax.tree.map(_host, dataset, is_leaf=_is_rows)
        self._lengths = _lengths_of(self._store)
        self._classes = plan.classes(self._lengths)
        self.plan = plan
        self.seed = None if seed is None else static_integer(seed, "seed")
        self._process = _checked_process(process_index, process_count)
        if budget is not None and plan.programs > static_integer(budget, "budget", 1):
            raise ValueError(
                f"The plan must keep within the budget of {budget} programs; got one of "
                f"{plan.programs}: plan with programs={budget}, or raise the budget."
            )
        self._epoch, self._done = 0, 0

    @property
    def epoch(self) -> int:
        """The number of the epoch that the next batch belongs to, from 0."""
        return self._epoch

    def __len__(self) -> int:
        """How many batches an epoch has."""
        rows = np.bincount(self._classes, minlength=self.plan.programs)
        return sum(map(self._number, rows, self.plan.batch_sizes))

    def __iter__(self) -> Iterator[Batch]:
        """Go through the batches of the epoch that have not come yet."""
        return self._run(lambda batch: batch, 1)

    def prefetch(self, size: int = 2, sharding: Any = None) -> Iterator[Batch]:
        """Go through the same batches on a device, put there ahead of their use.

        The state is that of the batches that were taken, not of those that wait.

        Args:
            size: How many batches are on the device at once.
            sharding: Where leaves go, rows first: a `jax.sharding.Sharding`, or a device; the
                default device if not given.

        Returns:
            An iterator of batches with `jax.Array` leaves.
        """
        size = static_integer(size, "size", 1)
        return self._run(partial(jax.device_put, device=sharding), size)

    def get_state(self) -> dict[str, Any]:
        """Give the place in the epoch.

        Returns:
            A dict of integers and strings, fit for json.
        """
        return {"epoch": self._epoch, "batches": self._done, "fingerprint": self._fingerprint()}

    def set_state(self, state: dict[str, Any]) -> None:
        """Go on from a place that `get_state` gave.

        Args:
            state: The dict, from a `Batches` with equal lengths, plan, seed and process.

        Raises:
            ValueError: If it comes from another data set, plan, seed or share of processes.
        """
        ours = self._fingerprint()
        theirs = state["fingerprint"]
        differing = [name for name in ours if ours[name] != theirs.get(name)]
        if differing:
            pairs = (f"{name} {theirs.get(name)}, here {ours[name]}" for name in differing)
            raise ValueError(
                "A state must come from the same data set, plan, seed and process; this one has "
                f"{'; '.join(pairs)}: make the Batches as they were when the state was saved."
            )
        self._epoch, self._done = int(state["epoch"]), int(state["batches"])

    def _run(self, place: Callable, ahead: int) -> Iterator[Batch]:
        order = self._order(self._epoch)
        waiting: deque[Batch] = deque()
        to_come = iter(order[self._done :])
        while True:
            for chosen in to_come:
                waiting.append(place(self._batch(*chosen)))
                if len(waiting) == ahead:
                    break
            if not waiting:
                return
            self._advance(len(order))
            yield waiting.popleft()

    def _advance(self, batches: int) -> None:
        self._done += 1
        if self._done == batches:
            self._epoch, self._done = self._epoch + 1, 0

    def _order(self, epoch: int) -> list[tuple[int, np.ndarray, np.ndarray]]:
        """Give the capacity, the rows and the weights of each batch of an epoch, in order."""
        rows = np.arange(len(self._lengths))
        draws = None if self.seed is None else np.random.default_rng((self.seed, epoch))
        if draws is not None:
            rows = draws.permutation(rows)
        batches = []
        for number, capacity in enumerate(self.plan.capacities):
            mine = rows[self._classes[rows] == number]
            for share, weights in self._shares(mine, self.plan.batch_sizes[number]):
                batches.append((capacity, share, weights))
        if draws is not None:
            batches = [batches[place] for place in draws.permutation(len(batches))]
        return batches

    def _shares(self, rows, size):
        """Cut rows into batches, fill the last one, and give what this process has of each."""
        index, count = self._process
        filled = np.resize(rows, (self._number(len(rows), size), size * count))
        weights = np.arange(filled.size).reshape(filled.shape) < len(rows)
        mine = slice(index, None, count)
        return zip(filled[:, mine], weights[:, mine].astype(np.float32), strict=True)

    def _number(self, rows: int, size: int) -> int:
        """Say how many batches rows of one capacity make, for all processes together."""
        return -(-int(rows) // (size * self._process[1]))

    def _batch(self, capacity, rows, weights) -> Batch:
        take = partial(_take, rows=rows, capacity=capacity)
        return Batch(jax.tree.map(take, self._store, is_leaf=_is_rows), weights, rows)

    def _fingerprint(self) -> dict[str, Any]:
        index, count = self._process
        lengths = np.ascontiguousarray(self._lengths, np.int64).tobytes()
        plan = repr((self.plan.capacities, self.plan.batch_sizes)).encode()
        return {
            "lengths": hashlib.sha256(lengths).hexdigest()[:16],
            "plan": hashlib.sha256(plan).hexdigest()[:16],
            "seed": self.seed,
            "process": f"{index} of {count}",
        }


def _checked_process(index, count) -> tuple[int, int]:
    index = jax.process_index() if index is None else static_integer(index, "process_index")
    count = jax.process_count() if count is None else static_integer(count, "process_count", 1)
    if index >= count:
        raise ValueError(
            f"process_index must be below process_count={count}; got {index}: they count from 0."
        )
    return index, count


def _is_rows(x) -> bool:
    return isinstance(x, JaggedArray | JaggedRecord | FlatRows)


def _host(leaf):
    """Bring a leaf to the host, without padding where it is simple to do without."""
    if isinstance(leaf, FlatRows):
        return leaf
    leaf = jax.tree.map(np.asarray, leaf)
    if _is_rows(leaf) and leaf.lengths.ndim != 1:
        raise ValueError(
            "A jagged array of a data set must be [rows, None, ...], with one batch axis; got lengths "
            f"of shape {leaf.lengths.shape}: flatten its batch axes."
        )
    simple = isinstance(leaf, JaggedArray) and not leaf.inner_lengths
    return FlatRows.from_rows(leaf) if simple else leaf


def _lengths_of(store) -> np.ndarray:
    leaves = jax.tree.leaves(store, is_leaf=_is_rows)
    jagged = [leaf.lengths for leaf in leaves if _is_rows(leaf)]
    if not jagged:
        raise TypeError(
            "A data set must have a JaggedArray, FlatRows or a JaggedRecord; got none: make rows one "
            "with jg.array(rows) or jg.data.FlatRows.from_rows(rows)."
        )
    counts = [len(leaf.lengths) if _is_rows(leaf) else _rows_of(leaf) for leaf in leaves]
    if len(set(counts)) != 1:
        raise ValueError(
            f"Every array of a data set must have as many rows; got {counts}, in the order of its "
            "leaves: check that labels and rows belong together."
        )
    return np.max(jagged, axis=0)


def _rows_of(array) -> int | None:
    return array.shape[0] if array.ndim else None


def _take(leaf, rows, capacity):
    if isinstance(leaf, FlatRows):
        return leaf.batch(rows, capacity)
    if isinstance(leaf, JaggedArray):
        return leaf[rows].resize(capacity)
    if isinstance(leaf, JaggedRecord):
        fields = leaf[rows].arrays()
        return record(jax.tree.map(lambda x: x.resize(capacity), fields, is_leaf=_is_rows))
    return leaf[rows]
