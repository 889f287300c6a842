# Set up, run and test Campboard. Needs Python 3.11 or newer, make, and a package index that pip can reach.
#
# One virtual environment, .venv, is filled in two steps: `make run` installs what the server needs
# (requirements.txt, hashed), the other targets add the tools of the test suite (constraints.txt).
# A stamp file records each step, so a second run starts at once.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check --no-input
PIN := $(BIN)/uv pip compile pyproject.toml --universal --python-version 3.11 --no-header --no-annotate --quiet
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help run replay test check format golden sudoku-bank check-qqwing key soak image-check bench test-http \
  test-browser browser screenshots constraints clean

help:  ## list the targets
	@awk -F ':.*  ## ' '/^[a-z-]+:.*  ## / { printf "make %-12s %s\n", $$1, $$2 }' Makefile

run: $(VENV)/.run-ready  ## serve the games on http://127.0.0.1:8000 (HOST, PORT: see .env.example)
	@exec $(BIN)/python -m app

replay: $(VENV)/.run-ready  ## show a run in the terminal (ARGS="run.json --every 10")
	@$(BIN)/python -m app.replay $(ARGS)

test: $(VENV)/.dev-ready  ## run every test (ARGS="-k sudoku" narrows it)
	@$(BIN)/python -m pytest $(ARGS)

check: $(VENV)/.dev-ready  ## formatting, lint (Python and JavaScript), types and import contracts
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache --no-logo
	$(BIN)/oxlint --deny-warnings app/static

format: $(VENV)/.dev-ready  ## put the code in the house's format
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

golden: $(VENV)/.dev-ready  ## write the golden playthroughs anew; read the diff before committing it
	$(BIN)/python -m tests.engines.golden

sudoku-bank: $(VENV)/.run-ready  ## make the bank of Sudoku grids again, the same as it is; takes minutes
	@$(BIN)/python -m engines.sudoku.generator > engines/sudoku/bank-1.txt.new
	@mv engines/sudoku/bank-1.txt.new engines/sudoku/bank-1.txt

check-qqwing: $(VENV)/.dev-ready  ## hold 1000 Sudoku puzzles against another solver, qqwing, which must be installed
	@command -v qqwing >/dev/null || { echo 'qqwing is not installed; Debian and Ubuntu have a package of that name.' >&2; exit 1; }
	@$(BIN)/python -m pytest tests/engines/sudoku/test_bank.py -k qqwing

key:  ## make a key that signs tokens; changing keys: docs/operations.md
	@"$(PYTHON)" -c 'import secrets; print(secrets.token_urlsafe(48))'

soak: $(VENV)/.dev-ready  ## play every game by 200 players at once for a minute, then again elsewhere; the bytes must agree
	@$(BIN)/python -m tests.soak $(ARGS)

image-check:  ## build the image, run it as it should run, and hold its size and start to their limits
	@deploy/image-check

bench: $(VENV)/.dev-ready  ## measure the engines and the server
	$(BIN)/python -m bench

test-http: $(VENV)/.dev-ready  ## run the HTTP tests on a running server: BASE_URL=http://127.0.0.1:8000
	@test -n "$(BASE_URL)" || { echo 'make test-http needs BASE_URL=http://host:port of a running server.' >&2; exit 2; }
	@CAMPBOARD_TEST_BASE_URL="$(BASE_URL)" $(BIN)/python -m pytest tests/http $(ARGS)

test-browser: $(VENV)/.dev-ready  ## run the browser tests, for which there must be a Chromium (ARGS="-k cordwright")
	@$(BIN)/python -m pytest tests/browser $(ARGS)

browser: $(VENV)/.dev-ready  ## install a Chromium for the browser tests, where there is none
	@for name in chromium chromium-browser google-chrome-stable google-chrome; do \
	  if command -v $$name >/dev/null; then echo "There is $$name."; exit; fi; \
	done; \
	if command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ]; then \
	  apt-get update -qq && apt-get install -qq -y --no-install-recommends chromium; \
	else $(BIN)/python -m playwright install chromium; fi

screenshots: $(VENV)/.dev-ready  ## take the pictures of docs/img anew; needs a Chromium
	@$(BIN)/python -m tests.browser.screenshots

constraints: | $(BIN)/python  ## choose the newest versions pyproject.toml allows, and pin them
	@$(PIP) install 'uv>=0.9'
	@{ echo "# The exact versions, run time and tests, that the suite last passed with, for Python 3.11 and newer."; \
	   echo "# Use: pip install -c constraints.txt -e '.[dev]'. Written by: make constraints"; \
	   $(PIN) --upgrade --extra dev; } > constraints.txt.new
	@mv constraints.txt.new constraints.txt
	@{ echo "# What the server needs to run, at the versions of constraints.txt, with the hash of every file."; \
	   echo "# Use: pip install --require-hashes -r requirements.txt. Written by: make constraints"; \
	   $(PIN) --generate-hashes -c constraints.txt; } > requirements.txt.new
	@mv requirements.txt.new requirements.txt

clean:  ## remove the virtual environment and everything the tools left behind
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage htmlcov mutants build dist *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@command -v "$(PYTHON)" >/dev/null \
	  || { echo 'Campboard needs Python 3.11 or newer; no $(PYTHON) was found. Try: make PYTHON=/path/to/python3' >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Campboard needs Python 3.11 or newer; $(PYTHON) is $$("$(PYTHON)" -V 2>&1). Try: make PYTHON=python3.12" >&2; exit 1; }
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null \
	  || { echo '$(PYTHON) has no venv or ensurepip module; on Debian and Ubuntu install python3-venv, then try again.' >&2; exit 1; }
	@"$(PYTHON)" -m venv --clear $(VENV) || { rm -rf $(VENV); exit 1; }

$(VENV)/.run-ready: requirements.txt | $(BIN)/python
	@echo 'Installing what the server needs into $(VENV) ...'
	@$(PIP) install --require-hashes -r requirements.txt
	@touch $@

$(VENV)/.dev-ready: constraints.txt $(VENV)/.run-ready
	@echo 'Installing what the tests need into $(VENV) ...'
	@$(PIP) install -r constraints.txt
	@touch $@
