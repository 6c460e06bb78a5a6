"""Reversi: a whole game with the stage kit, as small as possible. docs/adding-a-game.md makes it a cabinet."""
