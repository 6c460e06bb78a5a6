"""The banner over the board of a LAN match: the most urgent message, with its answers."""

from __future__ import annotations

from collections.abc import Callable

from game.core.rules import SPECTATOR
from game.engine import theme
from game.ground.texts import Texts
from game.scenes.feeds.lan import LanFeed
from game.scenes.lan.words import spoken
from game.scenes.table.widgets.banner import BannerText
from net.messages import Proposed


class Notices:
    """The notices of one table. `leave` asks whether to leave the room, `close` returns to the lobby at once."""

    def __init__(self, texts: Texts, feed: LanFeed, leave: Callable[[], None], close: Callable[[], None]) -> None:
        self._texts = texts
        self._feed = feed
        self._connection = feed.connection
        self._leave = leave
        self._close = close

    @property
    def _watching(self) -> bool:
        return self._feed.viewer == SPECTATOR

    def now(self) -> BannerText | None:
        """Return the most urgent message now; None for none."""
        line, connection = self._texts.line, self._connection
        if connection.over:
            error = connection.client.error
            text = spoken(self._texts, error.key, error.values) if error else line("table.lan.gone")
            return BannerText(text, "wifi-off", theme.BAD, [(line("table.lan.to_lobby"), "door-open", self._close)])
        if connection.lost:
            return self._lost()
        if connection.proposal:
            return self._proposed(connection.proposal)
        if self._feed.paused and not self._feed.over:
            return self._paused()
        return None

    def _lost(self) -> BannerText:
        line, connection = self._texts.line, self._connection
        away = (line("table.lan.to_lobby"), "door-open", self._leave)
        if connection.stranded is not None:
            why = spoken(self._texts, connection.stranded.key, connection.stranded.values)
            again = (line("table.lan.host_again"), "rotate-cw", connection.start_again)
            return BannerText(line("table.lan.stranded", why=why), "wifi-off", theme.BAD, [again, away])
        if (told := self._succession(away)) is not None:
            return told
        kind = "reviving" if connection.reviving else "looking_watch" if self._watching else "looking"
        short = line("table.lan.looking_short")
        return BannerText(line(f"table.lan.{kind}"), "wifi-off", theme.WARNING, [away], short)

    def _succession(self, away: tuple[str, str, Callable[[], None]]) -> BannerText | None:
        """Return what is told of a lost host's room and its heirs; None while the host may come back."""
        line, connection = self._texts.line, self._connection
        duty = connection.duty
        if duty is not None and duty.opening:
            return BannerText(line("table.lan.opening"), "house", theme.WARNING, [away])
        turn = connection.turn
        if turn is None:
            return None
        values = connection.succession(turn)
        if turn.person != connection.client.person or duty is None or not duty.may_open:
            return BannerText(line("table.lan.heir_asked", values), "hourglass", theme.WARNING, [away])
        answers = [
            (line("table.lan.open_here"), "house", duty.open_here),
            (line("table.lan.not_here"), "x", duty.not_here),
        ]
        return BannerText(line("table.lan.open_room", values), "house", theme.WARNING, answers)

    def _paused(self) -> BannerText:
        line, connection = self._texts.line, self._connection
        if connection.room is None or not connection.room.waits:
            answers = [] if self._watching else [(line("table.menu.go_on"), "play", connection.resume)]
            return BannerText(line("table.lan.paused"), "circle-pause", theme.WARNING, answers)
        names = ", ".join(person.name for person in connection.missing) or "…"
        answers = []
        if connection.owner and not self._watching:
            answers = [(line("table.lan.without"), "play", connection.resume)]
        return BannerText(line("table.lan.waits", names=names), "hourglass", theme.WARNING, answers)

    def _proposed(self, proposal: Proposed) -> BannerText:
        line, connection = self._texts.line, self._connection
        person = connection.person(proposal.by)
        name = person.name if person else "?"
        me = connection.client.person
        if me in proposal.missing:
            answers = [
                (line("table.lan.agree"), "check", lambda: connection.vote(True)),
                (line("table.lan.decline"), "x", lambda: connection.vote(False)),
            ]
            return BannerText(line(f"table.lan.propose_{proposal.what}", name=name), "hand", theme.WARNING, answers)
        waited = [connection.person(number) for number in proposal.missing]
        names = ", ".join(person.name for person in waited if person) or "…"
        key = "table.lan.waiting_mine" if proposal.by == me else "table.lan.waiting"
        matter = line(f"table.lan.matter_{proposal.what}")
        return BannerText(line(key, name=name, matter=matter, names=names), "hourglass", theme.WARNING)
