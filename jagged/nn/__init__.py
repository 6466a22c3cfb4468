"""Functions and equinox layers for networks on rows of different lengths."""

from ._average import Average as Average, average as average
from ._losses import (
    ctc_loss as ctc_loss,
    huber_loss as huber_loss,
    sigmoid_binary_cross_entropy as sigmoid_binary_cross_entropy,
    softmax_cross_entropy as softmax_cross_entropy,
    softmax_cross_entropy_with_integer_labels as softmax_cross_entropy_with_integer_labels,
    squared_error as squared_error,
)
from ._pooling import AttentionPooling as AttentionPooling, TopKPooling as TopKPooling
from ._recurrent import (
    GRU as GRU,
    LSTM as LSTM,
    RNN as RNN,
    Bidirectional as Bidirectional,
)
