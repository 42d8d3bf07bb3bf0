# `make demo` and `make test` need Python >= 3.10, git and make; each sets up .venv first, where that is not done.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --constraint constraints.txt
PYTEST := $(BIN)/python -m pytest

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help setup demo test check test-nojit test-boundscheck test-all oracle mutants integrations coverage clean

help: ## Show this list.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-17s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: setup ## Train a small Harbin agent on the CPU (about three minutes), evaluate it, print the table.
	$(BIN)/mjenv demo

test: check test-nojit test-boundscheck test-all ## Run every check and test; what CI runs.

check: setup ## Check style and types.
	$(BIN)/python -m ruff check .
	$(BIN)/python -m ruff format --check .
	$(BIN)/python -m mypy

test-nojit: setup ## Run the tests marked nojit with the kernels as plain Python.
	NUMBA_DISABLE_JIT=1 $(PYTEST) -q -m nojit tests

test-boundscheck: setup ## Run the tests marked boundscheck with kernels that check every index.
	NUMBA_BOUNDSCHECK=1 $(PYTEST) -q -m boundscheck tests

test-all: setup ## Run all tests and doctests with compiled kernels, in two processes.
	$(PYTEST) -q -n 2 --dist worksteal

oracle: setup ## Compare 20,000 hands of each rule set with the oracle (an hour; goes on where it was stopped).
	$(BIN)/python -m tests.oracle.run --record

mutants: setup ## Break the rule books in 200 places and show which test notices each (about an hour; goes on where it was stopped).
	$(BIN)/python -m tests.mutants --places 200

integrations: setup ## Test each integration with its library, installed in .venv-integrations (RLlib 2 GB; about half an hour); write the table.
	$(BIN)/python benchmarks/integrations.py
	$(BIN)/python benchmarks/readme.py

coverage: setup ## Show which lines the tests marked nojit leave out.
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m coverage run -m pytest -q -m nojit tests
	$(BIN)/python -m coverage report

setup: $(VENV)/installed ## Create .venv and install mjenv with its pinned dependencies.

$(VENV)/installed: $(VENV)/created pyproject.toml constraints.txt
	$(PIP) hatchling
	$(PIP) --no-build-isolation --editable '.[export,train,test]'
	@touch $@

$(VENV)/created:
	@command -v $(PYTHON) > /dev/null || { \
		echo "make: there is no $(PYTHON); install Python 3.10 or newer, or say where it is: make PYTHON=PATH"; exit 2; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' || { \
		echo "make: $(PYTHON) is older than Python 3.10; say where a newer one is: make PYTHON=PATH"; exit 2; }
	@$(PYTHON) -c 'import ensurepip, venv' 2> /dev/null || { \
		echo "make: $(PYTHON) has no venv module; install it (on Debian and Ubuntu the package python3-venv)"; exit 2; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

clean: ## Remove .venv and what the tools leave behind; results of training stay.
	rm -rf $(VENV) .venv-integrations dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage
	find . -name __pycache__ -prune -exec rm -rf {} +
