"""A room: who comes in, what they ask for, who goes. It knows no socket and no clock, and is told about both.

Every message first passes the tables of net/states.py and then the method here that carries it out, which returns the
text key of a refusal or None.
"""

from __future__ import annotations

import math
from pathlib import Path

import msgspec

from game.core.recording.replay import Replay
from game.core.rules import GameInfo
from net import evening, messages
from net.evening import Talk
from net.heirs import Heir, Hosting, Hosts, Move, Opened, next_token, signed_claim
from net.host.room import asked
from net.host.room.admission import Admission
from net.host.room.choosing import ChoiceError, chosen_places, chosen_terms
from net.host.room.core import RoomCore, RoomPlan
from net.host.room.heirs import HeirsOfRoom
from net.host.room.link import Link
from net.host.room.mix import MixCourse
from net.host.room.people import Person, noticed
from net.host.room.play import RoomPlay
from net.host.room.record import RoomRecord, WaitingRecord, take_up
from net.host.room.tables import Tables
from net.limits import PROTOCOL
from net.messages import ClientMessage, Hello, Pong, Rejected, Said, Welcome, tag_of
from net.mix import Mix, MixStop, Salt, Strike
from net.parts import DropReason, TalkLine
from net.proof import digest, new_secret, same
from net.states import NOT_NOW, OWNER_ALONE, OWNERS, UNCOUNTED, LinkEvent, LinkState, RoomPhase, Verdict, verdict
from net.wire import clean, clean_name

NOT_OWNER = "net.refuse.not_owner"
LACKS = "net.refuse.lacks"
_LATENCIES = 5.0
"""Seconds between two announcements of everybody's latency."""


class Room:
    """One room from opening to closing; its matches follow one another."""

    def __init__(self, plan: RoomPlan) -> None:
        self.core = RoomCore(plan)
        self.play = RoomPlay(self.core)
        self.heirs = HeirsOfRoom(self.core, self.play)
        self.tables = Tables(self.core, self.play)
        self.mix = MixCourse(self.core, self.tables)
        self.admission = Admission(self._info, plan.lock, plan.limits, self._knows, self._looks_on, self._enter)
        self._latencies_changed = False
        self._latencies_sent = 0.0

    def resume(self, record: RoomRecord, replay: Replay, journal: Path, now: float) -> None:
        """Continue a match after the host was killed. Raises SpokenError if it cannot go on."""
        self.play.resume(record, replay, journal, now)
        self.mix.resume(now)
        self.settle(now)

    def wait_again(self, kept: WaitingRecord, now: float) -> None:
        """Continue between two matches after the host was killed. Raises SpokenError if it cannot go on."""
        take_up(self.core, kept, now)
        self.mix.resume(now)
        self.settle(now)

    # Events of connections and of time.

    def received(self, link: Link, message: ClientMessage, now: float) -> None:
        """Take one message from a connection. `settle` tells others of its effects."""
        person = self.core.people.get(link.person)
        table = self.core if person is None else self.core.table_of(person)
        match verdict(link.state, table.phase, type(message)):
            case Verdict.DROPPED:
                link.drop("unexpected", about=tag_of(message))
            case Verdict.REJECTED:
                self._reject(link, message, NOT_NOW)
            case Verdict.TAKEN:
                if isinstance(message, Hosts):
                    self._tell_who_hosts(link, message)
                elif person is None:
                    self.admission.received(link, message, now)
                elif (refusal := self._carry_out(person, message, now)) is not None:
                    self._reject(link, message, refusal)

    def _tell_who_hosts(self, link: Link, asked: Hosts) -> None:
        """Answer another host of this room, which asks whether it goes on here."""
        core = self.core
        generation, secret = core.plan.generation, core.plan.heir_key
        signature = signed_claim(secret, asked.nonce, core.id, generation) if secret else b""
        link.tell(Hosting(core.id, generation, not core.cut_off, signature))
        link.move(LinkEvent.CLOSED)
        link.close()

    def flows(self, link: Link) -> bool:
        """Return whether decisions flow on a connection: its person plays, and sends without waiting for answers."""
        person = self.core.people.get(link.person)
        match = None if person is None else self.tables.of(person).match
        return link.state is LinkState.PLAYING and match is not None and match.flows

    def lost(self, link: Link, now: float) -> None:
        """Note that a connection is gone, for whatever reason. `settle` tells others of it."""
        self.admission.lost(link)
        if not link.closed:
            link.move(LinkEvent.CLOSED)
        person = self.core.people.get(link.person)
        if person is not None and person.link is link:
            person.link, person.lost = None, now
            self.core.changed = True
            if person.number in self.core.seated_anywhere:
                self.core.log_going("lost", now, name=person.name)
            else:
                self._keep_few_watchers(now)

    def _keep_few_watchers(self, now: float) -> None:
        """Limit how many spectators with a lost connection are remembered: the earliest are forgotten."""
        away = [person for person in self.core.people if person.link is None and self.core.seat_of(person) is None]
        for person in away[: -self.core.limits.watchers_away]:
            if not self.mix.keeps(person):
                self._forget(person, now)

    def settle(self, now: float) -> None:
        """Do everything that is due, and tell everybody what has changed."""
        self.admission.tick(now)
        if self.core.sent_away.expire(now):
            self.core.changed = True
        self.heirs.majority.settle(now)
        if not self.core.moving:
            self._mind_absent(now)
        present = self.core.people.present
        alone = bool(present) and all(person.program or person.browser for person in present)
        begins = self.core.plan.start_when_full or (alone and self.core.plan.owned)
        self.heirs.settle(now)
        if self.mix.settle(now):
            self._match_links_to_seats()
        waiting = self.core.phase is RoomPhase.WAITING and not self.core.moving and not self.mix.active
        if waiting and self.core.evening.seat_who_waits(
            self.core.seating, {person.number for person in present if not self.core.lacks(person)}
        ):
            self.core.changed = True
            self._match_links_to_seats()
        if waiting and begins and self._full_and_ready():
            self.play.start("", now)
        self.tables.settle(now)
        if self._latencies_changed and now - self._latencies_sent >= _LATENCIES:
            self._latencies_changed, self._latencies_sent = False, now
            self.core.changed = True
        self.play.kept.mind(now)
        self.heirs.tell(now)
        due = self.core.tell_due(now)
        if due is not None and now >= due and self.play.kept.keep():
            self.core.tell_changes(now)

    def wake(self, now: float) -> float:
        """Return the seconds until `settle` has something to do without a message; infinity for never."""
        lost = [person for person in self.core.people if person.link is None]
        waits = [left for person in lost if (left := person.lost + self._grace(person) - now) > 0]
        if self.admission.next_due is not None:
            waits.append(self.admission.next_due - now)
        if (due := self.core.tell_due(now)) is not None and due > now:  # else it waits for the disk, which wakes us
            waits.append(due - now)
        waits += [self.tables.wake(now), self.mix.wake(now), self.heirs.wake(now)]
        return max(0.0, min(waits))

    def close(self, now: float) -> None:
        """Send everybody away and end the match."""
        for person in self.core.people.present:
            assert person.link is not None
            person.link.drop("closing")
        self.tables.close()
        self.heirs.close()

    # Coming in.

    def _info(self) -> GameInfo:
        return self.core.plan.terms.cabinet.info

    def _knows(self, token: bytes) -> bool:
        return self.core.people.by_token(token) is not None

    def _looks_on(self, token: bytes) -> bool:
        """Return whether a token belongs to a person of this room without a seat."""
        person = self.core.people.by_token(token) if token else None
        return person is not None and self.core.seat_of(person) is None

    def _enter(self, link: Link, hello: Hello, now: float) -> None:
        """Let somebody in, as the person they were before or as a new one."""
        core = self.core
        owner = bool(hello.owner) and same(digest(hello.owner), core.plan.owner_key)
        if hello.token and (left := self.core.sent_away.seconds_left(hello.token, "", now)):
            link.drop("kicked", seconds=math.ceil(left))
            return
        token = hello.token
        person = core.people.by_token(token)
        if person is not None:
            if person.link is not None:
                person.link.drop("elsewhere")
            core.log_going("back", now, name=person.name)
        elif not owner and (left := self.core.sent_away.seconds_left(b"", link.address, now)):
            link.drop("kicked", seconds=math.ceil(left))
            return
        elif (why := self._no_room(link, hello, owner)) is not None:
            link.drop(why)
            return
        else:
            token = new_secret()
            person = self._newcomer(link, hello, token, now)
        person.program, person.browser, person.games = hello.program, hello.browser, hello.games
        person.languages = hello.languages
        self.mix.back(person)
        if not hello.watch:
            self.mix.join(person)
        if owner and not (core.people.handed and core.people.owner):
            core.people.owner, person.keyed, person.settled = person.number, True, True
        link.person, person.link = person.number, link
        core.people.find_owner(core.seated_anywhere)
        core.changed = True
        self._welcome(link, hello, person, token, now)

    def _no_room(self, link: Link, hello: Hello, owner: bool) -> DropReason | None:
        """Return the reason why a new person cannot come in; None if they can."""
        core = self.core
        if self.mix.open and not hello.watch:
            return None if len(core.people.present) < core.limits.spectators else "full"
        if core.running and not (hello.watch or owner):
            return "playing"
        if core.phase is RoomPhase.WAITING and not hello.watch:
            return None if owner or core.seating.first_open() is not None else "full"
        watchers = [person for person in core.people.present if core.seat_of(person) is None]
        alike = sum(person.link is not None and person.link.address == link.address for person in watchers)
        crowded = alike >= core.limits.spectators_each and not link.address.startswith("127.")
        return "watchers" if crowded or len(watchers) >= core.limits.spectators else None

    def _newcomer(self, link: Link, hello: Hello, token: bytes, now: float) -> Person:
        core = self.core
        person = core.people.add(clean_name(hello.name) or "?", token, core.limits)
        seat = core.seating.first_open()
        if core.phase is RoomPhase.WAITING and not hello.watch and seat is not None:
            core.seating.take(person.number, seat)
        elif self.mix.open and not self.mix.active and not hello.watch:
            core.evening.queue(person.number)
        core.log_going("joined", now, name=person.name)
        return person

    def _welcome(self, link: Link, hello: Hello, person: Person, token: bytes, now: float) -> None:
        person.table = self.tables.home_of(person)
        play = self.tables.of(person)
        seat = play.core.seat_of(person)
        link.move(LinkEvent.WELCOMED)
        if seat is not None:
            link.move(LinkEvent.SEATED)
            if play.core.running:
                play.sit_back(seat)
        link.tell(self._welcome_for(hello, person, token))
        self.heirs.welcome(link)
        if self.core.news is not None and not self.core.running:
            link.tell(self.core.news)
        if self.core.evening.talk:
            link.tell(Talk(tuple(self.core.evening.talk)))
        play.show(person, now)
        if play.core.running and play.shown:
            link.move(LinkEvent.BEGUN)

    def _welcome_for(self, hello: Hello, person: Person, token: bytes) -> Welcome:
        core = self.core
        generation, secret = core.plan.generation, core.plan.heir_key
        person.after = digest(next_token(token, core.id, generation + 1))
        signature = signed_claim(secret, hello.nonce, core.id, generation) if secret else b""
        return Welcome(PROTOCOL, person.number, token, core.state_for(person), core.id, generation, signature)

    # Going away.

    def _grace(self, person: Person) -> float:
        """Return for how many seconds the seat of a lost person is kept: before a match, less for who was never ready,
        as whoever takes the last seat and goes keeps others out.
        """
        limits = self.core.limits
        stays = person.settled or person.number == self.core.people.owner
        brief = self.core.phase is RoomPhase.WAITING and not stays
        return min(limits.grace, limits.grace_unready) if brief else limits.grace

    def _mind_absent(self, now: float) -> None:
        """Give away the seats of people who did not come back in time."""
        core = self.core
        for person in core.people:
            if person.link is not None or now < person.lost + self._grace(person):
                continue
            if not core.waits:
                self._give_away(person, now)
            elif core.people.owner == person.number:
                core.people.owner = 0
        if core.people.find_owner(core.seated_anywhere):
            core.changed = True

    def _give_away(self, person: Person, now: float) -> None:
        core, play = self.core, self.tables.plays[self.tables.home_of(person)]
        seat = play.core.seat_of(person)
        if core.people.owner == person.number:
            core.people.owner = 0
        if seat is None or not play.core.running:
            if self.mix.keeps(person):
                return
            core.seating.stand(person.number)
            self._forget(person, now)
        elif not play.core.seating.places[seat].bot:
            play.sit_in(seat)
            core.log("sat_in", name=person.name)

    def _forget(self, person: Person, now: float) -> None:
        self.core.people.remove(person)
        self.core.evening.forget(person.number)
        self.core.changed = True
        self.core.log_going("left", now, name=person.name)

    # Requests of people.

    def _reject(self, link: Link, message: ClientMessage, why: str) -> None:
        number = message.number if isinstance(message, messages.Play) else 0
        link.tell(Rejected(tag_of(message), why, number=number))

    def _carry_out(self, person: Person, message: ClientMessage, now: float) -> str | None:
        """Carry out a message. Return the text key of why it is refused, or None."""
        owner = self.core.people.owner == person.number
        if type(message) in OWNERS and not (owner if type(message) in OWNER_ALONE else self.core.may_arrange(person)):
            return NOT_OWNER
        if type(message) not in UNCOUNTED and not person.changes.take(
            now, 1 / self.core.limits.owner_factor if owner else 1
        ):
            return "net.refuse.too_often"
        if self.heirs.holds(message):
            return "net.refuse.moving"
        if (held := self.mix.holds(message)) is not None:
            return held
        play = self.tables.of(person)
        match message:
            case Heir():
                return self.heirs.hear(person, message)
            case Opened(port=port):
                return self.heirs.opened(person, port, now)
            case MixStop():
                return self.mix.stop(person, now)
            case Salt(salt=salt):
                return self.mix.salt(person, salt)
            case messages.Ping(stamp=stamp, latency=latency):
                if play.core.seat_of(person) is not None and abs(latency - person.latency) > noticed(person.latency):
                    self._latencies_changed, person.latency = True, latency
                assert person.link is not None
                person.link.tell(Pong(stamp))
            case messages.Say(text=text):
                return self._say(person, text, now)
            case evening.React(what=what):
                return asked.react(self.core, person, what, now)
            case evening.Portray(portrait=portrait):
                return asked.portray(self.core, person, portrait)
            case messages.Gesture():
                play.gesture(person, message, now)
            case messages.Lines():
                self.play.lines.hear(person, message, now)
            case messages.Bye():
                self._leave(person, now)
            case messages.Play(number=number, action=action):
                return self._play(person, number, action, now)
            case messages.Propose() if not self.core.may_talk:
                return "net.refuse.too_often"
            case messages.Propose(what=what):
                return play.propose(person, what, now)
            case messages.Vote(proposal=proposal, agree=agree):
                play.vote(person, proposal, agree, now)
            case messages.Resume():
                return play.go_on(person, now)
            case messages.Surrender():
                self._surrender(person, now)
            case evening.Stop() if self.mix.active:
                self.mix.stop_round(person, now)
            case evening.Stop():
                play.stop(person, now)
            case messages.Take() if self.core.lacks(person):
                return LACKS
            case messages.Take(seat=seat) if play.core.running:
                return play.latecomers.take_over(play.match, person, seat)
            case evening.Nudge(person=number):
                return asked.nudge(self.core, person, number)
            case _:
                return self._arrange(person, message, now)
        return None

    def _arrange(self, person: Person, message: ClientMessage, now: float) -> str | None:
        """Carry out a message that arranges the waiting room. Return the text key of why it is refused, or None."""
        seating = self.core.table_of(person).seating
        owner = person.number == self.core.people.owner
        refusal: str | None = None
        match message:
            case messages.Take(seat=seat):
                refusal = seating.take(person.number, seat)
            case messages.Stand():
                seating.stand(person.number)
            case messages.Ready(ready=ready):
                person.settled = person.settled or ready
                seating.set_ready(person.number, ready)
            case messages.SetSeat(seat=seat, to=to, bot=bot):
                refusal = seating.set(seat, to, bot, self.core.plan.terms.cabinet.table_bots)
            case messages.Swap(seat=seat, other=other):
                refusal = seating.swap(seat, other)
            case messages.Kick(person=number) if number in self.core.evening.deputies and not owner:
                refusal = NOT_OWNER
            case messages.Kick(person=number, seconds=seconds):
                refusal = self._kick(number, seconds or self.core.limits.kicked, now)
            case evening.Appoint(person=number, deputy=deputy):
                refusal = asked.appoint(self.core, number, deputy=deputy)
            case evening.SetCustoms(customs=customs):
                self.core.evening.set_customs(customs)
            case Mix():
                refusal = self.mix.begin(message, now)
            case Strike(round=number):
                refusal = self.mix.strike(person, number, now)
            case evening.Queue() if self.mix.active:
                self.mix.join(person)
            case evening.Queue(waits=waits):
                asked.queue(self.core, person, waits=waits)
            case evening.Wish():
                refusal = self._wish(person, message)
            case messages.HandOver(person=number):
                refusal = asked.hand_over(self.core, number)
            case Move(person=number):
                refusal = self.heirs.move(person, number, now)
            case messages.Pardon(person=number):
                refusal = None if self.core.sent_away.pardon(number) else "net.refuse.no_person"
            case messages.Start(bot=bot, without=without):
                refusal = self.play.start(bot, now, without=without, by=person)
            case messages.Rematch():
                self.play.reopen()
            case messages.Choose():
                refusal = self._choose(person, message)
            case _:
                raise AssertionError(f"{type(message).__name__} is taken and not carried out")
        if refusal is None:
            self.core.changed = True
            self._match_links_to_seats()
        return refusal

    def _choose(self, person: Person, choice: messages.Choose, said: str = "chosen") -> str | None:
        """Choose what is played from now on. Return the text key of why not, or None."""
        core, plan = self.core, self.core.plan
        try:
            terms = chosen_terms(plan.games, plan.terms, plan.lists, choice)
            places = chosen_places(terms.cabinet, choice)
        except ChoiceError as error:
            return error.key
        if core.phase is RoomPhase.AFTER:
            self.play.reopen()
        core.evening.chosen()
        lacking = [one for one in core.people if one.lacks(terms.cabinet.info)]
        for one in lacking:
            self._let_look_on(one)
        core.arrange(terms, places)
        core.log(said, name=person.name, game=terms.cabinet.id)
        for one in lacking:
            core.log("lacks", name=one.name, game=terms.cabinet.id)
        return None

    def _let_look_on(self, person: Person) -> None:
        """Take the seat of a person who cannot play what comes next; they wait for one in a game that they have."""
        if self.core.seat_of(person) is not None:
            self.core.seating.stand(person.number)
            self.core.evening.queue(person.number)

    def _wish(self, person: Person, wish: evening.Wish) -> str | None:
        """Note which game a person wishes for, or that they wish for none.

        If the room votes and most wish for it, the game is chosen. Returns the text key of why it cannot be, or None.
        """
        try:
            granted = asked.wish(self.core, person, wish)
        except ChoiceError as error:
            return error.key
        if granted is None:
            return None
        willing = self.core.evening.wishers(granted.game)
        refusal = self._choose(person, granted, "voted")
        for number in willing if refusal is None else ():
            self.core.seating.set_ready(number, True)
        return refusal

    def _match_links_to_seats(self) -> None:
        """In the waiting room, make every connection's state match whether its person has a seat."""
        for person in self.core.people.present:
            table = self.core.table_of(person)
            if table.phase is not RoomPhase.WAITING:
                continue
            assert person.link is not None
            seated = table.seat_of(person) is not None
            if seated != (person.link.state is LinkState.SEATED):
                person.move(LinkEvent.SEATED if seated else LinkEvent.UNSEATED)

    def _say(self, person: Person, text: str, now: float) -> str | None:
        said = clean(text, joined=True)
        if not said:
            return "net.refuse.empty"
        if not self.core.may_talk or not person.chat.take(now, self.core.share(self.core.limits.chat_burst)):
            return "net.refuse.chat_rate"
        self.core.tell_all(Said(person.number, person.name, said))
        self.core.evening.talk.append(TalkLine(person.number, person.name, said))
        return None

    def _play(self, person: Person, number: int, action: msgspec.Raw, now: float) -> str | None:
        play = self.tables.of(person)
        seat = play.core.seat_of(person)
        assert seat is not None
        assert play.match is not None
        return play.match.play(seat, number, action, now)

    def _leave(self, person: Person, now: float) -> None:
        """Let a person leave on purpose: their grace time ends at once. During a match they may still come back."""
        self.mix.left(person)
        self.heirs.majority.left(person.number)
        link, person.link = person.link, None
        assert link is not None
        link.move(LinkEvent.CLOSED)
        link.close()
        person.lost = now - self.core.limits.grace
        self._give_away(person, now)
        if self.core.people.get(person.number) is not None:
            self.core.log_going("lost", now, name=person.name)
        self.core.changed = True

    def _surrender(self, person: Person, now: float) -> None:
        """Take the seat of a person who gives it up and stays as a spectator."""
        play = self.tables.of(person)
        seat = play.core.seat_of(person)
        assert seat is not None
        self.core.log("surrendered", name=person.name)
        play.give_up(seat)
        person.move(LinkEvent.UNSEATED)
        play.show(person, now)

    def _kick(self, number: int, seconds: float, now: float) -> str | None:
        """Keep a person out for `seconds`, even with their token. Return the text key of why not, or None."""
        person = self.core.people.get(number)
        if person is None or person.number == self.core.people.owner:
            return "net.refuse.no_person"
        self.core.sent_away.add(person, now, seconds)
        self.heirs.majority.left(number)
        play = self.tables.plays[self.tables.home_of(person)]
        seat = play.core.seat_of(person)
        if seat is not None and play.core.running:
            play.give_up(seat)
        play.core.seating.stand(person.number)
        if person.link is not None:
            person.link.drop("kicked", seconds=math.ceil(seconds))
        self.core.log("kicked", name=person.name)
        self._forget(person, now)
        return None

    def _full_and_ready(self) -> bool:
        """Return whether nobody is waited for: every seat is taken, and its people are present and ready."""
        places = [place for place in self.core.seating if place.person]
        present = {person.number for person in self.core.people.present}
        everyone = all(place.ready and place.person in present for place in places)
        return everyone and self.core.seating.first_open() is None
