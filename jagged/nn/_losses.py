"""Losses of the elements of rows: those of optax, with padding left out."""

from collections.abc import Callable

import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Float

from .._array import JaggedArray
from .._checking import refuse
from .._extras import required
from .._map import map_elements, vectorize


def softmax_cross_entropy(logits: JaggedArray, labels: JaggedArray) -> JaggedArray:
    """Give the cross entropy of each element's logits and a distribution over classes.

    Args:
        logits: `[*batch, None, classes]`, floating.
        labels: Probabilities `[*batch, None, classes]`, of equal lengths.

    Returns:
        The losses, `[*batch, None]`. `jg.nn.average` makes one number of them.

    Raises:
        ValueError: If lengths or the number of classes differ.
        TypeError: If one is not a JaggedArray.
        ImportError: If optax is not installed; the extra `losses` has it.

    Examples:
        >>> logits = jg.zeros([2, 0], (3,))
        >>> jg.nn.softmax_cross_entropy(logits, jg.ones_like(logits) / 3).to_list()
        [[1.0986123085021973, 1.0986123085021973], []]

    Reference:
        `optax.losses.softmax_cross_entropy`.
    """
    return _loss("softmax_cross_entropy", logits, labels, features=1)


def softmax_cross_entropy_with_integer_labels(
    logits: JaggedArray, labels: JaggedArray
) -> JaggedArray:
    """Give the cross entropy of each element's logits and the number of its class.

    Args:
        logits: `[*batch, None, classes]`, floating.
        labels: Integers `[*batch, None]` from 0 to `classes - 1`, of equal lengths. A traced label
            outside gives NaN, and an error under `jg.checking()`. To leave elements out, pass
            weights to `jg.nn.average`.

    Returns:
        The losses, `[*batch, None]`. `jg.nn.average` makes one number of them.

    Raises:
        ValueError: If lengths differ, or a label is outside.
        TypeError: If one is not a JaggedArray, or labels are not integers.
        ImportError: If optax is not installed; the extra `losses` has it.

    Examples:
        >>> logits, labels = jg.zeros([2, 0], (3,)), jg.array([[2, 0], []], dtype=int)
        >>> jg.nn.softmax_cross_entropy_with_integer_labels(logits, labels).to_list()
        [[1.0986123085021973, 1.0986123085021973], []]

    Reference:
        `optax.losses.softmax_cross_entropy_with_integer_labels`.
    """
    name = "softmax_cross_entropy_with_integer_labels"
    loss = _from_optax(name)
    _check_jagged(name, logits, labels)
    classes = _classes(name, logits)
    labels = _checked_labels(labels, classes)

    def one(logits, label):
        inside = (label >= 0) & (label < classes)
        return loss(logits, jnp.where(inside, label, jnp.full_like(label, classes)))

    return map_elements(one, logits, labels)


def sigmoid_binary_cross_entropy(logits: JaggedArray, labels: JaggedArray) -> JaggedArray:
    """Give the cross entropy of logits and binary labels, entry by entry.

    Args:
        logits: `[*batch, None, *features]`, floating.
        labels: Probabilities of the same shape, 0 or 1 for instance, of equal lengths.

    Returns:
        The losses, `[*batch, None, *features]`.

    Raises:
        ValueError: If lengths or features differ.
        TypeError: If one is not a JaggedArray.
        ImportError: If optax is not installed; the extra `losses` has it.

    Examples:
        >>> logits = jg.zeros([2, 0])
        >>> jg.nn.sigmoid_binary_cross_entropy(logits, jg.ones_like(logits)).to_list()
        [[0.6931471824645996, 0.6931471824645996], []]

    Reference:
        `optax.losses.sigmoid_binary_cross_entropy`.
    """
    return _loss("sigmoid_binary_cross_entropy", logits, labels)


def squared_error(predictions: JaggedArray, targets: JaggedArray) -> JaggedArray:
    """Give the squares of differences, entry by entry.

    Args:
        predictions: `[*batch, None, *features]`, floating.
        targets: The same shape, of equal lengths.

    Returns:
        The losses, `[*batch, None, *features]`.

    Raises:
        ValueError: If lengths or features differ.
        TypeError: If one is not a JaggedArray.
        ImportError: If optax is not installed; the extra `losses` has it.

    Examples:
        >>> jg.nn.squared_error(jg.array([[1.0, 3.0], []]), jg.array([[0.0, 1.0], []])).to_list()
        [[1.0, 4.0], []]

    Reference:
        `optax.losses.squared_error`.
    """
    return _loss("squared_error", predictions, targets)


def huber_loss(predictions: JaggedArray, targets: JaggedArray, delta: float = 1.0) -> JaggedArray:
    """Give half the squares of differences up to delta, and what grows linearly beyond.

    Args:
        predictions: `[*batch, None, *features]`, floating.
        targets: The same shape, of equal lengths.
        delta: From where on it is linear.

    Returns:
        The losses, `[*batch, None, *features]`.

    Raises:
        ValueError: If lengths or features differ.
        TypeError: If one is not a JaggedArray.
        ImportError: If optax is not installed; the extra `losses` has it.

    Examples:
        >>> jg.nn.huber_loss(jg.array([[1.0, 3.0], []]), jg.array([[0.0, 0.0], []])).to_list()
        [[0.5, 2.5], []]

    Reference:
        `optax.losses.huber_loss`; Huber, "Robust estimation of a location parameter", 1964.
    """
    return _loss("huber_loss", predictions, targets, delta=delta)


def ctc_loss(logits: JaggedArray, labels: JaggedArray, *, blank_id: int = 0) -> Float[Array, "..."]:
    """Give minus the log-probability of each row's labels, over all alignments with its frames.

    Args:
        logits: Frames `[*batch, None, classes]`, floating.
        labels: Integers `[*batch, None]`, with lengths of their own, none of them blank.
        blank_id: The class that stands for no label.

    Returns:
        The losses `[*batch]`. Labels that no alignment has room for give a loss of about 1e5, as in
        optax, with a finite gradient; a row without frames and without labels gives 0.

    Raises:
        ValueError: If batch axes differ, or a label is outside.
        TypeError: If one is not a JaggedArray, or labels are not integers.
        ImportError: If optax is not installed; the extra `losses` has it.

    Examples:
        >>> frames, labels = jg.zeros([4, 3], (5,)), jg.array([[1, 2], [3]])
        >>> jg.nn.ctc_loss(frames, labels).shape
        (2,)

    Reference:
        `optax.losses.ctc_loss`; Graves et al., "Connectionist temporal classification", 2006.
    """
    loss = _from_optax("ctc_loss")
    _check_jagged("ctc_loss", logits, labels)
    classes = _classes("ctc_loss", logits)
    if logits.lengths.shape != labels.lengths.shape:
        raise ValueError(
            "ctc_loss takes one row of labels for each row of frames; got batch shapes "
            f"{logits.lengths.shape} and {labels.lengths.shape}: check that they belong together."
        )
    labels = _checked_labels(labels, classes)

    def one(*row):
        return loss(*(each[None] for each in row), blank_id=blank_id)[0]

    frames = jnp.where(logits.mask[..., None], logits.data, 0)
    numbers = jnp.where(labels.mask, labels.data, 0)
    absent = [(~each.mask).astype(logits.dtype) for each in (logits, labels)]
    return vectorize(one, logits.lengths.ndim)(frames, absent[0], numbers, absent[1])


def _loss(name: str, predictions, targets, *, features: int = 0, **options) -> JaggedArray:
    loss = _from_optax(name)
    _check_jagged(name, predictions, targets)
    if features:
        _classes(name, predictions)
    if predictions.shape != targets.shape:
        raise ValueError(
            f"{name} compares entry by entry, so shapes must agree; got {predictions.shape} and "
            f"{targets.shape}: reshape the targets."
        )
    return map_elements(lambda one, two: loss(one, two, **options), predictions, targets)


def _from_optax(name: str) -> Callable:
    return getattr(required("optax", "losses"), name)


def _check_jagged(name, *arrays) -> None:
    for each in arrays:
        if not isinstance(each, JaggedArray):
            raise TypeError(
                f"jg.nn.{name} takes JaggedArrays; got {type(each).__name__}: for dense ones use "
                f"optax.{name} itself."
            )


def _classes(name, logits) -> int:
    if logits.ndim != logits.lengths.ndim + 2 or logits.inner_lengths:
        raise ValueError(
            f"Logits of {name} must be [*batch, None, classes]; got shape {logits.shape}: classes are "
            "the last axis, for each element."
        )
    return logits.shape[-1]


def _checked_labels(labels: JaggedArray, classes: int) -> JaggedArray:
    if not jnp.issubdtype(labels.dtype, jnp.integer) or labels.ndim != labels.lengths.ndim + 1:
        raise TypeError(
            "Labels must be integers [*batch, None], one for each element; got "
            f"{labels.dtype}{list(labels.shape)}: cast them, labels.astype(int)."
        )

    def error(data=None, mask=None):
        required_range = (
            f"Labels must lie between 0 and {classes - 1}, for there are {classes} classes"
        )
        advice = "To leave elements out, give them weight 0 in jg.nn.average."
        if data is None or mask is None:
            return ValueError(f"{required_range}. {advice}")
        place = np.argwhere(_outside(data, mask, classes))[0].tolist()
        *row, element = place
        came = (
            f"got {data[tuple(place)]} in row {row[0] if len(row) == 1 else row}, element {element}"
        )
        return ValueError(f"{required_range}; {came}. {advice}")

    arrays = labels.data, labels.mask
    data = refuse(lambda data, mask: _outside(data, mask, classes), arrays, error)
    return labels if data is labels.data else JaggedArray.unchecked(data, labels.lengths)


def _outside(data, mask, classes):
    return mask & ((data < 0) | (data >= classes))
