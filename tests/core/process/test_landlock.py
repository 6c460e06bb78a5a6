"""What a process may still do once it keeps to a folder (Linux with Landlock)."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from game.core.process.landlock import SIGNALS_SINCE, TCP_SINCE, landlock_version
from tests import ROOT
from tests.processes import PATIENCE

TRIES = """\
import json, os, signal, socket, subprocess, sys

sys.path.insert(0, {root!r})
from game.core.process.confine import confine
from game.core.process.landlock import keep_to

own, other, port, parent = {own!r}, {other!r}, {port}, os.getppid()
confine(1 << 30)
held = keep_to(own)


def done(deed):
    try:
        deed()
        return True
    except OSError as error:
        return type(error).__name__


child = subprocess.Popen(["sleep", "60"])
print(json.dumps({{
    "held": held,
    "reads its own": done(lambda: open(own + "/mine.txt").close()),
    "reads another's": done(lambda: open(other + "/theirs.txt").close()),
    "lists another's": done(lambda: os.listdir(other)),
    "writes its own": done(lambda: open(own + "/mine.txt", "a").close()),
    "deletes its own": done(lambda: os.remove(own + "/mine.txt")),
    "writes to nothing": done(lambda: open("/dev/null", "w").close()),
    "imports": done(lambda: __import__("colorsys")),
    "connects": done(lambda: socket.create_connection(("127.0.0.1", port), 5).close()),
    "signals its parent": done(lambda: os.kill(parent, 0)),
    "ends its child": done(child.kill),
}}))
child.wait()
"""


@pytest.mark.skipif(not landlock_version(), reason="this system has no Landlock")
def test_a_process_that_keeps_to_a_folder_reads_it_and_does_nothing_else(tmp_path: Path) -> None:
    own, other = tmp_path / "own", tmp_path / "other"
    for folder, name in ((own, "mine.txt"), (other, "theirs.txt")):
        folder.mkdir()
        (folder / name).write_text("x", encoding="utf-8")
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        code = TRIES.format(root=str(ROOT), own=str(own), other=str(other), port=port)
        done = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            encoding="utf-8",
            timeout=PATIENCE,
            cwd=own,
            env={**os.environ},
        )
    assert done.returncode == 0, done.stderr
    denied = "PermissionError"
    assert json.loads(done.stdout) == {
        "held": True,
        "reads its own": True,
        "reads another's": denied,
        "lists another's": denied,
        "writes its own": denied,
        "deletes its own": denied,
        "writes to nothing": True,
        "imports": True,
        "connects": denied if landlock_version() >= TCP_SINCE else True,
        "signals its parent": denied if landlock_version() >= SIGNALS_SINCE else True,
        "ends its child": True,
    }
    assert (own / "mine.txt").read_text(encoding="utf-8") == "x"
