"""Errors of requests to Discord, with Discord's error codes."""

from __future__ import annotations

UNKNOWN_CHANNEL = 10003
UNKNOWN_MEMBER = 10007
UNKNOWN_MESSAGE = 10008
UNKNOWN_WEBHOOK = 10015
UNKNOWN_INTERACTION = 10062
"""Error code: the interaction was answered too late."""

TOO_OLD = 30046
"""Error code: too many edits of messages older than an hour."""

ALREADY_ANSWERED = 40060
DIRECT_MESSAGES_CLOSED = 50007
INVALID_TOKEN = 50027
"""Error code: the interaction's token is older than a quarter of an hour."""

INVALID_FORM = 50035
ARCHIVED = 50083
"""Error code: an edit in an archived thread. A new message opens the thread again unless it is locked."""

THREAD_EXISTS = 160004
"""Error code: the message has a thread already; that thread's id is the message's id."""

THREAD_LOCKED = 160005


AUTOMOD = 200000
"""Error code: the server's AutoMod refused the message."""


class DiscordError(Exception):
    """A request to Discord failed, or its outcome is unknown."""


class RequestRejected(DiscordError):
    """Discord rejected a request, and a retry is useless.

    Attributes:
        status: the HTTP status.
        code: Discord's error code; 0 if there is none.
    """

    def __init__(self, status: int, code: int, message: str) -> None:
        super().__init__(f"{status} ({code}): {message}")
        self.status = status
        self.code = code

    @property
    def is_missing(self) -> bool:
        """True if a message, channel or other thing named by the request does not exist."""
        return self.status == 404

    @property
    def is_forbidden(self) -> bool:
        """True if the bot lacks a permission for the request."""
        return self.status == 403


class RateLimited(DiscordError):
    """Discord rejected a request because of a rate limit.

    Attributes:
        seconds: time until a retry is allowed.
    """

    def __init__(self, seconds: float) -> None:
        super().__init__(f"too many requests, {seconds:.3f} s to go")
        self.seconds = seconds


class NoAnswer(DiscordError):
    """Discord sent no readable response or reported a server error, so the outcome is unknown."""


class RequestTimedOut(NoAnswer):
    """A request timed out. Discord may still carry it out, even after later requests."""


class ServedElsewhere(DiscordError):
    """Nothing was sent, since this process no longer serves the server that the request is for."""
