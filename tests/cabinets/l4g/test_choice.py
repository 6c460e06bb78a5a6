"""A person plays L4G: by mouse and by keys, warned before what would be punished."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from game.cabinets.l4g.rules.rules import Action, Go, Place, Wait, Way
from game.cabinets.l4g.rules.views import Phase, PlayerState, View
from game.cabinets.l4g.stage import hover
from game.cabinets.l4g.stage.choice import WAIT_SECONDS, Choice, towards
from game.cabinets.l4g.stage.hover import beside
from game.cabinets.l4g.stage.stage import L4gStage
from game.engine.canvas import Box
from game.engine.input import Command, CommandName, KeyPressed, PointerMoved, PointerPressed
from game.engine.sprites import clear_sprites
from game.engine.stage import REFUSED, SETTLE, Surroundings
from tests.cabinets.l4g.staging import RULES, draw_table, game, point_at, stage_at, surroundings, table_canvas
from tests.deciding import decided, given

ME = 6
_COMMANDS = {
    Way.UP: CommandName.UP,
    Way.LEFT: CommandName.LEFT,
    Way.RIGHT: CommandName.RIGHT,
    Way.DOWN: CommandName.DOWN,
    Way.STAY: CommandName.CONFIRM,
}


@pytest.fixture(scope="module", autouse=True)
def _window() -> Iterator[None]:
    pygame.init()
    pygame.display.set_mode((1, 1))
    yield
    clear_sprites()


def asked(
    state: PlayerState,
    phase: Phase = Phase.MOVE,
    *,
    edge: bool = False,
    choosing: bool = False,
    given: Surroundings | None = None,
) -> L4gStage:
    """A stage on which a player is asked in such a moment."""
    for seed in range(3, 30):
        for step in game(seed, viewer=ME, until=40):
            view: View = step[1]
            if view.phase is not phase or view.me.state is not state or view.choosing is not choosing:
                continue
            if ME not in RULES.ask(step[0]).seats or not any(player.square for player in view.players):  # type: ignore[union-attr]
                continue
            if not edge or (view.me.square is not None and view.me.square[0] == 0):
                stage = stage_at(step, given or surroundings(viewer=ME))
                stage.update(SETTLE)
                stage.choose(ME, RULES.legal(step[0], ME))
                return stage
    raise LookupError(f"nobody is {state} in {phase}")


def here(stage: L4gStage) -> tuple[int, int]:
    assert stage.view is not None and stage.view.me.square is not None
    return stage.view.me.square


def choice(stage: L4gStage) -> Choice:
    assert stage.choice is not None
    return stage.choice


def press(stage: L4gStage, square: tuple[int, int]) -> Action | None:
    return given(stage, PointerPressed(*stage.director.plan.floor.middle(square)))


def test_arrows_and_clicks_lead_to_the_square_beside() -> None:
    for way in (Way.UP, Way.LEFT, Way.RIGHT, Way.DOWN):
        stage = asked(PlayerState.SURVIVOR)
        allowed = way in choice(stage).ways
        assert given(stage, Command(_COMMANDS[way])) == (Go(way) if allowed else None)
        stage = asked(PlayerState.SURVIVOR)
        assert press(stage, towards(here(stage), way)) == (Go(way) if allowed else None)
        assert press(stage, (here(stage)[0] + 2, here(stage)[1] + 3)) is None, "two steps are none"


def test_who_would_be_punished_is_warned_first() -> None:
    stage = asked(PlayerState.SURVIVOR, edge=True)
    assert given(stage, Command(CommandName.UP)) is None
    assert choice(stage).warning == "l4g_stage.warn_outside"
    draw_table(stage, table_canvas())
    assert given(stage, Command(CommandName.UP)) == Go(Way.UP)
    stage = asked(PlayerState.SURVIVOR)
    assert press(stage, here(stage)) is None
    assert choice(stage).warning == "l4g_stage.warn_stay"
    assert press(stage, here(stage)) == Go(Way.STAY)
    stage = asked(PlayerState.SURVIVOR)
    stage.handle(Command(CommandName.CONFIRM))
    stage.handle(PointerMoved(*stage.director.plan.floor.middle(towards(here(stage), Way.DOWN))))
    assert choice(stage).warning is None, "pointing elsewhere takes it back"


def test_a_warning_gives_its_reason_beside_the_square_in_both_languages() -> None:
    for language in ("ko", "en"):
        stage = asked(PlayerState.SURVIVOR, edge=True)
        stage.surroundings.texts = surroundings(language=language).texts
        stage.handle(Command(CommandName.UP))
        plain, warned = table_canvas(), table_canvas()
        draw_table(stage, warned)
        choice(stage).warned = None
        draw_table(stage, plain)
        assert warned.surface.get_buffer().raw != plain.surface.get_buffer().raw
        assert stage.surroundings.typeface.overflows == []
        assert "20" in stage.surroundings.texts.line("l4g_stage.warn_outside", turns=20)


def test_an_infected_prays_where_it_stands() -> None:
    stage = asked(PlayerState.INFECTED)
    assert given(stage, Command(CommandName.CONFIRM)) == Go(Way.STAY)
    stage = asked(PlayerState.INFECTED)
    assert press(stage, here(stage)) == Go(Way.STAY)
    assert stage.instruction() == ("l4g_stage.go_or_pray", {})


def test_direct_infection_is_accepted_by_key_by_confirming_and_by_its_card() -> None:
    stage = asked(PlayerState.SURVIVOR, choosing=True)
    cards = stage.director.plan.cards
    assert cards is not None
    assert stage.instruction() == ("l4g_stage.go_declining", {})
    assert given(stage, KeyPressed("a")) is None
    assert stage.instruction() == ("l4g_stage.go_accepting", {})
    assert given(stage, Command(CommandName.CONFIRM)) is None
    assert not choice(stage).accepts
    assert given(stage, PointerPressed(*cards.infection.center)) is None
    way = choice(stage).ways[0]
    assert given(stage, Command(_COMMANDS[way])) == Go(way, accept=True)
    stage = asked(PlayerState.SURVIVOR)
    stage.handle(KeyPressed("a"))
    assert not choice(stage).accepts, "it is not offered in every turn"


@pytest.mark.parametrize("state", [PlayerState.CORPSE, PlayerState.SOUL])
def test_who_can_only_wait_waits_by_itself(state: PlayerState) -> None:
    stage = asked(state)
    assert stage.decides_alone and decided(stage) is None
    assert stage.instruction() is not None
    draw_table(stage, table_canvas())
    stage.update(WAIT_SECONDS / 2)
    assert decided(stage) is None
    stage.update(WAIT_SECONDS / 2)
    assert decided(stage) == Wait()
    hurried = asked(state)
    hurried.handle(Command(CommandName.HURRY))
    hurried.update(0.0)
    assert decided(hurried) == Wait() == hurried.draft()
    instant = asked(state)
    instant.surroundings.speed = 0.0
    instant.update(0.02)
    assert decided(instant) == Wait()


def test_a_soul_chooses_a_square_or_stays_in_the_sky() -> None:
    stage = asked(PlayerState.SOUL, Phase.PLACE)
    plan = stage.director.plan
    assert press(stage, (2, 5)) == Place((2, 5))
    assert given(stage, PointerPressed(*plan.sky.center)) == Place(None)
    stage = asked(PlayerState.SOUL, Phase.PLACE)
    assert given(stage, Command(CommandName.RIGHT)) is None
    assert given(stage, Command(CommandName.CONFIRM)) == Place((3, 4))
    for _ in range(8):
        stage.handle(Command(CommandName.UP))
    assert stage.instruction() == ("l4g_stage.put_off", {})
    assert given(stage, Command(CommandName.CONFIRM)) == Place(None)
    stage.handle(Command(CommandName.DOWN))
    assert given(stage, Command(CommandName.CONFIRM)) == Place((0, 3))
    draw_table(stage, table_canvas())


@pytest.mark.parametrize(("language", "text_size"), [("ko", 100), ("en", 150)])
def test_the_card_of_a_crowd_lies_on_no_square_one_may_choose(
    language: str, text_size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever one points, and most of all at its own square and those beside."""
    cards: list[Box] = []
    monkeypatch.setattr(hover, "beside", lambda *given: cards.append(beside(*given)) or cards[-1])
    for state, phase, choosing in (
        (PlayerState.SURVIVOR, Phase.MOVE, False),
        (PlayerState.SURVIVOR, Phase.MOVE, True),
        (PlayerState.INFECTED, Phase.MOVE, False),
        (PlayerState.SOUL, Phase.PLACE, False),
    ):
        stage = asked(state, phase, choosing=choosing, given=surroundings(49, language, text_size, viewer=ME))
        assert stage.view is not None
        floor, canvas = stage.director.plan.floor, table_canvas()
        every = [(row, column) for row in range(floor.rows) for column in range(floor.columns)]
        offered = every if phase is Phase.PLACE else [towards(here(stage), way) for way in Way]
        for square in sorted({player.square for player in stage.view.players if player.square}):
            point_at(stage, square)
            cards.clear()
            stage.draw_over(canvas)
            (card,) = cards
            assert stage._frame.contains(card)
            assert not [place for place in (*offered, square) if card.colliderect(floor.square(place))]


def test_what_is_advised_is_pointed_at_and_confirmed() -> None:
    stage = asked(PlayerState.SURVIVOR)
    way = choice(stage).ways[-1]
    stage.suggest(Go(way))
    assert stage.draft() == Go(way)
    assert given(stage, Command(CommandName.CONFIRM)) == Go(way)
    stage = asked(PlayerState.SOUL, Phase.PLACE)
    stage.suggest(Place((0, 1)))
    assert stage.draft() == Place((0, 1)) == given(stage, Command(CommandName.CONFIRM))
    assert asked(PlayerState.SURVIVOR).draft() is None


def test_nothing_is_decided_while_something_moves() -> None:
    steps = [step for step in game(3, viewer=ME, until=6) if step[1].phase is Phase.MOVE]
    stage = stage_at(steps[2], surroundings(viewer=ME))
    stage.show(steps[3][1], steps[3][2])
    stage.choose(ME, RULES.legal(steps[3][0], ME))
    assert stage.busy
    assert given(stage, Command(CommandName.UP)) is None
    assert given(stage, Command(CommandName.CONFIRM)) is None
    assert stage.busy, "whether to hurry is the table's decision"


def test_a_refusal_is_told_for_a_while() -> None:
    stage = asked(PlayerState.SURVIVOR)
    plain, refused = table_canvas(), table_canvas()
    draw_table(stage, plain)
    stage.refuse("l4g.refuse.not_asked")
    draw_table(stage, refused)
    assert refused.surface.get_buffer().raw != plain.surface.get_buffer().raw
    stage.update(REFUSED)
    draw_table(stage, refused := table_canvas())
    assert refused.surface.get_buffer().raw == plain.surface.get_buffer().raw
