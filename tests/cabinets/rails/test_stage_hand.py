"""What a hand draws becomes groups of a plan: each tool, the cheapest line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.cabinets.rails.building.tracks import as_rail
from game.cabinets.rails.contract.actions import Clear, Dock, Group, Platforms, Rail, Road, Signal, Signals, Span, Stop
from game.cabinets.rails.contract.options import Options
from game.cabinets.rails.match.state import State
from game.cabinets.rails.stage.field.ghosts import built_of
from game.cabinets.rails.stage.hand.builder import Builder
from game.cabinets.rails.stage.hand.gestures import GESTURES, Drag, beside, set_out
from game.cabinets.rails.stage.hand.route import Route, ends_near
from game.cabinets.rails.stage.person.pace import Pace
from game.cabinets.rails.stage.sight.sight import Sight
from game.cabinets.rails.track.coded import Built, encode
from game.cabinets.rails.track.pieces import WEST, conflict, places
from game.cabinets.rails.world.land import HILL, PLAIN, ROCK, STREET, WATER, Land

SIZE = 64


def sight(tiles: dict[int, Built] | None = None, terrain: bytes = b"") -> Sight:
    state = State(Options(size=64), 1)
    state.found(1, Land(SIZE, terrain or bytes([PLAIN]) * SIZE * SIZE, (), ()))
    state.site.take_over(encode(tiles[tile] for tile in sorted(tiles)) if tiles else b"")
    state.railway.rebuild()
    return Sight(state)


def drag(pressed: tuple[float, float], pointer: tuple[float, float], **more: int) -> Drag:
    return set_out(Drag(pressed, pointer, -1, 0, more.get("other", 0), more.get("turn", 0)))


def line(x: int, y: int, run: str, **more: object) -> dict[int, Built]:
    found: dict[int, Built] = {}
    for place in places(x, y, WEST, run):
        tile = place.y * SIZE + place.x
        built = found.get(tile, Built(tile, company=0))
        found[tile] = built._replace(pieces=built.pieces | 1 << place.kind, **more)  # type: ignore[arg-type]
    return found


def test_a_click_goes_through_the_signals_of_a_piece_of_track() -> None:
    tiles = line(5, 5, "E" * 6)
    at = 5 * SIZE + 7
    click = drag((7.9, 5.5), (7.9, 5.5))
    seen: list[Group] = []
    for _ in range(4):
        (group,) = GESTURES["signals"](click, sight(tiles))
        seen.append(group)
        if isinstance(group, Signal):
            leg = 3 if group.exit == "E" else 2
            tiles[at] = tiles[at]._replace(signals=((leg, 1 if group.kind == "one_way" else 2),))
        else:
            tiles[at] = tiles[at]._replace(signals=())
    kinds = [(group.kind, group.exit) if isinstance(group, Signal) else "clear" for group in seen]
    assert kinds == [("one_way", "E"), ("two_way", "E"), "clear", ("one_way", "E")]


def test_a_drag_along_track_signs_the_line_in_its_direction() -> None:
    tiles = line(5, 5, "E" * 20)
    east = GESTURES["signals"](drag((8.5, 5.5), (14.5, 5.5)), sight(tiles))
    west = GESTURES["signals"](drag((8.5, 5.5), (6.2, 5.5)), sight(tiles))
    assert east == [Signals(8, 5, "W", "E", 4)] and west == [Signals(8, 5, "E", "W", 4)]
    ghost = built_of(east, sight(tiles), 0)
    assert [tile % SIZE for tile, built in ghost.items() if built.signals] == [8, 12, 16, 20, 24]


@pytest.mark.parametrize(
    ("pointer", "turn", "wanted"),
    [
        ((8.5, 9.5), 0, Platforms(5, 9, "EW", 4, 1)),
        ((8.5, 10.5), 0, Platforms(5, 9, "EW", 4, 2)),
        ((8.5, 10.5), 1, Platforms(5, 9, "NS", 2, 4)),
        ((6.5, 14.5), 0, Platforms(5, 9, "NS", 6, 2)),
        ((5.5, 9.5), 0, Platforms(5, 9, "EW", 4, 1)),
    ],
)
def test_platforms_lie_along_the_longer_side(pointer: tuple[float, float], turn: int, wanted: Platforms) -> None:
    assert GESTURES["platforms"](drag((5.5, 9.5), pointer, turn=turn), sight()) == [wanted]


def test_a_span_is_a_tunnel_where_hills_lie_between_its_heads() -> None:
    terrain = bytearray([PLAIN]) * SIZE * SIZE
    terrain[5 * SIZE + 6 : 5 * SIZE + 9] = bytes([HILL, ROCK, HILL])
    terrain[8 * SIZE + 6 : 8 * SIZE + 9] = bytes([WATER]) * 3
    over = sight(terrain=bytes(terrain))
    assert GESTURES["span"](drag((5.5, 5.5), (9.5, 5.5)), over) == [Span(5, 5, "E", 5, "tunnel")]
    assert GESTURES["span"](drag((9.5, 8.5), (5.5, 8.5)), over) == [Span(9, 8, "W", 5, "bridge")]
    assert GESTURES["span"](drag((5.5, 8.5), (30.5, 8.5)), over) == [Span(5, 8, "E", 8, "bridge")]


def test_a_click_on_a_street_makes_a_stop_and_a_drag_lays_road() -> None:
    terrain = bytearray([PLAIN]) * SIZE * SIZE
    terrain[5 * SIZE + 6] = STREET
    over = sight(terrain=bytes(terrain))
    assert GESTURES["road"](drag((6.5, 5.5), (6.5, 5.5)), over) == [Stop(6, 5, "truck", 2)]
    assert GESTURES["road"](drag((6.5, 5.5), (6.5, 5.5), turn=1), over) == [Stop(6, 5, "bus", 2)]
    assert GESTURES["road"](drag((8.5, 5.5), (10.5, 8.5)), over) == [Road(8, 5, "E2 S3")]
    assert GESTURES["dock"](drag((8.5, 5.5), (8.5, 5.5)), over) == [Dock(8, 5)]


def test_only_ones_own_is_cleared_and_a_click_takes_the_signal_first() -> None:
    tiles = line(5, 5, "E" * 3)
    tiles[5 * SIZE + 6] = tiles[5 * SIZE + 6]._replace(signals=((3, 1),))
    tiles[5 * SIZE + 7] = tiles[5 * SIZE + 7]._replace(company=1)
    assert GESTURES["clear"](drag((6.5, 5.5), (6.5, 5.5)), sight(tiles)) == [Clear(6, 5, "signal")]
    swept = GESTURES["clear"](drag((4.5, 4.5), (9.5, 6.5)), sight(tiles))
    assert swept == [Clear(5, 5, "rail"), Clear(6, 5, "rail")]


@given(st.sampled_from(["E9", "E4 S E S E S E3", "S6", "E5 N E5"]), st.integers(0, 7))
def test_a_second_track_touches_the_first_nowhere(run: str, other: int) -> None:
    from game.cabinets.rails.track.pieces import NORTH, read_run

    enter = NORTH if run.startswith("S") else WEST
    way = list(places(20, 20, enter, read_run(run)))
    second = beside(way, other)
    assert len(second) == len(way)
    for a in way:
        for b in second:
            if (a.x, a.y) == (b.x, b.y):
                assert a.kind != b.kind and not conflict(a.kind, b.kind)


def searched(over: Sight, start: tuple[float, float], end: tuple[float, float], other: int = 0) -> Route:
    route = Route(over, 0, ends_near(over, start, 0), ends_near(over, end, 0), other)
    for _ in range(2000):
        if route.done:
            break
        route.go_on()
    assert route.done
    return route


def test_a_line_goes_round_the_water_and_joins_both_ends() -> None:
    terrain = bytearray([PLAIN]) * SIZE * SIZE
    for y in range(20):
        terrain[y * SIZE + 20] = WATER
    tiles = {**line(5, 5, "E" * 4), **line(40, 5, "E" * 4)}
    over = sight(tiles, bytes(terrain))
    way = searched(over, (9.1, 5.5), (39.9, 5.5)).found
    assert (way[0].x, way[0].y, way[0].enter) == (9, 5, WEST)
    assert (way[-1].x, way[-1].y) == (39, 5) and max(place.y for place in way) >= 20
    assert list(places(9, 5, WEST, "".join("NESW"[place.leave] for place in way))) == way
    assert as_rail(way).run


def test_where_no_way_leads_a_line_ends_in_nothing() -> None:
    terrain = bytearray([PLAIN]) * SIZE * SIZE
    for y in range(SIZE):
        terrain[y * SIZE + 20] = WATER
    assert searched(sight(terrain=bytes(terrain)), (9.5, 5.5), (39.5, 5.5)).found == []


def test_who_plays_alone_lets_time_pass_a_step_ahead_and_not_while_it_stands() -> None:
    pace = Pace("alone", 400)
    pace.leads = True
    pace.reset(0)
    known = 0
    for _ in range(300):
        if pace.due:
            known += pace.due
            pace.show(known)
        pace.update(1 / 60)
        assert not pace.busy
    assert 36 <= pace.seen <= 40.5 and 0 <= known - pace.seen <= 8
    pace.paused = True
    stood = pace.seen
    pace.update(5.0)
    assert pace.seen == stood and pace.due == 0


def test_a_round_is_shown_whole_and_makes_who_watches_wait_no_longer() -> None:
    pace = Pace("rounds", 400)
    pace.reset(0)
    passed = 0.0
    for tick in range(32, 401, 32):
        pace.show(tick)
        while pace.busy:
            pace.update(1 / 60)
            passed += 1 / 60
    assert 5.5 < passed < 8.0
    pace.show(800)
    pace.hurry()
    assert not pace.busy and pace.seen == 800


def test_in_a_round_one_draws_on_what_was_drawn_before() -> None:
    builder, over = Builder(gathers=True), sight()
    builder.see(over)

    def drawn(tool: str, *points: tuple[float, float]) -> tuple[Group, ...]:
        builder.tool = tool
        builder.begin(points[0])
        for point in points[1:]:
            builder.move(point)
        while builder.thinking:
            builder.think()
        groups = builder.groups
        assert builder.end() is None
        return groups

    drawn("platforms", (5.5, 9.5), (8.5, 9.5))
    drawn("platforms", (20.5, 9.5), (23.5, 9.5))
    assert drawn("rail", (9.3, 9.1), (12.0, 9.3), (19.7, 9.9)) == (Rail(9, 9, "W", "E11"),)
    assert drawn("signals", (12.9, 9.5)) == (Signal(12, 9, "W", "E", "one_way"),)
    assert drawn("clear", (12.5, 9.5)) == (), "what is only drawn is taken back"
    assert drawn("line", (24.1, 9.5), (30.5, 14.5))[0].x == 24  # type: ignore[union-attr]
    assert not over.works and len(builder.drafted) == 5
    builder.undo()
    builder.undo()
    assert len(builder.drafted) == 3
