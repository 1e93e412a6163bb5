# Everything a newcomer needs is `make play` and `make test`; both set themselves up in .venv.

VENV := .venv
BIN := $(VENV)/bin
# The first Python that is new enough; override with `make PYTHON=/path/to/python`.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
  $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
PIP := $(BIN)/python -m pip -qq --disable-pip-version-check

WEB := src/deckname/server/web/index.html
WEB_SOURCES := $(shell find web -name node_modules -prune -o -type f -print) $(wildcard src/deckname/languages/*.toml)

.DEFAULT_GOAL := help
.PHONY: help play test check lint format bench soak tour screenshots screens lock clean

# One more than there are cores: tests often wait for servers, browsers and clocks.
WORKERS := $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)

help: ## list what there is to make
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1\t\2/' | expand -t 16

play: $(VENV)/.for-play $(WEB) ## set up, start the server and print its address
	@$(BIN)/deckname serve --lan

test: $(VENV)/.for-play $(WEB) ## set up and run every check and test, as CI does
	@{ $(BIN)/deckname bots build && $(BIN)/deckname pictures draw; } > $(VENV)/made.txt 2>&1 & made=$$!; \
	  $(MAKE) --no-print-directory lint && $(BIN)/python -m tests.web.chromium; checked=$$?; \
	  wait $$made || { cat $(VENV)/made.txt; exit 1; }; test $$checked = 0
	@$(BIN)/pytest -n $(WORKERS) --dist worksteal

check: lint $(WEB) ## format, lint, types, imports, and all but the slow tests: what a developer runs all day
	@$(BIN)/pytest -n $(WORKERS) --dist worksteal -m "not slow"

lint: $(VENV)/.for-development $(VENV)/web-checked ## format, lint, types, imports
	@$(BIN)/ruff format --check --quiet . || { echo 'Run `make format`.'; exit 1; }
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo > $(VENV)/imports.txt || { cat $(VENV)/imports.txt; exit 1; }

format: $(VENV)/.for-development ## format the code and regenerate generated pages
	@$(BIN)/ruff format --quiet .
	@$(BIN)/ruff check --quiet --fix .
	@$(BIN)/python tools/rules_coverage.py
	@$(BIN)/python tools/protocol_types.py
	@$(BIN)/python tools/example_game.py

bench: $(VENV)/.for-development $(WEB) ## measure the engine, the pictures, the referee, the bots, the store, the server, the crew and the web app
	@$(BIN)/python bench/engine.py
	@$(BIN)/python bench/pictures.py
	@$(BIN)/python bench/referee.py
	@$(BIN)/python bench/bots.py
	@$(BIN)/python bench/store.py
	@$(BIN)/python bench/server.py
	@$(BIN)/python bench/crew.py
	@PYTHONPATH=. $(BIN)/python bench/web.py

MINUTES ?= 10
soak: $(VENV)/.for-development ## pull plugs and cut wires under load, for MINUTES=10 each
	@SOAK_MINUTES=$(MINUTES) $(BIN)/pytest tests/server/test_outages.py

tour: $(VENV)/.for-development $(WEB) ## axe and the size of targets on every screen of the web app, in several looks
	@WHOLE_TOUR=1 $(BIN)/pytest -n auto tests/web/test_accessibility.py

screenshots: $(VENV)/.for-development $(WEB) ## take a picture of every screen of the web app, in build/screenshots
	@$(BIN)/python -m tests.web.screenshots

screens: $(VENV)/.for-development $(WEB) ## take the few pictures that the documents show, in docs/screens
	@$(BIN)/python -m tests.web.screenshots for-the-docs

lock: ## pin the newest versions of what we depend on (needs uv)
	@uv pip compile --quiet --upgrade --universal --generate-hashes --no-strip-extras --no-emit-index-url --no-emit-find-links \
	  --no-header --no-annotate --extra build -o requirements.lock pyproject.toml
	@uv pip compile --quiet --universal --generate-hashes --no-strip-extras --no-emit-index-url --no-emit-find-links \
	  --no-header --no-annotate --extra build --extra dev -c requirements.lock -o requirements-dev.lock pyproject.toml

clean: ## remove everything that was set up or built
	@rm -rf $(VENV) build dist web/node_modules $(dir $(WEB)) .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/bin/python:
	@test -n "$(PYTHON)" || { echo 'Deckname needs Python 3.11 or newer: install it, or name it with `make PYTHON=…`.'; exit 1; }
	@echo 'Setting up in $(VENV) (once) …'
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.for-play: requirements.lock pyproject.toml | $(VENV)/bin/python
	@$(PIP) install --require-hashes -r requirements.lock
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.for-development: requirements-dev.lock $(VENV)/.for-play
	@$(PIP) install --require-hashes -r requirements-dev.lock
	@touch $@

$(WEB): $(WEB_SOURCES) hatch_build.py | $(VENV)/.for-play
	@$(BIN)/python hatch_build.py

$(VENV)/web-checked: $(WEB_SOURCES) hatch_build.py | $(VENV)/.for-play
	@$(BIN)/python hatch_build.py check
	@touch $@
