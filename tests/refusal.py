"""What a refusal has to say."""

import contextlib

import pytest


@contextlib.contextmanager
def refused(kind, *words):
    """The body raises `kind`, in a sentence that has each of the words; `a|b` asks for one of them."""
    with pytest.raises(kind) as caught:
        yield
    text = str(caught.value)
    assert len(text.split()) >= 6, text
    for word in words:
        assert any(one.lower() in text.lower() for one in str(word).split("|")), (word, text)
