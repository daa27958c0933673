"""Errors of requests to Discord."""

from __future__ import annotations

UNKNOWN_CHANNEL = 10003
UNKNOWN_MESSAGE = 10008
UNKNOWN_WEBHOOK = 10015
UNKNOWN_INTERACTION = 10062
"""An interaction that was answered too late."""

TOO_OLD = 30046
"""Too many edits of messages older than an hour."""

ALREADY_ANSWERED = 40060
INVALID_TOKEN = 50027
"""The token of an interaction that is older than a quarter of an hour."""

INVALID_FORM = 50035
ARCHIVED = 50083
"""An edit in a thread that is archived; whatever is sent there opens it again, unless it is locked."""

THREAD_EXISTS = 160004
"""A second thread from one message; a message's thread has the message's id."""

THREAD_LOCKED = 160005


class DiscordError(Exception):
    """A request to Discord failed, as far as is known."""


class Refusal(DiscordError):
    """Discord said no; asking the same again is of no use. ``code`` is Discord's own, 0 if it named none."""

    def __init__(self, status: int, code: int, message: str) -> None:
        super().__init__(f"{status} ({code}): {message}")
        self.status, self.code = status, code

    @property
    def is_missing(self) -> bool:
        """Tell whether something is not there."""
        return self.status == 404

    @property
    def is_forbidden(self) -> bool:
        """Tell whether a permission is missing."""
        return self.status == 403


class Limited(DiscordError):
    """Discord's rate limit refuses such requests for some time; ``seconds`` from now."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"too many requests, {seconds:.3f} s to go")
        self.seconds = seconds


class Unanswered(DiscordError):
    """Whether Discord carried the request out is not known: no readable answer, or a server's error."""


class Hung(Unanswered):
    """There was no answer in time, and the request may still be carried out, after later ones."""
