"""Reversi: a whole game with the stage kit, as small as one can be. docs/adding-a-game.md makes a cabinet of it."""
