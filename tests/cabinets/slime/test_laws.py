"""Laws of Slime over random turns: owners, closed areas, collisions, symmetry, counts."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from game.cabinets.slime import field as f
from game.cabinets.slime.rules import owners_of
from game.core.compiled import array
from tests.cabinets.slime.field import NEUTRAL, A, B, L, R, at, fates, mirrored, outcomes, played, walk


def open_squares(owners: tuple[int, ...], team: int) -> set[int]:
    """By the words of the source: every square from which a way that avoids the team's squares leads to the edge."""
    edge = {at(x, y) for x in range(f.WIDTH) for y in range(f.HEIGHT) if x in (0, 24) or y in (0, 12)}
    found = {square for square in edge if owners[square] != team}
    todo = sorted(found)
    while todo:
        square = todo.pop()
        for heading in range(4):
            beside = f._beyond(square, heading)
            if beside != f.OUTSIDE and owners[beside] != team and beside not in found:
                found.add(beside)
                todo.append(beside)
    return found


def painted_owners(before: list[int], after: list[int]) -> tuple[int, ...]:
    """The owners once slimes painted and before areas were filled."""
    owners = list(owners_of(before))
    for slime, fate in enumerate(fates(after)):
        if fate in (f.ALIVE, f.ENCLOSED):
            owners[after[f.STOOD + slime]] = slime // f.TEAM
    return tuple(owners)


def area(field: list[int], team: int) -> set[int]:
    columns = field[f.AREA + team * f.WIDTH : f.AREA + (team + 1) * f.WIDTH]
    return {at(x, y) for x in range(f.WIDTH) for y in range(f.HEIGHT) if columns[x] >> y & 1}


SEEDS = st.integers(0, 2**32)


@given(SEEDS)
@settings(max_examples=20)
def test_every_square_has_one_owner(seed: int) -> None:
    for _, after in walk(seed):
        for x in range(f.WIDTH):
            assert after[f.OWNED + x] & after[f.OWNED + f.WIDTH + x] == 0
            assert (after[f.OWNED + x] | after[f.OWNED + f.WIDTH + x]) <= f.ALL


@given(SEEDS)
@settings(max_examples=20)
def test_closed_areas_are_those_of_the_source(seed: int) -> None:
    for before, after in walk(seed):
        owners = painted_owners(before, after)
        areas = [area(after, team) for team in (A, B)]
        for team in (A, B):
            free = {square for square, owner in enumerate(owners) if owner != team}
            assert areas[team] == free - open_squares(owners, team)
        for square, owner in enumerate(owners_of(after)):
            inside = [square in areas[team] for team in (A, B)]
            expected = NEUTRAL if all(inside) else A if inside[A] else B if inside[B] else owners[square]
            assert owner == expected


@given(SEEDS)
@settings(max_examples=20)
def test_teams_never_share_a_square_after_collisions(seed: int) -> None:
    for before, after in walk(seed):
        for ours in range(f.TEAM):
            for theirs in range(f.TEAM, f.SLIMES):
                alive = fates(after)[ours] in (f.ALIVE, f.ENCLOSED) and fates(after)[theirs] in (f.ALIVE, f.ENCLOSED)
                crossed = (
                    after[f.STOOD + ours] == before[f.SQUARE + theirs]
                    and after[f.STOOD + theirs] == before[f.SQUARE + ours]
                )
                assert not (alive and (crossed or after[f.STOOD + ours] == after[f.STOOD + theirs]))
        for slime, fate in enumerate(fates(after)):
            if fate in (f.CROSSED, f.MET):
                others = range(f.TEAM, f.SLIMES) if slime < f.TEAM else range(f.TEAM)
                assert any(fates(after)[other] == fate for other in others), "nobody dies of a collision alone"


@given(SEEDS)
@settings(max_examples=20)
def test_turning_the_field_and_swapping_teams_swaps_the_outcome(seed: int) -> None:
    random = Random(seed)
    for before, _ in walk(seed):
        chances = int(outcomes(array(before)))
        chance = random.randrange(chances)
        first = 1
        for slime in range(f.TEAM):
            first *= int(f.WAYS[before[f.SQUARE + slime] * 4 + before[f.HEADING + slime]])
        ours, theirs = chance % first, chance // first
        assert int(outcomes(array(mirrored(before)))) == chances
        swapped = played(mirrored(before), theirs + ours * (chances // first))
        assert swapped == mirrored(played(before, chance))


@given(SEEDS)
@settings(max_examples=20)
def test_painted_and_deaths_are_counted(seed: int) -> None:
    for before, after in walk(seed):
        stages = [owners_of(before), painted_owners(before, after), owners_of(after)]
        for team in (A, B):
            became = sum(
                stages[stage][square] != team == stages[stage + 1][square]
                for stage in (0, 1)
                for square in range(f.SQUARES)
            )
            assert after[f.PAINTED + team] - before[f.PAINTED + team] == became
        for slime, fate in enumerate(fates(after)):
            assert after[f.DEATHS + slime] - before[f.DEATHS + slime] == (fate != f.ALIVE)
            if fate != f.ALIVE:
                assert after[f.SQUARE + slime] == f.HOMES[slime // f.TEAM]
                assert after[f.HEADING + slime] == (R if slime < f.TEAM else L)
            else:
                assert after[f.SQUARE + slime] == after[f.STOOD + slime]
        for slime in range(f.SLIMES):
            x, y = divmod(before[f.SQUARE + slime], f.HEIGHT)
            to_x, to_y = divmod(after[f.STOOD + slime], f.HEIGHT)
            assert abs(x - to_x) + abs(y - to_y) == 1, "every slime moves one square"
