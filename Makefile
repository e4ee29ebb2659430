# The commands of the house. `make` alone lists them.

PYTHON ?= python3
VENV   ?= .venv
PORT   ?= 8000
JOBS   ?= 2
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check --no-input

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup play test cover lint format bench prove soak browser clean

help: ## list the commands
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "  make %-8s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))

setup: $(VENV)/.all ## make .venv with everything in it (does nothing when it is up to date)

play: $(VENV)/.play ## play in the browser; PORT=8123 chooses the port
	@$(BIN)/arbiter serve --port $(PORT) --open

test: setup browser lint ## everything that must hold: lint, types, all tests
	@$(BIN)/python -m pytest -q -n $(JOBS)

cover: setup browser ## the same tests, and which lines they reach (counting lines makes games three times as slow)
	@$(BIN)/python -m pytest -q -n $(JOBS) --cov --cov-report=term

lint: setup ## ruff and mypy --strict
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy --strict src/arbiter examples

format: setup ## let ruff put the code in order
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

bench: setup ## race the reference games against other engines (writes bench/results.md)
	@$(BIN)/python -m bench
	@$(BIN)/python -m bench.battle

prove: setup ## empty the home of each rule in turn: a test marked with the rule must fail
	@$(BIN)/python -m arbiter.testing.prove --jobs $(JOBS)

soak: setup ## many more examples of every law, 2,000 games of Tékumel, the proof of every rule, a house under attack
	@$(BIN)/python -m pytest -q -n $(JOBS) -m "not browser" --hypothesis-profile=soak tests
	@$(BIN)/python -m tests.tekumel.soak
	@$(BIN)/python -m arbiter.testing.prove --jobs $(JOBS)
	@$(BIN)/python -m tests.server.hostile --messages 1000000 --kills 50

clean: ## remove .venv and what the tools left behind
	rm -rf $(VENV) .coverage .coverage.* .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist

$(BIN)/python:
	@$(PYTHON) -c 'import sys; v = sys.version.split()[0]; sys.exit(None if sys.version_info >= (3, 11) else f"Arbiter needs Python 3.11 or later, and $(PYTHON) is {v}. Try: make PYTHON=python3.11 $(MAKECMDGOALS)")'
	@echo "Making a virtual environment in $(VENV)"
	@$(PYTHON) -m venv $(VENV)

# What playing needs, and no more.
$(VENV)/.play: pyproject.toml | $(BIN)/python
	@echo "Installing what the table needs"
	@$(PIP) install -qq -e '.[battle,cli,server]'
	@touch $@

$(VENV)/.all: pyproject.toml | $(BIN)/python
	@echo "Installing the table, the tests and the engines it is raced against (a minute or two the first time)"
	@$(PIP) install -qq -e '.[all]'
	@touch $@ $(VENV)/.play

# The browser tests drive a real Chromium. Where none is found and we may install, Debian's is installed.
browser:
	@.ci/browser
