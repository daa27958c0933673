"""The token-free demo: the bot in a simulated Discord, in a browser."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import os
import re
import struct
import sys
import zlib
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from typing import TYPE_CHECKING, Any, NamedTuple
from zoneinfo import ZoneInfo

import discord
import simcord
from aiohttp import web
from PIL import Image, ImageDraw
from simcord.backend.errors import SetupError
from simcord.builders import ChannelHandle
from simcord.preview import _pages, make_preview
from simcord.preview._server import PreviewServer

from bot.clock import Clock
from bot.demo_page import BAR_STYLE, HEADERS, HOST, PageLink, front_page, with_bar
from bot.language import Catalogue, Localizer, catalogue, language_of
from bot.pictures.emoji import EmojiFile
from bot.randomness import RandomSource
from bot.simulated import SimulatedClock, SimulatedConnection, set_avatar, set_languages
from bot.wire.emoji import emoji_body
from bot.wire.limits import Allowance, Limits
from bot.wire.messages import Page
from bot.wire.transport import ApiRequest, Transport

# --- first page ---------------------------------------------------------------------------------------------


class FrontPageServer:
    """The web server of the demo's first page, and of links to the simulated channels.

    Args:
        key: a secret part of the page's address.
    """

    def __init__(self, stage: _DemoRunner, key: str, port: int) -> None:
        self._stage = stage
        self._key = key
        self._port = port
        self._runner: web.AppRunner | None = None

    @property
    def address(self) -> str:
        """Address of the page."""
        return f"http://{HOST}:{self._port}/{self._key}"

    async def start(self) -> None:
        """Begin to serve.

        Raises:
            SetupError: the port is taken.
        """
        application = web.Application()
        application.router.add_get(f"/{self._key}", self._page)
        application.router.add_get(f"/{self._key}/{{person}}/{{channel:[0-9]+}}", self._channel)
        self._runner = web.AppRunner(application, access_log=None, handle_signals=False)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, HOST, self._port).start()
        except OSError as error:
            await self.close()
            raise SetupError(f"preview could not bind port {self._port}") from error
        self._port = int(self._runner.addresses[0][1])

    async def close(self) -> None:
        """Stop serving."""
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def _channel(self, request: web.Request) -> web.Response:
        channel_id = int(request.match_info["channel"])
        page = await self._stage.open_channel(request.match_info["person"], channel_id)
        if page is None:
            raise web.HTTPNotFound(headers=HEADERS)
        raise web.HTTPFound(page, headers=HEADERS)

    async def _page(self, request: web.Request) -> web.Response:
        html = front_page(self._stage.links(), self._stage.language)
        return web.Response(text=html, content_type="text/html", headers=HEADERS)


# --- demo person --------------------------------------------------------------------------------------------
# The demo's page of one person: the page of the simulator (simcord) with changes.
#
# The simulator accepts only one action at a time, so the page queues actions. A tap on a button is accepted
# even if other parts of the page have changed meanwhile.

# Not part of simcord's public face: the page server that a person's page needs, and the rule which pictures a
# message may show. Discord shows pictures of other messages by their addresses; the simulator shows only
# those for which this function returns true, and asks it only about pictures that the message names.
setattr(_pages, "_snapshot_has_sticker", lambda message, url: True)  # noqa: B010


if TYPE_CHECKING:
    from simcord.actors import MemberActor
    from simcord.builders import UserHandle
    from simcord.preview import Preview

_REVISIONS_KEPT = 32
_PICTURES_KEPT = 64

_STYLE = """
.gallery-image[width] { width: attr(width px, 100%); color: transparent; }
.gallery-image:not([src]) { visibility: hidden; }
.gallery-item > .media-unavailable { animation: tefuda-late 6s step-end; }
@keyframes tefuda-late { from { visibility: hidden; } }
"""
"""CSS that reserves space for a picture that is still loading. The size of the picture comes from
``PersonPage._add_picture_sizes``.

The hint that a picture is unavailable appears only after a while, since most pictures load soon.
"""

_DISCORD_LINK = re.compile(r"https://discord\.com/channels/[^/]+/(\d+)")
"""A link to a channel or thread, or to a message there."""

_SCRIPT_CHANGES = {
    "/messages.js": (
        ('"div",\n    "thread-summary",', '"a",\n    "thread-summary",'),
        (
            "if (thread.archived) summary",
            'summary.href = thread.url; summary.target = "_blank"; if (thread.archived) summary',
        ),
        ('if (url.protocol !== "https:" || url.hostname !== "discord.com") return;', ""),
    ),
    "/select-drafts.js": (
        ("        cancelDropdown(wrap.dataset.controlKey);\n        continue;", "        continue;"),
    ),
}
"""Changes of the simulator's scripts. A thread below a message is a link, and links may lead to the demo's
own pages. A menu stays open although its place is out of sight while the messages are redrawn.
"""

_PNG = b"\x89PNG\r\n\x1a\n"


def _kind_of(picture: bytes) -> str | None:
    # The media type of one of the bot's own pictures.
    if picture.startswith(_PNG):
        return "image/png"
    is_webp = picture.startswith(b"RIFF") and picture[8:12] == b"WEBP"
    return "image/webp" if is_webp else None


_STRING_SELECT = 3
_MENU_NAME = "~"
_PNG_SIZE = struct.Struct(">12x4sII")


class _KeptPicture(NamedTuple):
    filename: str
    data: bytes


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


class PersonPage:
    """The web page on which one person of the demo uses Discord."""

    def __init__(self, stage: _DemoRunner, view: ChannelView, port: int) -> None:
        self.capability = stage.rng.key()
        self.name = view.name
        self._language = language_of(discord.Locale(view.locale))
        self._is_direct = view.is_direct
        self.server = _PageServer(self, port)
        self._stage = stage
        self.view = view
        self._preview = view.preview
        self._person = view.person
        # The simulator shows no further picture when those on its pages have 128 MB together.
        vars(self._preview)["_MAX_MEDIA_BYTES"] = sys.maxsize
        self._page_messages: OrderedDict[tuple[str, int], dict[str, Any]] = OrderedDict()
        self._pictures: OrderedDict[str, _KeptPicture] = OrderedDict()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._preview, name)

    async def start_anywhere(self) -> None:
        """Start the server of this page at a free port if its own port is taken, as by another demo."""
        try:
            await self.server.start()
        except SetupError:
            self.server = _PageServer(self, 0)
            await self.server.start()

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
        self._keep_pictures(page, payload.get("assets", ()))
        _make_menu_keys_unique(payload.get("messages"))
        _localize_commands(payload.get("messages"), catalogue(self._language))
        _lead_links_into_the_demo(payload.get("messages"), f"{self._stage.front.address}/{self.capability}")
        return payload

    def _add_picture_sizes(self, page: Any, pictures: Mapping[str, dict[str, Any]]) -> None:
        for key, about in pictures.items():
            blob = self._preview._blobs.get(page.assets[key].digest)
            if blob is not None and "displayWidth" not in about and len(blob.data) >= _PNG_SIZE.size:
                chunk, width, height = _PNG_SIZE.unpack_from(blob.data)
                if chunk == b"IHDR":
                    about |= {"displayWidth": width, "displayHeight": height}

    def _keep_pictures(self, page: Any, keys: Iterable[str]) -> None:
        # The simulator forgets a picture as soon as its own page has another one, while the browser, which
        # shows the page before, may still be loading it.
        for key in keys:
            record = page.assets.get(key)
            if record is None:
                blob = None
            else:
                blob = self._preview._blobs.get(record.digest)
            if blob is not None and _kind_of(blob.data) is not None:
                self._pictures[key] = _KeptPicture(record.filename, blob.data)
                self._pictures.move_to_end(key)
        while len(self._pictures) > _PICTURES_KEPT:
            self._pictures.popitem(last=False)

    async def _prepare_asset(
        self, context_id: str | None, asset_id: str, **options: Any
    ) -> tuple[str, bytes, str]:
        # The simulator examines each picture in a process of its own, one after another, and refuses
        # pictures while eight of them wait. The bot's own pictures need no examination.
        is_plain = not any(options.values())
        try:
            _, record, content = self._preview._authorized_asset(context_id, asset_id)
        except SetupError:
            if not is_plain or (kept := self._pictures.get(asset_id)) is None:
                raise
            return _kind_of(kept.data) or "image/png", kept.data, kept.filename
        kind = _kind_of(content)
        if is_plain and kind is not None:
            return kind, content, record.filename
        answer: tuple[str, bytes, str] = await self._preview._prepare_asset(context_id, asset_id, **options)
        return answer

    async def _action(self, context_id: str | None, body: Any) -> dict[str, Any]:
        async with self._stage.turn:
            if isinstance(body, dict) and "published_revision" in body:
                await self._stage.show_changes()  # an out-of-date page is then refused
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

    def list_commands(self, entries: Iterable[dict[str, Any]]) -> None:
        """Name the listed commands in the person's language, as Discord does. The simulator does not."""
        words = catalogue(self._language)
        for entry in entries:
            # A client may have commands of its own, which our catalogues do not name.
            if f"command-{entry['path'][0]}-name" not in words:
                continue
            path = " ".join(entry["path"])
            entry["invocation"] = words.command_name(path).removeprefix("/")
            entry["description"] = words.format(_description_key(entry["path"]))


class _PageServer(PreviewServer):
    def __init__(self, page: PersonPage, port: int) -> None:
        super().__init__(page, port)  # type: ignore[arg-type]
        self._page = page

    async def _commands(self, request: Any) -> Any:
        answer = await super()._commands(request)
        listed = json.loads(answer.text)
        self._page.list_commands(listed.get("entries", ()))
        answer.text = json.dumps(listed)
        return answer

    async def _static(self, request: Any) -> Any:
        answer = await super()._static(request)
        if request.path == "/preview.css":
            answer.text += _STYLE + BAR_STYLE
        elif request.path in _SCRIPT_CHANGES:
            for old, new in _SCRIPT_CHANGES[request.path]:
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
    for part in tree:
        control = _control(part, key)
        if control is not None:
            return control
    return None


def _lead_links_into_the_demo(tree: Any, address: str) -> None:
    if isinstance(tree, list):
        tokens = list[Any]()
        for part in tree:
            tokens += _as_link(part, address)
        tree[:] = tokens
        for part in tree:
            _lead_links_into_the_demo(part, address)
    elif isinstance(tree, dict):
        for name, part in tree.items():
            if name in ("href", "url") and isinstance(part, str):
                link = _DISCORD_LINK.match(part)
            else:
                link = None
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


def _localize_commands(tree: Any, words: Catalogue) -> None:
    # Mentions of commands get the name in the reader's language.
    if isinstance(tree, dict):
        if tree.get("type") == "command":
            tree["label"] = words.command_name(tree["label"].removeprefix("/"))
        tree = tree.values()
    elif not isinstance(tree, list):
        return
    for part in tree:
        _localize_commands(part, words)


def _description_key(path: Sequence[str]) -> str:
    name, *subcommands = path
    if subcommands:
        return f"command-{name}-{subcommands[0]}-about"
    return f"command-{name}-description"


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


# --- demo ---------------------------------------------------------------------------------------------------
# The real bot in a simulated Discord that opens in a browser: no token, no account, no network.
#
# The package ``simcord`` simulates Discord and shows it in a browser. This module adds:
#
# - *Time.* ``_DemoRunner`` moves the simulated clock along with real time.
# - *A first page* with links to the pages of the simulated people (``bot.demo_page``).
# - *A direct message.* A second page for the first person shows their direct messages with the bot.
# - *Further channels.* A link to a thread or another channel opens a page that shows it.
# - *A page for each person* (``PersonPage``).

# Not part of simcord's public face: the pages of further channels.


if TYPE_CHECKING:
    from simcord.actors import MemberActor
    from simcord.builders import UserHandle
    from simcord.preview import Preview

log = logging.getLogger(__name__)

TICK = 0.1
"""Seconds between two checks for changes by the bot."""

PEOPLE = (
    ("hana", "Hana", "ja"),
    ("alice", "Alice", "en-US"),
    ("ken", "Ken", "ja"),
    ("ben", "Ben", "en-US"),
)
"""The people of the demo, two of each language: the user name, the display name, and the Discord locale."""

_AUTOCOMPLETE_ANSWER = 8


class PersonAddress(NamedTuple):
    """A person of the demo, and the address of the person's page."""

    name: str
    address: str


class Demo(NamedTuple):
    """A running demo.

    Attributes:
        front: address of the page with links to all other pages.
        direct_message: address of the page with the first person's direct messages with the bot.
        preview: the simulator's page of the server's channel.
    """

    front: str
    people: tuple[PersonAddress, ...]
    direct_message: str
    preview: Preview


@asynccontextmanager
async def demo(
    make_bot: Callable[[SimulatedClock], discord.Client],
    *,
    port: int,
    locale: str,
    rng: RandomSource | None = None,
    greeting: Page | None = None,
    emoji: Iterable[EmojiFile] = (),
) -> AsyncIterator[Demo]:
    """Run the bot in a simulated Discord server with four people.

    Args:
        make_bot: returns a bot that uses the given clock.
        port: port of the first page; the other pages use the ports after it, or free ones if those are
            taken. 0 chooses free ports.
        locale: language of the server and of the first person.
        greeting: a message to send to the channel at the start.
        emoji: the application's emoji at the start. An upload by the bot takes minutes.

    Raises:
        simcord.SetupError: the port of the first page is taken.
    """
    clock = SimulatedClock()
    wall = Clock()
    bot = make_bot(clock)
    env = clock.env = simcord.Env(bot, check_errors=False)
    # Before the bot starts, so that it doesn't live through the months since simcord's first day.
    env.backend.clock.advance(max(0.0, (wall.now_ms() - clock.now_ms()) / 1000))
    env.backend.edit_bot_profile("Tefuda")
    connection = SimulatedConnection(clock)
    await _upload_emoji(connection, emoji)
    await env.start()
    try:
        language = {"en": "en-US"}.get(locale, locale)
        guild = env.create_guild("Tefuda", preferred_locale=language)
        channel = guild.create_text_channel("card-table")
        # The first person speaks the server's language, and may manage it.
        cast = sorted(PEOPLE, key=lambda person: person[2] != language)
        users = [env.create_user(name, global_name=display_name) for name, display_name, _ in cast]
        people = _members_of(env, guild, users)
        spoken_by = {person.id: spoken for person, (_, _, spoken) in zip(people, cast, strict=True)}
        set_languages(env, spoken_by)
        await env.settle()
        if greeting is not None:
            transport = Transport(connection, Limits(clock, Allowance(1, 1)), 0, 0)
            await transport.send(channel.id, greeting, "greeting")
        async with AsyncExitStack() as opened:
            zone = _local_timezone()
            # The simulator's pages, one for each person, and one for the direct message.
            table = env.preview(channel, viewers=people, layout="channel", locale=language, timezone=zone)
            preview = await opened.enter_async_context(table)
            alone = await opened.enter_async_context(
                _further_preview(env, users[0].dm_channel, users[0], language, zone)
            )
            views = []
            for person, (name, display_name, spoken) in zip(people, cast, strict=True):
                views.append(ChannelView(preview, person, name, display_name, spoken))
            views.append(views[0]._replace(preview=alone, person=users[0], is_direct=True))
            stage = _DemoRunner(views, locale, port, wall, rng or RandomSource())
            await opened.enter_async_context(stage)
            doors = tuple(
                PersonAddress(link.name, link.address) for link in stage.links() if not link.is_direct
            )
            yield Demo(stage.front.address, doors, stage.links()[-1].address, preview)
    finally:
        await bot.close()
        await env.shutdown()


async def _upload_emoji(connection: SimulatedConnection, emoji: Iterable[EmojiFile]) -> None:
    for file in emoji:
        body = json.dumps(emoji_body(file.name, file.png)).encode()
        await connection.request(ApiRequest("POST", "/applications/0/emojis", body))


def _members_of(env: simcord.Env, guild: Any, users: Sequence[UserHandle]) -> list[MemberActor]:
    # The people on the server, with avatars. The first one may manage it.
    owner = guild.create_role("Owner", permissions=discord.Permissions(manage_guild=True))
    members = []
    for number, user in enumerate(users):
        member = guild.add_member(user, roles=[] if number else [owner])
        set_avatar(env, member.id, "drawn", _drawn_avatar(number))
        members.append(member)
    return members


_AVATAR = 128
_BEHIND = ("#f0b43c", "#7fc4e8", "#b8dc78", "#e8a0c8")
_HAIR = ("#3c2878", "#5a3214", "#202428", "#b4441e")


def _drawn_avatar(number: int) -> bytes:
    """Return the picture that a person of the demo has on Discord: a drawn face, as a PNG file."""
    image = Image.new("RGB", (_AVATAR, _AVATAR), _BEHIND[number % len(_BEHIND)])
    draw = ImageDraw.Draw(image)
    draw.ellipse((22, 20, 106, 118), fill="#ffe0c4")
    draw.pieslice((16, 6, 112, 104), 180, 360, fill=_HAIR[number % len(_HAIR)])
    for eye in (46, 76):
        draw.ellipse((eye, 62, eye + 10, 74), fill="#14141e")
    draw.arc((46, 68, 84, 104), 20, 160, fill="#c83c3c", width=5)
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


@asynccontextmanager
async def _further_preview(
    env: simcord.Env, channel: Any, viewer: MemberActor | UserHandle, language: str, timezone: str
) -> AsyncIterator[Preview]:
    # The simulator allows one preview at a time, so the first one is hidden from it.
    first = env._preview
    env._preview = None
    # The arguments that have defaults in ``Env.preview`` and none here.
    options: dict[str, Any] = {
        "display": "responsive",
        "width": 960,
        "height": 720,
        "presentation_time": None,
    }
    further = make_preview(
        env, channel, viewers=[viewer], layout="channel", locale=language, timezone=timezone, **options
    )
    async with further as preview:
        env._preview = first
        yield preview
        env._preview = preview


async def run_demo(
    make_bot: Callable[[SimulatedClock], discord.Client],
    *,
    port: int,
    locale: str,
    greeting: Page | None = None,
    emoji: Iterable[EmojiFile] = (),
    announce: Callable[[str], None] = print,
) -> None:
    """Run the demo until Ctrl-C, or until a person ends it in the browser.

    Args:
        announce: prints a line. The lines are in the language of ``locale``. The other arguments are those
            of ``demo``.
    """
    async with demo(make_bot, port=port, locale=locale, greeting=greeting, emoji=emoji) as running:
        words = Localizer(locale)
        people = words.join([name for name, _ in running.people])
        announce(words("demo-console-begin"))
        announce(f"  {running.front}")
        announce(words("demo-console-people", people=people, button=words("help-now")))
        announce(words("demo-console-alone"))
        announce(words("demo-console-end"))
        await running.preview.wait_closed()


class _DemoRunner:
    def __init__(
        self,
        views: Sequence[ChannelView],
        language: str,
        port: int,
        wall: Clock,
        rng: RandomSource,
    ) -> None:
        self.previews = list(dict.fromkeys(view.preview for view in views))
        self.env = self.previews[0].env
        self.rng = rng
        self._wall = wall
        self.language = language
        self.turn = asyncio.Lock()
        """Held while simcord carries out an action; it refuses two at a time."""
        self._pages = []
        for number, view in enumerate(views, 1):
            self._pages.append(PersonPage(self, view, port + number if port else 0))
        self._first_pages = tuple(self._pages)
        self._further = AsyncExitStack()
        """Closes what was opened for channels and threads that people went to."""
        self.front = FrontPageServer(self, rng.key(), port)
        self._ticking: asyncio.Task[None] | None = None

    async def __aenter__(self) -> _DemoRunner:
        try:
            await self.front.start()
            for page in self._pages:
                await page.start_anywhere()
        except BaseException:
            await self._close_pages()
            raise
        self._ticking = asyncio.create_task(self._tick())
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._ticking is not None:
            self._ticking.cancel()
            with suppress(asyncio.CancelledError):
                await self._ticking
        await self._close_pages()
        await self._further.aclose()

    async def _close_pages(self) -> None:
        await self.front.close()
        for page in self._pages:
            await page.server.close()

    async def open_channel(self, person_key: str, channel_id: int) -> str | None:
        """Return the address of a person's page of a channel; ``None`` if the person cannot see it."""
        async with self.turn:
            asking = next((page for page in self._pages if page.capability == person_key), None)
            if asking is None:
                return None
            pages = [page for page in self._pages if page.view.person.id == asking.view.person.id]
            known = [page for page in pages if page.view.preview.channel.id == channel_id]
            channel = self.env.backend.channels.get(channel_id)
            if known or channel is None:
                return known[0].link.address if known else None
            try:
                return (await self._open_page(pages[0].view, channel)).link.address
            except simcord.SetupError:
                return None

    async def _open_page(self, view: ChannelView, channel: Any) -> PersonPage:
        first = view.preview
        handle = ChannelHandle(self.env, first.channel.guild, channel)
        preview = await self._further.enter_async_context(
            _further_preview(self.env, handle, view.person, first.locale, first.timezone)
        )
        page = PersonPage(self, view._replace(preview=preview), 0)
        await page.server.start()
        self.previews.append(preview)
        self._pages.append(page)
        return page

    def links(self) -> list[PageLink]:
        """Return the links of the first page: the channel for each person, and the direct message."""
        return [page.link for page in self._first_pages]

    async def _tick(self) -> None:
        last = self._wall.now_ms()
        while True:
            await self._wall.sleep(TICK)
            async with self.turn:
                if not all(preview._active for preview in self.previews):
                    return
                now = self._wall.now_ms()
                # a clock that is put back passes no time
                passed = max(0, now - last)
                last = now
                with _slowness_logged():
                    await self.env.advance_time(passed / 1000)
                await self.show_changes()

    async def show_changes(self) -> None:
        """Update the pages if the bot has done something. The caller holds the lock ``turn``."""
        if self._has_bot_sent_requests():
            with _slowness_logged():
                for preview in self.previews:
                    await preview.refresh()

    def _has_bot_sent_requests(self) -> bool:
        env = self.env
        # Requests since the last call.
        did = any(
            request.method != "GET"
            and not (isinstance(request.json, dict) and request.json.get("type") == _AUTOCOMPLETE_ANSWER)
            for request in env.http_requests
        )
        env.http_requests.clear()
        env.backend.transcript.clear()
        return did


@contextmanager
def _slowness_logged() -> Iterator[None]:
    try:
        yield
    except (TimeoutError, simcord.SetupError) as error:
        log.warning("the simulated Discord is held up: %s", error)


def _local_timezone() -> str:
    place = os.path.realpath("/etc/localtime").partition("zoneinfo/")[2]
    for name in (os.environ.get("TZ", ""), place):
        with suppress(ValueError, LookupError, OSError):
            return ZoneInfo(name).key
    return "UTC"
