"""Rooms as nodes, joined where they lie side by side: a search for the rules that lead nearest to the wanted figures.

Sources: Adams 2002; Shaker and others 2016, chapter 3.5. The rules are in `data/topology.grammar`. A rule changes the
figures by the same amount wherever it is used, so each rule is scored once, and its place is random.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import add
from pathlib import Path
from typing import NamedTuple

from game.core.forge.grammar.building import ContentT, build, fill, look
from game.core.forge.grammar.playing import Told, draft, tell
from game.core.forge.grammar.rules import Grammar, Rule, applied, place_of, read_grammar, read_own_grammar, web_of
from game.core.forge.grammar.space import nodes_for
from game.core.forge.grammar.web import Web
from game.core.forge.model.chance import Chance
from game.core.forge.model.ground import Ground
from game.core.forge.model.level import Level, Recipe, Value
from game.core.forge.model.method import Brings, Brought, Method, NoteT, Number, Preset

START, SCORE, TAKE, PLACE, ROOM, WAY = range(6)
GRAMMAR = read_grammar((Path(__file__).parent.parent / "data" / "topology.grammar").read_text(encoding="utf-8"))
CONTENT: ContentT = {
    "entrance": ((), ("lamp",)),
    "hall": ((), (), ("potion",), ("bomb",)),
    "guards": (("rat", "rat"), ("spitter",), ("brute",), ("lurker",)),
    "hoard": (("treasure",), ("treasure", "treasure")),
    "goal": ((), ("treasure",)),
}
_TRIES = 4
"""How many random places are tried for a rule."""


class Tally(NamedTuple):
    """What the wishes count in a graph: rooms, rooms of guards, hoards, ways."""

    rooms: int
    guards: int
    hoards: int
    ways: int

    def away(self, wishes: Mapping[str, int]) -> int:
        """Return the distance from the wishes, as one sum over rooms, loops,
        and the shares of rooms with guards or hoards."""
        guards = abs(20 * self.guards - wishes["difficulty"] * wishes["rooms"])
        hoards = abs(20 * self.hoards - wishes["reward"] * wishes["rooms"])
        loops = abs(self.ways - self.rooms + 1 - wishes["loops"])
        return 60 * abs(wishes["rooms"] - self.rooms) + guards + hoards + 20 * loops

    def after(self, change: Tally) -> Tally:
        """Return the tally after a rule with this change was used."""
        return Tally(*map(add, self, change))


def change_of(rule: Rule) -> Tally:
    """Return what using a rule adds to the tally of any graph."""
    find, put = rule.find, rule.put
    guards, hoards = (
        sum(kinds == {kind} for kinds in put.nodes.values()) - sum(kinds == {kind} for kinds in find.nodes.values())
        for kind in ("guards", "hoard")
    )
    return Tally(rule.growth, guards, hoards, len(put.ways) - len(find.ways))


class _State(NamedTuple):
    """A graph of the beam search, its tally, and the steps that made it."""

    tally: Tally
    web: Web
    told: tuple[Told, ...]


def tally_of(web: Web) -> Tally:
    """Return the tally of a graph."""
    kinds = list(web.kinds.values())
    return Tally(len(kinds), kinds.count("guards"), kinds.count("hoard"), len(web.ways))


def search(chance: Chance, wishes: Mapping[str, int], told: list[Told], grammar: Grammar = GRAMMAR) -> Web:
    """Rewrite a graph by beam search until no rule brings it nearer to the wishes. Returns the nearest graph found.

    Appends to `told` the rewriting steps that led to the graph.
    """
    allowed = Web.is_sound if grammar is GRAMMAR else Web.can_be_laid_out
    start = web_of(grammar.start)
    beam = [_State(tally_of(start), start, ())]
    nearest = beam[0].tally.away(wishes)
    changes = [(rule, change_of(rule)) for rule in grammar.rules]
    while True:
        results = [
            (tally.away(wishes), chance.below(1 << 16), number, rule)
            for number, state in enumerate(beam)
            for rule, change in changes
            for tally in (state.tally.after(change),)
        ]
        after: list[_State] = []
        for score, _, number, rule in sorted(results, key=lambda result: result[:3]):
            if score >= nearest or len(after) == wishes["look"]:
                break
            made = _used(beam[number], rule, chance, allowed)
            if made is not None:
                after.append(made)
        if not after:
            break
        beam, nearest = after, after[0].tally.away(wishes)
    told += beam[0].told
    return beam[0].web


def _used(state: _State, rule: Rule, chance: Chance, allowed: Callable[[Web], bool]) -> _State | None:
    """Return the graph after using a rule at one of a few random places; None where it fits at none of them."""
    for _ in range(_TRIES):
        place = place_of(state.web, rule.find, chance)
        if place is None:
            return None
        after = applied(state.web, rule, place)
        if after is not None and allowed(after):
            return _State(state.tally.after(change_of(rule)), after, (*state.told, Told(rule, state.web, after, place)))
    return None


def make(recipe: Recipe, note: NoteT) -> Level:
    """Make a level: search for a graph, lay it out, dig it, and place things."""
    return _make_by(GRAMMAR, recipe, note)


def _make_of(recipe: Recipe, note: NoteT, brought: Brought) -> Level:
    """Make a level by the rules of a person's own grammar. Raises GrammarError."""
    return _make_by(read_own_grammar(brought.text), recipe, note)


def _make_by(grammar: Grammar, recipe: Recipe, note: NoteT) -> Level:
    wishes = {name: int(value) for name, value in recipe.parameters.items()}
    drafted = draft(recipe, lambda chance, told: search(chance, wishes, told, grammar))

    def score(web: Web) -> None:
        note("away", (tally_of(web).away(wishes), SCORE))

    tell(note, drafted, web_of(grammar.start), {rule.name: TAKE for rule in grammar.rules}, START, score)
    ground = Ground(recipe, note)
    look(drafted.layout, PLACE, note)
    graph = build(drafted.web, drafted.layout, ground, Chance(recipe.number, "topology", "rooms"), (ROOM, WAY), note)
    content = fill(drafted.web, graph, ground, Chance(recipe.number, "topology", "furnish"), CONTENT)
    return ground.level(content, graph)


def _most_rooms(_values: Mapping[str, Value], width: int, height: int) -> int:
    return nodes_for(width, height)


TOPOLOGY = Method(
    "topology",
    "dungeon",
    "grammars",
    1,
    {
        "rooms": Number(5, 40, 14),
        "difficulty": Number(0, 10, 5),
        "reward": Number(0, 10, 5),
        "loops": Number(0, 10, 2),
        "look": Number(1, 8, 4),
    },
    ("start", "score", "take", "place", "room", "way"),
    make,
    presets=(
        Preset("wishes", "", 4, 64, 48, {}, ("graph",)),
        Preset("dangerous", "", 4, 64, 48, {"difficulty": 10, "reward": 2, "loops": 5}, ("graph",)),
    ),
    limits={"rooms": _most_rooms},
    least=(26, 21),
    brings=Brings(_make_of, ".grammar"),
)
"""The method of topologies, with its parameters and presets."""
