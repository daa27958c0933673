"""Messages in channels: send, edit, delete and read them, with their pictures."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from tests.wire import components
from tests.wire.gateway import Gateway
from tests.wire.requests import (
    ARCHIVED,
    INVALID_FORM,
    THREAD_LOCKED,
    TOO_OLD,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    Error,
    RequestBody,
)
from tests.wire.world import EPHEMERAL, Channel, Interaction, Message, StandInWorld, Thread, User

NAMED = re.compile(r"<@!?(\d+)>")
"""A mention of a user in a text."""
NONCE_SECONDS = 300.0

CONTENT_TYPES = {"png": "image/png", "webp": "image/webp"}

IS_ANIMATED = 1 << 0
"""The flag of a picture that moves."""


class Messages:
    """Changes messages of the stand-in; the bot's token may edit each for ``edit_seconds``."""

    def __init__(self, world: StandInWorld, gateway: Gateway) -> None:
        self.world, self.gateway = world, gateway
        self.edit_seconds = 3600.0

    def channel(self, channel_id: str) -> Channel:
        channel = self.world.channels.get(int(channel_id))
        if channel is None:
            raise Error(404, UNKNOWN_CHANNEL, "Unknown Channel")
        return channel

    def message(self, channel_id: str, message_id: str) -> Message:
        """Return a message that the bot's own token can reach."""
        message = self.channel(channel_id).messages.get(int(message_id))
        is_private = message is not None and message.seen_by is not None
        if message is None or (is_private and self.world.facts.private_messages_need_a_token):
            raise self.unknown()
        return message

    def own(self, channel_id: str, message_id: str) -> Message:
        message = self.message(channel_id, message_id)
        if message.author is not self.world.me:
            raise Error(403, 50005, "Cannot edit a message authored by another user")
        return message

    def unknown(self) -> Error:
        if self.world.facts.only_deleted_channels_are_unknown:
            return Error(404, UNKNOWN_MESSAGE, "Unknown Message")
        return Error(404, UNKNOWN_CHANNEL, "Unknown Channel")

    def history(self, channel: Channel, query: Mapping[str, str]) -> list[dict[str, Any]]:
        """Return the newest messages, newest first."""
        most, before = int(query.get("limit", 50)), int(query.get("before", 1 << 63))
        facts = self.world.facts
        seen = channel.public if facts.private_messages_need_a_token else channel.messages.values()
        page = [message for message in seen if message.id < before][-most:]
        return [self.visible_payload(message) for message in reversed(page)]

    def visible_payload(self, message: Message) -> dict[str, Any]:
        """Return a message as the bot receives it, without content hidden from the bot."""
        is_others = message.author is not self.world.me
        return message.payload(is_hidden=is_others and self.world.facts.texts_of_other_users_are_hidden)

    def send(self, channel: Channel, body: RequestBody) -> dict[str, Any]:
        known = self.with_nonce(channel, body)
        if known is not None:
            return known.payload()
        self.unarchive(channel)
        message = self.new(channel, body)
        self.remember(message)
        return message.payload()

    def remember(self, message: Message) -> None:
        if message.nonce is not None:
            message.channel.nonces.append((time.monotonic(), message.nonce, message))

    def with_nonce(self, channel: Channel, body: RequestBody) -> Message | None:
        """Return the message sent with the body's nonce in the last minutes, or ``None`` if there is none."""
        nonce, facts = body.json.get("nonce"), self.world.facts
        if nonce is None or not body.json.get("enforce_nonce"):
            return None
        if len(str(nonce)) > 25:
            raise Error(400, INVALID_FORM, "Invalid Form Body: nonce")
        while channel.nonces and channel.nonces[0][0] < time.monotonic() - NONCE_SECONDS:
            channel.nonces.popleft()
        sent = (message for _, known, message in channel.nonces if known == nonce)
        known = next(sent, None) if facts.repeated_nonces_return_sent_message else None
        if known is not None and known.is_deleted:
            if facts.nonces_of_deleted_messages_are_spent:
                raise self.unknown()
            return None
        return known

    def edit_own(self, message: Message, body: RequestBody) -> dict[str, Any]:
        if message.age > self.edit_seconds and self.world.facts.old_messages_are_hard_to_edit:
            raise Error(429, TOO_OLD, "Maximum number of edits to messages older than 1 hour reached")
        return self.edit(message, body)

    def new(self, channel: Channel, body: RequestBody, private_for: Interaction | None = None) -> Message:
        flags = body.json.get("flags", 0)
        message = Message(self.world.new_id(), channel, self.world.me, [], flags=flags)
        if private_for is not None and flags & EPHEMERAL:
            message.seen_by = private_for.user
        message.nonce = body.json.get("nonce")
        self._fill(message, body, is_new=True)
        channel.messages[message.id] = message
        message.mentions = tuple(self._notified(message, body))
        if message.mentions:
            self.world.calls.append(message)
        self.happened("MESSAGE_CREATE", message)
        return message

    def edit(self, message: Message, body: RequestBody) -> dict[str, Any]:
        if isinstance(message.channel, Thread):
            self._refuse_locked(message.channel)
            if message.channel.is_archived and self.world.facts.archived_threads_refuse_edits:
                raise Error(400, ARCHIVED, "Thread is archived")
        self._fill(message, body)
        if not self.world.facts.edits_send_no_notifications:
            message.mentions = tuple(self._notified(message, body))
        message.edited = datetime.now(UTC).isoformat()
        message.edits += 1
        self.happened("MESSAGE_UPDATE", message)
        return message.payload()

    def delete(self, message: Message) -> tuple[int, None]:
        """Delete a message. A thread opened from it stays.

        In a locked thread messages are deleted only while it is not archived (docs/topics/threads.mdx).
        """
        if isinstance(message.channel, Thread) and message.channel.is_archived:
            self._refuse_locked(message.channel)
        message.is_deleted = True
        self._forget_files(message)
        message.channel.messages.pop(message.id, None)
        self.happened("MESSAGE_DELETE", message)
        return 204, None

    def unarchive(self, channel: Channel) -> None:
        """Reopen an archived thread when a message is sent to it."""
        if not isinstance(channel, Thread):
            return
        self._refuse_locked(channel)
        if channel.is_archived:
            if not self.world.facts.sending_opens_archived_threads:
                raise Error(400, ARCHIVED, "Thread is archived")
            channel.is_archived = False
            self.gateway.emit("THREAD_UPDATE", channel.payload(), channel.guild.id)

    def _refuse_locked(self, thread: Thread) -> None:
        if thread.is_locked and self.world.facts.locked_threads_refuse_messages_and_edits:
            raise Error(403, THREAD_LOCKED, "This thread is locked")

    def happened(self, event: str, message: Message) -> None:
        """Wake tasks that wait for the channel; send the bot the event of a public message."""
        message.channel.bell.ring()
        thread = message.channel
        if message.seen_by is not None or (isinstance(thread, Thread) and thread.is_hidden):
            return
        guild_id = str(message.channel.guild.id)
        if event == "MESSAGE_DELETE":
            data: dict[str, Any] = {"id": str(message.id), "channel_id": str(message.channel.id)}
        else:
            member = message.author.member(named=False)
            data = {**message.payload(), "member": member}
        self.gateway.emit(event, {**data, "guild_id": guild_id}, message.channel.guild.id)

    def _fill(self, message: Message, body: RequestBody, *, is_new: bool = False) -> None:
        json, facts = body.json, self.world.facts
        listed = json.get("attachments")
        kept = message.attachments if listed is None else self._kept(message, body, listed)
        new = {index: self._attachment(message, file.name, file.size) for index, file in body.files.items()}
        named = {str(attachment["id"]) for attachment in listed or ()}
        attachments = [
            attachment
            for index, attachment in new.items()
            if index in named or (is_new and listed is None) or not facts.edits_list_all_files
        ]
        if not facts.edits_list_all_files:
            kept = message.attachments
        # Components may name new files by their filename, and kept ones by the facts of Discord.
        if "components" in json:
            files = {attachment["filename"]: self._media(attachment) for attachment in attachments}
            if facts.kept_files_can_be_named_by_filename:
                files = {row["filename"]: self._media(row) for row in kept} | files
            is_shown_elsewhere = facts.files_of_other_messages_can_be_shown
            by_address = {_path_of(row): self._media(row) for row in kept}
            try:
                message.parts = components.accept_components(
                    json["components"],
                    files,
                    by_address if facts.kept_files_can_be_named_by_address else {},
                    self.world.files if is_shown_elsewhere else {},
                )
            except components.MalformedError as error:
                raise Error(400, INVALID_FORM, f"Invalid Form Body: {error}") from error
        self._forget_files(message)
        message.attachments = [*kept, *new.values()]
        for row in message.attachments:
            media = self._media(row)
            media.pop("attachment_id", None)  # other messages have no such attachment
            self.world.files[_path_of(row)] = media
        message.content = json.get("content") or message.content
        if not message.parts and not message.content and not message.attachments:
            raise Error(400, 50006, "Cannot send an empty message")
        # Files that components show are left out of the list of attachments.
        if facts.attachments_exclude_shown_files:
            places = [place for part in components.walk(message.parts) for place in components.media(part)]
            urls = {part[name]["url"] for part, name in places}
            message.shown_file_ids = {
                attachment["id"] for attachment in message.attachments if attachment["url"] in urls
            }

    def _kept(self, message: Message, body: RequestBody, listed: Iterable[Any]) -> list[dict[str, Any]]:
        there = {attachment["id"]: attachment for attachment in message.attachments}
        kept = []
        for wanted in listed:
            number = str(wanted["id"])
            if number in there:
                kept.append(there[number])
            elif number not in body.files:
                raise Error(400, INVALID_FORM, f"Invalid Form Body: attachments: no {number}")
        return kept

    def _forget_files(self, message: Message) -> None:
        # A file that its message has lost is lost for other messages, too.
        for row in message.attachments:
            self.world.files.pop(_path_of(row), None)

    def _attachment(self, message: Message, name: str, size: int) -> dict[str, Any]:
        number = self.world.new_id()
        url = self.world.address(message.channel, number, name)
        kind = CONTENT_TYPES.get(name.rpartition(".")[2], "application/octet-stream")
        payload = {"id": str(number), "filename": name, "size": size, "url": url, "proxy_url": url}
        # The bot's only files of this kind are animations.
        flags = IS_ANIMATED if kind == "image/webp" else 0
        return {**payload, "content_type": kind, "flags": flags}

    def _media(self, attachment: Mapping[str, Any]) -> dict[str, Any]:
        media = {name: attachment[name] for name in ("url", "proxy_url", "content_type", "flags")}
        if self.world.facts.media_name_their_attachment:
            media["attachment_id"] = attachment["id"]
        return {**media, "width": 1, "height": 1}

    def _notified(self, message: Message, body: RequestBody) -> Iterable[User]:
        # ``allowed_mentions`` limits who is notified.
        text = components.texts_of(message.parts) + message.content
        allowed = body.json.get("allowed_mentions")
        is_free = allowed is None or not self.world.facts.only_allowed_mentions_notify
        named = [int(number) for number in NAMED.findall(text)]
        if not named:
            return []
        listed = () if is_free else allowed.get("users", ())
        users = {**self.world.users, self.world.me.id: self.world.me}
        return [users[name] for name in named if name in users and (is_free or str(name) in listed)]


def _path_of(attachment: Mapping[str, Any]) -> str:
    return str(attachment["url"]).partition("?")[0]
