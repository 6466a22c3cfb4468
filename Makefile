# `make demo` and `make test` need python3 (3.11 or later, with venv) and make.
# Another interpreter: make test PYTHON=python3.12, after `make clean` if there is a .venv already.

PYTHON ?= python3
JOBS ?= 2
VENV := .venv
RUN := $(VENV)/bin/python
INSTALLED := $(VENV)/.installed

.PHONY: help demo test lint types pytest matrix bench floors format stubs clean

help:
	@echo "make demo    train on rows of different lengths (examples/speakers.py)"
	@echo "make test    lint, types and tests"
	@echo "make matrix  the full product of operations, dtypes and transforms"
	@echo "make floors  the tests on the lowest and on the newest dependencies"
	@echo "make bench   the benchmarks"
	@echo "make format  format the code and mend what the linter can"
	@echo "make stubs   write the type stubs of the generated functions"
	@echo "make clean   remove the environments and caches"

demo: $(INSTALLED)
	@echo "== demo: examples/speakers.py"
	@$(RUN) examples/speakers.py

test: lint types pytest

lint: $(INSTALLED)
	@echo "== lint"
	@$(RUN) -m ruff check --quiet .
	@$(RUN) -m ruff format --check --quiet .

types: $(INSTALLED)
	@echo "== types"
	@$(RUN) -m basedpyright --pythonpath $(RUN)

pytest: $(INSTALLED)
	@echo "== tests"
	@$(RUN) -m pytest -q -n $(JOBS) --dist loadgroup

matrix: $(INSTALLED)
	@echo "== the full matrix"
	@$(RUN) -m pytest -q -n $(JOBS) --dist loadgroup -m matrix

bench: $(INSTALLED)
	@echo "== benchmarks"
	@$(RUN) -m benchmarks --output results.json

floors:
	@$(PYTHON) scripts/floors.py

format: $(INSTALLED)
	@$(RUN) -m ruff check --fix --quiet .
	@$(RUN) -m ruff format .

stubs: $(INSTALLED)
	@$(RUN) scripts/stubs.py

clean:
	rm -rf .venv .venv-floor .venv-newest .pytest_cache .ruff_cache .hypothesis build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The stamp is newer than pyproject.toml until that changes, so a second run makes no environment.
$(INSTALLED): pyproject.toml
	@echo "== environment: $(VENV)"
	@$(PYTHON) -c 'import sys; v = sys.version_info; v >= (3, 11) or sys.exit(f"jagged needs Python 3.11 or later; $(PYTHON) is {v[0]}.{v[1]}")'
	@$(PYTHON) -m venv $(VENV)
	@$(RUN) -m pip install -qq --disable-pip-version-check --editable '.[dev]'
	@touch $@
