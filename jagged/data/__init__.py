"""Batches of rows of different lengths: few programs, little padding."""
