"""Functions and equinox layers for networks on rows of different lengths."""

from ._recurrent import (
    GRU as GRU,
    LSTM as LSTM,
    RNN as RNN,
    Bidirectional as Bidirectional,
)
