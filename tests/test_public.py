"""The public surface: pinned, documented, typed, and in the table of tests."""

import importlib.metadata
import inspect
import pathlib
import sys

import jax.numpy as jnp
import pytest

import jagged as jg
from jagged._elementwise import FUNCTIONS
from jagged._table import RULES
from tests.layers import LAYERS
from tests.table import OPERATIONS

ROOT = pathlib.Path(__file__).parent.parent

NAMES = [
    "JaggedArray",
    "JaggedRecord",
    "ROW",
    "argmax",
    "argmin",
    "argsort",
    "all",
    "any",
    "append",
    "arange",
    "argcartesian",
    "argcombinations",
    "array",
    "cartesian",
    "associative_scan",
    "checking",
    "combinations",
    "compress",
    "count",
    "count_nonzero",
    "cumlogsumexp",
    "cummax",
    "cummin",
    "cumprod",
    "cumsum",
    "data",
    "first",
    "concatenate",
    "flatten",
    "diff",
    "einsum",
    "from_dense",
    "from_flat",
    "from_mask",
    "full",
    "full_like",
    "last",
    "insert",
    "interp",
    "linspace",
    "local_index",
    "log_softmax",
    "logsumexp",
    "map_elements",
    "matmul",
    "max",
    "mean",
    "median",
    "min",
    "nonzero",
    "norm",
    "ones",
    "ones_like",
    "pairwise",
    "partition",
    "moveaxis",
    "nn",
    "pad",
    "partition_specs",
    "percentile",
    "prod",
    "quantile",
    "rank",
    "record",
    "register_rule",
    "run_lengths",
    "repeat",
    "reshape",
    "reverse",
    "roll",
    "scan",
    "searchsorted",
    "softmax",
    "sort",
    "split",
    "stack",
    "std",
    "sum",
    "take",
    "take_along_axis",
    "testing",
    "top_k",
    "unique",
    "tile",
    "unflatten",
    "var",
    "vecdot",
    "vmap",
    "windows",
    "zeros",
    "zeros_like",
]

# What is no operation on arrays, and has tests of its own.
ELSEWHERE = [
    "JaggedRecord",
    "ROW",
    "arange",
    "array",
    "checking",
    "data",
    "from_dense",
    "from_flat",
    "full",
    "linspace",
    "nn",
    "ones",
    "partition_specs",
    "record",
    "register_rule",
    "testing",
    "vmap",
    "zeros",
]


NOT_FUNCTIONS = ("ROW", "data", "nn", "testing")


def public(module=jg):
    return sorted(name for name in vars(module) if not name.startswith("_") and name != "datasets")


def test_the_public_list():
    assert public() == sorted({*NAMES, *FUNCTIONS})


def test_every_operation_has_a_row_in_the_table():
    rows = {operation.function for operation in OPERATIONS}
    assert sorted(set(public()) - rows) == sorted(ELSEWHERE)


def test_every_layer_has_a_row_in_the_table():
    assert {layer.tested for layer in LAYERS} >= {getattr(jg.nn, name) for name in public(jg.nn)}


@pytest.mark.parametrize(
    ("module", "name"),
    [(module, name) for module in (jg.nn, jg.data) for name in public(module)],
)
def test_docstrings_of_layers_and_of_batches_say_what_they_must(module, name):
    tested = getattr(module, name)
    text = inspect.getdoc(tested)
    assert text, name
    assert text.splitlines()[0].endswith(".")
    assert "Args:" in text
    assert inspect.isclass(tested) or "Returns:" in text
    assert ">>>" in text
    assert module is jg.data or "Reference:" in text


@pytest.mark.parametrize("name", [name for name in public() if name not in NOT_FUNCTIONS])
def test_docstrings_say_what_they_must(name):
    function = getattr(jg, name)
    text = inspect.getdoc(function)
    assert text, name
    assert text.splitlines()[0].endswith(".")
    assert not inspect.signature(function).parameters or "Args:" in text
    assert inspect.isclass(function) or "Returns:" in text
    assert name in FUNCTIONS or ">>>" in text or inspect.isclass(function)
    assert (
        name == "record"
        or inspect.isclass(function)
        or "Reference:" in text
        or name in (["array", "from_flat", "from_dense", "from_mask"])
    )


def test_the_table_has_every_ufunc_of_jnp():
    ufuncs = {name for name in dir(jnp) if isinstance(getattr(jnp, name), jnp.ufunc)}
    assert ufuncs <= {rule.name for rule in RULES}
    assert [rule.name for rule in RULES] == sorted({rule.name for rule in RULES})


def test_the_stub_is_what_the_table_gives():
    pytest.importorskip("ruff", reason="the stub is formatted by ruff, which is not installed")
    sys.path.insert(0, str(ROOT / "scripts"))
    try:
        import stubs  # pyright: ignore[reportMissingImports]
    finally:
        sys.path.pop(0)
    assert stubs.PATH.read_text() == stubs.contents(), "run `make stubs`"


def test_the_version_is_that_of_the_distribution():
    assert jg.__version__ == importlib.metadata.version("jagged-jax")


def test_nothing_private_of_jax_is_imported():
    for path in (ROOT / "jagged").rglob("*.py"):
        assert "jax._src" not in path.read_text(), path
