"""What a command says when it cannot be done."""

from game.core.errors import SpokenError


class CommandError(SpokenError):
    """It could not be done; the sentence under its key says why and what to do."""
