"""The real bot in a simulated Discord that opens in a browser: no token, no account, no network.

The package ``simcord`` simulates Discord and shows it in a browser. This module adds:

- *Time.* ``_DemoRunner`` moves the simulated clock along with real time.
- *A first page* with links to the pages of the simulated people (``bot.demo_page``).
- *A direct message.* A second page for the first person shows their direct messages with the bot.
- *Further channels.* A link to a thread or another channel opens a page that shows it.
- *A page for each person* (``bot.demo_person``).
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from typing import TYPE_CHECKING, Any, NamedTuple
from zoneinfo import ZoneInfo

import discord
import simcord

# Not part of simcord's public face: the pages of further channels.
from simcord.builders import ChannelHandle
from simcord.preview import make_preview

from bot.chance import Chance
from bot.clock import Clock
from bot.demo_page import FrontPageServer, PageLink, front_page
from bot.demo_person import ChannelView, PersonPage
from bot.simulated import SimulatedClock, SimulatedConnection, set_languages
from bot.wire.allowance import Allowance
from bot.wire.limits import Limits
from bot.wire.messages import Page
from bot.wire.transport import Transport

if TYPE_CHECKING:
    from simcord.actors import MemberActor
    from simcord.builders import UserHandle
    from simcord.preview import Preview

log = logging.getLogger(__name__)

TICK = 0.1
"""Seconds between two checks for changes by the bot."""

PEOPLE = (("hana", "Hana", "ja"), ("alice", "Alice", "en-US"), ("ken", "Ken", "ja"))
"""The people of the demo: for each the user name, the display name, and the Discord locale."""

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
    chance: Chance | None = None,
    greeting: Page | None = None,
) -> AsyncIterator[Demo]:
    """Run the bot in a simulated Discord server with three people.

    Args:
        make_bot: returns a bot that uses the given clock.
        port: port of the first page; the other pages use the ports after it. 0 chooses free ports.
        locale: language of the server and of the first person.
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
        users = [env.create_user(name, global_name=display_name) for name, display_name, _ in cast]
        people = [
            guild.add_member(user, roles=[] if number else [owner]) for number, user in enumerate(users)
        ]
        set_languages(env, {person.id: spoken for person, (_, _, spoken) in zip(people, cast, strict=True)})
        await env.settle()
        if greeting is not None:
            await Transport(SimulatedConnection(clock), Limits(clock, Allowance(1, 1)), 0, 0).send(
                channel.id, greeting, "greeting"
            )
        async with AsyncExitStack() as opened:
            zone = _local_timezone()
            # The simulator's pages, one for each person, and one for the direct message.
            table = env.preview(channel, viewers=people, layout="channel", locale=language, timezone=zone)
            preview = await opened.enter_async_context(table)
            alone = await opened.enter_async_context(
                _further_preview(env, users[0].dm_channel, users[0], language, zone)
            )
            views = [
                *(
                    ChannelView(preview, person, *cast_member)
                    for person, cast_member in zip(people, cast, strict=True)
                ),
                ChannelView(alone, users[0], *cast[0], is_direct=True),
            ]
            stage = _DemoRunner(views, locale, port, wall, chance or Chance())
            await opened.enter_async_context(stage)
            doors = tuple(
                PersonAddress(link.name, link.address) for link in stage.links() if not link.is_direct
            )
            yield Demo(stage.front.address, doors, stage.links()[-1].address, preview)
    finally:
        await bot.close()
        await env.shutdown()


@asynccontextmanager
async def _further_preview(
    env: simcord.Env, channel: Any, viewer: MemberActor | UserHandle, language: str, timezone: str
) -> AsyncIterator[Preview]:
    # The simulator allows one preview at a time, so the first one is hidden from it.
    first, env._preview = env._preview, None
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
    announce: Callable[[str], None] = print,
) -> None:
    """Run the demo until Ctrl-C, or until a person ends it in the browser.

    Args:
        announce: prints a line. The other arguments are those of ``demo``.
    """
    async with demo(make_bot, port=port, locale=locale, greeting=greeting) as running:
        announce("Tefuda is running. Open this page, which leads to all others:")
        announce(f"  {running.front}")
        announce(f"It has a page for each person: {', '.join(name for name, _ in running.people)}. There tap")
        announce("*Play now*, or type /play. The last one is a direct message, for practice and /daily.")
        announce("Ctrl-C ends the demo; nothing is kept.")
        await running.preview.wait_closed()


class _DemoRunner:
    def __init__(
        self,
        views: Sequence[ChannelView],
        language: str,
        port: int,
        wall: Clock,
        chance: Chance,
    ) -> None:
        self.previews = list(dict.fromkeys(view.preview for view in views))
        self.env, self.chance, self._wall = self.previews[0].env, chance, wall
        self.language = language
        self.turn = asyncio.Lock()
        """Held while simcord carries out an action; it refuses two at a time."""
        self._pages = [
            PersonPage(self, view, port + number if port else 0) for number, view in enumerate(views, 1)
        ]
        self._first_pages = tuple(self._pages)
        self._further = AsyncExitStack()
        """Closes what was opened for channels and threads that people went to."""
        self.front = FrontPageServer(
            chance.key(), port, lambda: front_page(self.links(), self.language), self.open_channel
        )
        self._ticking: asyncio.Task[None] | None = None

    async def __aenter__(self) -> _DemoRunner:
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
                passed, last = max(0, now - last), now  # a clock that is put back passes no time
                with _slowness_logged():
                    await self.env.advance_time(passed / 1000)
                await self.show_changes()

    async def show_changes(self) -> None:
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
