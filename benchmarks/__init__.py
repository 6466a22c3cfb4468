"""Compare jagged with what a careful expert writes by hand: `python -m benchmarks`."""
