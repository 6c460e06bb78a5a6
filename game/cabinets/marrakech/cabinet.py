"""The cabinet of Marrakech: its rules, bots, analyst and titles of honour."""

from __future__ import annotations

from game.cabinets.marrakech.analyst import MarrakechAnalyst
from game.cabinets.marrakech.bots import BOTS
from game.cabinets.marrakech.rules import Marrakech
from game.core.cabinet import Cabinet
from game.core.honours import Honour

MARRAKECH = Cabinet(
    Marrakech(),
    BOTS,
    analyst=MarrakechAnalyst,
    honours=(
        Honour("paid", "paid", "payer", "amount"),
        Honour("dearest", "paid", "payer", "amount", most=True),
        Honour("earned", "paid", "payee", "amount"),
    ),
)
