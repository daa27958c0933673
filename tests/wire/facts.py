"""Facts about Discord, each a switch of the stand-in for Discord: behaviour on which a bot may rely.

All defaults are Discord's known behaviour. A test that turns a fact off checks what relies on it. Each names
its source: pages of Discord's documentation, and issues (D#) of the public repository
discord/discord-api-docs.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class DiscordFacts:
    """Switches of the stand-in's behaviour."""

    attachments_exclude_shown_files: bool = True
    """Files that components show are not among a message's ``attachments``.
    Source: docs/resources/message.mdx; D#8277, D#8279, D#7611."""

    media_name_their_attachment: bool = True
    """The component of an uploaded picture names its attachment.
    Source: docs/components/reference.mdx; D#8277."""

    addresses_are_signed: bool = True
    """Addresses of files end with an expiry time, a creation time and a signature.
    Source: docs/reference.mdx."""

    edits_list_all_files: bool = True
    """An edit that shows a file has to list it: kept ones by their id, new ones by their index.
    Source: docs/resources/message.mdx; D#7529."""

    kept_files_can_be_named_by_address: bool = True
    """An edit may name a file that it keeps by the address of the last answer, signature and all.
    Source: docs/components/reference.mdx, docs/reference.mdx."""

    files_of_other_messages_can_be_shown: bool = True
    """A gallery may name a file of another message by its address without parameters, which Discord signs.
    Source: docs/reference.mdx, docs/components/reference.mdx (in private messages: unverified)."""

    kept_files_can_be_named_by_filename: bool = False
    """An edit may name a file that it keeps as if it uploaded it. Unknown, so the stand-in refuses it.
    Source: unverified."""

    public_follow_ups_look_broken: bool = True
    """A public follow-up to a private answer replies to a message that other users cannot load.
    Source: D#2733."""

    deferred_answer_stays_private: bool = True
    """The first follow-up after a deferred private answer is private, even if its flags say otherwise.
    Source: docs/interactions/receiving-and-responding.mdx; D#2742."""

    updated_message_becomes_original: bool = True
    """After an update, deferred or not, ``@original`` is the tapped message, even if it is public.
    Source: docs/interactions/receiving-and-responding.mdx."""

    tokens_expire: bool = True
    """An interaction's token expires after fifteen minutes.
    Source: docs/interactions/receiving-and-responding.mdx."""

    private_messages_need_a_token: bool = True
    """A private message is unreachable with the bot's token and in no history.
    Source: docs/interactions/receiving-and-responding.mdx."""

    interactions_are_answered_once: bool = True
    """A second answer to an interaction is refused; interactions may be delivered twice.
    Source: docs/interactions/receiving-and-responding.mdx; docs/events/gateway.mdx."""

    user_apps_may_send_five_follow_ups: bool = True
    """An app installed only by a user may send five follow-ups by a token; other apps have no limit.
    Source: docs/interactions/receiving-and-responding.mdx."""

    headers_show_rate_limits: bool = True
    """The headers of an answer name its rate-limit bucket and the requests left.
    Source: docs/topics/rate-limits.mdx."""

    sends_and_edits_share_limit: bool = True
    """Sending and editing share a channel's limit. Off: they only share a bucket name.
    Source: docs/topics/rate-limits.mdx; D#981 (D#1442, D#8073 have seen them counted apart)."""

    interactions_allow_five_in_two_seconds: bool = True
    """An interaction's token allows five requests in two seconds; the first answer is free.
    Source: D#2701."""

    channels_allow_thirty_follow_ups_a_minute: bool = True
    """Interactions' tokens may send thirty messages a minute to a channel; no header shows it.
    Source: D#367, D#2701, D#3763, D#1454."""

    hidden_refusals_count_towards_ban: bool = True
    """Refusals by that limit count towards an IP ban, though shared limits should not.
    Source: docs/topics/rate-limits.mdx; D#7243."""

    old_messages_are_hard_to_edit: bool = True
    """Edits of messages older than an hour have their own limit, 30046; here it allows none.
    Source: D#4381, D#4413."""

    only_allowed_mentions_notify: bool = True
    """Texts in components notify the users that they name and ``allowed_mentions`` lists.
    Source: docs/resources/message.mdx; D#7508."""

    edits_send_no_notifications: bool = True
    """An edit never notifies anyone. Source: docs/resources/message.mdx; D#7508."""

    repeated_nonces_return_sent_message: bool = True
    """A nonce repeated within minutes returns the message sent before.
    Source: docs/resources/message.mdx; D#6647."""

    nonces_of_deleted_messages_are_spent: bool = True
    """A nonce of a deleted message is answered with Unknown Message. Source: D#6647."""

    nonces_do_not_apply_to_webhooks: bool = True
    """Messages sent with an interaction's token are sent again, even with the same nonce. Source: D#6647."""

    only_deleted_channels_are_unknown: bool = True
    """Unknown Channel means that the channel is gone, never that something in it is gone.
    Source: docs/resources/message.mdx; D#6647."""

    texts_of_other_users_are_hidden: bool = True
    """Without a privileged intent the bot cannot read others' messages, in histories either.
    Source: docs/resources/message.mdx; docs/events/gateway.mdx."""

    threads_have_id_of_their_message: bool = True
    """A thread that was opened from a message has that message's id. Source: docs/resources/channel.mdx."""

    messages_have_one_thread: bool = True
    """A second thread from the same message is refused, 160004. Source: docs/resources/channel.mdx."""

    sending_opens_archived_threads: bool = True
    """A message to an archived thread opens it again.
    Source: docs/resources/channel.mdx; docs/topics/threads.mdx."""

    archived_threads_refuse_edits: bool = True
    """Messages in an archived thread cannot be edited, 50083.
    Source: docs/resources/channel.mdx; D#6928."""

    locked_threads_refuse_messages_and_edits: bool = True
    """Sending and editing in a locked thread need the right to manage threads; otherwise 403.
    Source: docs/topics/threads.mdx."""

    private_threads_are_closed_to_others: bool = True
    """The bot's token is refused in a private thread without the bot, 50001. Interactions work there, and
    their permissions look complete. Source: docs/topics/threads.mdx; discord-jda/JDA #2602,
    FireDiscordBot/bot #102, Crownicles/Crownicles #4575 (the permissions: unverified)."""

    members_are_not_listed: bool = True
    """Without privileged intents a server lists no member but the bot. Source: docs/events/gateway.mdx."""

    resumed_session_receives_missed_events: bool = True
    """A resumed session receives again all events that it has not acknowledged.
    Source: docs/events/gateway.mdx."""
