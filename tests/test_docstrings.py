"""The examples in docstrings run and print what they say."""

import doctest
import importlib
import pkgutil

import jax
import jax.numpy as jnp
import jax.random as jr
import numpy as np
import pytest

import jagged as jg

MODULES = ["jagged", *(each.name for each in pkgutil.walk_packages(jg.__path__, "jagged."))]
NAMES = {"jax": jax, "jg": jg, "jnp": jnp, "jr": jr, "np": np}
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


def failures(module) -> str:
    """Run a module's examples and give the reports of those that fail."""
    reports = []
    runner = doctest.DocTestRunner(verbose=False, optionflags=FLAGS)
    for example in doctest.DocTestFinder(exclude_empty=True).find(module, extraglobs=NAMES):
        runner.run(example, out=reports.append)
    return "".join(reports)


@pytest.mark.parametrize("name", MODULES)
def test_examples_print_what_they_say(name):
    reports = failures(importlib.import_module(name))
    assert not reports, reports


def test_a_wrong_example_is_reported():
    module = type(jg)("wrong", ">>> jnp.ones(1).shape\n(2,)\n")
    assert "Expected:\n    (2,)\nGot:\n    (1,)" in failures(module)
