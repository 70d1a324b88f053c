# `make` alone lists what there is to do. What runs and tests the site is installed into .venv; what runs writes only under var/.
SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.NOTPARALLEL:

export PORT ?= 8000
# Where every process compiled all it reads anew, the tests alone would take minutes longer.
unexport PYTHONDONTWRITEBYTECODE
PYTHON ?= $(shell for p in python3 python3.11 python3.12 python3.13 python3.14; do \
  "$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo "$$p"; break; }; done)
VENV := .venv
BIN := $(VENV)/bin
AUDIT := .venv-audit
LOCK := .venv-lock
VAR := $(or $(SPADESITE_VAR),var)

.PHONY: help
help: ## This list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed. Install it, or name it: make PYTHON=/path/to/python3 play"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.runs: requirements.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@touch $@

$(VENV)/.tests: requirements.txt requirements-dev.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $@ $(VENV)/.runs

$(VAR)/.collected: $(VENV)/.runs spadesite/lean.py $(shell find spadesite/static -type f)
	@$(BIN)/python manage.py collectstatic --no-input --verbosity 0
	@touch $@

.PHONY: play
play: ready ## The site with workers and beat, on this machine alone; Ctrl-C stops it
	@exec $(BIN)/python -m spadesite.play

.PHONY: ready
ready: $(VENV)/.runs $(VAR)/.collected ## Rows, cache table and static files, made ready for a start
	@$(BIN)/python -m spadesite.ready

.PHONY: test
test: $(VENV)/.tests ## Every check and every test, on SQLite and on PostgreSQL
	$(BIN)/python manage.py prepare_players & $(MAKE) check && wait $$!
	$(BIN)/python -m pytest -n 3 --dist worksteal
	TEST_DATABASE=postgresql $(BIN)/python -m pytest -n 2 --dist worksteal

.PHONY: quick
quick: $(VENV)/.tests ## Lint, types and the tests of what changed since main, within a minute; all of them with ALL=1
	$(BIN)/python -m tools.quick

.PHONY: check
check: lint types layers templates security packages settings ## Every check that runs no test

.PHONY: lint
lint: $(VENV)/.tests ## Format and lint, changing nothing
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

.PHONY: types
types: $(VENV)/.tests
	$(BIN)/mypy spadesite accounts games training tools tests

.PHONY: layers
layers: $(VENV)/.tests
	$(BIN)/lint-imports --no-cache

.PHONY: templates
templates: $(VENV)/.tests
	$(BIN)/djlint --lint --quiet templates

.PHONY: security
security: $(VENV)/.tests
	$(BIN)/bandit --quiet --recursive --configfile pyproject.toml spadesite accounts games training

.PHONY: packages
packages: $(VENV)/.tests
	$(BIN)/python -m pip check --disable-pip-version-check

$(AUDIT)/.done: | $(BIN)/python
	$(PYTHON) -m venv $(AUDIT)
	$(AUDIT)/bin/python -m pip install --quiet --disable-pip-version-check pip-audit==2.10.1
	@touch $@

.PHONY: audit
audit: $(AUDIT)/.done ## Known holes in the packages that run and test it; asks the network
	$(AUDIT)/bin/pip-audit --strict --disable-pip --no-deps --requirement requirements-dev.txt

$(LOCK)/.done: | $(BIN)/python
	$(PYTHON) -m venv $(LOCK)
	$(LOCK)/bin/python -m pip install --quiet --disable-pip-version-check pip-tools==7.6.2
	@touch $@

.PHONY: lock
lock: $(LOCK)/.done ## requirements.lock anew: the hashes of all that runs; asks the network
	$(LOCK)/bin/pip-compile --quiet --generate-hashes --strip-extras --no-emit-index-url --no-emit-find-links --no-header \
	  --no-annotate --output-file requirements.lock requirements.txt
	@sed -i '1i # requirements.txt with the hashes of every file that may be installed, for servers: pip install --require-hashes. `make lock` writes it.' requirements.lock

.PHONY: settings
settings: $(VENV)/.tests
	$(BIN)/python manage.py makemigrations --check --dry-run
	$(BIN)/python manage.py check --fail-level WARNING

.PHONY: golden
golden: $(VENV)/.tests ## The golden games written anew, and a hand and matches kept of every new player; read the diff
	$(BIN)/python -m tests.golden.write
	$(BIN)/python -m tests.golden.keep

.PHONY: bench
bench: $(VENV)/.tests ## Figures on SQLite and PostgreSQL against their budgets; 1 where one is missed
	$(BIN)/python -m tools.bench

.PHONY: evaluators
evaluators: $(VENV)/.tests ## The checks of what reviews rest on, of all games; an hour. Ends with 1 where one of docs/review.md fails
	failed=0; for game in twoman spades bidwhist cardduel; do \
	  $(BIN)/python -m training.fit_reviewer $$game --games 0 --check || failed=1; \
	  $(BIN)/python -m tests.reviews.planted $$game || failed=1; \
	  $(BIN)/python manage.py luck $$game --deals 20000 --seed 1 --check || failed=1; \
	done; exit $$failed

.PHONY: mutants
mutants: $(VENV)/.tests ## Small faults, each of which some test must notice; goes on where it was interrupted. An hour
	$(BIN)/python -m tools.mutants

.PHONY: load
load: $(VENV)/.tests ## Crowds of players on PostgreSQL and Redis, alone, beside floods and beside a reviewer; 1 where a limit is missed
	$(BIN)/python -m tools.load

.PHONY: trial
trial: $(VENV)/.tests ## The running site under faults: parts killed, the database crashed, tables changed; what was lost. Twenty minutes
	$(BIN)/python -m tools.trial

.PHONY: shots
shots: $(VENV)/.tests ## Pictures of every screen, size and theme, into var/shots
	$(BIN)/python -m tools.pictures --into $(VAR)/shots

.PHONY: moments
moments: $(VENV)/.tests ## The HTML of 8,000 moments of the site, into var/moments, to compare before and after a change
	$(BIN)/python -m tools.moments $(VAR)/moments

.PHONY: engines
engines: $(VENV)/.tests ## The site in Firefox and WebKit, where they are installed: hands, sheets, every screen; half an hour
	$(BIN)/python manage.py prepare_players
	$(BIN)/python -m tools.engines

.PHONY: tidy
tidy: $(VENV)/.tests ## Format and mend what can be mended by itself
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

.PHONY: migrations
migrations: $(VENV)/.tests ## New migrations for changed models
	$(BIN)/python manage.py makemigrations

.PHONY: messages
messages: $(VENV)/.tests ## Texts of the sources into the catalogues of other languages, and those compiled; needs gettext
	$(BIN)/python manage.py makemessages --all --no-location --no-obsolete --ignore .venv --ignore tests --ignore var
	$(BIN)/python manage.py compilemessages --verbosity 0 --ignore .venv

.PHONY: shell
shell: $(VENV)/.runs ## A Python shell with the models at hand
	$(BIN)/python manage.py shell

.PHONY: clean
clean: ## Take away the environments and the caches of tools; var/ with its games stays
	rm -rf $(VENV) $(AUDIT) $(LOCK) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -not -path './.git/*' -prune -exec rm -rf {} +
