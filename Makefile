# The README's two commands are `make demo` and `make test`; both build .venv on first use.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin

.PHONY: demo try test fast lint bench fuzz docs clean

demo: $(VENV)/.run
	@$(BIN)/samuel demo

try: $(VENV)/.run
	@$(BIN)/python examples/prepare.py try

test: $(VENV)/.dev lint
	@$(BIN)/pytest -n auto

fast: $(VENV)/.dev
	@$(BIN)/pytest -n auto -m "not slow"

lint: $(VENV)/.dev
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

bench: $(VENV)/.run
	@$(BIN)/ibm7094 bench; simulator=$$?; $(BIN)/python -m samuel.studies.timing.bench && exit $$simulator

fuzz: $(VENV)/.run
	@$(BIN)/python -m ibm7094.lab.fuzz

docs: $(VENV)/.dev
	@$(BIN)/ibm7094 docs > docs/instructions.md
	@$(BIN)/python -m samuel.pages
	@$(BIN)/python -W error docs/api.py docs/api && echo "docs/api/index.html"

$(VENV)/bin/python:
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.run: pyproject.toml | $(VENV)/bin/python
	@echo "installing into $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/.dev: pyproject.toml | $(VENV)/bin/python
	@echo "installing into $(VENV), with the tools for development ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@ $(VENV)/.run

clean:
	rm -rf $(VENV) build dist docs/api .mypy_cache .ruff_cache .pytest_cache .hypothesis
