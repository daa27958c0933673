"""Answers the bot's requests with an interaction's token, and its requests about threads."""

from __future__ import annotations

from typing import Any

from tests.wire import components
from tests.wire.messages import Messages
from tests.wire.requests import (
    ANSWERED,
    ARCHIVED,
    DEAD_TOKEN,
    ENOUGH_SAID,
    INVALID_FORM,
    THREAD_EXISTS,
    UNKNOWN_INTERACTION,
    UNKNOWN_MESSAGE,
    UNKNOWN_WEBHOOK,
    Error,
    RequestBody,
    callback,
)
from tests.wire.world import COMPLETION, EPHEMERAL, Channel, Interaction, InteractionAnswer, Message, Thread

MOST_OF_A_USERS_APP = 5
"""Follow-ups that an interaction's token allows if only a user has installed the app."""


class Answers:
    """Handles requests that are made with an interaction's token.

    Attributes:
        ack_seconds: how long an interaction may stay without an answer.
        token_seconds: how long an interaction's token lives.
    """

    def __init__(self, messages: Messages) -> None:
        self._messages, self._world = messages, messages.world
        self.ack_seconds, self.token_seconds = 3.0, 900.0

    def answer(self, interaction_id: str, token: str, body: RequestBody) -> dict[str, Any]:
        interaction = self._world.interactions.get(int(interaction_id))
        if interaction is None or interaction.token != token:
            raise Error(404, UNKNOWN_INTERACTION, "Unknown interaction")
        if interaction.answer is not None and self._world.facts.interactions_are_answered_once:
            raise Error(400, ANSWERED, "Interaction has already been acknowledged.")
        # Discord gives up after three seconds.
        seconds = interaction.age
        if seconds > self.ack_seconds:
            self._world.traffic.late += 1
            interaction.give_up()
            raise Error(404, UNKNOWN_INTERACTION, "Unknown interaction")
        kind = body.json["type"]
        data = body.json.get("data") or {}
        message: Message | None = None
        choices: tuple[str, ...] = ()
        # Callback types: 4 a message, 5 a deferred message, 6 a deferred update, 7 an update, 8 completions.
        match kind:
            case 4:
                if not data.get("flags", 0) & EPHEMERAL:  # whether a lock refuses private ones is unverified
                    self._messages.unarchive(interaction.channel)
                message = self._messages.new(interaction.channel, RequestBody(data, body.files), interaction)
            case 5:
                message = self._loading(interaction, data.get("flags", 0))
            case 6 | 7 if interaction.source is not None:
                message = interaction.source
                if kind == 7:
                    if message.is_deleted:
                        raise Error(404, UNKNOWN_MESSAGE, "Unknown Message")
                    self._messages.edit(message, RequestBody(data, body.files))
            case 8 if interaction.kind == COMPLETION:
                choices = tuple([choice["name"] for choice in data["choices"]])
            case _:
                raise Error(400, INVALID_FORM, f"Invalid Form Body: type {kind}")
        is_tapped = kind in (6, 7)
        if not is_tapped or self._world.facts.updated_message_becomes_original:
            interaction.original = message
        content = "" if message is None else components.texts_of(message.parts)
        interaction.give(InteractionAnswer(kind, seconds, message, content, choices))
        interaction.channel.bell.ring()
        return callback(interaction, kind, message)

    def _loading(self, interaction: Interaction, flags: int) -> Message:
        interaction.is_loading = True
        message = Message(self._world.new_id(), interaction.channel, self._world.me, [], flags=flags)
        message.seen_by = interaction.user if flags & EPHEMERAL else None
        interaction.channel.messages[message.id] = message
        return message

    def living(self, token: str) -> Interaction:
        """Return the interaction with this token if the token has not expired."""
        interaction = self._world.by_token.get(token)
        if interaction is None or interaction.answer is None:
            raise Error(404, UNKNOWN_WEBHOOK, "Unknown Webhook")
        if interaction.age > self.token_seconds and self._world.facts.tokens_expire:
            raise Error(401, DEAD_TOKEN, "Invalid Webhook Token")
        self._messages.channel(str(interaction.channel.id))
        return interaction

    def original(self, interaction: Interaction, which: str) -> Message:
        """Return an interaction's original answer or one of its follow-ups."""
        message = interaction.original
        if which != "@original":
            message = interaction.channel.messages.get(int(which))
            if message is not interaction.original and int(which) not in interaction.follow_up_ids:
                message = None
        if message is None or message.is_deleted:
            raise Error(404, UNKNOWN_MESSAGE, "Unknown Message")
        return message

    def edit(self, interaction: Interaction, which: str, body: RequestBody) -> dict[str, Any]:
        message = self.original(interaction, which)
        interaction.is_loading = False
        return self._messages.edit(message, body)

    def follow_up(self, interaction: Interaction, body: RequestBody) -> dict[str, Any]:
        """Post a follow-up; after a deferral the first one replaces the deferred answer."""
        facts, answer = self._world.facts, interaction.original
        # The first follow-up replaces the message that says the bot is thinking.
        if interaction.is_loading and answer is not None:
            interaction.is_loading = False
            if not facts.deferred_answer_stays_private and not body.json.get("flags", 0) & EPHEMERAL:
                answer.seen_by = None
            return self._messages.edit(answer, body)
        if not facts.nonces_do_not_apply_to_webhooks:
            known = self._messages.with_nonce(interaction.channel, body)
            if known is not None:
                return known.payload()
        is_spent = interaction.is_of_a_user and len(interaction.follow_up_ids) >= MOST_OF_A_USERS_APP
        if is_spent and facts.user_apps_may_send_five_follow_ups:
            raise Error(
                400, ENOUGH_SAID, "This interaction has reached the maximum number of follow up messages"
            )
        self._messages.unarchive(interaction.channel)
        message = self._messages.new(interaction.channel, body, interaction)
        if not facts.nonces_do_not_apply_to_webhooks:
            self._messages.remember(message)
        interaction.follow_up_ids.add(message.id)
        # A public reply to a private message looks broken to everybody else.
        is_broken = answer is not None and answer.seen_by is not None and message.seen_by is None
        if answer is not None and is_broken and facts.public_follow_ups_look_broken:
            message.replies_to = answer.id
            self._world.traffic.unloadable += 1
        return message.payload()


class Threads:
    """Answers the bot's requests about threads, all of which the bot owns."""

    def __init__(self, messages: Messages) -> None:
        self._messages, self._world = messages, messages.world

    def open(self, channel_id: str, message_id: str | None, body: RequestBody) -> dict[str, Any]:
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
            has_its_id = facts.threads_have_id_of_their_message and message.id not in self._world.channels
            thread = self._world.add_thread(channel, name, message.id if has_its_id else None)
            message.thread = thread
            self._messages.happened("MESSAGE_UPDATE", message)
        thread.kept_minutes = body.json.get("auto_archive_duration", thread.kept_minutes)
        self._tell("THREAD_CREATE", thread, newly_created=True)
        return thread.payload()

    def change(self, channel: Channel, body: RequestBody) -> dict[str, Any]:
        """Archive, reopen or lock a thread; an archived thread accepts no other change."""
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
        if not isinstance(channel, Thread):
            raise Error(403, 50013, "Missing Permissions")
        self._world.remove_channel(channel)
        self._tell("THREAD_DELETE", channel)
        return channel.payload()

    def _tell(self, event: str, thread: Thread, **more: Any) -> None:
        self._messages.gateway.emit(event, {**thread.payload(), **more}, thread.guild.id)
        thread.parent.bell.ring()
