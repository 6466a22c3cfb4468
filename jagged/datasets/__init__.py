"""Small data sets of rows of different lengths, shipped with the package."""

from ._japanese_vowels import Split as Split, japanese_vowels as japanese_vowels
