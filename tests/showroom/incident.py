"""A sample of the page that tells why a bot failed."""

from __future__ import annotations

from functools import partial

import msgspec

from game.core.match.incident import Incident
from game.engine.scene import Scene
from game.scenes.feeds.feed import Notice
from game.scenes.table.incident import IncidentPage
from tests.showroom.moment import Moment, played

_LOG = ("thinking about step 12", "  depth 3: 188 positions", "  depth 4: 2041 positions", "out of ideas")
_SAID = '{"type":"answer","id":14,"action":{"do":"lay","squares":[30,' + "7" * 200


def incident(moment: Moment) -> Scene:
    """Show the second failure of a program, over the table."""
    from game.scenes.replays.table import replay_table
    from game.scenes.table.scene import TableScene

    feed = played(moment)
    table = TableScene(moment.context, feed, replay_table)
    moment.context.stack.push(table)
    number = len(feed.entries)
    bot, values = "cmd:node collector.js", {"bot": "cmd:node collector.js", "code": 7}
    asked = msgspec.json.encode({"number": number, "view": feed.view, "seed": 7317633326915462, "seconds": 10.0})
    path = "/home/jiwoo/souk/logs/bots/cmd_node_collector.js-1.incident-2.json"
    failed = Incident(
        bot=bot,
        game=feed.game,
        seat=0,
        number=number,
        kind="crash",
        key="bots.crash.exit",
        values=values,
        seconds=0.31,
        said=_SAID,
        log=_LOG,
        setup=msgspec.Raw(b"{}"),
        asked=msgspec.Raw(asked),
        file=path,
    )
    notice = Notice(failed.key, values, 0, None, failed, number)
    texts = moment.context.texts.with_seats([seat.name for seat in feed.seats])
    replay = partial(replay_table, moment.context, feed.recording) if feed.recording else None
    return IncidentPage(moment.context, [notice, notice], texts, replay)
