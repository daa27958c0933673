"""Who and where: people, servers, channels, threads."""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from tests.wire import components
from tests.wire.bells import Bell

if TYPE_CHECKING:
    from tests.wire.world import Message

EPOCH_MS = 1_420_070_400_000
EVERYTHING = str((1 << 50) - 1)
TEXT_CHANNEL, PUBLIC_THREAD = 0, 11


class Snowflakes:
    """Ids that grow, and tell when they were made."""

    def __init__(self) -> None:
        self._last = 0

    def __call__(self) -> int:
        self._last = max(self._last + 1, (time.time_ns() // 1_000_000 - EPOCH_MS) << 22)
        return self._last


@dataclass(eq=False)
class User:
    """Somebody; the bot, too."""

    id: int
    name: str
    bot: bool = False

    def payload(self) -> dict[str, Any]:
        return {
            "id": str(self.id),
            "username": self.name.lower(),
            "discriminator": "0",
            "global_name": self.name,
            "avatar": None,
            "bot": self.bot,
            "public_flags": 0,
        }

    def member(self, *, named: bool = True) -> dict[str, Any]:
        """Describe them as a member of a server, with or without who they are."""
        return {
            **({"user": self.payload()} if named else {}),
            "nick": None,
            "avatar": None,
            "roles": [],
            "joined_at": "2024-01-01T00:00:00+00:00",
            "deaf": False,
            "mute": False,
            "flags": 0,
            "pending": False,
            "permissions": EVERYTHING,
        }


@dataclass(eq=False)
class Channel:
    """A text channel; its bell rings at whatever can be seen in it, ephemeral messages too."""

    id: int
    guild: Guild
    name: str
    messages: dict[int, Message] = field(default_factory=dict)
    nonces: deque[tuple[float, str, Message]] = field(default_factory=deque)
    bell: Bell = field(default_factory=Bell)

    def payload(self) -> dict[str, Any]:
        return {
            "id": str(self.id),
            "guild_id": str(self.guild.id),
            "type": TEXT_CHANNEL,
            "name": self.name,
            "position": 0,
            "permission_overwrites": [],
            "parent_id": None,
            "topic": None,
            "nsfw": False,
            "rate_limit_per_user": 0,
            "last_message_id": None,
            "flags": 0,
        }

    @property
    def public(self) -> list[Message]:
        """What everybody sees, oldest first."""
        return [message for message in self.messages.values() if message.seen_by is None]

    def of(self, table_id: str) -> list[Message]:
        """List the public messages with buttons of a table."""
        return [message for message in self.public if table_id in components.tables(message.parts)]


@dataclass(eq=False, kw_only=True)
class Thread(Channel):
    """A public thread of a channel.

    Attributes:
        is_archived: it is out of the list, and opened again by the next message.
        is_locked: only who may manage threads writes there; the bot may not.
    """

    parent: Channel
    owner: User
    kept_minutes: int = 4320
    is_archived: bool = False
    is_locked: bool = False
    at: str = field(default_factory=lambda: datetime.now(UTC).isoformat())

    def payload(self) -> dict[str, Any]:
        return {
            "id": str(self.id),
            "guild_id": str(self.guild.id),
            "parent_id": str(self.parent.id),
            "owner_id": str(self.owner.id),
            "type": PUBLIC_THREAD,
            "name": self.name,
            "last_message_id": None,
            "message_count": len(self.messages),
            "member_count": 1,
            "rate_limit_per_user": 0,
            "flags": 0,
            "thread_metadata": {
                "archived": self.is_archived,
                "locked": self.is_locked,
                "auto_archive_duration": self.kept_minutes,
                "archive_timestamp": self.at,
                "create_timestamp": self.at,
            },
        }


@dataclass(eq=False)
class Guild:
    """A server."""

    id: int
    name: str
    locale: str
    channels: list[Channel] = field(default_factory=list)
    threads: list[Thread] = field(default_factory=list)

    def payload(self, *members: User) -> dict[str, Any]:
        """Describe it as a bot that has joined is told, with the members that it may know."""
        me, *_ = members
        everyone = {
            "id": str(self.id),
            "name": "@everyone",
            "permissions": EVERYTHING,
            "position": 0,
            "color": 0,
            "hoist": False,
            "managed": False,
            "mentionable": False,
            "flags": 0,
        }
        return {
            "id": str(self.id),
            "name": self.name,
            "icon": None,
            "owner_id": str(me.id),
            "preferred_locale": self.locale,
            "verification_level": 0,
            "default_message_notifications": 0,
            "explicit_content_filter": 0,
            "mfa_level": 0,
            "nsfw_level": 0,
            "premium_tier": 0,
            "system_channel_flags": 0,
            "afk_timeout": 300,
            "features": [],
            "emojis": [],
            "stickers": [],
            "roles": [everyone],
            "channels": [channel.payload() for channel in self.channels],
            "threads": [thread.payload() for thread in self.threads if not thread.is_archived],
            "members": [member.member() for member in members],
            "member_count": 5,
            "presences": [],
            "voice_states": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "joined_at": "2024-01-01T00:00:00+00:00",
            "large": False,
            "unavailable": False,
        }
