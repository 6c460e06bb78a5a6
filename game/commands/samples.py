"""Scenes at a moment worth a picture, for `screenshot`, the self-test and the tests of every scene."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from game.cabinets import CABINETS
from game.commands.errors import CommandError
from game.core.bots import BotSetup, Request
from game.core.chance import derive
from game.engine.app import App
from game.engine.scene import Context, Scene
from game.engine.screenshot import picture as picture_of_scene
from game.scenes.local_feed import REPLAY_SUFFIX, LocalFeed, MatchPlan, SeatPlan, start_local
from game.settings import Display, Motion, Settings

if TYPE_CHECKING:
    from game.engine.text import Overflow

NAMES = {"ko": ("지우", "하늘", "수아", "Luca"), "en": ("Mia", "Omar", "Leila", "Luca")}
SECONDS = 1.5


@dataclass(frozen=True)
class Moment:
    """What a sample is to show."""

    context: Context
    game: str
    seed: int
    turn: int
    folder: Path

    @property
    def plan(self) -> MatchPlan:
        """A match of as many as can play: a person, and computers of every strength."""
        cabinet = CABINETS[self.game]
        bots = list(cabinet.bots)
        names = NAMES[self.context.texts.language]
        count = cabinet.info.usual_seats
        specs = ["human", *(bots[-1 - seat % len(bots)] for seat in range(count - 1))]
        seats = tuple(SeatPlan(names[seat % len(names)], spec) for seat, spec in enumerate(specs))
        return MatchPlan(self.game, seats, cabinet.info.options(), self.seed)


def picture(
    scene: str, game: str, seed: int, turn: int, size: tuple[int, int], language: str, text_size: int
) -> pygame.Surface:
    """A scene at its moment. Raises CommandError for a scene there is none of."""
    return render(scene, game, seed, turn, size, language, text_size)[0]


def render(
    scene: str, game: str, seed: int, turn: int, size: tuple[int, int], language: str, text_size: int = 100
) -> tuple[pygame.Surface, list[Overflow]]:
    """A scene at its moment, and every text on it that was cut."""
    if scene not in SCENES:
        raise CommandError("cli.error.scene", name=scene, scenes=", ".join(SCENES))
    settings = Settings(
        language="ko" if language == "ko" else "en",
        display=Display(text_size=text_size),
        motion=Motion(),
    )
    cut: list[Overflow] = []

    def keep_overflows(app: App) -> None:
        cut.extend(app.context.typeface.overflows)

    with tempfile.TemporaryDirectory() as folder:
        surface = picture_of_scene(
            lambda context: SCENES[scene](Moment(context, game, seed, turn, Path(folder))),
            size,
            settings,
            seconds=SECONDS,
            then=keep_overflows,
        )
    return surface, cut


def played(moment: Moment, *, whole: bool = False) -> LocalFeed:
    """A match of the moment's game, played by its second bot up to the turn, or to the end."""
    plan, cabinet = moment.plan, CABINETS[moment.game]
    feed = start_local(plan, moment.context.settings, moment.folder / f"match{REPLAY_SUFFIX}", computers=False)
    bots = list(cabinet.bots.values())
    kind = bots[len(bots) // 2]
    players = [
        kind(BotSetup(plan.game, seat, len(plan.seats), plan.options, None, derive(plan.seed, seat)))
        for seat in range(len(plan.seats))
    ]
    feed.poll(0.0)
    while not feed.over:
        choice = feed.choice
        assert choice is not None
        entries = feed.entries
        if not whole and entries and entries[-1].turn >= moment.turn and choice.seat == 0:
            break
        request = Request(len(entries), feed.view, choice.legal, (), derive(plan.seed, "sample", len(entries)))
        refusal = feed.play(choice.seat, players[choice.seat].decide(request))
        assert refusal is None, refusal
        feed.poll(0.0)
    return feed


def _title(moment: Moment) -> Scene:
    from game.scenes import arcade

    return arcade.title(moment.context)


def _setup(moment: Moment) -> Scene:
    from game.scenes import arcade

    return arcade.setup(moment.context, moment.game)


def _table(moment: Moment) -> Scene:
    from game.scenes.table import TableScene

    return TableScene(moment.context, played(moment))


def _results(moment: Moment) -> Scene:
    from game.scenes.table import TableScene

    return TableScene(moment.context, played(moment, whole=True))


def _replay(moment: Moment) -> Scene:
    from game.scenes.replay_feed import open_replay
    from game.scenes.table_replay import ReplayTable

    feed = open_replay(_recording(moment))
    position = next((entry.number for entry in feed.entries if entry.turn >= moment.turn), len(feed))
    return ReplayTable(moment.context, feed, position=position, playing=False)


def _replays(moment: Moment) -> Scene:
    from game.scenes.replays import ReplaysScene

    _recording(moment)
    return ReplaysScene(moment.context, lambda _path: None, folder=moment.folder)


def _settings(moment: Moment) -> Scene:
    from game.scenes import arcade

    return arcade.settings(moment.context)


def _rules(moment: Moment) -> Scene:
    from game.scenes.rules_page import RulesPage

    moment.context.stack.push(_setup(moment))
    return RulesPage(moment.context, moment.game)


def _lan(name: str) -> Callable[[Moment], Scene]:
    """A scene whose network is made up; see samples_lan."""

    def make(moment: Moment) -> Scene:
        from game.commands import samples_lan

        scene: Scene = getattr(samples_lan, name)(moment)
        return scene

    return make


def _recording(moment: Moment) -> Path:
    feed = played(moment, whole=True)
    feed.close()
    assert feed.recording is not None
    return feed.recording


SCENES: dict[str, Callable[[Moment], Scene]] = {
    "title": _title,
    "setup": _setup,
    "table": _table,
    "results": _results,
    "replay": _replay,
    "replays": _replays,
    "settings": _settings,
    "rules": _rules,
    "lobby": _lan("lobby"),
    "lobby-empty": _lan("lobby_empty"),
    "waiting-room": _lan("waiting_room"),
    "waiting-room-owner": _lan("waiting_room_owner"),
    "join-unknown": _lan("join_unknown"),
    "join-refused": _lan("join_refused"),
    "join-timed-out": _lan("join_timed_out"),
    "join-version": _lan("join_version"),
    "join-password": _lan("join_password"),
    "join-full": _lan("join_full"),
    "open-room": _lan("open_room"),
    "lan-table": _lan("lan_table"),
    "lan-watch": _lan("lan_watch"),
    "lan-lost": _lan("lan_lost"),
    "lan-proposal": _lan("lan_proposal"),
}
"""Every scene that `screenshot` draws, by name."""
