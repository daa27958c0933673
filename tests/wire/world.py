"""What the stand-in knows: people, places, messages, interactions."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from typing import Any, NamedTuple

from tests.wire import components
from tests.wire.components import Part
from tests.wire.facts import Facts
from tests.wire.places import EPOCH_MS, EVERYTHING, Snowflakes
from tests.wire.places import Channel as Channel
from tests.wire.places import Guild as Guild
from tests.wire.places import Thread as Thread
from tests.wire.places import User as User

EPHEMERAL = 64
NONCE_SECONDS = 300.0
ADDRESS_SECONDS = 86_400
"""A file's address is good for so long."""

REPLY, THREAD_CREATED = 19, 18
"""Types of a message that are not the usual one."""

TOKENS = count(1)


@dataclass(eq=False)
class Message:
    """A message: public, or seen by one person alone.

    Attributes:
        attachments: all its files, whether answers tell of them there or not.
        shown: ids of those that components show.
        replies_to: id of a message that it answers, though not everybody can load that.
        about: the thread of which it tells the channel, if it is no usual message.
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
    shown: set[str] = field(default_factory=set)
    replies_to: int | None = None
    about: Thread | None = None
    thread: Thread | None = None
    at: str = field(default_factory=lambda: datetime.now(UTC).isoformat())
    edited: str | None = None
    edits: int = 0
    is_deleted: bool = False

    def payload(self, *, is_hidden: bool = False) -> dict[str, Any]:
        """Describe it; or only that it is there, to whom what others say is hidden."""
        payload = {
            "id": str(self.id),
            "channel_id": str(self.channel.id),
            "type": 0,
            "author": self.author.payload(),
            "content": "" if is_hidden else self.content,
            "timestamp": self.at,
            "edited_timestamp": self.edited,
            "tts": False,
            "mention_everyone": False,
            "mentions": [user.payload() for user in self.mentions],
            "mention_roles": [],
            "attachments": [one for one in self.attachments if one["id"] not in self.shown and not is_hidden],
            "embeds": [],
            "components": [] if is_hidden else self.parts,
            "pinned": False,
            "flags": self.flags,
            "nonce": self.nonce,
        }
        if self.replies_to is not None:
            reference = {"channel_id": str(self.channel.id), "message_id": str(self.replies_to)}
            payload |= {"type": REPLY, "message_reference": reference, "referenced_message": None}
        if self.about is not None:
            payload |= {"type": THREAD_CREATED, "message_reference": {"channel_id": str(self.about.id)}}
        if self.thread is not None:
            payload["thread"] = self.thread.payload()
        return payload

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
        said: what was to be read there at first.
    """

    kind: int
    seconds: float
    message: Message | None = None
    choices: tuple[str, ...] = ()
    said: str = ""


@dataclass(eq=False)
class Interaction:
    """Something that somebody did, until the bot has answered it.

    Attributes:
        source: the message that was tapped.
        original: what its token calls ``@original``.
        said: ids of what was said by its token afterwards.
        is_of_a_user: the app is not installed in the server, but by whoever acts.
    """

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
    is_of_a_user: bool = False
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
            "authorizing_integration_owners": (
                {"1": str(self.user.id)} if self.is_of_a_user else {"0": str(guild.id)}
            ),
            "context": 0,
            "attachment_size_limit": 10_485_760,
        }
        if self.source is not None:
            payload["message"] = self.source.payload()
        return payload


APPLICATION = 100_000_000_000_000_001
"""The id of the bot, as an application and as a user."""


class World:
    """Everything there is.

    Args:
        facts: what is so of Discord; may be changed at any time.

    Attributes:
        closed: ids of channels that the bot may not see any more.
        calls: messages that have notified somebody, in order; deleted ones stay here.
    """

    def __init__(self, facts: Facts | None = None) -> None:
        self.facts = facts or Facts()
        self.closed: set[int] = set()
        self.calls: list[Message] = []
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

    def add_thread(self, parent: Channel, name: str, thread_id: int | None = None) -> Thread:
        """Open a thread; the bot is who opens it."""
        number = self.new_id() if thread_id is None else thread_id
        thread = Thread(number, parent.guild, name, parent=parent, owner=self.me)
        parent.guild.threads.append(thread)
        self.channels[thread.id] = thread
        return thread

    def remove_channel(self, channel: Channel) -> None:
        """Delete a channel with all that is in it."""
        guild = channel.guild
        if isinstance(channel, Thread):
            guild.threads.remove(channel)
        else:
            guild.channels.remove(channel)
            for thread in [one for one in guild.threads if one.parent is channel]:
                self.remove_channel(thread)
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
        """Find what was sent with the same nonce within minutes, which may be deleted by now."""
        now = time.monotonic()
        while channel.nonces and channel.nonces[0][0] < now - NONCE_SECONDS:
            channel.nonces.popleft()
        return next((message for _, known, message in channel.nonces if known == nonce), None)

    def address(self, channel: Channel, file_id: int, filename: str) -> str:
        """Make the address of a file, with a signature that is good for a day."""
        path = f"https://cdn.discordapp.com/attachments/{channel.id}/{file_id}/{filename}"
        if not self.facts.addresses_are_signed:
            return path
        made = int(time.time())
        sign = hashlib.sha256(f"{path} {made}".encode()).hexdigest()
        return f"{path}?ex={made + ADDRESS_SECONDS:x}&is={made:x}&hm={sign}&"
