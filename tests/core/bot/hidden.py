"""What a bot hides from whoever wanted it, and that it ends with the bot."""

from __future__ import annotations

from game.core.process.fork_server import ForkedGroup
from game.core.process.process_group import ProcessGroup
from tests.processes import alive, wait_until

HIDDEN = "env -i setsid sleep 317 & echo $!; "
"""The beginning of a script whose process leaves its group and its environment, and says where it is."""


def check_what_is_hidden_ends(group: ProcessGroup | ForkedGroup, end: str) -> None:
    """What a bot that runs HIDDEN and then `end` has hidden is gone once its group is."""
    hidden = int(group.pipes[1].readline())
    assert alive(hidden) or "exit" in end
    if "exit" in end:
        wait_until(lambda: group.exit_code(0.0) is not None, "the end of the bot")
        assert group.exit_code(0.0) == 3
    group.kill()
    group.collect()
    wait_until(lambda: not alive(hidden), "the end of what it hid")
    for pipe in group.pipes:
        pipe.close()
