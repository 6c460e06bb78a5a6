"""A match that runs at this screen: with people here, computers that delay no frame, and a recording as it goes on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from typing import Any

from game.cabinets.listed import CABINETS
from game.core.bot.mixture import MixedBot, players_of
from game.core.bot.seats import bot_controller, bot_session
from game.core.cabinet import Cabinet
from game.core.levels import change_after, level_of
from game.core.match.match import Match, Step
from game.core.match.session import Controller, Session, Trouble, bot_setup
from game.core.recording.replay import ReplayError, ReplayWriter, SeatRecord, begin_recording
from game.core.rules import SPECTATOR, Result, Seat, Window
from game.core.work.pieces import Pieces, at_once
from game.ground import paths
from game.ground.crash import MOST_LOGGED, crashed
from game.ground.recordings import begin_free_recording, delete_recording, recording_name
from game.ground.settings import THINKING, Settings
from game.scenes.feeds.adapting import how_it_went
from game.scenes.feeds.adviser import Adviser
from game.scenes.feeds.feed import Adapted, Choice, Curtain, Deadline, Notice, SeatInfo, Update
from game.scenes.feeds.hurried import HurriedClock, only_computers_run
from game.scenes.feeds.match import MatchFeed
from game.scenes.feeds.plan import MatchPlan, branch_of
from game.scenes.feeds.rehearsing import rehearsing


class LocalFeed(MatchFeed):
    """Feed of a match at this screen. See `start_local`."""

    def __init__(
        self,
        cabinet: Cabinet,
        plan: MatchPlan,
        *,
        pause: float = 0.0,
        writer: ReplayWriter | None = None,
        notices: Sequence[Notice] = (),
        keeps_empty: bool = True,
        restart: Callable[[MatchPlan], LocalFeed] | None = None,
        chance: Mapping[int, int] | None = None,
        caught_up: bool = True,
    ) -> None:
        """Without `caught_up`, the plan's steps that were already played are left to `catching_up`, to be run first."""
        self._people = tuple(seat for seat, info in enumerate(plan.seats) if info.person)
        self._curtained = cabinet.info.curtain and len(self._people) > 1
        """Whether people at this screen have secrets from each other: then the board shows a spectator's view."""
        viewers = (SPECTATOR,) if self._curtained or not self._people else self._people
        super().__init__(writer, viewers[0], notices, viewers=viewers)
        self._unseen: set[Seat] = set()
        """Seats of people at this screen who have not yet looked at new secrets of theirs."""
        self.plan = plan
        self.game = plan.game
        self.options = plan.options
        self.goal = cabinet.info.goal_of(plan.options)
        self.seats = tuple(SeatInfo(seat.name, None if seat.person else seat.spec, seat.person) for seat in plan.seats)
        self._cabinet = cabinet
        self._pause = pause
        self._keeps_empty = keeps_empty
        self._restart = restart
        self._hints = plan.hints
        if writer and plan.hints:
            writer.hinted(plan.hints)
        self._troubles_told = 0
        self._closed = False
        self._follow(
            Match(
                cabinet.rules,
                len(plan.seats),
                plan.options,
                plan.seed,
                journal=self,
                limit=plan.limit,
                chance=chance,
                in_pieces=True,
                key=plan.key,
            )
        )
        if caught_up:
            at_once(self.catching_up())
        self._session = Session(self._match, {}, pause=pause)
        self._adviser = Adviser(cabinet, self._match, paths.logs() / "bots")
        self._clock = HurriedClock()

    def done_alone(self) -> list[Any] | None:
        if self._closed or len(self.seats) > 1:
            return None
        return [move.action for step in self._match.steps for move in step.moves if move.seat == 0]

    def catching_up(self) -> Pieces[None]:
        """Play the plan's steps that were already played, one at each step of the iterator."""
        for count, step in enumerate(self.plan.begun, 1):
            self._match.play(step.moves)
            self._updates.clear()
            yield count / len(self.plan.begun)

    @property
    def match(self) -> Match:
        """The match itself, for reading only."""
        return self._match

    def branch(self) -> MatchPlan | None:
        return branch_of(self._match, [info.name for info in self.seats])

    def seat_bots(
        self,
        log_folder: Path | None,
        *,
        inline: bool | None = None,
        aside: bool = False,
        others: Mapping[Seat, Controller] = MappingProxyType({}),
    ) -> None:
        """Seat every computer: `inline` in this process, otherwise light ones here and others in processes of their
        own.

        `aside`: bots in this process think on a worker thread. `others` are controllers for given seats. Raises
        SpokenError for a specification that names no bot; nothing is left running then.
        """
        cabinet, match = self._cabinet, self._match
        players = {
            seat: players_of(info.bot, cabinet.bots)
            for seat, info in enumerate(self.seats)
            if info.bot is not None and seat not in others
        }
        bots = {seat: specs[0] for seat, specs in players.items() if len(specs) == 1}
        self._session = bot_session(
            cabinet, match, bots, logs=log_folder, inline=inline, aside=aside, pause=self._pause
        )
        for seat, controller in others.items():
            self._session.hand_over(seat, controller)
        for seat, specs in players.items():
            level = level_of(self.seats[seat].bot or "", cabinet.bots)
            if level is not None and level.share:
                setup = bot_setup(match, cabinet.id, seat)
                weaker, stronger = (
                    bot_controller(cabinet, spec, setup, logs=log_folder, inline=inline, aside=aside) for spec in specs
                )
                self._session.hand_over(seat, MixedBot(weaker, stronger, level.share))

    def append(self, step: Step) -> None:
        super().append(step)
        if self._curtained:
            private = [event for event in step.events if not event.seen_by(SPECTATOR)]
            self._unseen |= {seat for seat in self._people if any(event.seen_by(seat) for event in private)}

    def poll(self, now: float) -> list[Update]:
        if self._closed:
            return []
        self._session.pump(self._clock.at(now, hurries=only_computers_run(self._session)))
        asked = self._asked()
        if asked is not None and not self._curtained:
            self._viewer = asked
        updates, self._updates = self._updates, []
        return updates

    def _asked(self) -> Seat | None:
        """Return the seat asked to choose now, one after another. One person may replace their offer during a slice of
        time.
        """
        people = () if self._closed else self._session.people
        missing = [seat for seat in people if seat in self._match.waiting_for]
        return missing[0] if missing else people[0] if len(people) == 1 else None

    @property
    def people(self) -> tuple[Seat, ...]:
        return () if self._closed else self._session.people

    @property
    def choice(self) -> Choice | None:
        seat = self._asked()
        if seat is None:
            return None
        return Choice(seat, self._match.legal(seat), again=seat not in self._match.waiting_for)

    @property
    def curtain(self) -> Curtain | None:
        if not self._curtained or self._closed:
            return None
        if self._unseen:
            return Curtain(min(self._unseen), choosing=False)
        seat, ask = self._asked(), self._match.ask
        return None if seat is None or ask is None or ask.open else Curtain(seat, choosing=True)

    @property
    def missing(self) -> tuple[Seat, ...]:
        ask = self._match.ask
        known = ask.seats_for(self.viewer) if ask is not None else ()
        return tuple(seat for seat in self._match.waiting_for if seat in known and seat >= 0)

    @property
    def scores_told(self) -> bool:
        return self._cabinet.info.open_scores or self.over or not self._people

    def view_for(self, seat: Seat) -> Any:
        return self._match.view(seat)

    def brief_for(self, seat: Seat) -> Any:
        return self._match.brief(seat)

    def look_again(self, seat: Seat) -> None:
        if self._curtained and seat in self._people:
            self._unseen.add(seat)

    def looked(self, seat: Seat) -> None:
        self._unseen.discard(seat)

    @property
    def unhurried(self) -> bool:
        ask = self._match.ask
        sealed = ask is not None and ask.window in (Window.SIMULTANEOUS, Window.SLICE) and not ask.open
        return self._curtained and sealed and self._asked() is not None

    def play(self, seat: Seat, action: Any) -> str | None:
        return self._session.play(seat, action)

    @property
    def can_undo(self) -> bool:
        return not self.over and any(self._match.can_undo(seat) for seat in self._last_person())

    def undo(self) -> bool:
        done = not self.over and any(self._session.undo(seat) for seat in self._last_person())
        if done:
            self._updates = [Update(self._match.number, self.view, jump=True, viewer=self._viewer)]
        return done

    def _last_person(self) -> tuple[Seat, ...]:
        """Return the seat of the person who decided last, in a tuple; empty if nobody has decided."""
        for entry in reversed(self.entries) if self._people else ():
            for seat in entry.movers:
                if seat in self._people:
                    return (seat,)
        return ()

    @property
    def unfinished(self) -> Path | None:
        return self.recording if self._people and not self.over and not self._keeps_empty else None

    @property
    def counts(self) -> bool:
        return bool(self._people) and not self._keeps_empty and not self.plan.tried

    @property
    def adviser(self) -> str | None:
        return self._adviser.bot if self._people and self._cabinet.bots else None

    def ask_for_hint(self) -> None:
        asked = self._asked()
        if asked is not None and self.adviser and not self._adviser.thinking:
            self._adviser.ask(asked)

    @property
    def hints_last(self) -> bool:
        return self._cabinet.hints_last

    @property
    def advising(self) -> bool:
        return self._adviser.thinking

    def take_hint(self) -> Any:
        hint = self._adviser.poll(self._clock.now, self._asked())
        if hint is not None:
            self._hints += 1
            if self._writer:
                self._writer.hinted(self._hints)
        return hint

    @property
    def hints(self) -> int:
        return self._hints

    @property
    def deadline(self) -> Deadline | None:
        if self.unhurried:
            return None
        ask, at = self._match.ask, self._match.deadline
        seconds = ask.limit if ask and ask.limit is not None else self._match.limit
        return Deadline(at - self._clock.ahead, seconds) if at is not None and seconds is not None else None

    @property
    def thinking(self) -> tuple[Seat, ...]:
        return self._session.thinking

    @property
    def pondering(self) -> bool:
        """Whether a computer is still thinking, not only held back for the pause."""
        return self._session.pondering

    def wait(self, seconds: float) -> None:
        """Sleep until a computer may have decided, at most `seconds`."""
        self._session.wait(seconds)

    def take_notices(self) -> list[Notice]:
        notices = super().take_notices()
        for trouble in self._session.troubles[self._troubles_told :]:
            failure = trouble.failure
            level = level_of(self.seats[trouble.seat].bot or "", self._cabinet.bots)
            parts = (level.weaker, level.stronger) if level else ()
            own = next((bot for bot in parts if bot == failure.values.get("bot")), parts[0] if parts else "")
            where = (trouble.seat, failure.log or self._account(trouble), failure.incident, trouble.number)
            notices.append(Notice(failure.key, failure.values, *where, own))
        self._troubles_told = len(self._session.troubles)
        return notices

    def _account(self, trouble: Trouble) -> str | None:
        """Write a file on rules that raised an error at a move; return its path, None for other troubles."""
        broken = self._match.broken[:MOST_LOGGED]
        for move in broken:
            if (move.seat, move.number) == (trouble.seat, trouble.number) and not move.told:
                return crashed(move.error, f"step {move.number} of {self.game}: {move.action!r}").values.get("file")
        return None

    def again(self, change: int = 0) -> LocalFeed | None:
        plan = self._changed(change) if change else self.plan.adapted(self._cabinet, self._step)
        return self._restart(plan.again()) if self._restart and plan else None

    def again_held(self) -> LocalFeed | None:
        return self._restart(self.plan.held().again()) if self._restart else None

    @property
    def _step(self) -> int:
        """The change of an adapting level for the next match."""
        result = self._own_result
        return 0 if result is None else change_after([line.rank for line in result.seats], self._people[0], self._hints)

    @property
    def _own_result(self) -> Result | None:
        """The result of a match that counts, with one person at this screen; else None."""
        return self.result if len(self._people) == 1 and self.counts else None

    @property
    def adapted(self) -> Adapted | None:
        before, after = self.plan.adapting, self.plan.adapted(self._cabinet, self._step).adapting
        if before is None or after is None or not self.over:
            return None
        return Adapted(after, self._step if after != before else 0)

    def following(self, options: Any, further: int) -> LocalFeed | None:
        plan = replace(self.plan, options=options, seed=self.plan.seed + further, begun=(), tried=False, hints=0)
        return self._restart(plan) if self._restart else None

    def _changed(self, change: int) -> MatchPlan | None:
        """Return the plan with computers of another level; None for a game with a mix of computers, which has no
        levels.
        """
        return None if self._cabinet.mix else self.plan.at_level(self._cabinet.table_bots, change)

    @property
    def next_level(self) -> int:
        result = self._own_result
        change = how_it_went(result, self._people[0]) if result is not None else 0
        return change if change and self._changed(change) else 0

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self._session.close()
        self._adviser.close()
        self._finish()
        if self.recording and not self._keeps_empty and not any(entry.movers for entry in self.entries):
            self._unlink()

    def discard(self) -> None:
        self.close()
        self._unlink()

    def _unlink(self) -> None:
        if self.recording is not None:
            delete_recording(self.recording)


def start_local(
    plan: MatchPlan, settings: Settings, recording: Path | None = None, *, computers: bool = True
) -> LocalFeed:
    """Begin a match like `starting_local`, in one go."""
    return at_once(starting_local(plan, settings, recording, computers=computers))


def starting_local(
    plan: MatchPlan, settings: Settings, recording: Path | None = None, *, computers: bool = True
) -> Pieces[LocalFeed]:
    """Begin a match at this screen, recorded in a given file or, by default, among the person's replays.

    Steps already played in the plan are played one at each step of the iterator; an iterator that is dropped before its
    end leaves no recording. Without `computers` only `play` decides for computers' seats: for pictures of a given
    moment. Raises SpokenError for options that cannot be played, and when a seat's specification names no computer. If
    no recording can be written, a notice says so and the match goes on.
    """
    cabinet = CABINETS[plan.game]
    yield from rehearsing(cabinet.rules, len(plan.seats), plan.options, plan.seed, plan.key)
    speed = settings.motion.speed
    pause = settings.delays[THINKING] / 1000 / speed if speed else 0.0
    writer, notices = _recorder(cabinet, plan, recording)
    feed = LocalFeed(
        cabinet,
        plan,
        pause=pause,
        writer=writer,
        notices=notices,
        keeps_empty=recording is not None,
        restart=lambda again: start_local(again, settings),
        caught_up=False,
    )
    try:
        yield from feed.catching_up()
        if computers:
            feed.seat_bots(paths.logs() / "bots")
    except GeneratorExit:
        feed.discard()
        raise
    except BaseException:
        feed.close()
        raise
    return feed


def demonstration(plan: MatchPlan, *, pause: float = 0.0, aside: bool = True) -> LocalFeed:
    """Begin a match between computers that is not kept, for a stall's screen.

    The computers think in this process, `aside` on a worker thread, so that no frame waits for them. Raises SpokenError
    like `start_local`.
    """
    feed = LocalFeed(CABINETS[plan.game], plan, pause=pause)
    feed.seat_bots(None, inline=True, aside=aside)
    return feed


def _recorder(cabinet: Cabinet, plan: MatchPlan, recording: Path | None) -> tuple[ReplayWriter | None, list[Notice]]:
    """Open the recording of a match; return it, or notices why there is none."""
    seats = tuple(SeatRecord(seat.name, None if seat.person else seat.spec) for seat in plan.seats)
    when = datetime.now().astimezone()
    try:
        if recording:
            return begin_recording(recording, cabinet.info, plan.seed, plan.options, seats, when, plan.key), []
        folder, name = paths.replays(), replay_name(plan, when)
        return begin_free_recording(folder, name, cabinet.info, plan.seed, plan.options, seats, when, plan.key), []
    except ReplayError as error:
        return None, [Notice(error.key, error.values)]


def replay_name(plan: MatchPlan, when: datetime) -> str:
    """Return a file name that people recognise: date, game, players.

    >>> from game.scenes.feeds.plan import SeatPlan
    >>> plan = MatchPlan("nullgame", (SeatPlan("지우"), SeatPlan("A/B", "expert")), None, 1)
    >>> replay_name(plan, datetime(2026, 11, 20, 21, 5))
    '2026-11-20 21.05 nullgame 지우, A_B'
    """
    return recording_name(plan.game, ", ".join(seat.name for seat in plan.seats), when)
