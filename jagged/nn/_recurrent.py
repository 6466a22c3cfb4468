"""Recurrent nets along rows."""

from functools import singledispatch
from typing import Any

import equinox as eqx
import jax.numpy as jnp
import jax.random as jr
from jaxtyping import PRNGKeyArray

from .._array import JaggedArray
from .._integers import static_integer
from .._joining import concatenate
from .._scan import scan

CHUNK = 32


class RNN(eqx.Module):
    """Run a cell along each row, from its first element to its own last.

    Steps behind the end of the longest row are not taken, see `chunk`.

    Args:
        cell: A cell of equinox, or any callable `cell(element, carry) -> carry`. The output of a step
            is the carry, or the first of a tuple.
        reverse: Whether to run from each row's own last element to its first.
        chunk: How many steps to take between looks at whether every row has ended; `None` takes as
            many steps as the capacity.

    Examples:
        >>> cell = eqx.nn.GRUCell(2, 3, key=jr.key(0))
        >>> carry, outputs = jg.nn.RNN(cell)(jg.ones([2, 0], (2,)))
        >>> carry.shape, outputs.shape
        ((2, 3), (2, None, 3))

    Reference:
        `flax.linen.RNN`.
    """

    cell: Any
    reverse: bool = eqx.field(static=True)
    chunk: int | None = eqx.field(static=True)

    def __init__(self, cell: Any, *, reverse: bool = False, chunk: int | None = CHUNK):
        self.cell = cell
        self.reverse = bool(reverse)
        self.chunk = None if chunk is None else static_integer(chunk, "chunk", 1)

    def __call__(self, x: JaggedArray, initial: Any = None) -> tuple[Any, JaggedArray]:
        """Run the cell.

        Args:
            x: `[*batch, None, *features]`.
            initial: The first carries, a pytree of arrays `[*batch, ...]`; zeros by default.

        Returns:
            The carries after each row's own last element, those given for empty rows, and the
            outputs `[*batch, None, hidden]`.

        Raises:
            TypeError: If `x` is not a JaggedArray, or the cell needs `initial`.
            ValueError: If the elements have another size than the cell takes.
        """
        _check_elements(self.cell, x)
        in_axes = 0
        if initial is None:
            initial, in_axes = zero_carry(self.cell), None

        def step(carry, element):
            carry = self.cell(element, carry)
            return carry, carry[0] if isinstance(carry, tuple) else carry

        options = {"reverse": self.reverse, "in_axes": in_axes, "chunk": self.chunk}
        return scan(step, initial, x, **options)


class Bidirectional(eqx.Module):
    """Run one net forward and one in reverse along each row, and join their outputs.

    The reverse one starts at each row's own last element.

    Args:
        forward: An `RNN`.
        backward: An `RNN` with `reverse=True`.

    Raises:
        ValueError: If one of them runs in the other direction.

    Examples:
        >>> cells = [eqx.nn.GRUCell(2, 3, key=key) for key in jr.split(jr.key(0))]
        >>> net = jg.nn.Bidirectional(jg.nn.RNN(cells[0]), jg.nn.RNN(cells[1], reverse=True))
        >>> carries, outputs = net(jg.ones([2, 0], (2,)))
        >>> outputs.shape
        (2, None, 6)

    Reference:
        `flax.linen.Bidirectional`.
    """

    forward: RNN
    backward: RNN

    def __init__(self, forward: RNN, backward: RNN):
        if forward.reverse or not backward.reverse:
            raise ValueError(
                "The forward net must run forward and the backward one in reverse; got "
                f"reverse={forward.reverse} and reverse={backward.reverse}: pass RNN(cell) and "
                "RNN(cell, reverse=True)."
            )
        self.forward, self.backward = forward, backward

    def __call__(self, x: JaggedArray, initial: Any = None) -> tuple[tuple, JaggedArray]:
        """Run both nets.

        Args:
            x: `[*batch, None, *features]`.
            initial: A pair of first carries; zeros by default.

        Returns:
            The pair of last carries, and the outputs of both, joined along the features.
        """
        first, second = (None, None) if initial is None else initial
        first, forward = self.forward(x, first)
        second, backward = self.backward(x, second)
        return (first, second), concatenate([forward, backward], axis=-1)


class _Stack(eqx.Module):
    """Layers of nets of one kind of cell, each running along the outputs of the one before."""

    layers: tuple[RNN | Bidirectional, ...]

    def __call__(self, x: JaggedArray, initial: Any = None) -> tuple[tuple, JaggedArray]:
        """Run all layers.

        Args:
            x: `[*batch, None, input_size]`.
            initial: A tuple with the first carries of each layer; zeros by default.

        Returns:
            A tuple with the last carries of each layer (a pair of them if bidirectional), and the
            outputs of the last layer.

        Raises:
            TypeError: If `x` is not a JaggedArray.
            ValueError: If its elements have another size, or there are not as many first carries as
                layers.
        """
        given = (None,) * len(self.layers) if initial is None else initial
        if len(given) != len(self.layers):
            raise ValueError(
                f"initial must be a tuple of {len(self.layers)}, the first carries of each layer; got "
                f"{len(given)}."
            )
        carries = []
        for layer, first in zip(self.layers, given, strict=True):
            carry, x = layer(x, first)
            carries.append(carry)
        return tuple(carries), x


class GRU(_Stack):
    """Layers of gated recurrent units along each row.

    Args:
        input_size: The number of features of an element.
        hidden_size: The number of features of the carry.
        num_layers: How many layers there are, each on the outputs of the one before.
        bidirectional: Whether each layer also runs in reverse; outputs have twice the size then.
        use_bias: Whether there are biases.
        chunk: As in `RNN`.
        dtype: The dtype of the parameters, JAX's default by default.
        key: A key for the parameters.

    Examples:
        >>> net = jg.nn.GRU(2, 3, num_layers=2, bidirectional=True, key=jr.key(0))
        >>> carries, outputs = net(jg.ones([2, 0], (2,)))
        >>> outputs.shape, carries[-1][0].shape
        ((2, None, 6), (2, 3))

    Reference:
        `equinox.nn.GRUCell`, `torch.nn.GRU`; Cho et al., "Learning phrase representations using
        RNN encoder-decoder for statistical machine translation", 2014.
    """

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        num_layers: int = 1,
        *,
        bidirectional: bool = False,
        use_bias: bool = True,
        chunk: int | None = CHUNK,
        dtype: Any = None,
        key: PRNGKeyArray,
    ):
        sizes = input_size, hidden_size, num_layers
        options = {"use_bias": use_bias, "dtype": dtype}
        self.layers = _layers(eqx.nn.GRUCell, sizes, bidirectional, chunk, options, key)


class LSTM(_Stack):
    """Layers of long short-term memory along each row.

    The carry of a layer is a pair `(hidden, cell)`; its output is `hidden`.

    Args:
        input_size: The number of features of an element.
        hidden_size: The number of features of each part of the carry.
        num_layers: How many layers there are, each on the outputs of the one before.
        bidirectional: Whether each layer also runs in reverse; outputs have twice the size then.
        use_bias: Whether there are biases.
        chunk: As in `RNN`.
        dtype: The dtype of the parameters, JAX's default by default.
        key: A key for the parameters.

    Examples:
        >>> carries, outputs = jg.nn.LSTM(2, 3, key=jr.key(0))(jg.ones([2, 0], (2,)))
        >>> outputs.shape, [part.shape for part in carries[0]]
        ((2, None, 3), [(2, 3), (2, 3)])

    Reference:
        `equinox.nn.LSTMCell`, `torch.nn.LSTM`; Hochreiter and Schmidhuber, "Long short-term memory",
        1997.
    """

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        num_layers: int = 1,
        *,
        bidirectional: bool = False,
        use_bias: bool = True,
        chunk: int | None = CHUNK,
        dtype: Any = None,
        key: PRNGKeyArray,
    ):
        sizes = input_size, hidden_size, num_layers
        options = {"use_bias": use_bias, "dtype": dtype}
        self.layers = _layers(eqx.nn.LSTMCell, sizes, bidirectional, chunk, options, key)


def _layers(kind, sizes, bidirectional, chunk, options, key):
    size, hidden, number = sizes
    number = static_integer(number, "num_layers", 1)
    layers = []
    for layer_key in jr.split(key, number):
        keys = jr.split(layer_key, 2 if bidirectional else 1)
        nets = [
            RNN(kind(size, hidden, **options, key=own), reverse=reverse, chunk=chunk)
            for own, reverse in zip(keys, (False, True), strict=False)
        ]
        layers.append(Bidirectional(*nets) if bidirectional else nets[0])
        size = hidden * len(nets)
    return tuple(layers)


@singledispatch
def zero_carry(cell) -> Any:
    """Give the first carry of a row."""
    raise TypeError(
        f"The first carry of {type(cell).__name__} is not known: pass initial=, arrays [*batch, ...]."
    )


@zero_carry.register
def _(cell: eqx.nn.GRUCell):
    return jnp.zeros(cell.hidden_size, cell.weight_hh.dtype)


@zero_carry.register
def _(cell: eqx.nn.LSTMCell):
    zeros = jnp.zeros(cell.hidden_size, cell.weight_hh.dtype)
    return zeros, zeros


def _check_elements(cell, x) -> None:
    if not isinstance(x, JaggedArray):
        raise TypeError(
            f"A recurrent net runs along a JaggedArray [*batch, None, features]; got "
            f"{type(x).__name__}: make rows one with jg.array(rows)."
        )
    size, features = getattr(cell, "input_size", None), x.shape[x.lengths.ndim + 1 :]
    if size is not None and features != (size,):
        raise ValueError(
            f"The cell takes elements of {size} features, x [*batch, None, {size}]; got x of shape "
            f"{x.shape}: check input_size={size}."
        )
