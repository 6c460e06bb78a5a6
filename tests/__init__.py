"""The tests, in rooms like the product's; what holds for every game stands in `laws`, for the repository in `house`."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
"""The checkout."""
