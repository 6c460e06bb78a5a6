"""Terraces: a generator of platform levels whose parameters have sliders in the Workshop."""

from __future__ import annotations

from game.core.forge.api import Choice, Generator, Number, Request, Sheet


class Terraces(Generator):
    name = "Terraces"
    kind = "platform"
    parameters = {
        "terrace": Number(4, 40, 12),  # least, most, usual
        "rise": Number(0, 3, 1),
        "coins": Choice(("none", "some", "many"), "some"),
    }

    def generate(self, request: Request) -> Sheet:
        level = request.blank()
        terrace, rise = int(request.parameters["terrace"]), int(request.parameters["rise"])
        coins = {"none": 0, "some": 12, "many": 3}[str(request.parameters["coins"])]
        row = request.height - 4
        for x in range(request.width):
            if x % terrace == 0 and 12 <= x < request.width - 12:
                row += request.chance.between(-rise, rise)
                row = max(6, min(request.height - 2, row))
            level.ground(x, row)
            if coins and x % coins == coins // 2:
                level.add("coin", x, row - 3)
            if x == 2:
                level.add("start", x, row - 1)
            if x == request.width - 4:
                level.add("goal", x, row - 1)
        return level
