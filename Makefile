# Everything sets itself up: Python 3.11 or newer (with pip and venv) and make are all it takes.
#
#   make demo   the bot in a simulated Discord in your browser: no token, no account
#   make test   all tests, shuffled; SEED=... shuffles them as they were
#   make lint   style and types
#   make run    the bot on Discord; needs DISCORD_TOKEN (see deploy/README.md)
#   make release  what is committed with a wheel made of it, in dist/
#   make bench  what moves, pictures and clicks cost, and how far it is to the aims (twenty minutes)
#   make mutants  break the code on purpose, and see that tests find it; for every night
#   make new-game  begin a game of your own; needs NAME=... (see docs/NEW_GAME.md)
#   make again  all tests again and again; RUNS=20 BUSY=5, so many runs with all cores kept busy
#   make respond  what a learner wins from the computer players that lie, by knowing them (an hour)
#   make year   live through a year of one server on simulated time, and print its figures (DAYS=365, GAMES=1 a day)
#   make soak   kill the bot 300 times in the middle of play (KILLS=300), 50 times in a tournament, then one of three
#               processes 100 times
#
# PORT=8765 and LOCALE=en (or ja) go with demo; TESTS="tests/games -k deal" and JOBS=2 go with test and mutants.

PYTHON ?= python3
PORT   ?= 8765
LOCALE ?= en
# Two more than there are cores: some tests wait for other processes.
JOBS   ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 2)
# A process that runs out of tests takes some from another one (tests/conftest.py says which begin where).
SPREAD  = -n $(JOBS) --dist worksteal
TESTS  ?=
SEED   ?=
RUNS   ?= 20
BUSY   ?= 5
KILLS  ?= 300
DAYS   ?= 365
GAMES  ?= 1

VENV  := .venv
BIN   := $(VENV)/bin
READY := $(VENV)/.ready
ALONE := $(VENV)/.alone
PLAY  := $(VENV)/.play

.PHONY: help setup demo new-game compiled test mutants again run release lint bench respond soak year clean
.DEFAULT_GOAL := help

help:
	@sed -n 's/^#   //p' Makefile

setup: $(READY)

# What is installed, with the MB to download: for make run, for make demo, and everything for development.
$(ALONE): FROM := .[postgres]
$(ALONE): SIZE := 45
$(PLAY): FROM := .[demo]
$(PLAY): SIZE := 95
$(READY): FROM := .[demo,postgres,test,lint] ./lab
$(READY): SIZE := 160
$(ALONE) $(PLAY) $(READY): pyproject.toml lab/pyproject.toml constraints.txt
	@$(PYTHON) .ci/setup $(VENV) $(SIZE) $(foreach from,$(FROM),-e '$(from)') -c constraints.txt
	@touch $@

new-game: $(READY)
	@$(BIN)/python -m tests.new_game $(NAME)

demo: $(if $(wildcard $(READY)),$(READY),$(PLAY))
	@$(BIN)/tefuda demo --port $(PORT) --locale $(LOCALE)

run: $(if $(wildcard $(READY)),$(READY),$(ALONE))
	@$(BIN)/tefuda run

release: $(READY)
	@.ci/release $(BIN)/python

# All test processes read the same compiled modules. Without these files each of them compiles every module itself.
test mutants again compiled: export PYTHONDONTWRITEBYTECODE :=

compiled: $(READY)
	@$(BIN)/python -m pytest --collect-only -qq >/dev/null

test: $(READY)
	@$(BIN)/python -m pytest $(SPREAD) $(if $(SEED),--randomly-seed=$(SEED)) $(TESTS)

mutants: $(READY)
	@$(BIN)/python -m pytest $(SPREAD) -m mutants $(TESTS)

again: $(READY)
	@PYTHON=$(BIN)/python tests/again.sh $(RUNS) $(BUSY) $(SPREAD) $(TESTS)

lint: $(READY)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/python -m tests.style

bench: $(READY)
	@$(BIN)/python -m benchmarks.costs rules
	@$(BIN)/python -m benchmarks.costs thinking --seconds 10
	@$(BIN)/python -m benchmarks.screens pictures
	@$(BIN)/python -m benchmarks.wire aims --seconds 10
	@$(BIN)/python -m benchmarks.wire load --tables 100 1000 --rate 200 --seconds 10
	@$(BIN)/python -m benchmarks.wire processes --processes 1 2 4
	@$(BIN)/python -m benchmarks.wire kill
	@$(BIN)/python -m benchmarks.scale requests
	@$(BIN)/python -m benchmarks.scale needs
	@$(BIN)/python -m lab.calibration --games 0 --advice 200 --level easy --effort 0.02

respond: $(READY)
	@$(BIN)/tefuda arena bull --respond 20000 --games 600
	@$(BIN)/tefuda arena lost --respond 2000 --games 600
	@$(BIN)/tefuda arena netsuzo --respond 3000 --games 300 --effort 0.1

soak: $(READY)
	@$(BIN)/python -m tests.wire.crashes --kills $(KILLS)
	@$(BIN)/python -m tests.wire.cups --kills 50
	@$(BIN)/python -m tests.wire.crashes --kills 100 --processes 3

year: $(READY)
	@$(BIN)/python -m tests.bot.year --days $(DAYS) --games $(GAMES)

clean:
	@rm -rf $(VENV) build *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
