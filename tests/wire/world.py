"""The stand-in's state: users, servers, channels, messages and interactions."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections import deque
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from typing import Any, NamedTuple

from tests.wire import components
from tests.wire.bells import Bell
from tests.wire.components import Part
from tests.wire.facts import DiscordFacts
from tests.wire.limits import Traffic

EPOCH_MS = 1_420_070_400_000
EVERYTHING = str((1 << 50) - 1)
ADMINISTRATOR, MANAGE_THREADS = 1 << 3, 1 << 34
BOT_PERMISSIONS = str(((1 << 50) - 1) & ~(ADMINISTRATOR | MANAGE_THREADS))
"""The permissions of the bot, which no server asks to moderate threads."""
APPLICATION = 100_000_000_000_000_001
"""The id of the bot's application and of its user."""
EPHEMERAL = 64
ADDRESS_SECONDS = 86_400
"""Seconds for which a file's address is valid."""
TEXT_CHANNEL, PUBLIC_THREAD, PRIVATE_THREAD = 0, 11, 12
REPLY, THREAD_CREATED = 19, 18
"""Unusual types of messages."""
ENTRY_POINT = 4
"""The type of the command that opens an application's Activity."""
COMPLETION = 4
"""The type of an interaction of a person who is typing."""

TOKENS = count(1)


class Snowflakes:
    """Increasing ids that contain their creation time."""

    def __init__(self) -> None:
        self._last = 0

    def __call__(self) -> int:
        self._last = max(self._last + 1, (time.time_ns() // 1_000_000 - EPOCH_MS) << 22)
        return self._last


@dataclass(eq=False)
class User:
    """A Discord user or the bot."""

    id: int
    name: str
    bot: bool = False
    avatar: str | None = None

    def payload(self) -> dict[str, Any]:
        names = {"username": self.name.lower(), "discriminator": "0", "global_name": self.name}
        return {"id": str(self.id), **names, "avatar": self.avatar, "bot": self.bot}

    def member(self, *, named: bool = True) -> dict[str, Any]:
        """Return the user as a member of a server, optionally without the user object."""
        known = {"user": self.payload()} if named else {}
        return {**known, "nick": None, "roles": [], "flags": 0, "permissions": EVERYTHING}


@dataclass(eq=False)
class Channel:
    """A text channel, whose bell rings at every change of a message, ephemeral ones included."""

    id: int
    guild: Guild
    name: str
    messages: dict[int, Message] = field(default_factory=dict)
    nonces: deque[tuple[float, str, Message]] = field(default_factory=deque)
    bell: Bell = field(default_factory=Bell)

    def payload(self) -> dict[str, Any]:
        ids = {"id": str(self.id), "guild_id": str(self.guild.id)}
        return {**ids, "type": TEXT_CHANNEL, "name": self.name, "position": 0, "permission_overwrites": []}

    @property
    def public(self) -> list[Message]:
        """Return the public messages, oldest first."""
        return [message for message in self.messages.values() if message.seen_by is None]

    def of(self, table_id: str) -> list[Message]:
        """Return a table's public messages with buttons."""
        return [message for message in self.public if table_id in components.tables(message.parts)]


@dataclass(eq=False, kw_only=True)
class Thread(Channel):
    """A thread of a channel, in which the bot cannot write while it is locked.

    Attributes:
        is_private: only members see the thread.
        has_bot: the bot is a member.
    """

    parent: Channel
    owner: User
    kept_minutes: int = 4320
    is_archived: bool = False
    is_locked: bool = False
    is_private: bool = False
    has_bot: bool = True
    at: str = field(default_factory=lambda: datetime.now(UTC).isoformat())

    @property
    def is_hidden(self) -> bool:
        """True if the bot cannot see the thread."""
        return self.is_private and not self.has_bot

    @property
    def kind(self) -> int:
        return PRIVATE_THREAD if self.is_private else PUBLIC_THREAD

    def payload(self) -> dict[str, Any]:
        member = {"id": str(self.id), "user_id": str(APPLICATION), "join_timestamp": self.at, "flags": 0}
        return {
            **({"member": member} if self.has_bot else {}),
            **{"id": str(self.id), "guild_id": str(self.guild.id), "parent_id": str(self.parent.id)},
            **{"owner_id": str(self.owner.id), "type": self.kind, "name": self.name},
            **{"message_count": len(self.messages), "member_count": 1},
            "thread_metadata": {
                "archived": self.is_archived,
                "locked": self.is_locked,
                "auto_archive_duration": self.kept_minutes,
                "archive_timestamp": self.at,
            },
        }


@dataclass(eq=False)
class Guild:
    """A server.

    Attributes:
        has_bot: the bot is a member; otherwise only users who installed it for themselves use it there.
        former_member_ids: ids of users who are no longer members.
    """

    id: int
    name: str
    locale: str
    has_bot: bool = True
    former_member_ids: set[int] = field(default_factory=set)
    channels: list[Channel] = field(default_factory=list)
    threads: list[Thread] = field(default_factory=list)

    def payload(self, *members: User) -> dict[str, Any]:
        """Return the server as the bot receives it in GUILD_CREATE, with the visible members."""
        return {
            "id": str(self.id),
            "name": self.name,
            "owner_id": "1",  # not the bot, which would have all permissions
            "preferred_locale": self.locale,
            "roles": [{"id": str(self.id), "name": "@everyone", "permissions": BOT_PERMISSIONS}],
            "channels": [channel.payload() for channel in self.channels],
            "threads": [
                thread.payload() for thread in self.threads if not thread.is_archived and not thread.is_hidden
            ],
            "members": [member.member() for member in members],
            "member_count": 5,
        }


@dataclass(eq=False)
class Message:
    """A message: public, or private to one person.

    Attributes:
        attachments: all its files, whether answers list them or not.
        shown_file_ids: ids of the files that components show.
        replies_to: id of the message that it replies to, which some users cannot load.
        about: the thread that a thread-created message announces.
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
    shown_file_ids: set[str] = field(default_factory=set)
    replies_to: int | None = None
    about: Thread | None = None
    thread: Thread | None = None
    at: str = field(default_factory=lambda: datetime.now(UTC).isoformat())
    edited: str | None = None
    edits: int = 0
    is_deleted: bool = False

    def payload(self, *, is_hidden: bool = False) -> dict[str, Any]:
        """Return the message as Discord's API does, without its content if ``is_hidden``."""
        payload = {
            **{"id": str(self.id), "channel_id": str(self.channel.id), "type": 0, "flags": self.flags},
            **{"tts": False, "mention_everyone": False, "mention_roles": [], "embeds": [], "pinned": False},
            **{"timestamp": self.at, "edited_timestamp": self.edited, "nonce": self.nonce},
            "author": self.author.payload(),
            "content": "" if is_hidden else self.content,
            "mentions": [user.payload() for user in self.mentions],
            "attachments": [
                attachment
                for attachment in self.attachments
                if attachment["id"] not in self.shown_file_ids and not is_hidden
            ],
            "components": [] if is_hidden else self.parts,
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
        return time.time() - ((self.id >> 22) + EPOCH_MS) / 1000

    def __repr__(self) -> str:
        return f"<Message {self.id} {components.texts_of(self.parts)[:60]!r}>"


class InteractionAnswer(NamedTuple):
    """The answer to an interaction: Discord's callback type (0 for none) and the first message."""

    kind: int
    seconds: float
    message: Message | None = None
    text: str = ""
    choices: tuple[str, ...] = ()  # the names of the offered completions


@dataclass(eq=False)
class Interaction:
    """An interaction of a user with the bot.

    Attributes:
        original: the message that its token calls ``@original``.
        follow_up_ids: ids of the follow-ups sent with its token.
        is_of_a_user: the app is installed by the user, not in the server.
    """

    id: int
    kind: int
    user: User
    channel: Channel
    data: dict[str, Any]
    source: Message | None
    token: str = field(default_factory=lambda: f"aW50ZXJhY3Rpb24{next(TOKENS):080x}")
    at: float = field(default_factory=time.monotonic)
    answer: InteractionAnswer | None = None
    original: Message | None = None
    is_loading: bool = False
    follow_up_ids: set[int] = field(default_factory=set)
    is_of_a_user: bool = False
    answered: asyncio.Future[InteractionAnswer] = field(default_factory=asyncio.Future)

    @property
    def age(self) -> float:
        return time.monotonic() - self.at

    def give(self, answer: InteractionAnswer) -> None:
        self.answer = answer
        if not self.answered.done():
            self.answered.set_result(answer)

    def give_up(self) -> None:
        """Mark the interaction as unanswered for its user, as after three seconds."""
        if not self.answered.done():
            self.answered.set_result(InteractionAnswer(0, self.age))

    def payload(self, locale: str) -> dict[str, Any]:
        guild = self.channel.guild
        owners = {"1": str(self.user.id)} if self.is_of_a_user else {"0": str(guild.id)}
        payload = {
            **{"id": str(self.id), "application_id": str(APPLICATION), "type": self.kind},
            **{"token": self.token, "version": 1, "data": self.data, "context": 0},
            **{"guild_id": str(guild.id), "channel_id": str(self.channel.id)},
            **{"locale": locale, "guild_locale": guild.locale, "app_permissions": BOT_PERMISSIONS},
            "guild": {"id": str(guild.id), "locale": guild.locale, "features": []},
            "channel": self.channel.payload(),
            "member": self.user.member(),
            "authorizing_integration_owners": owners,
            "attachment_size_limit": 10_485_760,
        }
        if self.source is not None:
            payload["message"] = self.source.payload()
        return payload


class StandInWorld:
    """The whole state of the stand-in.

    Attributes:
        traffic: counters of the traffic; may be replaced by new ones.
        calls: messages that notified users, in order, deleted ones included.
        left_guild_ids: ids of the servers that the bot has left by itself.
        files: descriptions of the files that messages have, by their addresses without parameters.
    """

    def __init__(self) -> None:
        self.facts, self.traffic = DiscordFacts(), Traffic()
        self.calls: list[Message] = []
        self.left_guild_ids: set[int] = set()
        self.files: dict[str, dict[str, Any]] = {}
        self.new_id = Snowflakes()
        self.me = User(APPLICATION, "Tefuda", bot=True)
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.users: dict[int, User] = {}
        self.interactions: dict[int, Interaction] = {}
        self.by_token: dict[str, Interaction] = {}
        self.commands: list[dict[str, Any]] = []
        self.emoji: dict[int, dict[str, Any]] = {}
        self.portal: dict[str, Any] = {}
        """Settings of the application that differ from the defaults."""

    def enable_activities(self) -> None:
        """Add the Entry Point command that Discord creates for an application with Activities.

        Source: docs/interactions/application-commands.mdx, Default Entry Point command.
        """
        names = {"name": "launch", "name_localizations": {"ja": "起動"}, "description": "Play together"}
        where = {"integration_types": [0, 1], "contexts": [0, 1, 2], "default_member_permissions": None}
        fields = {"id": str(self.new_id()), "application_id": str(APPLICATION), "version": "1"}
        self.commands.append({**names, **where, **fields, "type": ENTRY_POINT, "handler": 2, "nsfw": False})

    def add_guild(
        self,
        name: str = "Club",
        locale: str = "en-US",
        shard: tuple[int, int] | None = None,
        *,
        has_bot: bool = True,
    ) -> Guild:
        """Add a server, whose id belongs to the given shard if there is one."""
        number = self.new_id()
        if shard is not None:
            index, count = shard
            number += ((index - (number >> 22)) % count) << 22
        guild = Guild(number, name, locale, has_bot=has_bot)
        self.guilds[guild.id] = guild
        return guild

    def add_channel(self, guild: Guild, name: str = "games") -> Channel:
        channel = Channel(self.new_id(), guild, name)
        guild.channels.append(channel)
        self.channels[channel.id] = channel
        return channel

    def add_thread(self, parent: Channel, name: str, thread_id: int | None = None) -> Thread:
        number = self.new_id() if thread_id is None else thread_id
        thread = Thread(number, parent.guild, name, parent=parent, owner=self.me)
        parent.guild.threads.append(thread)
        self.channels[thread.id] = thread
        return thread

    def remove_channel(self, channel: Channel) -> None:
        guild = channel.guild
        if isinstance(channel, Thread):
            guild.threads.remove(channel)
        else:
            guild.channels.remove(channel)
            for thread in [guild_thread for guild_thread in guild.threads if guild_thread.parent is channel]:
                self.remove_channel(thread)
        del self.channels[channel.id]

    def remove_guild(self, guild: Guild) -> None:
        for channel in list(guild.channels):
            self.remove_channel(channel)
        del self.guilds[guild.id]

    def add_user(self, name: str) -> User:
        user = User(self.new_id(), name)
        self.users[user.id] = user
        return user

    def address(self, channel: Channel, file_id: int, filename: str) -> str:
        """Return the address of a file, with a signature valid for a day."""
        path = f"https://cdn.discordapp.com/attachments/{channel.id}/{file_id}/{filename}"
        if not self.facts.addresses_are_signed:
            return path
        made = int(time.time())
        sign = hashlib.sha256(f"{path} {made}".encode()).hexdigest()
        return f"{path}?ex={made + ADDRESS_SECONDS:x}&is={made:x}&hm={sign}&"
