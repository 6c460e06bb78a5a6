"""The error of a command that cannot be carried out."""

from game.core.errors import SpokenError


class CommandError(SpokenError):
    """The command cannot be carried out; the sentence under its key says why and what to do."""
