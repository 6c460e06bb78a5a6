"""Reversi: a whole game with the stage kit, as small as possible. Installed, it is a stall of Souk."""
