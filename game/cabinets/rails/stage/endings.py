"""The end of a yard or a free map in words: its goal, the medal, the best result before, what the next medal wants."""

from __future__ import annotations

from collections.abc import Sequence

from game.cabinets.rails.stage.cards.goal import GoalCard
from game.cabinets.rails.stage.cards.story import StoryCard
from game.cabinets.rails.stage.person.play import Play
from game.engine.stage import Summary
from game.engine.widgets import escape


def summary_of(play: Play, goal: GoalCard, story: StoryCard) -> Summary | None:
    """Return the summary of a match that has ended; None for one that companies win or lose against each other."""
    if goal.task is not None:
        return _of_yard(play, goal)
    return _of_free_map(play, story) if story.told else None


def _of_yard(play: Play, card: GoalCard) -> Summary:
    assert card.task is not None and card.task.goal is not None and card.task.yard is not None
    yard, line = card.task.yard, play.line
    language = play.surroundings.texts.language
    medal, following, least = card.earned()
    name = yard.name.in_language(language)
    best = card.best.units if card.best else 0
    points = [
        ("flag", f"**{escape(name)}** · {escape(yard.text.in_language(language))}"),
        ("coins", line("end.units", units=card.units)),
        ("trophy", line("end.wants_units", medal=line(f"medal.{following}"), units=least, more=least - card.units))
        if following
        else ("trophy", line("end.highest")),
        ("star", _best(play, (card.units,), (best,), line("end.units", units=best))),
    ]
    title = line(f"end.title.{medal or 'none'}", what=name)
    return Summary(title, bool(medal), _written(points))


def _of_free_map(play: Play, card: StoryCard) -> Summary:
    line, milestones = play.line, card.milestones()
    delivered, units = sum(play.sight.view.delivered), sum(play.sight.view.units)
    reached = [one for one in milestones if one.reached]
    medal, following, least = card.earned()
    ahead = next((one for one in milestones if not one.reached), None)
    what = line("end.milestones", reached=len(reached), whole=len(milestones))
    points = [("circle-check", " · ".join([f"**{what}**", *map(card.name, reached)]))]
    points.append(("coins", line("end.delivered", units=units, coins=delivered)))
    if ahead is not None:
        points.append(("flag", line("end.next", name=card.name(ahead), now=ahead.now, whole=ahead.whole)))
    if following:
        wanted = line("end.wants_milestones", medal=line(f"medal.{following}"), count=least - len(reached))
    else:
        wanted = line("end.highest")
    points.append(("trophy", wanted))
    if not play.options.yard:
        best = line("end.free", reached=card.best.milestones, coins=card.best.delivered)
        now, before = (len(reached), delivered), (card.best.milestones, card.best.delivered)
        points.append(("star", _best(play, now, before, best)))
    return Summary(line(f"end.title.{medal or 'none'}", what=what), bool(medal), _written(points))


def _best(play: Play, now: tuple[int, ...], before: tuple[int, ...], told: str) -> str:
    """Return how a result stands to the best one before, which is `told` in words."""
    way = "first" if not any(before) else "new" if now > before else "same" if now == before else "old"
    return play.line(f"end.best.{way}", best=told)


def _written(points: Sequence[tuple[str, str]]) -> str:
    """Return points, each of an icon and a sentence, in markup."""
    return "\n\n".join(f":{sign}: {text}" for sign, text in points)
