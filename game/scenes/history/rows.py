"""The rows of a history: groups with their wins, matches with their results, memorable matches."""

from __future__ import annotations

from pathlib import Path

from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.text import Weight
from game.engine.text.fitting import first_fitting, fitted
from game.engine.widgets import Style, draw_icon
from game.ground.history import PlayedMatch
from game.scenes.history.tallies import Tally, counts_points
from game.scenes.staging.kinds import level_name

_PADDING = 12.0


class HistoryRows:
    def __init__(self, style: Style) -> None:
        self._style = style

    def draw_group(self, canvas: Canvas, tally: Tally, box: Box) -> None:
        """Draw a group's name, its matches, wins and longest run of wins."""
        typeface, line = self._style.typeface, self._style.texts.line
        left, right = box.left + _PADDING, box.right - _PADDING
        shorter = [line("history.count", count=len(tally.matches))]
        if tally.judged:
            won = line("history.won", won=tally.won)
            shorter.insert(0, f"{shorter[0]} · {won}")
            shorter.insert(0, f"{shorter[0]} ({round(100 * tally.won / tally.judged)}%)")
            if tally.won_alone < tally.won:
                alone = line("history.won_alone", won=tally.won_alone)
                shorter[:0] = [f"{shorter[0]} · {alone}", f"{won} · {alone}"]
        counts = first_fitting(typeface, shorter, (right - left) * 0.58, theme.CAPTION)
        wide = typeface.line(canvas, counts, right, box.centery, theme.CAPTION, colour=theme.TEXT, anchor="right")
        name = fitted(typeface, self.group_name(tally), right - wide - 12 - left, theme.BODY)
        typeface.line(canvas, name, left, box.centery, theme.BODY, Weight.SEMIBOLD, theme.TEXT_BRIGHT)

    def group_name(self, tally: Tally) -> str:
        """Return a group's name."""
        line = self._style.texts.line
        if tally.game and tally.name:
            return f"{self.level(tally.game, tally.name)} · {self.game(tally.game)}"
        return tally.name or (self.game(tally.game) if tally.game else line("history.all"))

    def game(self, game: str) -> str:
        """Return a game's name; also for one that this version does not have."""
        return self._style.texts.maybe(f"{game}.name") or self._style.texts.line("replays.unknown_game", game=game)

    def level(self, game: str, bot: str) -> str:
        """Return a computer's name, with its current level where that adapts."""
        return level_name(bot, game, self._style.texts, told=True)

    def draw_match(self, canvas: Canvas, match: PlayedMatch, box: Box, *, narrow: bool = False) -> None:
        """Draw a match's game and date, and below them the result and the opponents; in a `narrow` row the date is
        below, too.
        """
        typeface = self._style.typeface
        side = typeface.grown(theme.LABEL)
        icon = "crown" if match.won else "user" if match.mine else "users"
        colour = theme.WARNING if match.won else theme.TEXT
        draw_icon(canvas, icon, box.left + _PADDING + side / 2, box.centery, side, colour)
        left, right = box.left + _PADDING + side + 12, box.right - _PADDING
        upper, lower = box.centery - box.height * 0.19, box.centery + box.height * 0.20
        when = match.when[:16].replace("T", " ")
        watchable = bool(match.replay) and Path(match.replay).is_file()
        if watchable:
            draw_icon(canvas, "film", right - side / 2, lower, side, theme.GOOD)
        film = right - side - 12
        at, y = (film if watchable else right, lower) if narrow else (right, upper)
        dated = at - typeface.line(canvas, when, at, y, theme.CAPTION, colour=theme.TEXT_MUTED, anchor="right")
        room, below = (right - left, dated - 12 - left) if narrow else (dated - 16 - left, film - left)
        title = fitted(typeface, f"{self.game(match.game)} · {self.came_off(match)}", room, theme.BODY)
        typeface.line(canvas, title, left, upper, theme.BODY, Weight.SEMIBOLD, theme.TEXT_BRIGHT)
        against = fitted(typeface, self._against(match), below, theme.CAPTION)
        typeface.line(canvas, against, left, lower, theme.CAPTION, colour=theme.TEXT_MUTED)

    def came_off(self, match: PlayedMatch) -> str:
        """Return the result of the only person here, with their points if points count; with several
        people, who won.
        """
        line, mine = self._style.texts.line, match.mine
        if mine is None:
            names = ", ".join(seat.name for seat in match.seats if seat.rank == 1)
            return line("history.winner", names=names)
        if len(match.seats) == 2:
            other = next(seat for seat in match.seats if seat is not mine)
            came = "drawn" if mine.rank == other.rank else "victory" if match.won else "defeat"
            place = line(f"history.{came}")
        else:
            place = line("history.place", rank=mine.rank, seats=len(match.seats))
        return f"{place} · {line('history.points', score=mine.score)}" if counts_points(match.game) else place

    def _against(self, match: PlayedMatch) -> str:
        """Return everybody else in the match: people by name, computers by name and level."""
        others = [seat for seat in match.seats if seat is not match.mine]
        names = [f"{seat.name} ({self.level(match.game, seat.bot)})" if seat.bot else seat.name for seat in others]
        line = self._style.texts.line
        where = [line("history.lan")] if match.lan else []
        hints = [line("history.hints", count=match.hints)] if match.hints else []
        return " · ".join([*where, ", ".join(names), *hints])

    def draw_memorable(self, canvas: Canvas, name: str, match: PlayedMatch, box: Box) -> None:
        """Draw why a match is memorable, and below that which match it is."""
        typeface, line = self._style.typeface, self._style.texts.line
        left, right = box.left + _PADDING, box.right - _PADDING
        upper, lower = box.centery - box.height * 0.21, box.centery + box.height * 0.22
        mine = match.mine
        values = {"score": mine.score if mine else 0, "lead": match.lead, "turns": match.turns}
        what = typeface.cut(line(f"history.most.{name}", values), right - left, theme.BODY)
        when = match.when[:10]
        room = right - 12 - left - typeface.measure(what, theme.BODY, Weight.SEMIBOLD)
        if typeface.measure(when, theme.CAPTION) <= room:
            typeface.line(canvas, when, right, upper, theme.CAPTION, colour=theme.TEXT_MUTED, anchor="right")
        typeface.line(canvas, what, left, upper, theme.BODY, Weight.SEMIBOLD, theme.TEXT_BRIGHT)
        told = fitted(typeface, f"{self.game(match.game)} · {self._against(match)}", right - left, theme.CAPTION)
        typeface.line(canvas, told, left, lower, theme.CAPTION, colour=theme.TEXT_MUTED)
