"""The cabinet of Marrakech: its rules, bots, analyst and titles of honour."""

from __future__ import annotations

from game.cabinets.marrakech.analyst import MarrakechAnalyst
from game.cabinets.marrakech.bots import BOTS
from game.cabinets.marrakech.rules import Marrakech
from game.core.cabinet import Cabinet
from game.core.honours import Honour
from game.core.short import Form, Mood, Short

MARRAKECH = Cabinet(
    Marrakech(),
    BOTS,
    analyst=MarrakechAnalyst,
    shorts=(
        Short(
            "assam",
            {
                2: Form(144, 160, {"rugs": 8}),
                3: Form(162, 180, {"rugs": 6}),
                4: Form(180, 200, {"rugs": 5}),
            },
            mood=Mood.LUCK,
            limit=12,
        ),
    ),
    honours=(
        Honour("paid", "paid", "payer", "amount"),
        Honour("dearest", "paid", "payer", "amount", most=True),
        Honour("earned", "paid", "payee", "amount"),
    ),
)
