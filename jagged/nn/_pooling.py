"""Pooling with weights that are learnt: one vector, or a few elements, of each row."""

import equinox as eqx
import jax
import jax.numpy as jnp
import jax.random as jr
from jaxtyping import Array, Float, PRNGKeyArray

from .._array import JaggedArray
from .._elementwise import tanh
from .._integers import static_integer
from .._map import map_elements
from .._order import top_k
from .._row._vmap import vmap


class AttentionPooling(eqx.Module):
    """Average the elements of each row with weights from a softmax over scores that are learnt.

    Args:
        size: The number of features of an element.
        hidden_size: How many hidden units score an element, through `tanh`; `None` for a linear
            score.
        key: A key for the parameters.

    Examples:
        >>> pool = jg.nn.AttentionPooling(3, key=jr.key(0))
        >>> pool(jg.ones([2, 0], (3,)))
        Array([[1., 1., 1.],
               [0., 0., 0.]], dtype=float32)

    Reference:
        Ilse, Tomczak and Welling, "Attention-based deep multiple instance learning", 2018.
    """

    hidden: eqx.nn.Linear | None
    score: eqx.nn.Linear
    size: int = eqx.field(static=True)

    def __init__(self, size: int, hidden_size: int | None = None, *, key: PRNGKeyArray):
        keys = jr.split(key)
        self.size = size
        self.hidden = None if hidden_size is None else eqx.nn.Linear(size, hidden_size, key=keys[0])
        scored = size if hidden_size is None else hidden_size
        self.score = eqx.nn.Linear(scored, "scalar", use_bias=False, key=keys[1])

    def __call__(self, x: JaggedArray) -> Float[Array, "*batch size"]:
        """Pool rows.

        Args:
            x: `[*batch, None, size]`.

        Returns:
            `[*batch, size]`; zeros for empty rows.

        Raises:
            ValueError: If elements have another size.
            TypeError: If `x` is not a JaggedArray.
        """
        _check_size(x, self.size)

        def pool(row):
            weights = jax.nn.softmax(jax.vmap(self._scored)(row))
            return weights @ row

        if x.lengths.ndim == 0:
            return vmap(pool, empty=0)(x[None])[0]
        for _ in range(x.lengths.ndim):
            pool = vmap(pool, empty=0)
        return pool(x)

    def _scored(self, element):
        return self.score(element if self.hidden is None else jnp.tanh(self.hidden(element)))


class TopKPooling(eqx.Module):
    """Keep the k elements of each row that score highest, highest first.

    A score is the product with a vector that is learnt, divided by its norm; the elements kept are
    multiplied by its `tanh`, through which the vector learns.

    Args:
        size: The number of features of an element.
        k: How many elements to keep; a shorter row keeps all.
        key: A key for the vector.

    Examples:
        >>> pool = jg.nn.TopKPooling(3, 2, key=jr.key(0))
        >>> pool(jg.ones([5, 1, 0], (3,))).lengths
        Array([2, 1, 0], dtype=int32)

    Reference:
        Gao and Ji, "Graph U-Nets", 2019.
    """

    vector: Float[Array, " size"]
    k: int = eqx.field(static=True)

    def __init__(self, size: int, k: int, *, key: PRNGKeyArray):
        self.vector = jr.normal(key, (size,)) / jnp.sqrt(size)
        self.k = static_integer(k, "k of TopKPooling", 1)

    def __call__(self, x: JaggedArray) -> JaggedArray:
        """Pool rows.

        Args:
            x: `[*batch, None, size]`.

        Returns:
            `[*batch, None, size]`, of capacity k at most; empty rows stay empty.

        Raises:
            ValueError: If elements have another size.
            TypeError: If `x` is not a JaggedArray.
        """
        _check_size(x, self.vector.shape[0])
        direction = self.vector / jnp.linalg.norm(self.vector)
        scores, places = top_k(map_elements(lambda element: element @ direction, x), self.k)
        return x[places] * tanh(scores)[..., None]


def _check_size(x, size: int) -> None:
    if not isinstance(x, JaggedArray):
        raise TypeError(
            f"Pooling takes a JaggedArray [*batch, None, {size}]; got {type(x).__name__}: make rows "
            "one with jg.array(rows)."
        )
    if x.shape[x.lengths.ndim + 1 :] != (size,):
        raise ValueError(
            f"The layer pools elements of {size} features, x [*batch, None, {size}]; got x of shape "
            f"{x.shape}: make it with size={x.shape[-1]}."
        )
