"""The course of a mix in a room: card, match, board, the next card, until the finale, without anybody's press."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import partial

import msgspec

from game.core.errors import SpokenError
from game.core.mix.points import LATE_POINTS
from game.core.mix.programme import Drawn, Length
from game.core.recording.replay import read_replay
from game.core.short import Format, Short
from game.ground.crash import crashed
from net.evening import Wish
from net.host.room.core import RoomCore
from net.host.room.lines import Mixed
from net.host.room.mix_drawing import MixDrawing
from net.host.room.mix_record import GLANCE, LASTS, MixRecord, PastRound, RoundRecord, announced, card_lasts
from net.host.room.mix_round import MixRound, laid_for, mixed_of, points_of_round, with_result
from net.host.room.people import Person
from net.host.room.tables import Tables
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
_HELD: frozenset[type[ToHost]] = frozenset({Take, Stand, SetSeat, Swap, Start, Rematch, Choose, Wish})
"""Messages that would change what the mix arranges."""


class MixCourse:
    """The mix of a room, if one is played; what must survive is in `RoomCore.evening`."""

    def __init__(self, core: RoomCore, tables: Tables) -> None:
        self.core = core
        self.tables = tables
        self.play = tables.first
        self.round = MixRound(core, tables)
        self.drawing = MixDrawing(core)
        self._join_tables()
        self._due = math.inf
        """Time at which the present stage ends by itself."""
        self._stopping = False
        """Whether matches are still to end since the mix was ended; their lines tell its secret."""
        self._since = 0.0
        """Time from which the seconds of the round count."""
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
        return self._kept is not None and self._kept.goes_on

    @property
    def _arranges(self) -> bool:
        """Whether the tables are still the mix's: also after its end, until all have been led back from them."""
        return self.active or (self._kept is not None and (self._stopping or self.tables.several))

    @property
    def open(self) -> bool:
        """Whether everybody may come in however few seats there are: they play in the next round, or the next mix."""
        return self._kept is not None

    def keeps(self, person: Person) -> bool:
        """Return whether a person has points in the mix, and is remembered however long they are away."""
        return self._kept is not None and person.number in self._kept.points

    # What people ask for.

    def holds(self, message: ToHost) -> str | None:
        """Return the text key of why a message is refused while a mix goes on, or None."""
        if type(message) not in _HELD or (isinstance(message, Take) and self.core.running and not self.tables.several):
            return None
        if self._arranges:
            return IN_MIX
        self.core.evening.mix = None
        return None

    def begin(self, wanted: Mix, now: float) -> str | None:
        """Begin a mix of those who sit at the table. Return the text key of why not, or None."""
        if self._arranges:
            return IN_MIX
        if self.play.starting:
            return "net.refuse.not_now"
        present = {person.number for person in self.core.people.present}
        waiting = [number for number in present if self.core.evening.ticket(number)]
        people = [*(number for number in self.core.seated if number in present), *sorted(waiting)]
        length = Length.of(0 if wanted.rounds else 60 * (wanted.minutes or MINUTES), wanted.rounds)
        kept = MixRecord(
            new_secret().hex()[:16],
            new_secret(),
            seconds=length.seconds,
            rounds=length.rounds,
            spare=length.spare,
            off=tuple(dict.fromkeys(wanted.off)),
            points=dict.fromkeys(people, 0),
        )
        if len(people) < 2:
            return "net.refuse.count"
        if self.drawing.drawn(kept) is None:
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
        if any(self.round.busy):
            self.core.log("stopped_by", name=person.name)
            self._stopping = True
            self.round.cut(now)
        self._move(self._kept or kept, "finale", now)
        return None

    def stop_round(self, person: Person, now: float) -> None:
        """End the matches of this round at all of its tables: whoever still plays gets the same points."""
        self.core.log("stopped_by", name=person.name)
        self.round.cut(now)

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
        if kept is None or kept.now is None or kept.stage != "card" or not self.keeps(person):
            return NO_MIX
        if number != len(kept.past) + 1 or kept.now.sprint:
            return NO_MIX
        if person.number in kept.struck_by:
            return STRUCK
        struck = msgspec.structs.replace(
            kept, struck=(*kept.struck, kept.now.game), struck_by=(*kept.struck_by, person.number)
        )
        if self.drawing.drawn(struck) is None:
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
        self.drawing.await_people(kept)
        if kept.stage == "board" and kept.played_out:
            self._due = now + LASTS["board"]
        elif kept.stage in ("card", "board") or (kept.stage == "playing" and self.play.match is None):
            self._card(msgspec.structs.replace(kept, again=kept.stage == "playing"), now)
        elif kept.stage == "playing" and kept.now is not None:
            self._due = math.inf
            self._take_up(kept.now, now)
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
            return 0.0 if self._arranges and not any(self.round.busy) and not self.core.moving else math.inf
        kept, wait = self._kept, self._due - now
        if kept is not None and kept.now is not None and kept.stage == "playing":
            wait = min(wait, self.round.wake(kept.now, now))
        return max(0.0, wait)

    def _salted(self, kept: MixRecord, now: float) -> None:
        told = {each.person for each in kept.salts}
        if now >= self._due or told.issuperset(person.number for person in self.drawing.present(kept)):
            self._card(kept, now)

    def _announced(self, kept: MixRecord, now: float) -> None:
        """Begin the match when its card was shown long enough, or everybody has said that they know the game."""
        if self.core.cut_off:
            self._due = now + card_lasts(kept)
            return
        people = {person.number: person.present for person in self.drawing.present(kept)}
        if kept.again and all(people.values()):
            self._due = min(self._due, now + GLANCE)
        seated = [place for play in self.tables.plays for place in play.core.seating if people.get(place.person)]
        if kept.now is None or not seated:
            if now >= self._due:
                self._card(kept, now)
            return
        if now >= self._due or all(place.ready for place in seated):
            self.drawing.awaited = frozenset()
            self._move(msgspec.structs.replace(kept, again=False), "playing", now)
            self._begin_matches(now)

    def _begin_matches(self, now: float) -> None:
        self._due = math.inf
        self.round.begin(now)

    def _repair(self, now: float) -> None:
        """Leave a game that cannot be begun out of the mix, and draw the round anew."""
        kept = self._kept
        assert kept is not None
        assert kept.now is not None
        self.core.log("mix_repair", game=kept.now.game)
        self._card(msgspec.structs.replace(kept, off=(*kept.off, kept.now.game), now=None), now)

    def _played(self, kept: MixRecord, now: float) -> None:
        assert kept.now is not None
        if now >= self._due:
            self._begin_matches(now)
        if not math.isinf(self._due):
            return
        over = self.round.settle(kept.now, now)
        kept = self._kept or kept
        assert kept.now is not None
        if not over:
            self._note_journals(kept, kept.now)
        elif self.round.failed:
            self._repair(now)
        else:
            self._ended(kept, kept.now, now)

    def _note_journals(self, kept: MixRecord, playing: RoundRecord) -> None:
        """Keep where the matches beside the first table are recorded, for a host that is started again."""
        plays = self.tables.plays
        names = [play.journal.name if play.core.number and play.journal else "" for play in plays]
        names += [""] * (len(playing.tables) - len(names))  # tables that could not go on after a kill
        if names != [table.journal for table in playing.tables]:
            tables = zip(playing.tables, names, strict=True)
            noted = tuple(msgspec.structs.replace(table, journal=name) for table, name in tables)
            self._keep(msgspec.structs.replace(kept, now=msgspec.structs.replace(playing, tables=noted)))

    def _ended(self, kept: MixRecord, played: RoundRecord, now: float) -> None:
        """Go on after the matches of all tables: with the next ones of the round, or with the points."""
        short = self.drawing.short(played.game, played.short)
        for play in self.tables.plays:
            if play.holds_line and play.match is not None:
                play.enter_line()
        complete, played = self.round.complete, self.round.told(played)
        kept = msgspec.structs.replace(kept, now=played)
        self._keep(kept)
        if short is not None and complete and len(played.tables[0].results) < short.matches:
            self.round.reopen()
            self._due = now + BETWEEN
            return
        won = points_of_round(played, short)
        points = {person: before + won.get(person, 0) for person, before in kept.points.items()}
        sat = PastRound(played.game, played.short, tuple(table.people for table in played.tables))
        past = kept.past if played.sprint else (*kept.past, sat)
        length = kept.length.after(math.ceil(now - self._since) + int(LASTS["board"]))
        self._since = now + LASTS["board"]
        kept = msgspec.structs.replace(
            kept,
            points=points,
            won=won,
            past=past,
            struck=(),
            seconds=length.seconds,
            rounds=length.rounds,
            final=played.final,
        )
        if played.last and not played.sprint:
            kept = msgspec.structs.replace(kept, sprint=self.drawing.sprint(kept) is not None)
        self._move(kept, "board", now)

    def _mixed(self, table: int, ended: Ended) -> Mixed | None:
        """Return what the ledger tells of a match of this mix."""
        kept = self._kept
        if kept is None or kept.now is None or not (kept.stage == "playing" or self._stopping):
            return None
        played, short = self.round.told(kept.now), self.drawing.short(kept.now.game, kept.now.short)
        there = with_result(kept.now.tables[table], ended.result)
        played = msgspec.structs.replace(played, tables=(*played.tables[:table], there, *played.tables[table + 1 :]))
        to_come = short is not None and ended.result is not None and len(there.results) < short.matches
        told = self._stopping or (played.last and not to_come)
        return mixed_of(kept, played, table, short, to_come=to_come, reveal=kept.reveal if told else None)

    def _looked_at(self, kept: MixRecord, now: float) -> None:
        if now < self._due:
            return
        if kept.played_out:
            self._move(kept, "finale", now)
            self._over(kept, now)
        else:
            self._card(kept, now)

    def _over(self, kept: MixRecord, now: float) -> None:
        """Lead everybody back from the last tables to the waiting room, where the finale is shown."""
        if any(self.round.busy):
            self.round.cut(now)
            return
        self._stopping = False
        if self.core.phase is RoomPhase.WAITING and not self.tables.several:
            return
        self.round.reopen()
        self.tables.gather()
        for number in kept.points:
            if number not in self.core.seated:
                self.core.evening.queue(number)
        self.core.urge()

    # Cards.

    def _card(self, kept: MixRecord, now: float) -> None:
        """Draw the next round, seat everybody for it, and announce it."""
        self.round.reopen()
        if kept.sprint:
            self._sprint_card(kept, now)
            return
        people = self.drawing.present(kept)
        if not people:
            self._move(msgspec.structs.replace(kept, now=None), "card", now)
            self._due = now + AGAIN
            return
        drawn = self.drawing.drawn(kept)
        if drawn is None:
            self._move(msgspec.structs.replace(kept, now=None), "finale", now)
            return
        of, told = self.drawing.rounds(kept, drawn), self.drawing.told(kept, drawn)
        self._lay(kept, announced(drawn, of, told), drawn.round.short, now)

    def _sprint_card(self, kept: MixRecord, now: float) -> None:
        """Announce the sprint; where it cannot be played any more, all who are first have won."""
        drawn = self.drawing.sprint(kept)
        if drawn is None:
            self._move(msgspec.structs.replace(kept, now=None, sprint=False), "finale", now)
            return
        self._lay(kept, announced(Drawn(drawn, True, "", sprint=True), len(kept.past)), drawn.short, now)

    def _lay(self, kept: MixRecord, playing: RoundRecord, short: Short, now: float) -> None:
        """Seat everybody for a round, and show its card; a game whose tables cannot be laid is left out."""
        kept = msgspec.structs.replace(kept, now=playing)
        layouts = laid_for(playing, short, self.core.plan)
        if layouts is None:
            self.core.log("mix_repair", game=playing.game)
            self._card(msgspec.structs.replace(kept, off=(*kept.off, playing.game), now=None), now)
            return
        same = short.format is Format.SAME
        self.tables.lay(layouts, alike=same)
        self._join_tables(hold_lines=same and self.tables.several)
        self._move(kept, "card", now)

    def _join_tables(self, *, hold_lines: bool = False) -> None:
        for play in self.tables.plays:
            play.mixed, play.holds_line = partial(self._mixed, play.core.number), hold_lines
            if play is not self.play:
                play.noted = partial(self._noted, play.core.number)

    def _noted(self, table: int) -> bool:
        """Return whether the recording of a table beside the first stands in the record on the disk."""
        playing = self._kept.now if self._kept is not None and self.active else None
        return playing is None or (bool(playing.tables[table].journal) and self.play.kept.keep())

    def _take_up(self, playing: RoundRecord, now: float) -> None:
        """Go on at the tables beside the first after the host was started again. A match that cannot go on is over."""
        short, first = self.drawing.short(playing.game, playing.short), self.play.journal
        layouts = None if short is None else laid_for(playing, short, self.core.plan)
        if len(playing.tables) < 2 or short is None or layouts is None or first is None:
            return
        self.tables.add(layouts[1:])
        self._join_tables(hold_lines=short.format is Format.SAME)
        for play, table in zip(self.tables.plays[1:], playing.tables[1:], strict=True):
            if not table.journal:
                continue
            try:
                journal = first.with_name(table.journal)
                replay = read_replay(journal)
                play.go_on_from(replay, journal, now)
            except (SpokenError, ValueError) as error:  # a name of the record that is none
                self.core.log("mix_lost_table")
                crashed(error, "a table of a mix that was to go on")

    # Telling.

    def _keep(self, kept: MixRecord) -> None:
        self.core.evening.mix = kept
        self.core.urge()

    def _move(self, kept: MixRecord, stage: Stage, now: float) -> None:
        self._due = now + (card_lasts(kept) if stage == "card" else LASTS.get(stage, math.inf))
        self._keep(msgspec.structs.replace(kept, stage=stage))
        if stage == "finale" and not self._stopping:  # else the lines of the matches that end with it tell the secret
            self.play.lines.reveal(kept.id, kept.reveal)
