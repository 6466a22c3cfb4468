"""Subscripts of einsum: a letter for each axis of each operand, and those of the result."""

import functools
import string
from dataclasses import dataclass


@dataclass(frozen=True)
class Subscripts:
    """A letter for each axis.

    Attributes:
        terms: The letters of each operand.
        output: The letters of the result.
    """

    terms: tuple[str, ...]
    output: str

    def __str__(self) -> str:
        return f"{','.join(self.terms)}->{self.output}"


def check_string(subscripts) -> None:
    """Refuse subscripts that are no string, as in the other way to call `jnp.einsum`.

    Raises:
        TypeError: If they are anything else.
    """
    if not isinstance(subscripts, str):
        raise TypeError(
            'jg.einsum takes subscripts as a string first, such as "bnd,de->bne"; got '
            f"{type(subscripts).__name__}: name each axis by a letter."
        )


@functools.lru_cache(maxsize=1024)
def parse(subscripts: str, ranks: tuple[int, ...]) -> Subscripts:
    """Read subscripts as `numpy.einsum` has them, and give the axes of an ellipsis letters too.

    Raises:
        ValueError: If they don't fit operands of these ranks.
    """
    text = subscripts.replace(" ", "")
    inputs, arrow, output = text.partition("->")
    terms = inputs.split(",")
    if len(terms) != len(ranks):
        raise ValueError(
            f"jg.einsum needs a term for each operand; got {subscripts!r} with {len(terms)} terms for "
            f"{len(ranks)} operands: separate terms by commas."
        )
    _check_letters([*terms, output], subscripts)
    spare = [letter for letter in string.ascii_letters if letter not in text]
    counts = [_hidden_axes(term, rank, subscripts) for term, rank in zip(terms, ranks, strict=True)]
    if max(counts) > len(spare):
        raise ValueError(f"jg.einsum has {len(string.ascii_letters)} letters; got {subscripts!r}.")
    hidden = "".join(spare[: max(counts)])
    expanded = [
        term.replace("...", hidden[len(hidden) - count :])
        for term, count in zip(terms, counts, strict=True)
    ]
    named = output.replace("...", hidden) if arrow else hidden + _implicit(terms)
    _check_output(named, "".join(expanded), subscripts)
    return Subscripts(tuple(expanded), named)


@functools.lru_cache(maxsize=1024)
def matmul_subscripts(ranks: tuple[int, int]) -> Subscripts:
    """Give the subscripts of a matrix product, vectors included; leading axes broadcast."""
    return _broadcasting(ranks, [("ik", "k"), ("kj", "k")], "ij")


@functools.lru_cache(maxsize=1024)
def vecdot_subscripts(ranks: tuple[int, int], axis: int) -> Subscripts:
    """Give the subscripts of a product summed along one axis, counted from the right."""
    letters = string.ascii_letters[: max(ranks)]
    terms = tuple(letters[len(letters) - rank :] for rank in ranks)
    return Subscripts(terms, letters.replace(letters[axis], ""))


def _broadcasting(ranks, cores, output):
    batch = string.ascii_letters[26 : 26 + max(*ranks, 2) - 2]
    terms = []
    for rank, (matrix, vector) in zip(ranks, cores, strict=True):
        core = matrix if rank > 1 else vector
        terms.append(batch[len(batch) - rank + len(core) :] + core)
        output = output if rank > 1 else output.replace(matrix.replace(vector, ""), "")
    return Subscripts(tuple(terms), batch + output)


def _check_letters(terms, subscripts):
    for term in terms:
        rest = term.replace("...", "", 1)
        if rest and not (rest.isalpha() and rest.isascii()):
            raise ValueError(
                "jg.einsum takes letters, commas, one ellipsis a term and one arrow; got "
                f"{subscripts!r}: name each axis by a letter."
            )


def _hidden_axes(term, rank, subscripts) -> int:
    """Count the axes that the ellipsis of a term stands for."""
    count = rank - len(term.replace("...", ""))
    if count < 0 or (count and "..." not in term):
        raise ValueError(
            f"jg.einsum needs a letter for each axis of an operand; got {term!r} in {subscripts!r} for "
            f"an array of {rank} axes: name each axis, or write an ellipsis for the leading ones."
        )
    return count


def _implicit(terms) -> str:
    letters = "".join(terms).replace(".", "")
    return "".join(sorted(letter for letter in set(letters) if letters.count(letter) == 1))


def _check_output(output, inputs, subscripts):
    for letter in output:
        if letter not in inputs or output.count(letter) > 1:
            raise ValueError(
                "jg.einsum needs each letter of the output once there and in some operand; got "
                f"{subscripts!r} with {letter!r}: take it out or rename it."
            )
