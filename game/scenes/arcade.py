"""The way through the arcade: which scene follows which.

Modules that the street does not need are imported on the way to them, so that the window opens sooner.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from game.cabinets.listed import CABINETS, found
from game.cabinets.stages import PRESENTATIONS
from game.core.bot.loading import HUMAN
from game.core.cabinet import Cabinet
from game.core.errors import SpokenError
from game.core.moving import remove_file
from game.core.work.pieces import Pieces, part
from game.engine.scene import Context, Scene
from game.engine.stage.presentation import OpenedStall
from game.ground import paths
from game.ground.consent import unasked
from game.ground.recordings import move_beside
from game.ground.texts import Texts, told_apart
from game.scenes.feeds.local import LocalFeed, starting_local
from game.scenes.files.consent import ConsentDialog, asking_first
from game.scenes.lan.kept import kept_rooms
from game.scenes.page.more import MoreMenu, has_more
from game.scenes.page.progress import led_to
from game.scenes.staging.kinds import level_name
from game.scenes.staging.left_off import picture_of
from game.scenes.title.attract import attract
from game.scenes.title.scene import TitleScene
from game.scenes.title.stands import stands

if TYPE_CHECKING:
    from game.core.league.league import League
    from game.core.tournament.evaluation import EvaluationDocument
    from game.scenes.feeds.plan import MatchPlan
    from game.scenes.lan.kept import KeptRoom
    from game.scenes.lan.link import Joining
    from game.scenes.process.evaluation import EvaluationPlan
    from game.scenes.table.scene import TableScene


def title(context: Context) -> Scene:
    """Make the title: the street of stalls, from which everything is reached."""
    return TitleScene(
        context,
        stands(),
        next(iter(context.settings.played), ""),
        attract=lambda game: attract(context, game),
        on_play=lambda game: _lead(context, context.stack.push, lambda: stall(context, game)),
        on_replays=lambda: context.stack.push(replays(context)),
        on_settings=lambda: context.stack.push(settings(context)),
        on_host=lambda game: context.stack.push(lobby(context, opening=True, game=game)),
        on_join=lambda: context.stack.push(lobby(context)),
        on_more=lambda game: context.stack.push(
            MoreMenu(context, game, at_stall=True, under_way=has_unfinished(context, game))
        ),
        has_more=lambda game: has_more(game, at_stall=True) or has_unfinished(context, game),
        has_unfinished=lambda game: has_unfinished(context, game),
        left_off=lambda game: picture_of(game, Path(context.settings.unfinished.get(game, ""))),
        on_file=lambda path: _lead(context, context.stack.push, lambda: replay(context, path)),
        news=[context.texts.line("title.kept", name=room.name) for room in kept_rooms(paths.replays())[:1]],
    )


def _lead(context: Context, to: Callable[[Scene], None], make: Callable[[], Scene]) -> None:
    """Go on to a scene, or say why it cannot be made."""
    try:
        to(make())
    except SpokenError as error:
        context.notify(context.texts.line(error.key, error.values))


def stall(context: Context, game: str) -> Scene:
    """Make the scene that a game's stall opens: the table of the match that was left there, else the setup of a match,
    or a scene of the game's own. Raises SpokenError.
    """
    if has_unfinished(context, game):
        return continued_table(context, Path(context.settings.unfinished[game]))
    place = PRESENTATIONS[game].opens if game in PRESENTATIONS else None
    if place is None:
        return setup(context, game)
    opened: OpenedStall = found(place)
    return opened(context, lambda: setup(context, game))


def fresh_setup(context: Context, game: str) -> Scene:
    """Make the setup of a match for a person who wants no unfinished one."""
    return setup(context, game, fresh=True)


def setup(context: Context, game: str, options: Any = None, *, fresh: bool = False) -> Scene:
    """Make the setup of a match, which begins with `options` and leads to the table. It offers to go on with an
    unfinished match, unless `fresh`.
    """
    from game.scenes.evaluation.start import EvaluateScene
    from game.scenes.guide.opening import guides, has_guides
    from game.scenes.setup.scene import SetupScene

    def start(plan: MatchPlan) -> None:
        asking_first(context, plan.specs, lambda: _lead(context, context.stack.replace, lambda: table(context, plan)))

    def evaluate(plan: EvaluationPlan) -> None:
        asking_first(context, plan.seats, lambda: context.stack.push(EvaluateScene(context, plan, show)))

    def show(document: EvaluationDocument, path: Path) -> None:
        context.stack.replace(evaluation(context, document, path))

    def begin_guide() -> None:
        _lead(context, context.stack.push, lambda: guides(context, game))

    def go_on() -> None:
        path = Path(context.settings.unfinished[game])
        _lead(context, context.stack.replace, lambda: continued_table(context, path))

    on_guide = begin_guide if options is None and has_guides(game) else None
    on_continue = go_on if has_unfinished(context, game) and not fresh else None
    scene = SetupScene(context, CABINETS[game], start, on_evaluate=evaluate, on_guide=on_guide, on_continue=on_continue)
    if options is not None:
        scene.options.update(msgspec.structs.asdict(options))
    return scene


def has_unfinished(context: Context, game: str) -> bool:
    """Whether an unfinished match of a game at this screen can be continued."""
    path = context.settings.unfinished.get(game)
    return path is not None and Path(path).is_file()


def continued_table(context: Context, path: Path) -> Scene:
    """Make the table of an unfinished match, at the end of its recording. Raises SpokenError where it cannot go on.

    The old recording is deleted once the new one holds all of it; it stays where a person named it, and where the disk
    is full, and is offered again then.
    """
    return led_to(context, "page.progress.continuing", _continuing(context, path))


def _continuing(context: Context, path: Path) -> Pieces[Scene]:
    from game.scenes.feeds.replay import opening_replay
    from game.scenes.replays.shelf import Recording

    replay = yield from part(opening_replay(path), 0.0, 0.5)
    replay.seek(len(replay))
    plan = replay.continued()
    if plan is None:
        unfinished = context.settings.unfinished
        context.settings.unfinished = {game: left for game, left in unfinished.items() if left != str(path)}
        raise SpokenError("setup.continue.over")
    if programs := unasked(plan.specs):
        return ConsentDialog(context, programs, lambda: context.stack.push(continued_table(context, path)))
    feed = yield from part(starting_local(plan, context.settings), 0.5, 1.0)
    if feed.recording is not None and feed.holds_all():
        if Recording(path).given_name is None:
            remove_file(path)
        move_beside(path, feed.recording)
    elif feed.recording is not None:
        remove_file(feed.recording)
        feed.recording = None
    return _table(context, feed)


def table(context: Context, plan: MatchPlan, record: Path | None = None) -> Scene:
    """Make the table of a match at this screen. Raises SpokenError when a seat cannot be filled."""
    return led_to(context, "page.progress.beginning", _beginning(context, plan, record))


def _beginning(context: Context, plan: MatchPlan, record: Path | None) -> Pieces[Scene]:
    feed = yield from starting_local(plan, context.settings, record)
    scene = _table(context, feed)
    follow = getattr(scene.stage, "follow", None)
    if plan.follow is not None and follow is not None:
        follow(plan.follow)
    return scene


def _table(context: Context, feed: LocalFeed) -> TableScene:
    from game.scenes.review.sandbox import trial_of
    from game.scenes.review.table import review_table, watched
    from game.scenes.table.scene import TableScene

    return TableScene(context, feed, watched, review_table, trial_of)


def lobby(
    context: Context,
    *,
    opening: bool = False,
    game: str | None = None,
    joining: Joining | None = None,
    again: KeptRoom | None = None,
) -> Scene:
    """Make the lobby of rooms on the LAN.

    `opening`: begin by opening a room of one's own, for this `game`; `joining`: join this room; `again`: host this kept
    room again.
    """
    from game.scenes.lobby.scene import LobbyScene

    return LobbyScene(context, opening=opening, game=game, joining=joining, again=again)


def settings(context: Context) -> Scene:
    """Make the scene of settings for the whole program."""
    from game.scenes.settings.scene import SettingsScene

    return SettingsScene(context)


def replays(context: Context) -> Scene:
    """Make the list of recorded matches."""
    from game.scenes.history.scene import HistoryScene
    from game.scenes.replays.scene import ReplaysScene
    from game.scenes.replays.shelf import by_name

    def watch(path: Path) -> None:
        try:
            context.stack.push(replay(context, path))
        except SpokenError as error:
            context.notify(context.texts.line(error.key, by_name(error)))

    return ReplaysScene(
        context,
        watch,
        on_evaluations=lambda: context.stack.push(evaluations(context)),
        on_history=lambda: context.stack.push(HistoryScene(context, watch)),
        on_host_again=lambda room: context.stack.push(lobby(context, again=room)),
        on_continue=lambda path: _lead(context, context.stack.push, lambda: continued_table(context, path)),
    )


def evaluations(context: Context) -> Scene:
    """Make the list of finished evaluations in the person's folder."""
    from game.scenes.evaluation.shelf import EvaluationShelf

    def show(document: EvaluationDocument, path: Path) -> None:
        context.stack.push(evaluation(context, document, path))

    return EvaluationShelf(context, show, on_contest=lambda folder: context.stack.push(contest(context, folder)))


def contest(context: Context, folder: str = "") -> Scene:
    """Make the page of a contest of the programs in a folder, or one that asks for it."""
    from game.scenes.evaluation.contest import ContestScene

    return ContestScene(context, lambda path: context.stack.push(results(context, path)), folder=folder)


def results(context: Context, path: Path) -> Scene:
    """Make the scene of a file of results, an evaluation or a league. Raises EvaluationError and LeagueFileError."""
    from game.core.tournament.evaluation import read_evaluation
    from game.ground.leagues import is_league, read_league

    if is_league(path):
        return league(context, read_league(path))
    return evaluation(context, read_evaluation(path, CABINETS), path)


def _watch(context: Context, plan: MatchPlan) -> None:
    """Play a match of a file's bots again, unless the person refuses to run them."""
    asking_first(context, plan.specs, lambda: _lead(context, context.stack.push, lambda: table(context, plan)))


def league(context: Context, shown: League, path: Path | None = None) -> Scene:
    """Make the scene of a league's ratings, which leads to the table of each of its matches. `path` is its file."""
    from game.scenes.evaluation.league import LeagueScene

    return LeagueScene(context, shown, partial(_watch, context), path)


def evaluation(context: Context, document: EvaluationDocument, path: Path | None = None) -> Scene:
    """Make the scene of an evaluation's figures, which leads to the table of each of its games. `path` is its file."""
    from game.scenes.evaluation.scene import EvaluationScene

    return EvaluationScene(context, document, partial(_watch, context), path)


def replay(context: Context, path: Path, step: int = 0) -> Scene:
    """Make the table of a recorded match at a step, or of a match in another program's file, which is recorded first.

    Raises SpokenError.
    """
    from game.scenes.replays.foreign import is_foreign, record_foreign
    from game.scenes.review.table import watched

    if is_foreign(path):
        path, notes = record_foreign(path, paths.replays(), context.texts)
        for key, values in notes:
            context.notify(context.texts.line(key, values))
    return watched(context, path, step)


def seat_names(specs: Sequence[str], cabinet: Cabinet, texts: Texts) -> tuple[str, ...]:
    """Return display names for seats: people by number, built-in bots by their name in the current language."""
    people = 0
    names: list[str] = []
    for spec in specs:
        if spec == HUMAN:
            people += 1
            names.append(texts.line("setup.person", number=people))
        else:
            names.append(level_name(spec, cabinet.id, texts))
    return told_apart(names)
