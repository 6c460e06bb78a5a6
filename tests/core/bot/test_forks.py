"""Bots whose processes are forked by a server: they are as well guarded as those that are started (Linux)."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from game.core.bot import running
from game.core.process.fork_server import ForkedGroup, ForkServer
from game.core.process.process_group import worker_command, worker_environment
from tests.core.bot.hidden import HIDDEN, check_what_is_hidden_ends
from tests.core.bot.test_process import ANIMALS
from tests.processes import alive, children, wait_until
from tests.zoo_keeper import Zoo, check_broken

if sys.platform != "linux":
    pytest.skip("only Linux has the server of forks", allow_module_level=True)

WORKER = "game.core.bot.worker:Worker"


@pytest.fixture
def server(zoo: Zoo) -> Iterator[ForkServer]:
    """A server that was started in the zoo."""
    before = children()
    server = ForkServer(worker_command(["--memory", "0", "--worker", WORKER]), worker_environment())
    yield server
    server.close()
    wait_until(lambda: children() <= before, "the end of the server")


@pytest.fixture
def forked(server: ForkServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every bot's process is forked."""
    skipped = len(worker_command([]))

    def begun(command: Sequence[str], environment: Mapping[str, str], memory: int) -> ForkedGroup:
        return server.fork(command[skipped:])

    monkeypatch.setattr(running, "ProcessGroup", begun)


@pytest.mark.slow
@pytest.mark.usefixtures("forked")
@pytest.mark.parametrize(("spec", "kind", "sentence"), ANIMALS, ids=lambda value: Path(str(value)).name[-30:])
def test_a_broken_bot_that_was_forked_ends_in_a_sentence_too(zoo: Zoo, spec: str, kind: str, sentence: str) -> None:
    check_broken(zoo, zoo.play(spec), kind, sentence)


def shell(script: str) -> list[str]:
    return ["--memory", str(1 << 31), "--exec", "/bin/sh", "-c", script]


@pytest.mark.parametrize("end", ["exec sleep 318", "exit 3"])
def test_what_a_forked_bot_has_hidden_ends_with_it(server: ForkServer, end: str) -> None:
    check_what_is_hidden_ends(server.fork(shell(HIDDEN + end)), end)


@pytest.mark.parametrize("ending", ["closed", "killed"])
def test_all_that_forked_bots_have_hidden_ends_with_the_server(server: ForkServer, ending: str) -> None:
    groups = [server.fork(shell(HIDDEN + "exec sleep 318")) for _ in range(2)]
    hidden = [int(group.pipes[1].readline()) for group in groups]
    if ending == "closed":
        server.close()
    else:
        (process,) = [child for child in children() if groups[0].pid in children(child)]
        os.kill(process, signal.SIGKILL)
    wait_until(lambda: not any(map(alive, [*hidden, *(group.pid for group in groups)])), "the end of all of it")
    assert [group.exit_code(0.0) for group in groups] == [-signal.SIGKILL] * 2
    for group in groups:
        group.kill()
        group.collect()
        for pipe in group.pipes:
            pipe.close()


def test_forked_bots_get_none_of_each_others_pipes_and_limits_of_their_own(server: ForkServer) -> None:
    first = server.fork(shell("exec sleep 318"))
    second = server.fork(["--memory", str(1 << 20), "--exec", "/bin/sh", "-c", "ls /proc/self/fd | wc -l; ulimit -d"])
    assert second.pipes[1].read().split() == [b"4", b"1024"]
    for group in (first, second):
        group.kill()
        group.collect()
        for pipe in group.pipes:
            pipe.close()


def test_a_server_that_is_gone_forks_nothing(server: ForkServer) -> None:
    server.close()
    with pytest.raises(BrokenPipeError):
        server.fork(shell("true"))
