"""Handlers with which a person previews and posts a feat (remarkable act) of a finished game."""

from __future__ import annotations

import asyncio

from bot.app import Action, Tap
from bot.interactions.replies import answer, reader, update
from bot.publishing import PublicPlace, check_place, publish
from bot.refused import Refused
from bot.replay.share_view import feat_key, feat_post_page, feat_preview_page, posted_page
from bot.replay.spot import closed_game
from bot.tables.snapshot import FeatStory
from bot.tables.state import TableState
from bot.wire.messages import Page
from storage.people.people import load_discreet


async def preview_feat(tap: Tap) -> None:
    """Show a private preview of a game's first feat (remarkable act)."""
    await answer(tap.interaction, await _preview(tap, None))


async def show_other_feat(tap: Tap) -> None:
    """Show another feat (remarkable act) of the game in the tapped preview."""
    await update(tap.interaction, await _preview(tap, tap.value))


async def post_feat(tap: Tap) -> None:
    """Post a feat (remarkable act) of a game in the channel."""
    state = await closed_game(tap, tap.subject)
    place = await sharing_place(tap, state)
    feat = next((story for story in await _shareable_feats(tap, state) if story.feat.kind == tap.arg), None)
    if feat is None:
        raise Refused("share-nothing")
    page = feat_post_page(state, feat, tap.name, place.language, _server(tap))
    await publish(tap.interaction, place, feat_key(state, feat.feat.kind), page)
    await update(tap.interaction, posted_page(reader(tap.interaction)))


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
        _, language = await sharing_place(tap, state)
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


async def sharing_place(tap: Tap, state: TableState) -> PublicPlace:
    """Return the channel in which the person tapped.

    Raises:
        Refused: the person may not post about this game there.
    """
    if tap.interaction.guild_id != state.row.guild_id:
        raise Refused("share-not-here")
    return await check_place(tap.interaction)


ACTIONS: dict[str, Action] = {"share": preview_feat, "moment": show_other_feat, "post": post_feat}
