"""Sample scenes, for `screenshot` and the tests that draw every scene."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING

import pygame

from game.cabinets.listed import CABINETS
from game.cabinets.stages import PRESENTATIONS
from game.commands.shared.errors import CommandError
from game.core.options import describe
from game.core.work.pieces import Pieces, at_once
from game.engine.loop.app import App
from game.engine.loop.screenshot import picture as picture_of_scene
from game.engine.scene import Scene
from game.ground.settings import Display, Motion, Settings
from game.ground.texts import Texts
from game.ground.version import VERSION
from game.scenes.study.opening import editor, explorer, puzzles, quiz
from game.scenes.study.storm_table import Storm, StormTable, rising
from tests.showroom.moment import Moment, played, recording

if TYPE_CHECKING:
    from game.engine.text import Overflow
    from game.scenes.review.table import ReviewTable

SECONDS = 1.5
_ANALYST = 0.1


def picture(
    scene: str,
    game: str | None,
    seed: int,
    turn: int,
    size: tuple[int, int],
    language: str,
    text_size: int,
    options: tuple[str, ...] = (),
    *,
    exact: bool = False,
    wishes: Mapping[str, str] = MappingProxyType({}),
) -> pygame.Surface:
    """Draw a sample scene. Raises CommandError for an unknown scene, and for an `exact` turn after the match's end."""
    return render(scene, game, seed, turn, size, language, text_size, options, exact=exact, wishes=wishes)[0]


def render(
    scene: str,
    game: str | None,
    seed: int,
    turn: int,
    size: tuple[int, int],
    language: str,
    text_size: int = 100,
    options: tuple[str, ...] = (),
    *,
    exact: bool = False,
    wishes: Mapping[str, str] = MappingProxyType({}),
) -> tuple[pygame.Surface, list[Overflow]]:
    """Draw a sample scene; return the picture, and every text on it that was cut."""
    make, whose = maker(scene, game)
    settings = Settings(
        language="ko" if language == "ko" else "en",
        display=Display(text_size=text_size),
        motion=Motion(),
    )
    cut: list[Overflow] = []

    def keep_overflows(app: App) -> None:
        app.step([])
        cut.extend(app.context.typeface.overflows)

    with tempfile.TemporaryDirectory() as folder:
        surface = picture_of_scene(
            lambda context: make(Moment(context, whose, seed, turn, Path(folder), options, exact, wishes)),
            size,
            settings,
            seconds=SECONDS,
            then=keep_overflows,
        )
    return surface, cut


def _title(moment: Moment) -> Scene:
    from game.scenes import arcade

    return arcade.title(moment.context)


def _setup(moment: Moment) -> Scene:
    from game.scenes import arcade

    settings = moment.context.settings
    settings.guided, settings.unfinished = (moment.game,), {}
    return arcade.setup(moment.context, moment.game)


def _setup_own(moment: Moment) -> Scene:
    """Show the setup with the dialog for a bot of the person's own."""
    from game.scenes.setup.own import OwnPlayerDialog

    moment.context.stack.push(_setup(moment))
    return OwnPlayerDialog(moment.context)


def _files(moment: Moment) -> Scene:
    """Show the file chooser in a folder with some files and recordings."""
    import os

    from game.scenes.files.chooser import FileChooser

    folder = moment.folder / "from Leila"
    for name in ("2025", "Bots", "LAN 모임"):
        (folder / name).mkdir(parents=True)
    for number, name in enumerate(("2026-11-20 21.05 four of us", "우리 집 결승", "the long one of four hours")):
        (folder / f"{name}.souk").touch()
        os.utime(folder / f"{name}.souk", (1_790_000_000 - 86_400 * number,) * 2)
    moment.context.settings.folders = (str(folder), str(folder.parent))
    moment.context.stack.push(_setup(moment))
    title = moment.context.texts.line("files.title_replay")
    return FileChooser(moment.context, title, (".souk",), folder)


def _table(moment: Moment) -> Scene:
    from game.scenes.table.scene import TableScene

    return TableScene(moment.context, played(moment))


def _results(moment: Moment) -> Scene:
    from game.scenes.replays.table import replay_table
    from game.scenes.table.scene import TableScene

    return TableScene(moment.context, played(moment, whole=True), replay_table)


def _replay(moment: Moment) -> Scene:
    from game.scenes.feeds.replay import open_replay
    from game.scenes.replays.table import ReplayTable

    feed = open_replay(recording(moment))
    position = next((entry.number for entry in feed.entries if entry.turn >= moment.turn), len(feed))
    return ReplayTable(moment.context, feed, position=position, playing=False)


_JUDGED: dict[tuple[str, int], bytes] = {}
"""Judgements of sample reviews, by game and seed: a review is drawn in many sizes but judged once."""


def _review_try(moment: Moment) -> Scene:
    """Show the table where continuations of a mistake are tried out."""
    from game.scenes.feeds.replay import ReplayFeed
    from game.scenes.review.sandbox import sandbox

    table = _review(moment)
    feed, judging = table.replay, table.judging
    plan = feed.branch() if isinstance(feed, ReplayFeed) else None
    if plan is None or feed.recording is None:
        return table
    trial = sandbox(moment.context, plan, feed.recording, judging.match, judging.effort)
    trial.weigh()
    while trial.weighing.judgement is None:
        trial.weighing.poll(_ANALYST)
    return trial


def _review(moment: Moment) -> ReviewTable:
    """Make the review of a judged match, at its first mistake after the turn."""
    from game.core.analysis.kept import kept_path
    from game.core.analyst import Effort
    from game.scenes.review.table import reviewing

    path = recording(moment)
    kept, key = kept_path(path, Effort.QUICK), (moment.game, moment.seed)
    if key in _JUDGED:
        kept.write_bytes(_JUDGED[key])
    table = at_once(reviewing(moment.context, path))
    while not table.judging.done:
        table.judging.poll(_ANALYST)
    _JUDGED[key] = kept.read_bytes()
    begun = next((entry.number for entry in table.feed.entries if entry.turn >= moment.turn), 0)
    signs = (number for number, decision in sorted(table.judging.decisions.items()) if decision.verdict)
    table.seek(next((number for number in signs if number >= begun), begun))
    return table


def _reading(moment: Moment) -> Scene:
    """Show the progress page while a long recording is read."""
    from game.scenes.page.progress import ProgressPage

    def reading() -> Pieces[Scene]:
        yield 0.4
        return _replay(moment)

    page = ProgressPage(moment.context, moment.context.texts.line("page.progress.reading"), reading(), 0.4)
    page.leave()
    return page


def _replays(moment: Moment) -> Scene:
    from game.scenes.replays.scene import ReplaysScene

    recording(moment)
    return ReplaysScene(moment.context, lambda _path: None, folder=moment.folder)


def _settings(moment: Moment) -> Scene:
    from game.scenes import arcade

    return arcade.settings(moment.context)


class _Checked:
    """A check of the installation with some results."""

    exit_code = None

    def __init__(self, language: str) -> None:
        words = Texts(language)
        good = words.line("cli.selftest.part")
        parts = [words.line(f"cli.selftest.name.{part}") for part in ("texts", "matches", "bots", "lan")]
        self._told = [f"Souk {VERSION}", *(f"{part}: {good}" for part in parts)]

    def line(self) -> str | None:
        return self._told.pop(0) if self._told else None

    def close(self) -> None:
        pass


def _installation(moment: Moment) -> Scene:
    from game.scenes.settings.installation import InstallationCheck

    return InstallationCheck(moment.context, _Checked)


def _consent(moment: Moment) -> Scene:
    from game.scenes.files.consent import ConsentDialog

    moment.context.stack.push(_setup(moment))
    programs = (f"{Path('/home/leila/Downloads/terraces.py')}:Terraces", "cmd:node bots/collector.js")
    return ConsentDialog(moment.context, programs, lambda: None)


def _rules(moment: Moment) -> Scene:
    from game.scenes.table.rules import RulesPage

    moment.context.stack.push(_setup(moment))
    return RulesPage(moment.context, moment.game)


def _made_up(module: str, name: str) -> Callable[[Moment], Scene]:
    """Return the maker of a scene, imported from a module of this folder when it is used."""

    def make(moment: Moment) -> Scene:
        scene: Scene = getattr(import_module(f"tests.showroom.{module}"), name)(moment)
        return scene

    return make


_lan = partial(_made_up, "lan")
_evening = partial(_made_up, "lan_evening")


SCENES: dict[str, Callable[[Moment], Scene]] = {
    "title": _title,
    "setup": _setup,
    "setup-own": _setup_own,
    "files": _files,
    "consent": _consent,
    "table": _table,
    "results": _results,
    "phones": _made_up("pads", "phones"),
    "failure": _made_up("incident", "incident"),
    "replay": _replay,
    "review": _review,
    "review-try": _review_try,
    "reading": _reading,
    "replays": _replays,
    "history": _made_up("history", "history"),
    "figures": _made_up("history", "figures"),
    "ledger": _made_up("history", "ledger"),
    "ledger-waiting": _made_up("history", "ledger_waiting"),
    "closing": _made_up("history", "closing"),
    "ledger-empty": _made_up("history", "ledger_empty"),
    "history-empty": _made_up("history", "empty"),
    "settings": _settings,
    "installation": _installation,
    "rules": _rules,
    "league": _made_up("league", "league"),
    "lobby": _lan("lobby"),
    "lobby-empty": _lan("lobby_empty"),
    "lobby-back": _lan("lobby_back"),
    "waiting-room": _lan("waiting_room"),
    "waiting-room-owner": _lan("waiting_room_owner"),
    "join-unknown": _lan("join_unknown"),
    "join-refused": _lan("join_refused"),
    "join-timed-out": _lan("join_timed_out"),
    "join-version": _lan("join_version"),
    "join-strange": _lan("join_strange"),
    "join-password": _lan("join_password"),
    "join-full": _lan("join_full"),
    "open-room": _lan("open_room"),
    "lan-table": _lan("lan_table"),
    "lan-watch": _lan("lan_watch"),
    "lan-lost": _lan("lan_lost"),
    "lan-heir": _lan("lan_heir"),
    "lan-proposal": _lan("lan_proposal"),
    "lan-talk": _lan("lan_talk"),
    "lan-reactions": _evening("lan_reactions"),
    "waiting-room-wide": _evening("waiting_room_wide"),
    "room-poster": _evening("room_poster"),
    "room-poster-match": _evening("room_poster_match"),
    "room-poster-tables": _evening("room_poster_tables"),
    "room-poster-card": _evening("room_poster_card"),
    "room-poster-board": _evening("room_poster_board"),
    "room-poster-finale": _evening("room_poster_finale"),
    "portrait": _evening("portrait"),
    "waiting-room-portraits": _evening("waiting_room_portraits"),
    "lan-portraits": _evening("lan_portraits"),
    "lan-end": _evening("lan_end"),
    "lan-end-mix": _evening("lan_end_mix"),
    "lan-end-final": _evening("lan_end_final"),
    "wish-menu": _evening("wish_menu"),
    "game-menu": _evening("game_menu"),
    "mix-card": _evening("mix_card"),
    "mix-finale": _evening("mix_finale"),
    "mix-sprint": _evening("mix_sprint"),
    "mix-home": _evening("mix_home"),
    "mix-home-finale": _evening("mix_home_finale"),
    "mix-menu": _evening("mix_menu"),
    "waiting-room-evening": _evening("waiting_room_evening"),
}
"""The scenes of the house that `screenshot` draws, by name."""


OF_GAMES = {
    "tablut-waiting": ("tablut", "tablut:waiting"),
    "tablut-server": ("tablut", "tablut:match"),
    "sketch-gallery": ("sketch", "sketch:wall"),
    "sketch-paper": ("sketch", "sketch:paper"),
    "sketch-solve": ("sketch", "sketch:solving"),
    "workshop": ("workshop", "workshop:bench"),
    "workshop-compare": ("workshop", "workshop:compared"),
    "workshop-range": ("workshop", "workshop:expressive_range"),
    "l4g-crowd": ("l4g", "l4g:crowd"),
    "l4g-fog": ("l4g", "l4g:fog"),
    "l4g-choosing": ("l4g", "l4g:choosing"),
    "l4g-phases": ("l4g", "l4g:stopped_after_kills"),
    "evaluation": ("l4g", "evaluations:results_by_seat"),
    "evaluation-players": ("l4g", "evaluations:results_by_player"),
    "evaluations": ("l4g", "evaluations:evaluation_shelf"),
    "folder-contest": ("l4g", "evaluations:contest"),
    "folder-contest-asked": ("l4g", "evaluations:contest_asked"),
    "evaluate": ("l4g", "evaluations:evaluate"),
    "contest-waiting": ("slime", "slime:hall"),
    "contest-one": ("slime", "slime:one"),
    "contest-soon": ("slime", "slime:soon"),
    "contest": ("slime", "slime:match"),
    "contest-watched": ("slime", "slime:watched"),
    "contest-end": ("slime", "slime:end"),
    "night-bracket": ("slime", "slime_night:bracket"),
    "night-groups": ("slime", "slime_night:groups"),
    "night-over": ("slime", "slime_night:over"),
    "night-plan": ("slime", "slime_night:planned"),
    "night-plan-refused": ("slime", "slime_night:refused"),
    "words-dictionary": ("words", "words:searched"),
}
"""Scenes of one game alone: by name the game, and the module and function in `tests.showroom.games` that make it."""


def samples() -> dict[str, str]:
    """Return the scenes of one game alone, by name, with the game of each."""
    own = {name: game for name, (game, _) in OF_GAMES.items()}
    study = {f"{game}-{name}": game for game in PRESENTATIONS for name in _study(game)}
    return own | study


def _study(game: str) -> Mapping[str, Callable[[Moment], Scene]]:
    """Return the sample scenes for what a game brings to study; empty where it brings nothing."""

    def edited(moment: Moment) -> Scene:
        (position,) = (option for option in describe(CABINETS[game].info.options) if option.name == "position")
        return editor(moment.context, game, *position.examples[:1])

    def explored(moment: Moment) -> Scene:
        scene = explorer(moment.context, game)
        scene.begin_with(2)
        return scene

    def listed(moment: Moment) -> Scene:
        return puzzles(moment.context, game)

    def puzzled(moment: Moment) -> Scene:
        scene = puzzles(moment.context, game)
        return scene.table(scene.shown[-1])

    def stormed(moment: Moment) -> Scene:
        scene = puzzles(moment.context, game)
        storm = Storm(rising(scene.puzzles, Random(moment.seed)), left=74.0, solved=9, missed=scene.shown[:2])
        return StormTable(moment.context, game, scene.book, scene.progress, Random(moment.seed), storm)

    def asked(moment: Moment) -> Scene:
        return quiz(moment.context, game, moment.seed)

    shown = PRESENTATIONS[game]
    of_quiz = {"quiz": asked} if shown.quiz else {}
    of_puzzles = {"puzzles": listed, "puzzle": puzzled, "storm": stormed} if shown.puzzles else {}
    of_openings = {"explorer": explored} if shown.explorer else {}
    return ({"editor": edited} if shown.editing else {}) | of_openings | of_puzzles | of_quiz


def maker(scene: str, game: str | None) -> tuple[Callable[[Moment], Scene], str]:
    """Return the function that makes a scene, and the game used when none is named. Raises CommandError."""
    if scene in SCENES:
        return SCENES[scene], game or next(iter(CABINETS))
    own = samples()
    if scene not in own:
        raise CommandError("cli.error.scene", name=scene, scenes=", ".join((*SCENES, *own)))
    owner = own[scene]
    if scene in OF_GAMES:
        module, name = OF_GAMES[scene][1].split(":")
        return _made_up(f"games.{module}", name), owner
    return _study(owner)[scene.removeprefix(f"{owner}-")], owner
