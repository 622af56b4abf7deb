# Sandtable. `make play` to play, `make test` before you send a change, `make help` for the rest.

VENV := .venv
BIN := $(VENV)/bin
MAPS_VENV := .venv-maps
PIP := $(BIN)/python -m pip --disable-pip-version-check
PYTEST_ARGS ?= -n 2 --dist worksteal
PROJECT := pyproject.toml $(wildcard hatch_build.py hatch_hooks/*.py)

.DEFAULT_GOAL := help
.PHONY: help play test lint web ledger bench maps lock clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: $(VENV)/.play ## install what is needed and play in the browser
	@$(BIN)/python -m hatch_hooks.web
	@echo "Open http://127.0.0.1:$${SANDTABLE_PORT:-8000}/ in a browser to play; stop with Ctrl-C."
	@echo "At a terminal instead: $(BIN)/sandtable play echoes"
	@exec $(BIN)/sandtable serve

test: lint web ## lint, all tests, and the check of the rules ledger
	@# what is compiled once is kept, whatever the environment says: the tests start many processes
	env -u PYTHONDONTWRITEBYTECODE $(BIN)/python -m pytest $(PYTEST_ARGS)

lint: $(VENV)/.dev ## style, types and import arrows
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m hatch_hooks.web check

web: $(VENV)/.dev ## build the screens of the browser, if they are not up to date
	$(BIN)/python -m hatch_hooks.web

ledger: $(VENV)/.dev ## run all tests and record which clause each of them proves
	$(BIN)/python -m pytest $(PYTEST_ARGS) --update-ledger

bench: $(VENV)/.dev ## measure the speed of the engine
	$(BIN)/python -m bench

maps: $(MAPS_VENV)/.done ## draw the maps from public-domain geography and check them against the rules
	$(MAPS_VENV)/bin/python -m maps $(MAPS)

# Pins with hashes for every Python from 3.11 on and every platform; no index address is written into them.
COMPILE = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --upgrade \
	--custom-compile-command "make lock"
lock: $(BIN)/python ## pin the newest versions of all dependencies
	$(PIP) install --quiet uv
	$(COMPILE) pyproject.toml --output-file requirements.lock
	$(COMPILE) pyproject.toml --extra postgres --constraints requirements.lock --output-file requirements-postgres.lock
	$(COMPILE) --group build --output-file requirements-build.lock
	$(COMPILE) pyproject.toml --group dev --constraints requirements.lock --constraints requirements-build.lock \
		--output-file requirements-dev.lock
	$(COMPILE) --no-deps maps/requirements.in --output-file maps/requirements.lock

clean: ## remove the environment, caches and build products
	rm -rf $(VENV) $(MAPS_VENV) build dist web/node_modules src/sandtable/web_dist* .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis .benchmarks
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The environment. A stamp file says that a set-up is done; it is redone when a lock or the project file changes.
$(VENV)/.play: requirements.lock requirements-build.lock $(PROJECT) | $(BIN)/python
	$(PIP) install --quiet --require-hashes -r requirements.lock -r requirements-build.lock
	$(PIP) install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.dev: requirements-dev.lock $(PROJECT) | $(BIN)/python
	$(PIP) install --quiet --require-hashes -r requirements-dev.lock
	$(PIP) install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

# The maps have an environment of their own: nothing of it is needed to play or to test.
$(MAPS_VENV)/.done: maps/requirements.lock | $(BIN)/python
	$(BIN)/python -m venv $(MAPS_VENV)
	$(MAPS_VENV)/bin/python -m pip --disable-pip-version-check install --quiet --require-hashes --no-deps -r maps/requirements.lock
	@touch $@

# The first Python that is new enough; `make PYTHON=/path/to/python ...` names another.
$(BIN)/python:
	@for python in $(PYTHON) python3 python3.14 python3.13 python3.12 python3.11 python; do \
		"$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue; \
		"$$python" -c 'import ensurepip, venv' 2>/dev/null || { incomplete="$$python"; continue; }; \
		echo "Setting up $(VENV) with $$("$$python" --version)."; \
		"$$python" -m venv $(VENV) && exit 0; \
		rm -rf $(VENV); echo "$$python could not create the environment $(VENV)." >&2; exit 1; \
	done; \
	if [ -n "$$incomplete" ]; then \
		echo "$$incomplete cannot create environments: install its venv and ensurepip modules (on Debian and Ubuntu the package python3-venv)." >&2; \
	else \
		echo "Sandtable needs Python 3.11 or newer and found none: install one, or name it with 'make PYTHON=/path/to/python ...'." >&2; \
	fi; exit 1
