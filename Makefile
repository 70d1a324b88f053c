# `make` alone lists the targets. Packages are installed into .venv; the running site writes only to var/.
SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

export PORT ?= 8000
# With this variable Python stores no bytecode: every process compiles all modules again, and the tests take minutes longer.
unexport PYTHONDONTWRITEBYTECODE
# Prefer the system's Python: Debian builds it with profile-guided optimisation, and the tests take a tenth less time than with a Python from pyenv.
PYTHON ?= $(shell for p in /usr/bin/python3 python3 python3.11 python3.12 python3.13 python3.14; do \
  "$$p" -c 'import sys, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo "$$p"; break; }; done)
VENV := .venv
BIN := $(VENV)/bin
AUDIT := .venv-audit
LOCK := .venv-lock
VAR := $(or $(SPADESITE_VAR),var)

.PHONY: help
help: ## List the targets
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

$(VAR)/.collected: $(VENV)/.runs spadesite/pages.py $(shell find spadesite/static -type f)
	@$(BIN)/python manage.py collectstatic --no-input --verbosity 0
	@touch $@

.PHONY: play
play: ready ## Run the site with workers and beat, for this machine only; Ctrl-C stops it
	@exec $(BIN)/python -m spadesite.play

.PHONY: ready
ready: $(VENV)/.runs $(VAR)/.collected ## Prepare database, cache table and static files for a start
	@$(BIN)/python -m spadesite.ready

.PHONY: test
test: $(VENV)/.tests ## Run every check and every test, on SQLite and on PostgreSQL
	@$(MAKE) --jobs=2 --output-sync bots check
	@$(MAKE) --jobs=2 --output-sync sqlite postgresql

.PHONY: bots
bots: $(VENV)/.tests
	$(BIN)/python manage.py prepare_players

# The `+` exempts the command from --output-sync, so that its output appears immediately.
.PHONY: sqlite
sqlite: $(VENV)/.tests
	+$(BIN)/python -m pytest -n 3 --dist worksteal

.PHONY: postgresql
postgresql: $(VENV)/.tests
	TEST_DATABASE=postgresql $(BIN)/python -m pytest -n 1

.PHONY: quick
quick: $(VENV)/.tests ## Lint, check types and run the tests of the changes since main, within a minute; all tests with ALL=1
	$(BIN)/python -m tools.quick

.PHONY: check
check: lint types layers templates packages settings ## Run every check that runs no test

.PHONY: lint
lint: $(VENV)/.tests ## Check format and lint; change nothing
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

.PHONY: packages
packages: $(VENV)/.tests
	$(BIN)/python -m pip check --disable-pip-version-check

$(AUDIT)/.done: | $(BIN)/python
	$(PYTHON) -m venv $(AUDIT)
	$(AUDIT)/bin/python -m pip install --quiet --disable-pip-version-check pip-audit==2.10.1
	@touch $@

.PHONY: audit
audit: $(AUDIT)/.done ## List known vulnerabilities of all packages; needs the network
	$(AUDIT)/bin/pip-audit --strict --disable-pip --no-deps --requirement requirements-dev.txt

$(LOCK)/.done: | $(BIN)/python
	$(PYTHON) -m venv $(LOCK)
	$(LOCK)/bin/python -m pip install --quiet --disable-pip-version-check pip-tools==7.6.2
	@touch $@

.PHONY: lock
lock: $(LOCK)/.done ## Write requirements.lock, with the hashes of all packages of the site; needs the network
	$(LOCK)/bin/pip-compile --quiet --generate-hashes --strip-extras --no-emit-index-url --no-emit-find-links --no-header \
	  --no-annotate --output-file requirements.lock requirements.txt
	@sed -i '1i # requirements.txt with the hashes of every file that may be installed, for servers: pip install --require-hashes. `make lock` writes it.' requirements.lock

.PHONY: settings
settings: $(VENV)/.tests
	$(BIN)/python manage.py makemigrations --check --dry-run
	$(BIN)/python manage.py check --fail-level WARNING

.PHONY: golden
golden: $(VENV)/.tests ## Rewrite the golden games, and store a hand and matches of every new bot version; read the diff
	$(BIN)/python -m tests.golden.write
	$(BIN)/python -m tests.golden.keep

.PHONY: bench
bench: $(VENV)/.tests ## Measure on SQLite and PostgreSQL against the budgets; exits with 1 if one is missed
	$(BIN)/python -m tools.bench

.PHONY: evaluators
evaluators: $(VENV)/.tests ## Check the evaluators of all games; takes an hour, exits with 1 if a check of docs/review.md fails
	failed=0; for game in twoman spades bidwhist cardduel; do \
	  $(BIN)/python -m training.fit_reviewer $$game --games 0 --check || failed=1; \
	  $(BIN)/python -m tests.reviews.planted $$game || failed=1; \
	  $(BIN)/python manage.py luck $$game --deals 20000 --seed 1 --check || failed=1; \
	done; exit $$failed

.PHONY: mutants
mutants: $(VENV)/.tests ## Insert small faults, one at a time, and check that a test fails; takes an hour, continues an interrupted run
	$(BIN)/python -m tools.mutants

.PHONY: load
load: $(VENV)/.tests ## Load test on PostgreSQL and Redis: players alone, with floods, with a reviewer; exits with 1 if a limit is missed
	$(BIN)/python -m tools.load

.PHONY: trial
trial: $(VENV)/.tests ## Run the site under faults (killed processes, a database crash, migrations) and report losses; takes twenty minutes
	$(BIN)/python -m tools.trial

.PHONY: shots
shots: $(VENV)/.tests ## Take pictures of every screen, size and theme, into var/shots
	$(BIN)/python -m tools.pictures --into $(VAR)/shots

.PHONY: moments
moments: $(VENV)/.tests ## Write the HTML of 8,000 moments of the site to var/moments, to compare before and after a change
	$(BIN)/python -m tools.moments $(VAR)/moments

.PHONY: engines
engines: $(VENV)/.tests bots ## Test the site in Firefox and WebKit, if installed: hands, panels, every screen; takes half an hour
	$(BIN)/python -m tools.engines

.PHONY: tidy
tidy: $(VENV)/.tests ## Format, and fix what can be fixed automatically
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

.PHONY: migrations
migrations: $(VENV)/.tests ## Create migrations for changed models
	$(BIN)/python manage.py makemigrations

.PHONY: messages
messages: $(VENV)/.tests ## Extract the texts into the catalogues of other languages, and compile these; needs gettext
	$(BIN)/python manage.py makemessages --all --no-location --no-obsolete --ignore .venv --ignore tests --ignore var
	$(BIN)/python manage.py compilemessages --verbosity 0 --ignore .venv

.PHONY: shell
shell: $(VENV)/.runs ## Open a Python shell with the models
	$(BIN)/python manage.py shell

.PHONY: clean
clean: ## Remove the environments and the caches of tools; var/ with its games stays
	rm -rf $(VENV) $(AUDIT) $(LOCK) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -not -path './.git/*' -prune -exec rm -rf {} +
