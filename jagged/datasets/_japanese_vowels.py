"""Japanese Vowels: 640 utterances of 7 to 29 frames by nine speakers."""

from importlib import resources
from typing import NamedTuple

import numpy as np
from jaxtyping import Int32

from .._array import JaggedArray
from .._flat import from_flat


class Split(NamedTuple):
    """The utterances of one split and who spoke them.

    Attributes:
        utterances: The frames of each utterance, float32 `[rows, None, 12]`, in host memory.
        labels: The speaker of each utterance, from 0 to 8, in host memory.
    """

    utterances: JaggedArray
    labels: Int32[np.ndarray, "rows"]


def japanese_vowels() -> tuple[Split, Split]:
    """Load utterances of the vowels /ae/ by nine speakers, to tell the speaker from an utterance.

    An utterance is a row of 7 to 29 frames, each of 12 cepstrum coefficients. Rows are ordered by
    speaker. The capacity is that of the longest row of the split: 26 in training, 29 in test.

    Returns:
        The training split of 270 rows, 30 of each speaker, and the test split of 370 rows.

    Examples:
        >>> train, test = jg.datasets.japanese_vowels()
        >>> train.utterances.shape, test.utterances.shape
        ((270, None, 12), (370, None, 12))

    Reference:
        M. Kudo, J. Toyama and M. Shimbo (1999), Japanese Vowels, UCI Machine Learning Repository,
        https://doi.org/10.24432/C5NS47, CC BY 4.0. `ATTRIBUTION.md` beside this module says what
        was changed.
    """
    file = resources.files("jagged.datasets") / "japanese_vowels.npz"
    with file.open("rb") as stream, np.load(stream) as arrays:
        return _split(arrays, "train"), _split(arrays, "test")


def _split(arrays: np.lib.npyio.NpzFile, name: str) -> Split:
    values, lengths = arrays[f"{name}_values"], arrays[f"{name}_lengths"]
    return Split(from_flat(values, lengths=lengths, host=True), arrays[f"{name}_labels"])
