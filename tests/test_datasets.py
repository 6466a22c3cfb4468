"""The data sets hold what their sources say, as numpy arrays."""

import numpy as np
import pytest

import jagged as jg
from jagged.datasets import japanese_vowels

TEST_UTTERANCES_OF_SPEAKERS = [31, 35, 88, 44, 29, 24, 40, 50, 29]


@pytest.mark.parametrize(
    ("split", "rows", "frames", "shortest", "longest"),
    [(0, 270, 4274, 7, 26), (1, 370, 5687, 7, 29)],
)
def test_japanese_vowels_has_its_published_sizes(split, rows, frames, shortest, longest):
    utterances, labels = japanese_vowels()[split]
    assert isinstance(utterances, jg.JaggedArray)
    assert utterances.shape == (rows, None, 12)
    assert utterances.lengths.sum() == frames
    assert utterances.lengths.min() == shortest
    assert utterances.lengths.max() == utterances.capacity == longest
    assert labels.shape == (rows,)


def test_japanese_vowels_counts_the_utterances_of_each_speaker():
    train, test = japanese_vowels()
    assert np.bincount(train.labels).tolist() == [30] * 9
    assert np.bincount(test.labels).tolist() == TEST_UTTERANCES_OF_SPEAKERS


def test_japanese_vowels_touches_no_device():
    for utterances, labels in japanese_vowels():
        for leaf, dtype in (
            (utterances.data, np.float32),
            (utterances.lengths, np.int32),
            (labels, np.int32),
        ):
            assert type(leaf) is np.ndarray
            assert leaf.dtype == dtype


def test_japanese_vowels_keeps_frames_in_order():
    train, test = japanese_vowels()
    first, last = train.utterances.to_list()[0], test.utterances.to_list()[-1]
    np.testing.assert_allclose(first[0][:3], [1.860936, -0.207383, 0.261557], rtol=1e-6)
    assert len(first) == 20
    assert len(last) == test.utterances.lengths[-1]


def test_japanese_vowels_is_zero_and_finite_beyond_each_length():
    for utterances, _ in japanese_vowels():
        assert np.all(np.isfinite(utterances.data))
        beyond = np.arange(utterances.capacity) >= utterances.lengths[:, None]
        assert np.all(utterances.data[beyond] == 0)
