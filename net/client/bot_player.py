"""A bot that plays a seat of a LAN match from a client; it knows no more than a person at that seat would."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from game.core.bot.loading import BotSpec
from game.core.bot.seats import bot_controller
from game.core.bots import BotSetup, Ending, Request
from game.core.cabinet import Cabinet
from game.core.chance import derive
from game.core.match.match import NOT_ASKED, OVER
from game.core.match.session import Controller, Failure
from game.core.rules import Event, Timed
from net.client.client import LanClient
from net.client.remote_match import RemoteMatch, options_of
from net.messages import Begun, Ended, HostMessage, Play, Rejected, Resume, Rewound, Surrender, Waiting, raw
from net.states import NOT_NOW, STALE

PATIENCE: Final = 30.0
"""Seconds after which a bot that owns a room continues a restarted host's match without people who are away."""
_TOO_LATE = {STALE, NOT_NOW, OVER, NOT_ASKED}
"""Why a decision is refused that came after a computer had chosen instead, or after the end: no fault of the bot."""


class BotPlayer:
    """Answers the host's questions with a bot. Give it what `LanClient.poll` returns, and call `play` regularly."""

    def __init__(
        self,
        client: LanClient,
        cabinet: Cabinet,
        spec: BotSpec,
        seed: int,
        logs: Path | None,
        *,
        pace: float = 0.0,
    ) -> None:
        self._client = client
        self._cabinet = cabinet
        self._spec = spec
        self._seed = seed
        self._logs = logs
        self._pace = pace
        """The least seconds between a question and the bot's decision, so that people can follow the match."""
        self._since: float | None = None
        self._controller: Controller | None = None
        self._match = RemoteMatch(cabinet.info)
        self._known = 0
        """Number of steps whose events the bot has been given."""
        self._asked: int | None = None
        self._held: Timed | None = None
        """An answer that is sent later, because the bot asked for a delay."""
        self._failures: list[Failure] = []
        self._owned_since: float | None = None
        """Time since which the bot has owned a room that waits for its people; None if it does not."""

    @property
    def game(self) -> str:
        """Id of the game that the bot plays."""
        return self._cabinet.id

    def hear(self, messages: list[HostMessage]) -> None:
        """Take in messages of the host. Raises StrangeHostError."""
        for message in messages:
            self._match.take(message, 0.0)
            match message:
                case Begun(viewer=viewer) if viewer >= 0:
                    self._begin()
                case Begun():
                    self.close()
                case Rewound(number=number):
                    self._known = min(self._known, number)
                    self._forget()
                case Waiting() if self._controller is not None:
                    self._wait()
                case Rejected(about="play", why=why) if self._controller and why not in _TOO_LATE:
                    self._give_up(self._controller.refused(why))
                case Ended():
                    self._forget()
                    self._finish(message)

    def play(self, now: float) -> bool:
        """Queue the bot's decision for the client's next poll, if there is one. Return whether there was."""
        self._go_on(now)
        if self._controller is None or self._asked is None:
            return False
        if self._since is None:
            self._since = now
        if now - self._since < self._pace:
            return False
        answer = self._held or self._controller.poll(now)
        if answer is None:
            return False
        if isinstance(answer, Timed) and 1000 * (now - self._since) < answer.after:
            self._held = answer
            return False
        self._held = None
        number, self._asked = self._asked, None
        if isinstance(answer, Failure):
            self._give_up(answer)
        else:
            action = answer.action if isinstance(answer, Timed) else answer
            self._client.send(Play(number, raw(action)))
        return True

    def _go_on(self, now: float) -> None:
        """After `PATIENCE` seconds, continue without people who do not come back: nobody can ask a bot to do it."""
        room = self._client.room
        owns = room is not None and any(one.owner and one.person == self._client.person for one in room.people)
        if room is None or not room.waits or not owns:
            self._owned_since = None
        elif self._owned_since is None:
            self._owned_since = now
        elif now - self._owned_since >= PATIENCE:
            self._owned_since = None
            self._client.send(Resume())

    def _give_up(self, failure: Failure) -> None:
        """Give up the seat because the bot cannot play on; the host puts a computer of its own there."""
        self._failures.append(failure)
        self._client.send(Surrender())
        self.close()

    def take_failures(self) -> list[Failure]:
        """Return the failures since the last call that made the bot give up its seat."""
        failures, self._failures = self._failures, []
        return failures

    @property
    def thinking(self) -> bool:
        """Whether the bot is working on a decision."""
        return self._asked is not None

    def close(self) -> None:
        """End the bot's process; harmless if there is none."""
        if self._controller is not None:
            self._controller.close()
            self._controller = None
        self._asked = None
        self._known = 0

    def _begin(self) -> None:
        """Start a new bot for the match: after a lost connection, a running one may have missed moves made in its
        place.
        """
        room = self._client.room
        assert room is not None
        self.close()
        seat = self._match.viewer
        setup = BotSetup(
            self._cabinet.id,
            seat,
            len(self._match.seats),
            options_of(room, self._cabinet.info),
            self._match.brief,
            derive(self._seed, "bot", seat),
        )
        self._controller = bot_controller(self._cabinet, self._spec, setup, logs=self._logs, inline=True)

    def _wait(self) -> None:
        question = self._match.question
        assert self._controller is not None
        if question is None or not question.asked or question.again:
            self._forget()
            return
        if self._asked == question.number:
            return
        self._asked = question.number
        self._since = None
        seed = derive(self._seed, "decision", self._match.viewer, question.number)
        seconds = None if question.left is None else question.left / 1000
        events = self._fresh_events()
        self._controller.begin(Request(question.number, self._match.view, question.legal, events, seed, seconds))

    def _finish(self, ended: Ended) -> None:
        """Tell the bot how the match ended."""
        if self._controller is not None:
            view, events = self._match.view, self._fresh_events()
            self._controller.finish(lambda: Ending(ended.number, view, events, ended.result))

    def _fresh_events(self) -> tuple[Event, ...]:
        """Return the events since the bot was last asked."""
        fresh = self._match.steps[self._known :]
        self._known = len(self._match.steps)
        return tuple(event for step in fresh for event in step.events)

    def _forget(self) -> None:
        if self._asked is not None and self._controller is not None:
            self._controller.cancel()
        self._asked = self._held = None
