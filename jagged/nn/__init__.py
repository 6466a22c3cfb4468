"""Functions and equinox layers for networks on rows of different lengths."""
