"""What is so of Discord, one switch a fact: what the stand-in does, and what a bot is told that relies on it.

All are as Discord is known to be; a test that turns one off sees what relies on it. Each names its source:
pages of Discord's documentation, and issues (D#) of the public repository discord/discord-api-docs.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Facts:
    """The facts."""

    attachments_leave_out_what_is_shown: bool = True
    """Files that components show are not among a message's ``attachments``.
    Source: docs/resources/message.mdx; D#8277, D#8279, D#7611."""

    media_tell_their_attachment: bool = True
    """A picture that was uploaded says in its component which attachment it is.
    Source: docs/components/reference.mdx; D#8277."""

    addresses_are_signed: bool = True
    """Addresses of files end with when they expire, when they were made, and a signature.
    Source: docs/reference.mdx."""

    edits_list_all_files: bool = True
    """An edit that shows a file has to list it: kept ones by their id, new ones by their index.
    Source: docs/resources/message.mdx; D#7529."""

    kept_files_go_by_address: bool = True
    """An edit may name a file that it keeps by the address of the last answer, signature and all.
    Source: docs/components/reference.mdx, docs/reference.mdx."""

    kept_files_go_by_name: bool = False
    """An edit may name a file that it keeps as if it uploaded it. Nobody knows, so the stand-in says no.
    Source: unverified."""

    public_follow_ups_look_broken: bool = True
    """A public follow-up to a private answer replies to what nobody else can load. Source: D#2733."""

    deferred_privacy_stays: bool = True
    """The first follow-up after a deferred private answer is private, whatever its flags say.
    Source: docs/interactions/receiving-and-responding.mdx; D#2742."""

    updates_make_it_the_original: bool = True
    """After an update, deferred or not, ``@original`` is the message that was tapped, public ones too.
    Source: docs/interactions/receiving-and-responding.mdx."""

    tokens_die: bool = True
    """An interaction's token is good for a quarter of an hour.
    Source: docs/interactions/receiving-and-responding.mdx."""

    private_messages_need_a_token: bool = True
    """What one person alone sees is unknown to the bot's token, and in no history.
    Source: docs/interactions/receiving-and-responding.mdx."""

    interactions_are_answered_once: bool = True
    """A second answer to an interaction, which may have arrived twice, is refused.
    Source: docs/interactions/receiving-and-responding.mdx; docs/events/gateway.mdx."""

    users_apps_follow_up_five_times: bool = True
    """An app that only a user has installed says five things more by a token; others as many as they like.
    Source: docs/interactions/receiving-and-responding.mdx."""

    headers_tell_the_limits: bool = True
    """Answers say in headers what bucket was counted, and what is left of it.
    Source: docs/topics/rate-limits.mdx."""

    sends_and_edits_share: bool = True
    """Messages that are sent to a channel and edits there are counted together; off: only named alike.
    Source: docs/topics/rate-limits.mdx; D#981 (D#1442, D#8073 have seen them counted apart)."""

    interactions_allow_five_in_two_seconds: bool = True
    """By one interaction's token five requests may be made in two seconds; its answer is not counted.
    Source: D#2701."""

    channels_allow_thirty_follow_ups_a_minute: bool = True
    """A channel takes thirty messages a minute by interactions' tokens, private ones too; no header says so.
    Source: D#367, D#2701, D#3763, D#1454."""

    hidden_refusals_count: bool = True
    """Refusals of that limit count for the ban of an address, though shared ones should not.
    Source: docs/topics/rate-limits.mdx; D#7243."""

    old_messages_are_hard_to_edit: bool = True
    """Edits of messages that are older than an hour have a limit of their own, 30046; here it is none.
    Source: D#4381, D#4413."""

    mentions_are_allowed_one_by_one: bool = True
    """Texts in components notify whom they name, but only those whom ``allowed_mentions`` lists.
    Source: docs/resources/message.mdx; D#7508."""

    edits_notify_nobody: bool = True
    """An edit notifies nobody, whoever it names. Source: docs/resources/message.mdx; D#7508."""

    nonces_give_what_was_sent: bool = True
    """The same nonce gives within minutes the message that was sent before.
    Source: docs/resources/message.mdx; D#6647."""

    nonces_of_deleted_messages_are_spent: bool = True
    """The nonce of a message that was deleted is answered by Unknown Message. Source: D#6647."""

    nonces_are_not_for_webhooks: bool = True
    """What is said by an interaction's token is said again, whatever nonce it has. Source: D#6647."""

    only_gone_channels_are_unknown: bool = True
    """Unknown Channel is said of a channel that is gone, and of nothing that is gone in it.
    Source: docs/resources/message.mdx; D#6647."""

    others_words_are_hidden: bool = True
    """Without a privileged intent the bot reads nothing of what others say, in no history either.
    Source: docs/resources/message.mdx; docs/events/gateway.mdx."""

    threads_have_their_messages_id: bool = True
    """A thread that was opened from a message has that message's id. Source: docs/resources/channel.mdx."""

    messages_have_one_thread: bool = True
    """A second thread from the same message is refused, 160004. Source: docs/resources/channel.mdx."""

    sending_opens_archived_threads: bool = True
    """A message to an archived thread opens it again.
    Source: docs/resources/channel.mdx; docs/topics/threads.mdx."""

    archived_threads_refuse_edits: bool = True
    """What stands in an archived thread cannot be edited, 50083.
    Source: docs/resources/channel.mdx; D#6928."""

    locked_threads_refuse: bool = True
    """Nothing can be sent to a locked thread, nor edited there, without the right to manage threads; 403.
    Source: docs/topics/threads.mdx."""

    members_are_not_listed: bool = True
    """Without privileged intents a server tells of no member but the bot. Source: docs/events/gateway.mdx."""

    resumes_replay: bool = True
    """A session that is resumed is told again all that it has not said to have heard.
    Source: docs/events/gateway.mdx."""
