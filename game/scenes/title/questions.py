"""What the title asks: how to play over the LAN, and whether to leave."""

from __future__ import annotations

from game.engine.scene import Context
from game.engine.widgets import Answer, Dialog
from game.scenes.process.host import rooms_left

HOST, JOIN = "host", "join"


def lan_question(context: Context) -> Dialog:
    """Ask whether to open a room or to join one: answered by HOST, JOIN, or None."""
    line = context.texts.line
    answers = [
        Answer(line("widgets.cancel"), None),
        Answer(line("title.lan_menu.join"), JOIN, "log-in"),
        Answer(line("title.lan_menu.host"), HOST, "store", primary=True),
    ]
    return Dialog(context, line("title.lan_menu.title"), line("title.lan_menu.text"), answers)


def quit_question(context: Context) -> Dialog:
    """Ask whether to end the program: answered by True to leave. It says which rooms go on meanwhile."""
    line = context.texts.line
    answers = [Answer(line("title.stay"), False, primary=True), Answer(line("title.leave"), True, "log-out")]
    left = "\n".join(line("title.room_goes_on", name=name) for name in rooms_left())
    return Dialog(context, line("title.quit_question"), left, answers, width=520 if left else 400)
