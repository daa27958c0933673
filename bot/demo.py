"""The real bot in a simulated Discord that opens in a browser: no token, no account, no network.

The package ``simcord`` simulates Discord and shows it in a browser. This module adds:

- *Time.* ``_Stage`` moves the simulated clock along with real time.
- *A first page*, which links to the pages of the simulated people (``bot.demo_page``).
- *A page for each person.* ``_PersonPage`` queues actions, since simcord refuses a second one at the same
  time. It
  also accepts a click on a button that has not changed although the rest of the page has.
"""

from __future__ import annotations

import asyncio
import logging
import os
import struct
import zlib
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import TYPE_CHECKING, Any, NamedTuple
from zoneinfo import ZoneInfo

import discord
import simcord

# Not part of simcord's public face: the page server that a person's page needs.
from simcord.preview._server import PreviewServer

from bot.chance import Chance
from bot.clock import Clock
from bot.demo_page import BAR_STYLE, Front, PageLink, front_page, with_bar
from bot.language.catalogue import language_of
from bot.simulated import SimulatedClock, SimulatedLine, speak
from bot.wire.allowance import Allowance
from bot.wire.limits import Limits
from bot.wire.messages import Page
from bot.wire.transport import Transport

if TYPE_CHECKING:
    from simcord.actors import MemberActor
    from simcord.preview import Preview

log = logging.getLogger(__name__)

TICK = 0.1
"""Seconds between two checks for changes by the bot."""

PEOPLE = (("hana", "Hana", "ja"), ("alice", "Alice", "en-US"), ("ken", "Ken", "ja"))
"""The people of the demo: for each the user name, the display name, and the Discord locale."""

_REVISIONS_KEPT = 32

_STYLE = """
.gallery-image[width] { width: attr(width px, 100%); color: transparent; }
.gallery-item > .media-unavailable { animation: tefuda-late 2s step-end; }
@keyframes tefuda-late { from { visibility: hidden; } }
"""
"""CSS that reserves space for a picture that is still loading. The size of the picture comes from
``_PersonPage._tell_sizes``.

The hint that a picture is unavailable appears only after a while, since most pictures load soon.
"""

_STRING_SELECT = 3
_MENU_NAME = "~"
_PNG_SIZE = struct.Struct(">12x4sII")
_AUTOCOMPLETE_ANSWER = 8


class Demo(NamedTuple):
    """A running demo: the address of its first page, each person's name and address, and the web server of
    the simulator (simcord).
    """

    front: str
    links: tuple[tuple[str, str], ...]
    preview: Preview


@asynccontextmanager
async def demo(
    make_bot: Callable[[SimulatedClock], discord.Client],
    *,
    port: int,
    locale: str,
    chance: Chance | None = None,
    greeting: Page | None = None,
) -> AsyncIterator[Demo]:
    """Run the bot in a simulated Discord with one server, one channel and three people.

    Args:
        make_bot: makes the bot; it must use the given clock for all waiting.
        port: port of the first page. The people's pages have the ports after it. With 0 all ports are free
            ones.
        locale: language of the server (one of ``LANGUAGES``); a person who speaks it comes first.
        chance: source of randomness.
        greeting: a message to send to the channel at the start.

    Raises:
        simcord.SetupError: a port is taken.
    """
    clock, wall = SimulatedClock(), Clock()
    bot = make_bot(clock)
    env = clock.env = simcord.Env(bot, check_errors=False)
    # Before the bot starts, so that it doesn't live through the months since simcord's first day.
    env.backend.clock.advance(max(0.0, (wall.now_ms() - clock.now_ms()) / 1000))
    env.backend.edit_bot_profile("Tefuda")
    await env.start()
    try:
        language = {"en": "en-US"}.get(locale, locale)
        guild = env.create_guild("Tefuda", preferred_locale=language)
        channel = guild.create_text_channel("card-table")
        # The people; the first one speaks the server's language, and may manage it.
        cast = sorted(PEOPLE, key=lambda person: person[2] != language)
        owner = guild.create_role("Owner", permissions=discord.Permissions(manage_guild=True))
        people = [
            guild.add_member(env.create_user(name, global_name=display_name), roles=[] if number else [owner])
            for number, (name, display_name, _) in enumerate(cast)
        ]
        speak(env, {person.id: spoken for person, (_, _, spoken) in zip(people, cast, strict=True)})
        await env.settle()
        if greeting is not None:
            await Transport(SimulatedLine(clock), Limits(clock, Allowance(1, 1)), 0, 0).send(
                channel.id, greeting, "greeting"
            )
        # The simulator's pages, one for each person.
        view = env.preview(channel, viewers=people, layout="channel", locale=language, timezone=_timezone())
        spoken = [(display_name, language_of(discord.Locale(locale_))) for _, display_name, locale_ in cast]
        async with view as preview:
            stage = _Stage(preview, people, spoken, locale, port, wall, chance or Chance())
            async with stage:
                links = tuple((link.name, link.address) for link in stage.links())
                yield Demo(stage.front.address, links, preview)
    finally:
        await bot.close()
        await env.shutdown()


async def run_demo(
    make_bot: Callable[[SimulatedClock], discord.Client],
    *,
    port: int,
    locale: str,
    greeting: Page | None = None,
    announce: Callable[[str], None] = print,
) -> None:
    """Run the demo until Ctrl-C, or until a person ends the session in the browser. ``announce`` prints a
    line.

    Other arguments and errors are those of ``demo``.
    """
    async with demo(make_bot, port=port, locale=locale, greeting=greeting) as running:
        announce("Tefuda is running. Open this page, which leads to all others:")
        announce(f"  {running.front}")
        announce(f"It has a page for each person: {', '.join(name for name, _ in running.links)}. There tap")
        announce("*Play now*, or type /play. Ctrl-C ends the demo; nothing is kept.")
        await running.preview.wait_closed()


class _Stage:
    """Advances the simulated time. Updates the pages in the browser after the bot has sent requests."""

    def __init__(
        self,
        preview: Preview,
        people: Sequence[MemberActor],
        spoken: Sequence[tuple[str, str]],
        language: str,
        port: int,
        wall: Clock,
        chance: Chance,
    ) -> None:
        self.preview, self.chance, self._wall = preview, chance, wall
        self.language = language
        self.turn = asyncio.Lock()
        """Held while simcord carries out an action; it refuses two at a time."""
        self._pages = [
            _PersonPage(self, person, name, language, port + number if port else 0)
            for number, (person, (name, language)) in enumerate(zip(people, spoken, strict=True), 1)
        ]
        self.front = Front(chance.key(), port, lambda: front_page(self.links(), self.language))
        self._ticking: asyncio.Task[None] | None = None

    async def __aenter__(self) -> _Stage:
        try:
            await self.front.start()
            for page in self._pages:
                await page.server.start()
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

    async def _close_pages(self) -> None:
        await self.front.close()
        for page in self._pages:
            await page.server.close()

    def links(self) -> list[PageLink]:
        """Return the addresses of all people."""
        return [page.link for page in self._pages]

    async def _tick(self) -> None:
        last = self._wall.now_ms()
        while True:
            await self._wall.sleep(TICK)
            async with self.turn:
                if not self.preview._active:
                    return
                now = self._wall.now_ms()
                passed, last = max(0, now - last), now  # a clock that is put back passes no time
                with _patience():
                    await self.preview.env.advance_time(passed / 1000)
                await self.show_changes()

    async def show_changes(self) -> None:
        """Update all pages if the bot has done something. The caller holds the lock ``turn``."""
        if self._bot_did_something():
            with _patience():
                await self.preview.refresh()

    def _bot_did_something(self) -> bool:
        """Return whether the bot has sent requests since the last call; forget those requests."""
        env = self.preview.env
        did = any(
            request.method != "GET"
            and not (isinstance(request.json, dict) and request.json.get("type") == _AUTOCOMPLETE_ANSWER)
            for request in env.http_requests
        )
        env.http_requests.clear()
        env.backend.transcript.clear()
        return did


class _PersonPage:
    """The simulator's page for one person, served at a port of its own."""

    def __init__(self, stage: _Stage, person: MemberActor, name: str, language: str, port: int) -> None:
        self.capability = stage.chance.key()
        self.name, self._language = name, language
        self.server = _PageServer(self, port)
        self._stage = stage
        self._preview = stage.preview
        self._person = person
        self._shown: OrderedDict[tuple[str, int], dict[str, Any]] = OrderedDict()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._preview, name)

    @property
    def link(self) -> PageLink:
        """The person's name, the language of the texts, and the page's address."""
        return PageLink(self.name, self._language, f"{self._origin}/#{self.capability}")

    def with_bar(self, page: str) -> str:
        """Return the simulator's HTML page with our bar at the top: the person's name, and a link to the
        first page.
        """
        return with_bar(page, self.link, self._stage.front.address, self._language)

    @property
    def _origin(self) -> str:
        return f"http://127.0.0.1:{self.server.port}"

    def _open_page(self, viewer_id: Any = None, target_id: Any = None) -> Any:
        return self._preview._open_page(self._person.id if viewer_id is None else viewer_id, target_id)

    def _page_payload(self, page: Any) -> dict[str, Any]:
        payload = self._payload(page)
        self._tell_sizes(page, payload.get("assets", {}))
        self._shown[page.id, page.revision] = payload.get("messages", {})
        while len(self._shown) > _REVISIONS_KEPT:
            self._shown.popitem(last=False)
        return payload

    def _payload(self, page: Any) -> dict[str, Any]:
        payload: dict[str, Any] = self._preview._page_payload(page)
        _name_menus(payload.get("messages"))
        return payload

    def _tell_sizes(self, page: Any, pictures: Mapping[str, dict[str, Any]]) -> None:
        """Add to a page the sizes of those pictures whose size the simulator does not know yet."""
        for key, about in pictures.items():
            blob = self._preview._blobs.get(page.assets[key].digest)
            if blob is not None and "displayWidth" not in about and len(blob.data) >= _PNG_SIZE.size:
                chunk, width, height = _PNG_SIZE.unpack_from(blob.data)
                if chunk == b"IHDR":
                    about |= {"displayWidth": width, "displayHeight": height}

    async def _action(self, context_id: str | None, body: Any) -> dict[str, Any]:
        async with self._stage.turn:
            if isinstance(body, dict) and "published_revision" in body:
                await self._stage.show_changes()  # so that an out-of-date page is known to be one
                body = self._caught_up(context_id, body)
            if isinstance(body, dict) and isinstance(body.get("control_key"), str):
                body = {**body, "control_key": body["control_key"].partition(_MENU_NAME)[0]}
            return await self._preview._action(context_id, body)

    def _caught_up(self, context_id: str | None, body: dict[str, Any]) -> dict[str, Any]:
        """Return an action that the browser sent, changed so that it applies to the current page.

        It is changed only if it means the same on the current page as on the page that the person saw.

        Args:
            context_id: id of the person's page.
            body: the action as the browser sent it; returned unchanged if it does not mean the same now.
        """
        # The simulator refuses actions on outdated pages: every third click while computer players play.
        page = self._preview._get_page(context_id)
        revision = body["published_revision"]
        # The page has not changed, or the request is not one of ours.
        if revision == page.revision or not isinstance(revision, int):
            return body
        key = body.get("control_key")
        # A button or menu must be unchanged; other actions mean the same on every page.
        if key is not None:
            before = _control(self._shown.get((page.id, revision)), key)
            now = _control(self._payload(page).get("messages"), key)
            if before is None or before != now:
                return body
        return {**body, "published_revision": page.revision}


class _PageServer(PreviewServer):
    """The simulator's web server, with changed pages: they name their person, and reserve space for pictures.

    The page is drawn again whenever a menu opens. Without reserved space its contents would jump, and an open
    menu would be moved out of the window and close.
    """

    def __init__(self, page: _PersonPage, port: int) -> None:
        super().__init__(page, port)  # type: ignore[arg-type]
        self._page = page

    async def _static(self, request: Any) -> Any:
        answer = await super()._static(request)
        if request.path == "/preview.css":
            answer.text += _STYLE + BAR_STYLE
        elif request.path == "/":
            answer.text = self._page.with_bar(answer.text)
        return answer


@contextmanager
def _patience() -> Iterator[None]:
    """Context manager in which a slow simulated Discord is logged instead of raising an error."""
    try:
        yield
    except (TimeoutError, simcord.SetupError) as error:
        log.warning("the simulated Discord is held up: %s", error)


def _control(tree: Any, key: str) -> Mapping[str, Any] | None:
    if isinstance(tree, dict):
        if tree.get("control_key") == key:
            return tree
        tree = tree.values()
    elif not isinstance(tree, list):
        return None
    return next((control for part in tree if (control := _control(part, key)) is not None), None)


def _name_menus(tree: Any) -> None:
    """Change the simulator so that its pages distinguish menus by custom id, as Discord does.

    Without this they distinguish menus only by position, so a choice would appear in the next menu at the
    same position.
    """
    if isinstance(tree, dict):
        if tree.get("type") == _STRING_SELECT and isinstance(tree.get("control_key"), str):
            tree["control_key"] += f"{_MENU_NAME}{zlib.crc32(str(tree.get('custom_id')).encode()):x}"
        tree = tree.values()
    elif not isinstance(tree, list):
        return
    for part in tree:
        _name_menus(part)


def _timezone() -> str:
    """Return the likely name of this machine's time zone."""
    place = os.path.realpath("/etc/localtime").partition("zoneinfo/")[2]
    for name in (os.environ.get("TZ", ""), place):
        with suppress(ValueError, LookupError, OSError):
            return ZoneInfo(name).key
    return "UTC"
