"""Handlers with which a person previews and posts a feat (remarkable act) of a finished game."""

from __future__ import annotations

import asyncio
import hashlib
from typing import NamedTuple

import discord

from bot.app import Action, Tap
from bot.interactions.permissions import check_writable
from bot.interactions.replies import acknowledge, answer, reader, update
from bot.refused import Refused
from bot.replay.share_view import feat_post_page, feat_preview_page, posted_page
from bot.replay.spot import closed_game
from bot.tables.snapshot import FeatStory
from bot.tables.state import TableState
from bot.wire.limits import Priority, Route
from bot.wire.messages import Page
from bot.wire.transport import NONCE_LIMIT
from storage.people.people import load_discreet
from storage.servers.settings import load_settings


async def preview_feat(tap: Tap) -> None:
    """Show a private preview of a game's first feat (remarkable act)."""
    await answer(tap.interaction, await _preview(tap, None))


async def show_other_feat(tap: Tap) -> None:
    """Show another feat (remarkable act) of the game in the tapped preview."""
    await update(tap.interaction, await _preview(tap, tap.value))


async def post_feat(tap: Tap) -> None:
    """Post a feat (remarkable act) of a game in the channel. A second tap posts nothing."""
    state = await closed_game(tap, tap.subject)
    channel_id, language = await sharing_channel(tap, state)
    feat = next((story for story in await _shareable_feats(tap, state) if story.feat.kind == tap.arg), None)
    if feat is None:
        raise Refused("share-nothing")
    await acknowledge(tap.interaction)
    page = feat_post_page(state, feat, tap.name, language, _server(tap))
    await post_page(tap, channel_id, page, f"{state.id} {tap.arg} {channel_id}")
    await update(tap.interaction, posted_page(reader(tap.interaction)))


async def post_page(tap: Tap, channel_id: int, page: Page, identity: str) -> None:
    """Post a page in a channel. A page that was posted there a few minutes ago is not posted again.

    Args:
        identity: text that is equal for equal pages.
    """
    nonce = hashlib.blake2s(identity.encode(), digest_size=NONCE_LIMIT // 2).hexdigest()
    transport = tap.app.transport_to(tap.guild_id)
    async with transport.permit(Priority.MESSAGE, Route.SEND, channel_id):
        await transport.send(channel_id, page, nonce)


async def _preview(tap: Tap, kind: str | None) -> Page:
    state = await closed_game(tap, tap.subject)
    stories = await _shareable_feats(tap, state)
    kinds = [story.feat.kind for story in stories]
    # The feat may be hidden since the button was sent.
    if not stories or (kind is not None and kind not in kinds):
        raise Refused("share-nothing")
    words = reader(tap.interaction)
    # Without a permission to post, the preview is in the reader's own language.
    try:
        _, language = await sharing_channel(tap, state)
        can_post = True
    except Refused:
        language, can_post = words.language, False
    chosen = 0 if kind is None else kinds.index(kind)
    return feat_preview_page(
        state, stories, chosen, language, words, has_post_button=can_post, server=_server(tap)
    )


def _server(tap: Tap) -> str:
    guild = tap.interaction.guild
    return "" if guild is None else guild.name or ""


async def _shareable_feats(tap: Tap, state: TableState) -> tuple[FeatStory, ...]:
    # Lies that players keep private are not offered.
    stories = await asyncio.to_thread(state.feat_stories)
    people = {story.liar_id for story in stories if story.liar_id is not None}
    discreet = await tap.app.store.read(load_discreet, people)
    return tuple([story for story in stories if story.liar_id not in discreet])


class SharingChannel(NamedTuple):
    """The channel in which a person posts, and the language of its public messages."""

    channel_id: int
    language: str


async def sharing_channel(tap: Tap, state: TableState) -> SharingChannel:
    """Return the channel in which the person tapped.

    Raises:
        Refused: the person may not post about this game there.
    """
    interaction = tap.interaction
    if interaction.guild_id != state.row.guild_id or interaction.channel_id is None:
        raise Refused("share-not-here")
    settings = await tap.app.store.read(load_settings, state.row.guild_id)
    guild = await check_writable(interaction, settings.channel_ids)
    is_thread = isinstance(interaction.channel, discord.Thread)
    may = interaction.permissions
    if not (may.send_messages_in_threads if is_thread else may.send_messages):
        raise Refused("share-may-not")
    return SharingChannel(interaction.channel_id, await tap.app.public_language(guild))


ACTIONS: dict[str, Action] = {"share": preview_feat, "moment": show_other_feat, "post": post_feat}
