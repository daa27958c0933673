"""The demo's page of one person: the page of the simulator (simcord) with changes.

The simulator accepts only one action at a time, so the page queues actions. A tap on a button is accepted
even if other parts of the page have changed meanwhile.
"""

from __future__ import annotations

import asyncio
import re
import struct
import sys
import zlib
from collections import OrderedDict
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import discord
import simcord

# Not part of simcord's public face: the page server that a person's page needs.
from simcord.preview._server import PreviewServer

from bot.chance import Chance
from bot.demo_page import BAR_STYLE, FrontPageServer, PageLink, with_bar
from bot.language.catalogue import language_of

if TYPE_CHECKING:
    from simcord.actors import MemberActor
    from simcord.builders import UserHandle
    from simcord.preview import Preview

_REVISIONS_KEPT = 32

_STYLE = """
.gallery-image[width] { width: attr(width px, 100%); color: transparent; }
.gallery-item > .media-unavailable { animation: tefuda-late 2s step-end; }
@keyframes tefuda-late { from { visibility: hidden; } }
"""
"""CSS that reserves space for a picture that is still loading. The size of the picture comes from
``PersonPage._add_picture_sizes``.

The hint that a picture is unavailable appears only after a while, since most pictures load soon.
"""

_DISCORD_LINK = re.compile(r"https://discord\.com/channels/[^/]+/(\d+)")
"""A link to a channel or thread, or to a message there."""

_SCRIPT_CHANGES = (
    ('"div",\n    "thread-summary",', '"a",\n    "thread-summary",'),
    (
        "if (thread.archived) summary",
        'summary.href = thread.url; summary.target = "_blank"; if (thread.archived) summary',
    ),
    ('if (url.protocol !== "https:" || url.hostname !== "discord.com") return;', ""),
)
"""Changes of the simulator's script ``messages.js``: a thread below a message is a link, and links may lead
to the demo's own pages.
"""

_PNG = b"\x89PNG\r\n\x1a\n"
_STRING_SELECT = 3
_MENU_NAME = "~"
_PNG_SIZE = struct.Struct(">12x4sII")


class ChannelView(NamedTuple):
    """A person of the demo, and the channel that the person sees.

    Attributes:
        preview: the simulator's page of the channel.
        handle: the person's user name.
        name: the person's display name.
        is_direct: the channel is the direct message with the bot.
    """

    preview: Preview
    person: MemberActor | UserHandle
    handle: str
    name: str
    locale: str
    is_direct: bool = False


class RunningDemo(Protocol):
    """Protocol of the running demo, as seen by its pages.

    Attributes:
        env: the simulated Discord.
        front: the web server of the first page.
        turn: a lock that is held while the simulator carries out an action.
    """

    env: simcord.Env
    chance: Chance
    language: str
    front: FrontPageServer
    turn: asyncio.Lock

    async def show_changes(self) -> None:
        """Update the pages if the bot has done something. The caller holds the lock ``turn``."""


class PersonPage:
    """The web page on which one person of the demo uses Discord."""

    def __init__(self, stage: RunningDemo, view: ChannelView, port: int) -> None:
        self.capability = stage.chance.key()
        self.name, self._language = view.name, language_of(discord.Locale(view.locale))
        self._is_direct = view.is_direct
        self.server = _PageServer(self, port)
        self._stage, self.view = stage, view
        self._preview, self._person = view.preview, view.person
        # The simulator shows no further picture when those on its pages have 128 MB together.
        vars(self._preview)["_MAX_MEDIA_BYTES"] = sys.maxsize
        self._page_messages: OrderedDict[tuple[str, int], dict[str, Any]] = OrderedDict()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._preview, name)

    @property
    def link(self) -> PageLink:
        """The link to this page."""
        return PageLink(self.name, self._language, f"{self._origin}/#{self.capability}", self._is_direct)

    def with_bar(self, page: str) -> str:
        """Add a bar with the person's name to the HTML of a page."""
        return with_bar(page, self.link, self._stage.front.address, self._language)

    @property
    def _origin(self) -> str:
        return f"http://127.0.0.1:{self.server.port}"

    def _open_page(self, viewer_id: Any = None, target_id: Any = None) -> Any:
        return self._preview._open_page(self._person.id if viewer_id is None else viewer_id, target_id)

    def _page_payload(self, page: Any) -> dict[str, Any]:
        payload = self._payload(page)
        self._add_picture_sizes(page, payload.get("assets", {}))
        self._page_messages[page.id, page.revision] = payload.get("messages", {})
        while len(self._page_messages) > _REVISIONS_KEPT:
            self._page_messages.popitem(last=False)
        return payload

    def _payload(self, page: Any) -> dict[str, Any]:
        payload: dict[str, Any] = self._preview._page_payload(page)
        _make_menu_keys_unique(payload.get("messages"))
        _lead_links_into_the_demo(payload.get("messages"), f"{self._stage.front.address}/{self.capability}")
        return payload

    def _add_picture_sizes(self, page: Any, pictures: Mapping[str, dict[str, Any]]) -> None:
        for key, about in pictures.items():
            blob = self._preview._blobs.get(page.assets[key].digest)
            if blob is not None and "displayWidth" not in about and len(blob.data) >= _PNG_SIZE.size:
                chunk, width, height = _PNG_SIZE.unpack_from(blob.data)
                if chunk == b"IHDR":
                    about |= {"displayWidth": width, "displayHeight": height}

    async def _prepare_asset(
        self, context_id: str | None, asset_id: str, **options: Any
    ) -> tuple[str, bytes, str]:
        # The simulator examines each picture in a process of its own, one after another, and refuses
        # pictures while eight of them wait. The bot's own pictures need no examination.
        _, record, content = self._preview._authorized_asset(context_id, asset_id)
        if content.startswith(_PNG) and not any(options.values()):
            return "image/png", content, record.filename
        answer: tuple[str, bytes, str] = await self._preview._prepare_asset(context_id, asset_id, **options)
        return answer

    async def _action(self, context_id: str | None, body: Any) -> dict[str, Any]:
        async with self._stage.turn:
            if isinstance(body, dict) and "published_revision" in body:
                await self._stage.show_changes()  # so that an out-of-date page is known to be one
                body = self._with_current_revision(context_id, body)
            if isinstance(body, dict) and isinstance(body.get("control_key"), str):
                body = {**body, "control_key": body["control_key"].partition(_MENU_NAME)[0]}
            self._stage.env._preview = self._preview
            return await self._preview._action(context_id, body)

    def _with_current_revision(self, context_id: str | None, body: dict[str, Any]) -> dict[str, Any]:
        # The simulator refuses actions on outdated pages: every third click while computer players play.
        page = self._preview._get_page(context_id)
        revision = body["published_revision"]
        # The page has not changed, or the request is not one of ours.
        if revision == page.revision or not isinstance(revision, int):
            return body
        key = body.get("control_key")
        # A button or menu must be unchanged; other actions mean the same on every page.
        if key is not None:
            before = _control(self._page_messages.get((page.id, revision)), key)
            now = _control(self._payload(page).get("messages"), key)
            if before is None or before != now:
                return body
        return {**body, "published_revision": page.revision}


class _PageServer(PreviewServer):
    def __init__(self, page: PersonPage, port: int) -> None:
        super().__init__(page, port)  # type: ignore[arg-type]
        self._page = page

    async def _static(self, request: Any) -> Any:
        answer = await super()._static(request)
        if request.path == "/preview.css":
            answer.text += _STYLE + BAR_STYLE
        elif request.path == "/messages.js":
            for old, new in _SCRIPT_CHANGES:
                assert old in answer.text
                answer.text = answer.text.replace(old, new)
        elif request.path == "/":
            answer.text = self._page.with_bar(answer.text)
        return answer


def _control(tree: Any, key: str) -> Mapping[str, Any] | None:
    if isinstance(tree, dict):
        if tree.get("control_key") == key:
            return tree
        tree = tree.values()
    elif not isinstance(tree, list):
        return None
    return next((control for part in tree if (control := _control(part, key)) is not None), None)


def _lead_links_into_the_demo(tree: Any, address: str) -> None:
    if isinstance(tree, list):
        tree[:] = [token for part in tree for token in _as_link(part, address)]
        for part in tree:
            _lead_links_into_the_demo(part, address)
    elif isinstance(tree, dict):
        for name, part in tree.items():
            link = _DISCORD_LINK.match(part) if name in ("href", "url") and isinstance(part, str) else None
            if link is not None:
                tree[name] = f"{address}/{link[1]}"
            _lead_links_into_the_demo(part, address)
        thread = tree.get("thread")
        if isinstance(thread, dict):
            thread["url"] = f"{address}/{thread['id']}"


def _as_link(token: Any, address: str) -> list[Any]:
    # A mention of a channel becomes a link to it.
    is_channel = isinstance(token, dict) and token.get("type") == "mention" and token.get("kind") == "channel"
    if not is_channel:
        return [token]
    label = {"type": "text", "content": token.get("label", "")}
    return [{"type": "link_open", "href": f"{address}/{token['id']}"}, label, {"type": "link_close"}]


def _make_menu_keys_unique(tree: Any) -> None:
    # The simulator finds menus by their control keys.
    if isinstance(tree, dict):
        if tree.get("type") == _STRING_SELECT and isinstance(tree.get("control_key"), str):
            tree["control_key"] += f"{_MENU_NAME}{zlib.crc32(str(tree.get('custom_id')).encode()):x}"
        tree = tree.values()
    elif not isinstance(tree, list):
        return
    for part in tree:
        _make_menu_keys_unique(part)
