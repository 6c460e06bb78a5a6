"""The short forms that games declare: what they name is there, and a card says it in a breath."""

from __future__ import annotations

import msgspec
import pytest

from game.cabinets.listed import CABINETS
from game.core.chance import derive
from game.core.short import Format, Short
from game.ground.texts import Texts
from tests.bench.bench_shorts import played, shared

MATCHES = 30
ALIKE = {"rooftops"}
"""Games whose computers of one level all play alike, so that they share every place."""
SHORTS = [(game, short) for game in CABINETS.places for short in CABINETS[game].shorts]
SPRINTS = [(game, short) for game in CABINETS.places if (short := CABINETS[game].sprint) is not None]


@pytest.mark.parametrize(
    ("game", "short"), [*SHORTS, *SPRINTS], ids=lambda value: value if isinstance(value, str) else value.name
)
def test_a_short_form_names_what_its_game_has(game: str, short: Short) -> None:
    info = CABINETS[game].info
    for people, form in short.forms.items():
        assert max(people, short.filled) in info.seats
        assert 0 < form.seconds <= form.most and form.seconds <= 330
        for spoken in short.spoken.values() or [{}]:
            msgspec.convert({**short.options, **form.options, **spoken}, info.options)
    assert short.format is not Format.DUEL or set(short.forms) == {2}
    for language in ("ko", "en"):
        said = Texts(language).line(f"{game}.mix.{short.name}")
        assert len(said.split()) <= 12, said


def test_names_are_unlike_within_a_game() -> None:
    told = [*SHORTS, *SPRINTS]
    assert len({(game, short.name) for game, short in told}) == len(told)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "short"), SHORTS, ids=lambda value: value if isinstance(value, str) else value.name)
def test_computers_seldom_share_the_first_place_of_a_short_form(game: str, short: Short) -> None:
    cabinet = CABINETS[game]
    if game in ALIKE or max(short.forms) == 1:
        pytest.skip("has no places that computers of one level could share or not")
    sizes = [people for people in short.forms if 2 <= people <= 12]
    for people in sorted({sizes[0], sizes[-1]}):
        bots = cabinet.gentle or cabinet.table_bots[:1]
        ends = [played(cabinet, short, people, bots, derive(seed, "short", people)) for seed in range(MATCHES)]
        ties = sum(shared(game, short, [end]) for end in ends)
        assert ties <= 0.15 * MATCHES + 3, (people, ties)
