"""What every test of the suite runs under: eight simulated devices and jax at its strictest."""

import os

DEVICES = "--xla_force_host_platform_device_count"
if DEVICES not in os.environ.get("XLA_FLAGS", ""):
    # Most of the time goes into compiling programs that run once.
    flags = f"{DEVICES}=8 --xla_backend_optimization_level=0"
    os.environ["XLA_FLAGS"] = f"{os.environ.get('XLA_FLAGS', '')} {flags}".strip()

import jax  # noqa: E402
import pytest  # noqa: E402
from hypothesis import settings  # noqa: E402
from jaxtyping import install_import_hook  # noqa: E402

# The same draws in each run; `--hypothesis-profile=default` draws others.
settings.register_profile("same", deadline=None, derandomize=True, report_multiple_bugs=False)
settings.load_profile("same")

if os.environ.get("JAGGED_RUNTIME_TYPES"):
    # Not the containers: their fields hold whatever a tree is mapped to.
    checked = """
        _sums _moments _extrema _exponentials _cumulative _dense _flat _rows _fill _scan _map _take
        _compress _order _searching _distinct _quantiles _pairs _pairwise _joining _inserting _moving
        _repeating _splitting _nesting _reshaping _differences _windows _interpolation _associative
    """
    kernels = """
        sums norms extrema exponentials compaction positions safety validity gather order counting
        keys distinct searching quantiles combinations products joining cutting moving nesting
        association cumulative interpolation contraction
    """
    install_import_hook(
        [f"jagged.{name}" for name in checked.split()]
        + [f"jagged._kernels.{name}" for name in kernels.split()],
        "beartype.beartype",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Keep the tests of one function of one row on one worker, for they share what was computed."""
    for item in items:
        function = getattr(item, "callspec", None) and item.callspec.params.get("function")
        if type(function).__name__ == "RowFunction":
            item.add_marker(pytest.mark.xdist_group(f"rows {function}"))


@pytest.fixture(scope="session", autouse=True)
def strict_jax():
    """A dtype promoted or a rank broadcast by accident is an error, in the library as in its tests."""
    before = jax.config.jax_numpy_dtype_promotion, jax.config.jax_numpy_rank_promotion
    jax.config.update("jax_numpy_dtype_promotion", "strict")
    jax.config.update("jax_numpy_rank_promotion", "raise")
    yield
    jax.config.update("jax_numpy_dtype_promotion", before[0])
    jax.config.update("jax_numpy_rank_promotion", before[1])


@pytest.fixture(scope="module", autouse=True)
def forget_programs():
    """Compiled programs of one module are of no use to the next, and many thousands take gigabytes."""
    yield
    jax.clear_caches()


@pytest.fixture
def x():
    """Three rows, one of them empty, in a buffer that none of them fills."""
    import jagged as jg

    return jg.array([[1.0, 2.0, 3.0], [], [4.0, 5.0]], capacity=4)
