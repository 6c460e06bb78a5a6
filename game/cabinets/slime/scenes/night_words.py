"""The sentences of a Slime night, for the window and the console alike."""

from __future__ import annotations

from typing import Any

from game.cabinets.slime.net.hall import Refusal
from game.cabinets.slime.night.night import Night, places
from game.cabinets.slime.night.pairing import bracket_rounds, groups_of, swiss_rounds
from game.cabinets.slime.night.schedule import Form, Schedule
from game.cabinets.slime.night.standings import Line, standings
from game.cabinets.slime.night.ties import Reason, Round, Stage, Tie, Verdict
from game.ground.texts import Texts

_NAMED_ROUNDS = ("final", "semifinal", "quarterfinal")
"""The last rounds of a bracket, from the final back."""
GROUP_LETTERS = "ABCDEFGHIJKLMNOP"


def room_name(texts: Texts, schedule: Schedule, port: int) -> str:
    """Return what a night is called on the LAN: its title, or Slime's contest on that port."""
    return schedule.title or texts.line("slime_server.room", port=port)


def round_title(texts: Texts, night: Night, of: Round) -> str:
    """Return what a round is called."""
    if of.stage is Stage.THIRD:
        return texts.line("slime_night.round.third")
    if of.stage is Stage.BRACKET:
        left = bracket_rounds(night.schedule) - of.number
        if left < len(_NAMED_ROUNDS):
            return texts.line(f"slime_night.round.{_NAMED_ROUNDS[left]}")
        return texts.line("slime_night.round.of", teams=2 * len(of.ties))
    if of.stage is Stage.SWISS:
        return texts.line("slime_night.round.swiss", number=of.number, rounds=swiss_rounds(night.schedule))
    return texts.line("slime_night.round.groups", number=of.number)


def tie_title(texts: Texts, night: Night, of: Round, tie: Tie) -> str:
    """Return the round of a tie, and which of its matches comes next where it has several."""
    title = round_title(texts, night, of)
    length = night.schedule.length(final=of.stage is Stage.BRACKET and of.last)
    if length == 1 and not tie.matches:
        return title
    wins = tie.wins()
    if len(tie.matches) >= length:
        return texts.line("slime_night.further", title=title)
    return texts.line(
        "slime_night.match_of", title=title, number=len(tie.matches) + 1, of=length, first=wins[0], second=wins[1]
    )


def verdict_line(texts: Texts, night: Night, tie: Tie, end: Verdict) -> str:
    """Return how a tie ended."""
    names = night.schedule.names
    first, second = names(tie.first), names(tie.second)
    if end.winner is None:
        key = "draw" if end.reason is Reason.DRAW else "nobody"
        return texts.line(f"slime_night.end.{key}", first=first, second=second)
    winner, loser = (first, second) if end.winner == 0 else (second, first)
    wins = tie.wins()[:: 1 if end.winner == 0 else -1]
    squares = tie.squares()[:: 1 if end.winner == 0 else -1]
    if end.reason is Reason.MATCHES and len(tie.matches) == 1:
        return texts.line("slime_night.end.single", winner=winner, loser=loser, more=squares[0], less=squares[1])
    return texts.line(
        f"slime_night.end.{end.reason}",
        winner=winner,
        loser=loser,
        won=wins[0],
        lost=wins[1],
        more=squares[0],
        less=squares[1],
    )


def result_lines(texts: Texts, night: Night) -> list[str]:
    """Return what the last result was: the match, and the tie where it decided it. Empty before the first."""
    if night.last is None:
        return []
    round_, tie, end = night.at(night.last)
    found = []
    if tie.matches and tie.absent is None:
        names, last = night.schedule.names, tie.matches[-1]
        values = {"first": names(tie.first), "second": names(tie.second), "title": round_title(texts, night, round_)}
        found.append(texts.line("slime_night.result", {**values, "one": last.squares[0], "other": last.squares[1]}))
    return [*found, verdict_line(texts, night, tie, end)] if end is not None else found


def round_lines(texts: Texts, night: Night) -> list[str]:
    """Return who meets in the round that has begun last."""
    round_, names = night.rounds[-1], night.schedule.names
    ties = ", ".join(" – ".join(filter(None, map(names, tie.teams))) for tie in round_.ties)
    return [texts.line("slime_night.meets", title=round_title(texts, night, round_), ties=ties)]


def standing_lines(texts: Texts, night: Night) -> list[str]:
    """Return the standings, a line for each group; the places at the end of a bracket."""
    names = night.schedule.names
    found = []
    for letter, lines in tables(night):
        title = texts.line("slime_night.table", group=letter) if letter else texts.line("slime_night.board.standings")
        told = ", ".join(f"{rank}. {names(line.team)} {points(line)}" for rank, line in enumerate(lines, 1))
        found.append(f"{title}: {told}")
    return [*found, *place_lines(texts, night)]


def place_lines(texts: Texts, night: Night) -> list[str]:
    """Return who has which place once the bracket has ended."""
    found, rank = [], 1
    for group in places(night):
        told = ", ".join(map(night.schedule.names, group))
        found.append(texts.line("slime_night.place", rank=rank, names=told))
        rank += len(group)
    return found


def refusal_line(texts: Texts, night: Night, refusal: Refusal) -> str:
    """Return why a client was sent away. A name that a team keeps to itself is not shown."""
    shown = {team.greeting: team.name for team in night.schedule.teams}
    name = shown.get(refusal.name, refusal.name) or texts.line("slime_night.unnamed")
    return texts.line(f"slime_night.refused.{refusal.why}", name=name, address=refusal.address)


def tables(night: Night) -> list[tuple[str, list[Line]]]:
    """Return the standings of each group with its letter, or the one table of a Swiss tournament without; none of a
    bracket alone.
    """
    schedule = night.schedule
    if schedule.form is Form.BRACKET:
        return []
    stage = Stage.SWISS if schedule.form is Form.SWISS else Stage.GROUPS
    groups = groups_of(schedule, night.seed)
    letters = GROUP_LETTERS[: len(groups)] if len(groups) > 1 else [""]
    return [
        (letter, standings(schedule, night.seed, night.rounds, stage, group))
        for letter, group in zip(letters, groups, strict=True)
    ]


def points(line: Line) -> str:
    """Return a team's points as people write them.

    >>> points(Line(0, points=3)), points(Line(0, points=1)), points(Line(0, points=4))
    ('1½', '½', '2')
    """
    whole, half = divmod(line.points, 2)
    return f"{whole or ('' if half else 0)}{'½' if half else ''}"


def document(night: Night) -> dict[str, Any]:
    """Return the standings and the places as `--json` prints them at the end of a night."""
    names = night.schedule.names
    return {
        "standings": [
            {
                "group": letter or None,
                "teams": [
                    {
                        "team": names(line.team),
                        "points": line.points / 2,
                        "won": line.won,
                        "drawn": line.drawn,
                        "lost": line.lost,
                        "squares": line.squares,
                        "against": line.against,
                    }
                    for line in table
                ],
            }
            for letter, table in tables(night)
        ],
        "places": [[names(team) for team in group] for group in places(night)],
    }
