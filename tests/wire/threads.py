"""Threads: opened from a message or without one, archived, opened again, deleted."""

from __future__ import annotations

from typing import Any

from tests.wire.messages import Messages
from tests.wire.requests import ARCHIVED, INVALID_FORM, THREAD_EXISTS, Body, Error
from tests.wire.world import Channel, Message, Thread


class Threads:
    """What the bot does with threads, as who has opened them.

    Args:
        messages: what is done to messages.
    """

    def __init__(self, messages: Messages) -> None:
        self._messages, self._world = messages, messages.world

    def open(self, channel_id: str, message_id: str | None, body: Body) -> dict[str, Any]:
        """Open a thread, from a message or without one."""
        channel = self._messages.channel(channel_id)
        name, facts = body.json.get("name") or "", self._world.facts
        if isinstance(channel, Thread) or not 1 <= len(name) <= 100:
            raise Error(400, INVALID_FORM, "Invalid Form Body")
        if message_id is None:
            thread = self._world.add_thread(channel, name)
            about = Message(self._world.new_id(), channel, self._world.me, [], content=name, about=thread)
            channel.messages[about.id] = about
            self._messages.happened("MESSAGE_CREATE", about)
        else:
            message = self._messages.message(channel_id, message_id)
            if message.thread is not None and facts.messages_have_one_thread:
                raise Error(400, THREAD_EXISTS, "A thread has already been created for this message")
            has_its_id = facts.threads_have_their_messages_id and message.id not in self._world.channels
            thread = self._world.add_thread(channel, name, message.id if has_its_id else None)
            message.thread = thread
            self._messages.happened("MESSAGE_UPDATE", message)
        thread.kept_minutes = body.json.get("auto_archive_duration", thread.kept_minutes)
        self._tell("THREAD_CREATE", thread, newly_created=True)
        return thread.payload()

    def change(self, channel: Channel, body: Body) -> dict[str, Any]:
        """Archive a thread, open it again, lock it; nothing else is changed while it is archived."""
        if not isinstance(channel, Thread):
            raise Error(403, 50013, "Missing Permissions")
        is_archived = body.json.get("archived", channel.is_archived)
        if channel.is_archived and is_archived:
            raise Error(400, ARCHIVED, "Thread is archived")
        channel.is_archived = is_archived
        channel.is_locked = body.json.get("locked", channel.is_locked)
        self._tell("THREAD_UPDATE", channel)
        return channel.payload()

    def remove(self, channel: Channel) -> dict[str, Any]:
        """Delete a thread."""
        if not isinstance(channel, Thread):
            raise Error(403, 50013, "Missing Permissions")
        self._world.remove_channel(channel)
        self._tell("THREAD_DELETE", channel)
        return channel.payload()

    def _tell(self, event: str, thread: Thread, **more: Any) -> None:
        self._messages.events.emit(event, {**thread.payload(), **more}, thread.guild.id)
        thread.parent.bell.ring()
