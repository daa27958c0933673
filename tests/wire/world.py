"""What the stand-in knows: people, servers, channels, messages, interactions."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from typing import Any, NamedTuple

from tests.wire import components
from tests.wire.bells import Bell
from tests.wire.components import Part

EPOCH_MS = 1_420_070_400_000
EPHEMERAL = 64
EVERYTHING = str((1 << 50) - 1)
NONCE_SECONDS = 300.0

TOKENS = count(1)


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
            "type": 0,
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


@dataclass(eq=False)
class Guild:
    """A server."""

    id: int
    name: str
    locale: str
    channels: list[Channel] = field(default_factory=list)

    def payload(self, me: User) -> dict[str, Any]:
        """Describe it as a bot that has joined is told."""
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
            "threads": [],
            "members": [me.member()],
            "member_count": 5,
            "presences": [],
            "voice_states": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "joined_at": "2024-01-01T00:00:00+00:00",
            "large": False,
            "unavailable": False,
        }


@dataclass(eq=False)
class Message:
    """A message: public, or seen by one person alone.

    Attributes:
        edits: how often it was edited.
    """

    id: int
    channel: Channel
    author: User
    parts: list[Part]
    seen_by: User | None = None
    content: str = ""
    flags: int = 0
    nonce: str | None = None
    mentions: tuple[User, ...] = ()
    attachments: list[dict[str, Any]] = field(default_factory=list)
    at: str = field(default_factory=lambda: datetime.now(UTC).isoformat())
    edited: str | None = None
    edits: int = 0
    is_deleted: bool = False

    def payload(self) -> dict[str, Any]:
        return {
            "id": str(self.id),
            "channel_id": str(self.channel.id),
            "type": 0,
            "author": self.author.payload(),
            "content": self.content,
            "timestamp": self.at,
            "edited_timestamp": self.edited,
            "tts": False,
            "mention_everyone": False,
            "mentions": [user.payload() for user in self.mentions],
            "mention_roles": [],
            "attachments": self.attachments,
            "embeds": [],
            "components": self.parts,
            "pinned": False,
            "flags": self.flags,
            "nonce": self.nonce,
        }

    @property
    def age(self) -> float:
        """Seconds since it was sent."""
        return time.time() - ((self.id >> 22) + EPOCH_MS) / 1000

    def __repr__(self) -> str:
        return f"<Message {self.id} {components.said(self.parts)[:60]!r}>"


class Answer(NamedTuple):
    """What became of an interaction.

    Attributes:
        kind: Discord's type of the answer, 0 when there was none.
        seconds: from the event to the answer.
        message: what the answer shows.
        choices: what a completion offers.
    """

    kind: int
    seconds: float
    message: Message | None = None
    choices: tuple[str, ...] = ()


@dataclass(eq=False)
class Interaction:
    """Something that somebody did, until the bot has answered it."""

    id: int
    kind: int
    user: User
    channel: Channel
    data: dict[str, Any]
    source: Message | None
    token: str = field(default_factory=lambda: f"aW50ZXJhY3Rpb24{next(TOKENS):080x}")
    at: float = field(default_factory=time.monotonic)
    answer: Answer | None = None
    original: Message | None = None
    is_loading: bool = False
    said: set[int] = field(default_factory=set)
    answered: asyncio.Future[Answer] = field(default_factory=asyncio.Future)

    @property
    def age(self) -> float:
        """Seconds since it happened."""
        return time.monotonic() - self.at

    def give(self, answer: Answer) -> None:
        """Tell the person."""
        self.answer = answer
        if not self.answered.done():
            self.answered.set_result(answer)

    def give_up(self) -> None:
        """Tell the person that the bot did not answer; a late answer is still written down."""
        if not self.answered.done():
            self.answered.set_result(Answer(0, self.age))

    def payload(self, locale: str) -> dict[str, Any]:
        guild = self.channel.guild
        payload = {
            "id": str(self.id),
            "application_id": str(APPLICATION),
            "type": self.kind,
            "token": self.token,
            "version": 1,
            "data": self.data,
            "guild_id": str(guild.id),
            "guild": {"id": str(guild.id), "locale": guild.locale, "features": []},
            "channel_id": str(self.channel.id),
            "channel": self.channel.payload(),
            "member": self.user.member(),
            "locale": locale,
            "guild_locale": guild.locale,
            "app_permissions": EVERYTHING,
            "entitlements": [],
            "authorizing_integration_owners": {"0": str(guild.id)},
            "context": 0,
            "attachment_size_limit": 10_485_760,
        }
        if self.source is not None:
            payload["message"] = self.source.payload()
        return payload


APPLICATION = 100_000_000_000_000_001
"""The id of the bot, as an application and as a user."""


class World:
    """Everything there is."""

    def __init__(self) -> None:
        self.new_id = Snowflakes()
        self.me = User(APPLICATION, "Tefuda", bot=True)
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.users: dict[int, User] = {}
        self.interactions: dict[int, Interaction] = {}
        self.by_token: dict[str, Interaction] = {}
        self.commands: list[dict[str, Any]] = []

    def add_guild(
        self, name: str = "Club", locale: str = "en-US", shard: tuple[int, int] | None = None
    ) -> Guild:
        """Found a server, on one of so many shards if that matters."""
        number = self.new_id()
        if shard is not None:
            index, count = shard
            number += ((index - (number >> 22)) % count) << 22
        guild = Guild(number, name, locale)
        self.guilds[guild.id] = guild
        return guild

    def add_channel(self, guild: Guild, name: str = "games") -> Channel:
        """Open a channel; the bot is told when it connects."""
        channel = Channel(self.new_id(), guild, name)
        guild.channels.append(channel)
        self.channels[channel.id] = channel
        return channel

    def remove_channel(self, channel: Channel) -> None:
        """Delete a channel with all that is in it."""
        channel.guild.channels.remove(channel)
        del self.channels[channel.id]

    def remove_guild(self, guild: Guild) -> None:
        """Show the bot out of a server."""
        for channel in list(guild.channels):
            self.remove_channel(channel)
        del self.guilds[guild.id]

    def add_user(self, name: str) -> User:
        """Bring somebody in."""
        user = User(self.new_id(), name)
        self.users[user.id] = user
        return user

    def add_interaction(
        self, kind: int, user: User, channel: Channel, data: dict[str, Any], source: Message | None
    ) -> Interaction:
        """Note that somebody did something."""
        interaction = Interaction(self.new_id(), kind, user, channel, data, source)
        self.interactions[interaction.id] = self.by_token[interaction.token] = interaction
        return interaction

    @property
    def open_interactions(self) -> Iterator[Interaction]:
        """What people still wait for an answer to."""
        return (one for one in list(self.interactions.values()) if not one.answered.done())

    def with_nonce(self, channel: Channel, nonce: str) -> Message | None:
        """Find what was sent with the same nonce within minutes."""
        now = time.monotonic()
        while channel.nonces and channel.nonces[0][0] < now - NONCE_SECONDS:
            channel.nonces.popleft()
        return next((message for _, known, message in channel.nonces if known == nonce), None)
