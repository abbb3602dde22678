from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

LOAD = """
import asyncio, gc, logging, sys, threading
from tui.llm import bootstrap
assert "litellm" not in sys.modules
async def main():
    one, two = await asyncio.gather(bootstrap.ready(), bootstrap.ready())
    assert one is two is bootstrap.loaded()
    assert sum(thread.name == "load-litellm" for thread in threading.enumerate()) <= 1
    assert gc.isenabled()
    logging.getLogger("LiteLLM").error("loud")
    logging.getLogger("httpx").warning("https://host/?key=sk-abcdef123456")
    try:
        await one.acompletion(model="nobody/x", messages=[{"role": "user", "content": "x"}])
    except Exception:
        pass
asyncio.run(main())
"""


def test_loading_is_silent_and_reads_no_env_file(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("OPENAI_API_KEY=from-a-file\n", encoding="utf-8")
    code = f"{LOAD}\nimport os\nassert 'OPENAI_API_KEY' not in os.environ"
    environment = {name: value for name, value in os.environ.items() if name != "OPENAI_API_KEY"}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, timeout=90, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_a_litellm_that_cannot_be_imported_is_one_plain_error(tmp_path: Path) -> None:
    (tmp_path / "litellm.py").write_text("raise RuntimeError('half installed')\n", encoding="utf-8")
    code = """
import asyncio
from memory.errors import ModelError
from tui.llm import bootstrap
try:
    asyncio.run(bootstrap.ready())
except ModelError as error:
    assert "half installed" in str(error) and "doctor" in error.hint
    raise SystemExit(7)
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        timeout=60,
        check=False,
    )
    assert done.returncode == 7


def test_importing_the_package_imports_nothing_heavy() -> None:
    code = """
import sys
import tui.llm, tui.config, tui.paths
heavy = {"litellm", "openai", "httpx", "numpy", "tokenizers", "xllamacpp", "textual", "tomlkit", "keyring"}
assert not heavy & set(sys.modules), heavy & set(sys.modules)
"""
    subprocess.run([sys.executable, "-c", code], timeout=60, check=True)
