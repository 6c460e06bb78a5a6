"""The course of a mix in a room: card, match, board, the next card, until the finale, without anybody's press."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import cycle

import msgspec

from game.core.errors import SpokenError
from game.core.mix.points import EVEN_POINTS, LATE_POINTS
from game.core.mix.programme import OVER, Drawn, Guest, Length, Party, Round, Table, next_round, points_won
from game.core.mix.seating import COMPUTER
from game.core.options import read
from game.core.rules import Result
from game.core.short import Short
from net.evening import Wish
from net.host.match.hosted_match import Terms
from net.host.room.core import RoomCore
from net.host.room.lines import Mixed
from net.host.room.mix_record import LASTS, MixRecord, PastRound, RoundRecord
from net.host.room.people import Person
from net.host.room.play import RoomPlay
from net.host.room.seating import RoomSeat
from net.ledger.lines import MixLine
from net.messages import Choose, Ended, Rematch, SetSeat, Stand, Start, Swap, Take
from net.mix import Mix, MixSalt, Stage
from net.parts import ToHost
from net.proof import new_secret
from net.states import RoomPhase

IN_MIX = "net.refuse.mix"
NO_MIX = "net.refuse.no_mix"
NO_GAME = "net.refuse.mix_no_game"
STRUCK = "net.refuse.struck"
MINUTES = 20
"""Minutes of a mix for which nothing was said."""
BETWEEN = 4.0
"""Seconds in which people look at the end of a match before the next one of the same round."""
AGAIN = 1.0
"""Seconds after which a room that nobody is in looks again."""
HURRY = 3.0
"""Seconds for a decision once a match has taken half as long again as it usually does."""
_HELD: frozenset[type[ToHost]] = frozenset({Take, Stand, SetSeat, Swap, Start, Rematch, Choose, Wish})
"""Messages that would change what the mix arranges."""


class MixCourse:
    """The mix of a room, if one is played; what must survive is in `RoomCore.evening`."""

    def __init__(self, core: RoomCore, play: RoomPlay) -> None:
        self.core = core
        self.play = play
        play.mixed = self._mixed
        self._due = math.inf
        """Time at which the present stage ends by itself."""
        self._since = 0.0
        """Time from which the seconds of the round count."""
        self._began: float | None = None
        """Time at which the running match began; None while none runs."""
        self._stages: Mapping[Stage, Callable[[MixRecord, float], None]] = {
            "salt": self._salted,
            "card": self._announced,
            "playing": self._played,
            "board": self._looked_at,
            "finale": self._over,
        }

    @property
    def _kept(self) -> MixRecord | None:
        return self.core.evening.mix

    @property
    def active(self) -> bool:
        """Whether a mix goes on, which arranges the room by itself."""
        return self._kept is not None and self._kept.stage != "finale"

    def keeps(self, person: Person) -> bool:
        """Return whether a person has points in the mix, and is remembered however long they are away."""
        return self._kept is not None and person.number in self._kept.points

    # What people ask for.

    def holds(self, message: ToHost) -> str | None:
        """Return the text key of why a message is refused while a mix goes on, or None."""
        if type(message) not in _HELD or (isinstance(message, Take) and self.core.running):
            return None
        if self.active:
            return IN_MIX
        self.core.evening.mix = None
        return None

    def begin(self, wanted: Mix, now: float) -> str | None:
        """Begin a mix of those who sit at the table. Return the text key of why not, or None."""
        if self.active:
            return IN_MIX
        if self.play.starting:
            return "net.refuse.not_now"
        present = {person.number for person in self.core.people.present}
        people = [number for number in self.core.seated if number in present]
        seconds = 0 if wanted.rounds else 60 * (wanted.minutes or MINUTES)
        kept = MixRecord(
            new_secret().hex()[:16],
            new_secret(),
            seconds=seconds + seconds // OVER,
            rounds=wanted.rounds,
            off=tuple(dict.fromkeys(wanted.off)),
            points=dict.fromkeys(people, 0),
        )
        if len(people) < 2:
            return "net.refuse.count"
        if self._drawn(kept) is None:
            return NO_GAME
        if self.core.phase is RoomPhase.AFTER:
            self.play.reopen()
        self._since = now
        self._move(kept, "salt", now)
        self.core.log("mix_begun")
        return None

    def stop(self, person: Person, now: float) -> str | None:
        """End the mix with the points so far. Return the text key of why not, or None."""
        kept = self._kept
        if kept is None or not self.active:
            return NO_MIX
        if self.core.running:
            self.play.stop(person, now)
        self._move(self._kept or kept, "finale", now)
        return None

    def salt(self, person: Person, salt: bytes) -> str | None:
        """Take in a person's random bytes. Return the text key of why not, or None."""
        kept = self._kept
        if kept is None or kept.stage != "salt" or not self.keeps(person):
            return NO_MIX
        if all(each.person != person.number for each in kept.salts):
            self._keep(msgspec.structs.replace(kept, salts=(*kept.salts, MixSalt(person.number, salt))))
        return None

    def strike(self, person: Person, number: int, now: float) -> str | None:
        """Draw another game for the round that is announced. Return the text key of why not, or None."""
        kept = self._kept
        if kept is None or kept.stage != "card" or number != len(kept.past) + 1 or not self.keeps(person):
            return NO_MIX
        if person.number in kept.struck_by:
            return STRUCK
        assert kept.now is not None
        struck = msgspec.structs.replace(
            kept, struck=(*kept.struck, kept.now.game), struck_by=(*kept.struck_by, person.number)
        )
        if self._drawn(struck) is None:
            return NO_GAME
        self.core.log("mix_struck", name=person.name, game=kept.now.game)
        self._card(struck, now)
        return None

    def join(self, person: Person) -> None:
        """Let somebody who came late play from the next round on."""
        kept = self._kept
        if kept is not None and self.active and not self.keeps(person):
            points = LATE_POINTS * (len(kept.past) + (kept.stage == "playing"))
            self._keep(msgspec.structs.replace(kept, points={**kept.points, person.number: points}))

    def left(self, person: Person) -> None:
        """Note that somebody left on purpose: the running round brings them nothing, unless they come back."""
        self._note_gone(person, gone=True)

    def back(self, person: Person) -> None:
        """Note that somebody came back."""
        self._note_gone(person, gone=False)

    def _note_gone(self, person: Person, *, gone: bool) -> None:
        kept = self._kept
        if kept is not None and kept.now is not None and kept.stage == "playing" and self.keeps(person):
            others = tuple(number for number in kept.now.gone if number != person.number)
            people = (*others, person.number) if gone else others
            self._keep(msgspec.structs.replace(kept, now=msgspec.structs.replace(kept.now, gone=people)))

    # Going on.

    def resume(self, now: float) -> None:
        """Go on after the host was started again: a card or board begins anew, a match goes on by itself."""
        kept = self._kept
        if kept is None:
            return
        self._since = now
        if kept.stage in ("card", "board") or (kept.stage == "playing" and self.play.match is None):
            self._card(kept, now)
        else:
            self._due = now + LASTS.get(kept.stage, math.inf)

    def settle(self, now: float) -> bool:
        """Do what is due. Return whether seats may have changed."""
        before = kept = self._kept
        if kept is not None and not self.core.moving:
            self._stages[kept.stage](kept, now)
        return self._kept is not before

    def wake(self, now: float) -> float:
        """Return the seconds until `settle` has something to do without a message; infinity for never."""
        if not self.active:
            return math.inf
        waits = [self._due - now]
        kept = self._kept
        if self._began is not None and kept is not None and kept.now is not None:
            usual = kept.now.seconds
            waits += [at for part in (1.5, 3) if (at := self._began + part * usual - now) > 0]
        return max(0.0, min(waits))

    def _present(self, kept: MixRecord) -> list[Person]:
        return [person for person in self.core.people.present if person.number in kept.points]

    def _salted(self, kept: MixRecord, now: float) -> None:
        told = {each.person for each in kept.salts}
        if now >= self._due or told.issuperset(person.number for person in self._present(kept)):
            self._card(kept, now)

    def _announced(self, kept: MixRecord, now: float) -> None:
        """Begin the match when its card was shown long enough, or everybody has said that they know the game."""
        present = {person.number for person in self._present(kept)}
        if kept.now is None or not present & {place.person for place in self.core.seating}:
            if now >= self._due:
                self._card(kept, now)
            return
        seated = [place for place in self.core.seating if place.person in present]
        if now >= self._due or all(place.ready for place in seated):
            self._move(kept, "playing", now)
            self._begin_match(now)

    def _begin_match(self, now: float) -> None:
        for place in self.core.seating:
            place.ready = True
        self._due, self._began = math.inf, None
        if self.play.start("", now) is not None:
            self._repair(now)

    def _repair(self, now: float) -> None:
        """Leave a game that cannot be begun out of the mix, and draw the round anew."""
        kept = self._kept
        assert kept is not None
        assert kept.now is not None
        self.core.log("mix_repair", game=kept.now.game)
        self._card(msgspec.structs.replace(kept, off=(*kept.off, kept.now.game), now=None), now)

    def _played(self, kept: MixRecord, now: float) -> None:
        assert kept.now is not None
        phase, match = self.core.phase, self.play.match
        if phase is RoomPhase.WAITING:
            if now >= self._due:
                self._begin_match(now)
            elif math.isinf(self._due) and not self.play.starting:
                self._repair(now)
        elif phase is RoomPhase.AFTER:
            self._ended(kept, kept.now, now)
        elif match is not None and self._began is None:
            self._began = now
            for seat, place in enumerate(self.core.seating):
                person = self.core.people.get(place.person)
                if place.person and not place.bot and not (person is not None and person.present) and not match.paused:
                    self.play.sit_in(seat)
        elif match is not None and self._began is not None and phase is RoomPhase.PLAYING:
            self._limit(kept.now, now - self._began, now)

    def _limit(self, playing: RoundRecord, taken: float, now: float) -> None:
        """Keep a match that takes too long from holding up the evening."""
        match = self.play.match
        assert match is not None
        if taken >= 3 * playing.seconds:
            self.core.log("mix_too_long")
            self.play.cut(now)
        elif taken >= 1.5 * playing.seconds and match.match.limit is not None and match.match.limit > HURRY:
            match.match.limit = HURRY
            self.core.log("mix_hurry")

    def _ended(self, kept: MixRecord, played: RoundRecord, now: float) -> None:
        """Go on after a match: with the next one of its round, or with the points."""
        match, short = self.play.match, self._short(played.game, played.short)
        result = match.ended.result if match is not None and match.ended is not None else None
        played = _with(played, result)
        kept = msgspec.structs.replace(kept, now=played)
        self._keep(kept)
        self._began = None
        if short is not None and result is not None and len(played.results) < short.matches:
            self.play.reopen()
            self._due = now + BETWEEN
            return
        won = _points(played, short)
        points = {person: before + won.get(person, 0) for person, before in kept.points.items()}
        past = (*kept.past, PastRound(played.game, played.short))
        length = Length(kept.seconds, kept.rounds).after(math.ceil(now - self._since) + int(LASTS["board"]))
        self._since = now + LASTS["board"]
        kept = msgspec.structs.replace(
            kept, points=points, won=won, past=past, struck=(), seconds=length.seconds, rounds=length.rounds
        )
        self._move(kept, "board", now)

    def _mixed(self, ended: Ended) -> Mixed | None:
        """Return what the ledger tells of a match of this mix."""
        kept = self._kept
        if kept is None or kept.stage != "playing" or kept.now is None:
            return None
        played, short = _with(kept.now, ended.result), self._short(kept.now.game, kept.now.short)
        to_come = short is not None and ended.result is not None and len(played.results) < short.matches
        points = dict.fromkeys(played.people, 0) if to_come else _points(played, short)
        form = short.format.value if short else ""
        return Mixed(MixLine(kept.id, len(kept.past) + 1, played.weight, form), points)

    def _looked_at(self, kept: MixRecord, now: float) -> None:
        if now < self._due:
            return
        if kept.now is None or kept.now.last:
            self._move(kept, "finale", now)
        else:
            self._card(kept, now)

    def _over(self, kept: MixRecord, now: float) -> None:
        """Lead everybody back from the last table to the waiting room, where the finale is shown."""
        if self.core.phase is RoomPhase.AFTER:
            self.play.reopen()

    # Cards.

    def _card(self, kept: MixRecord, now: float) -> None:
        """Draw the next round, seat everybody for it, and announce it."""
        if self.core.phase is RoomPhase.AFTER:
            self.play.reopen()
        people = self._present(kept)
        if not people:
            self._move(msgspec.structs.replace(kept, now=None), "card", now)
            self._due = now + AGAIN
            return
        drawn = self._drawn(kept)
        if drawn is None:
            self._move(msgspec.structs.replace(kept, now=None), "finale", now)
            return
        table = drawn.round.tables[0]
        playing = RoundRecord(
            drawn.round.game,
            drawn.round.short.name,
            table.people,
            drawn.round.short.forms[len(people)].seconds,
            drawn.round.weight,
            drawn.last,
            self._of(kept, drawn),
        )
        kept = msgspec.structs.replace(kept, now=playing, final=drawn.final)
        terms = self._terms(drawn.round.short, drawn.round.game, table)
        if terms is None:
            self.core.log("mix_repair", game=playing.game)
            self._card(msgspec.structs.replace(kept, off=(*kept.off, playing.game), now=None), now)
            return
        bots = cycle(terms.fill or (terms.stand_in,))
        self.core.seating.places = []
        self.core.arrange(
            terms,
            [
                RoomSeat("bot", bot=next(bots)) if person == COMPUTER else RoomSeat("person", person=person)
                for person in table.people
            ],
        )
        self._move(kept, "card", now)

    def _terms(self, short: Short, game: str, table: Table) -> Terms | None:
        cabinet = self.core.plan.games[game]
        try:
            options = read(cabinet.info.options, dict(table.options), strict=True)
        except SpokenError:
            return None
        limit = float(short.limit) or None
        now = self.core.plan.terms
        return replace(now, cabinet=cabinet, options=options, limit=limit, stand_in=cabinet.easy, fill=cabinet.mix)

    def _drawn(self, kept: MixRecord) -> Drawn | None:
        """Return the next round for those who are here."""
        length = Length(kept.seconds, kept.rounds)
        past = self._past(kept)
        return self._next(kept, past, length, kept.final)

    def _next(self, kept: MixRecord, past: list[Round], length: Length, final: str) -> Drawn | None:
        games = self.core.plan.games
        guests = {
            person.number: Guest(
                person.languages or ("ko", "en"),
                games=frozenset(game for game, cabinet in games.items() if not person.lacks(cabinet.info)),
            )
            for person in self._present(kept)
        }
        return next_round(
            Party(guests, off=frozenset(kept.off)),
            {game: cabinet.shorts for game, cabinet in games.items()},
            kept.seed,
            past,
            kept.points,
            length,
            final,
            together=True,
            struck=frozenset(kept.struck),
        )

    def _of(self, kept: MixRecord, drawn: Drawn) -> int:
        """Return how many rounds there will be if everybody stays and each takes as long as it usually does."""
        past, length = self._past(kept), Length(kept.seconds, kept.rounds)
        coming: Drawn | None = drawn
        while coming is not None:
            past.append(coming.round)
            if coming.last:
                break
            length = length.after(coming.round.seconds)
            coming = self._next(kept, past, length, coming.final)
        return len(past)

    def _past(self, kept: MixRecord) -> list[Round]:
        known = ((each.game, self._short(each.game, each.short)) for each in kept.past)
        return [Round(game, short, (), 0) for game, short in known if short is not None]

    def _short(self, game: str, name: str) -> Short | None:
        cabinet = self.core.plan.games.get(game)
        return next((short for short in cabinet.shorts if short.name == name), None) if cabinet else None

    # Telling.

    def _keep(self, kept: MixRecord) -> None:
        self.core.evening.mix = kept
        self.core.urge()

    def _move(self, kept: MixRecord, stage: Stage, now: float) -> None:
        self._due = now + LASTS.get(stage, math.inf)
        self._keep(msgspec.structs.replace(kept, stage=stage))


def _with(played: RoundRecord, result: Result | None) -> RoundRecord:
    """Return a round after one more of its matches."""
    return msgspec.structs.replace(played, results=(*played.results, result)) if result else played


def _points(played: RoundRecord, short: Short | None) -> dict[int, int]:
    """Return what a round brought each person; the same for all where it was not played to its end."""
    people = [person for person in played.people if person != COMPUTER]
    if short is None or len(played.results) < short.matches:
        won = dict.fromkeys(people, EVEN_POINTS * played.weight)
    else:
        table = Table(played.people)
        won = points_won(Round(played.game, short, (table,), 0, played.weight), [played.results])
    return {person: 0 if person in played.gone else points for person, points in won.items()}
