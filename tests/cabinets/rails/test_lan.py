"""Versus for three and four over a LAN in both kinds of time: who comes late sees it all, who was lost returns."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest

from game.cabinets.listed import CABINETS
from game.cabinets.rails.contract.actions import Plan, Platforms, Queue
from game.cabinets.rails.contract.views import View
from game.cabinets.rails.running.twin import Twin, unpacked
from game.cabinets.rails.track.coded import decode
from game.cabinets.rails.world.worldgen import land_of
from game.core.recording.replay import Playback, read_replay
from net.address import Address
from net.client.client import LanClient
from net.client.remote_match import RemoteMatch
from net.messages import Begun, Play, Ready, raw
from net.states import ClientState
from tests.cabinets.rails.duels import duel
from tests.net.delaying_proxy import proxied
from tests.net.processes import host

RAILS = CABINETS["rails"]
SIZE = 32
FRAME = 1 / 30


class Person:
    """A person at a window, who lays a platform whenever nothing of theirs stands."""

    def __init__(self, address: Address, name: str, *, token: bytes = b"", watch: bool = False) -> None:
        self.client = LanClient(address, name, {"rails": RAILS.info.version}, token=token, watch=watch)
        self.match = RemoteMatch(RAILS.info)
        self.twin = Twin()
        self.ready = False
        self.answered = -1

    @property
    def view(self) -> View | None:
        view: View | None = self.match.view
        return view

    @property
    def tick(self) -> int:
        return self.view.tick if self.view else -1

    def frame(self, now: float) -> None:
        for message in self.client.poll(now):
            if self.match.begun or isinstance(message, Begun):
                self.match.take(message, now)
        if self.client.room is not None and self.client.seat is not None and not self.ready:
            self.ready = True
            self.client.send(Ready(True))
        for news in self.match.take_news():
            if news.view is not None and news.view.number >= 0:
                follow = self.twin.see if news.jump else self.twin.follow
                follow(news.view, land_of(news.view.number, SIZE))
        view, question = self.view, self.match.question
        if view is None or view.number < 0 or question is None or not question.asked or view.round == self.answered:
            return
        number = self.match.decide()
        if number is None:
            return
        self.answered = view.round
        plan = self.plan(view)
        self.client.send(Play(number, raw(Queue((plan,)) if question.standing else plan)))

    def disturb(self) -> None:
        """Change something in the twin that no rules have changed."""
        assert self.twin.state is not None
        self.twin.state.site.cash[0] += 7

    def plan(self, view: View) -> Plan:
        seat = self.match.viewer
        if any(one.company == seat for one in view.stations):
            return Plan(view.serials[seat] + 1)
        terrain = land_of(view.number, SIZE).terrain
        strip = [(x, y) for y in range(1, SIZE - 1) for x in range(seat * 8, seat * 8 + 5)]
        x, y = next((x, y) for x, y in strip if not any(terrain[y * SIZE + x : y * SIZE + x + 4]))
        return Plan(view.serials[seat] + 1, (Platforms(x, y, "EW", 4, 1),))


def let(people: Sequence[Person], done: Callable[[], bool], seconds: float = 90) -> None:
    """Let everybody play, frame by frame, until something holds."""
    end = time.monotonic() + seconds
    while not done():
        now = time.monotonic()
        assert now < end, [(one.client.state, one.tick) for one in people]
        for one in people:
            one.frame(now)
        time.sleep(FRAME)


def platforms(person: Person) -> set[int]:
    """The companies whose platforms a person sees."""
    return owners(person.view) if person.view else set()


def owners(view: View) -> set[int]:
    """The companies that have platforms."""
    return {built.company for built in decode(unpacked(view.works)).values() if built.platform}


@pytest.fixture(scope="module", autouse=True)
def ready() -> None:
    """Make machine code of the rules before any clock runs: a twin that waits for it misses a whole match."""
    duel(("greedy", "greedy"), 1, stop=100, size=SIZE, rounds=4)


@pytest.fixture
def around() -> Iterator[ExitStack]:
    """What ends with the test."""
    with ExitStack() as stack:
        yield stack


NAMES = ("Mia", "Omar", "Ines", "Jun")
ROUNDS = ("time=rounds", "rounds=24", "ticks=100", "seconds=2")
RUNNING = ("time=running", "minutes=5")


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "bad"), [(3, False), (4, False), (4, True)], ids=["3", "4", "4-on-a-bad-network"])
@pytest.mark.parametrize("words", [ROUNDS, RUNNING], ids=["rounds", "running"])
def test_versus_with_a_late_comer_a_guest_and_a_host_that_fall_out(
    tmp_path: Path, words: tuple[str, ...], seats: int, bad: bool, around: ExitStack, caplog: pytest.LogCaptureFixture
) -> None:
    """On a bad network everything takes 150 ms either way, and every fiftieth packet is lost.

    Each has a twin that follows the views; one of them is disturbed and finds back.
    """
    recording, all_of_them = tmp_path / "versus.souk", set(range(seats))
    given = [word for option in (*words, f"size={SIZE}") for word in ("--option", option)]
    with host(
        tmp_path / "home",
        "rails",
        "--seats",
        f"open*{seats}",
        "--seed",
        "7",
        "--key",
        "0",
        *given,
        "--record",
        recording,
    ) as first:
        target = "127.0.0.1", first.first_line()["port"]
        address = Address(*(around.enter_context(proxied(target, delay=0.15, loss=0.02)) if bad else target))
        people = [Person(address, name) for name in NAMES[:seats]]
        let(people, lambda: min(one.tick for one in people) >= 4 and platforms(people[0]) == all_of_them)
        assert "strayed" not in caplog.text
        people[0].disturb()
        let(people, lambda: "strayed" in caplog.text)
        people.append(Person(address, "Eye", watch=True))
        let(people, lambda: platforms(people[-1]) == all_of_them and people[-1].tick > 4)
        omar = people[1].client
        omar.close()
        people[1] = Person(address, "Omar", token=omar.token)
        let(people, lambda: people[1].tick >= 4 and platforms(people[1]) == all_of_them)
        assert people[1].match.viewer == 1
        first.kill()
        let(people, lambda: all(one.client.state is ClientState.LOST for one in people))
    kept = read_replay(recording)
    known = people[0].tick
    with host(tmp_path / "home", "rails", "--resume", recording, "--port", str(target[1])) as second:
        second.first_line()
        let(people, lambda: all(one.client.state is not ClientState.LOST and one.tick > known for one in people))
        assert [platforms(one) for one in people] == [all_of_them] * (seats + 1)
        if words is ROUNDS:
            let(people, lambda: all(one.match.ended is not None for one in people))
        assert caplog.text.count("strayed") == 1, "only the twin that was disturbed"
        assert all(one.view and one.twin.state and one.twin.state.tick == one.tick for one in people)
        for one in people:
            one.client.close()
    whole = read_replay(recording)
    assert whole.steps[: len(kept.steps)] == kept.steps and len(whole.steps) > len(kept.steps) > 2
    playback = Playback(whole, RAILS.rules)
    playback.seek(len(playback))
    assert owners(playback.view()) == all_of_them
    if words is ROUNDS:
        playback.verify()
        assert {one.match.ended.hash for one in people if one.match.ended} == {playback.match.hash()}
