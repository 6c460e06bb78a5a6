"""The end of a crawl in words: what a hero fell to, how far the stairs were, and what was left behind."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from game.cabinets.cisterns.knowledge import Knowledge
from game.cabinets.cisterns.rules.rules import A_HEART, A_SURVIVOR
from game.cabinets.cisterns.rules.views import View
from game.core.rules import Event, Seat
from game.engine.stage import Summary
from game.ground.texts import Texts


def summary_of(texts: Texts, view: View, seat: Seat, ends: Mapping[Seat, Event], *, found: bool) -> Summary:
    """Return the summary of a match that all seats end together, from its last view, in which everything is seen.

    `ends` tells how each hero fell last, `found` whether the stairs of the last floor had been seen.
    """
    line = texts.line
    out = [hero for hero in view.heroes if hero.hearts]
    fell = [ends[each] for each, hero in enumerate(view.heroes) if not hero.hearts and each in ends]
    points = [("skull", line(f"cisterns.event.{end.kind}", **end.data)) for end in fell]
    if out:
        hearts = sum(hero.hearts for hero in out)
        brought = {"hearts": A_HEART * hearts, "survivors": A_SURVIVOR * len(out)}
        worth = sum(hero.worth for hero in view.heroes)
        points.append(("coins", line("cisterns.over.brought", worth=worth, **brought)))
    else:
        points.append(("footprints", _to_stairs(texts, view, seat, found=found)))
    points += [(sign, line(f"cisterns.over.{key}", count=count)) for sign, key, count in _left(view, out) if count]
    title = line("cisterns.end.escaped_won") if out else line("cisterns.over.fallen", floor=view.floor)
    return Summary(title, bool(out), "\n\n".join(f":{sign}: {text}" for sign, text in points))


def _to_stairs(texts: Texts, view: View, seat: Seat, *, found: bool) -> str:
    known = Knowledge(view, seat)
    far = min((way[0] for place, way in known.steps().items() if known.things.get(place) == "exit"), default=-1)
    key = "locked" if far < 0 else "found" if found else "unfound"
    return texts.line(f"cisterns.over.{key}", steps=far)


def _left(view: View, out: Collection[object]) -> list[tuple[str, str, int]]:
    """Return icon, text key and number of what was not used: on the last floor, and in the bags of the fallen."""
    worth = sum(thing.value for thing in view.things if thing.kind == "treasure")
    potions = 0 if out else sum(hero.potions for hero in view.heroes)
    bombs = 0 if out else sum(hero.bombs for hero in view.heroes)
    return [("star", "treasure", worth), ("heart", "potions", potions), ("sparkle", "bombs", bombs)]
