"""The bot as everything that people do sees it: what it is made of, and what one tap is.

Subjects (lobby, play, scores ...) know this module and what lies below it. ``bot.client`` puts the parts in.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

import discord
import structlog
from discord.gateway import DiscordWebSocket

from bot import metrics
from bot.chance import Chance
from bot.clock import Clock
from bot.config import Config
from bot.interactions import colours
from bot.interactions.components import container_view, tapped, text_display
from bot.interactions.replies import UNREACHABLE, acknowledge, answer, reader
from bot.language.catalogue import language_of
from bot.pace.gate import Ages, Gate
from bot.pace.work import Work
from bot.refused import Refused
from bot.showing.displays import Displays
from bot.showing.panels import PANEL_VERBS
from bot.tables.registry import Registry
from bot.tables.reviews import Reviews
from bot.tables.thinkers import Thinkers
from games.core.words import Text
from storage.errors import StorageError, StorageFailed
from storage.shards import Shard
from storage.store import Store

log = structlog.get_logger(__name__)

STALE = ("stale-button", "already-played", "game-is-over", "not-your-turn")
"""What a panel that was behind is refused; drawn anew it says so by itself."""

AGAIN_SECONDS = (1, 2, 4, 8, 15, 30, 60, 60, 60)
"""Pauses before a move that could not be written is tried once more, all within the life of a tap's token."""

EXPIRED = 10062
"""Discord's code for an interaction that was answered too late."""

PLAYING = frozenset({"move", "pick", "cards"})
"""Verbs of taps that may play a move, which is tried again while it cannot be written."""

PATIENT = frozenset({"hand", *PANEL_VERBS})
"""Verbs of taps that may wait in line, and be answered after an acknowledgement."""


class App(discord.Client):
    """A Discord client that hosts card tables.

    Attributes:
        config: how to run.
        clock: the one clock.
        chance: the one source of chance.
        store: what is kept.
        tables: every open table.
        thinkers: computer players.
        reviews: what they say of games that are over.
        displays: what people see of each.
        actions: what each verb of a custom id does.
        gate: lets taps and duties in.
        ages: tells how long ago something was tapped.
        work: what people have asked for and is being done.
        retries: moves that could not be written and are tried again, by person and table.
    """

    config: Config
    clock: Clock
    chance: Chance
    store: Store
    tables: Registry
    thinkers: Thinkers
    reviews: Reviews
    displays: Displays
    actions: Mapping[str, Action]
    gate: Gate
    ages: Ages
    work: Work
    retries: dict[tuple[int, str], asyncio.Task[None]]

    @property
    def served(self) -> tuple[Shard, ...]:
        """The shards that are served here; none if the bot is not divided."""
        return ()

    @property
    def is_connected(self) -> bool:
        """Tell whether Discord can be heard."""
        socket: DiscordWebSocket | None = self.ws
        return self.is_ready() and socket is not None and socket.open

    async def public_language(self, guild: discord.Guild) -> str:
        """Choose the language of public messages: the server's choice, else its own locale."""
        settings = await self.store.guild_settings(guild.id)
        return settings.locale or language_of(guild.preferred_locale, self.config.default_locale)

    async def tapped(
        self,
        interaction: discord.Interaction[Any],
        verb: str,
        subject: str,
        arg: str,
        values: tuple[str, ...],
    ) -> None:
        """Carry out what a button or a menu stands for; a verb of an older version is refused kindly."""

        async def act() -> None:
            action = self.actions.get(verb)
            if action is None:
                raise Refused("stale-button")
            await action(Tap(interaction, subject, arg, values))

        if (table := self.tables.tables.get(subject)) is not None:
            table.bind_log()
        who = (interaction.user.id, subject)
        if verb in PANEL_VERBS and (retry := self.retries.pop(who, None)) is not None:
            retry.cancel()  # what is tapped now counts, not what could not be written before

        async def act_again() -> None:
            try:
                await act()
            except StorageFailed:
                self.retries[who] = asyncio.create_task(self._retry(interaction, act, who), name="retry")
                raise

        do = act_again if verb in PLAYING else act
        await self.attend(interaction, do, who if verb in PATIENT else None)

    async def _retry(
        self, interaction: discord.Interaction[Any], act: Callable[[], Awaitable[None]], who: tuple[int, str]
    ) -> None:
        """Try a move again until it can be written; its decision's number keeps it from counting twice."""
        try:
            for pause in AGAIN_SECONDS:
                await self.clock.sleep(pause)
                try:
                    with self.work.piece():
                        async with self.gate.duty():
                            await act()
                except StorageFailed as error:
                    log.warning("a move cannot be written", table=who[1], why=str(error))
                except Exception as error:
                    await self.answer_error(interaction, error)
                    return
                else:
                    return
        finally:
            if self.retries.get(who) is asyncio.current_task():
                del self.retries[who]

    async def attend(
        self,
        interaction: discord.Interaction[Any],
        act: Callable[[], Awaitable[None]],
        who: Hashable | None = None,
    ) -> None:
        """Do what an interaction asks for, as soon as there is room for it, and answer what goes wrong.

        Args:
            interaction: the interaction.
            act: does it.
            who: person and table, of whose taps only the newest waits; nothing if it cannot wait in line.
        """
        if not self.tables.serves(interaction.guild_id or 0):
            return  # whoever serves this server by now answers
        now = self.clock.now_ms()
        age = self.ages.age(int(interaction.created_at.timestamp() * 1000), now)
        outcome = "answered"
        with self.work.piece():
            try:
                if self.work.is_ending:
                    raise Refused("restarting")
                if not await self._is_let_in(interaction, age, who):
                    outcome = "late"
                    return
                try:
                    await act()
                finally:
                    self.gate.leave()
            except Exception as error:
                outcome = outcome_of(error)
                await self.answer_error(interaction, error)
            finally:
                metrics.interaction(outcome, (age + self.clock.now_ms() - now) / 1000)

    async def _is_let_in(self, interaction: discord.Interaction[Any], age: int, who: Hashable | None) -> bool:
        if who is None:
            return self.gate.go_first(age)
        return await self.gate.enter(who, age, partial(acknowledge, interaction))

    async def answer_error(self, interaction: discord.Interaction[Any], error: Exception) -> None:
        """Answer for anything that went wrong: kindly for a refusal, with an incident id for the rest."""
        if isinstance(error, discord.NotFound) and error.code == EXPIRED:
            log.warning("an interaction came too late to be answered")
            return
        if isinstance(error, Refused):
            said = error.text
        elif isinstance(error, StorageFailed):
            log.warning("something could not be written", why=str(error))
            said = Text("not-written-retried" if self._is_retried(interaction) else "not-written")
        else:
            incident = self.chance.incident()
            if isinstance(error, (StorageError, *UNREACHABLE)):
                log.warning("something could not be done", incident=incident, why=repr(error))
            else:
                log.error("unexpected error", incident=incident, exc_info=error)
            said = Text("unexpected-error", {"incident": incident})
        try:
            if not await self._told_in_panel(interaction, said):
                text = reader(interaction)(said)
                await answer(interaction, container_view(text_display(text), accent=colours.QUIET))
        except UNREACHABLE:
            log.warning("an error could not be told", user=interaction.user.id)

    def _is_retried(self, interaction: discord.Interaction[Any]) -> bool:
        tap = tapped(interaction)
        return tap is not None and (interaction.user.id, tap.subject) in self.retries

    async def _told_in_panel(self, interaction: discord.Interaction[Any], said: Text) -> bool:
        """Tell it on top of the private panel that was tapped; one that was only behind is drawn anew."""
        message, tap = interaction.message, tapped(interaction)
        if tap is None or tap.verb not in PANEL_VERBS or message is None or not message.flags.ephemeral:
            return False
        try:
            table = self.tables.tables.get(tap.subject) or await self.tables.look_up(tap.subject)
            return await self.displays.refresh_panel(interaction, table, None if said.key in STALE else said)
        except (Refused, StorageError):
            return False


def outcome_of(error: Exception) -> str:
    """Name what came of an interaction that went wrong, as ``bot.metrics`` counts it."""
    if isinstance(error, Refused):
        return "refused"
    if isinstance(error, discord.NotFound) and error.code == EXPIRED:
        return "late"
    if isinstance(error, StorageError):
        return "database"
    return "discord" if isinstance(error, UNREACHABLE) else "bug"


Interaction: TypeAlias = discord.Interaction[App]


@dataclass(frozen=True)
class Tap:
    """A tap on a button, or a choice in a menu.

    Attributes:
        interaction: the interaction to be answered.
        subject: what the custom id names: a table's id, for some verbs a person's, or ``all``.
        arg: the rest of the custom id.
        values: what was chosen in a menu.
    """

    interaction: Interaction
    subject: str
    arg: str = ""
    values: tuple[str, ...] = ()

    @property
    def app(self) -> App:
        return self.interaction.client

    @property
    def user(self) -> discord.User | discord.Member:
        return self.interaction.user

    @property
    def is_private(self) -> bool:
        """Tell whether what was tapped is seen by this person alone."""
        message = self.interaction.message
        return message is not None and message.flags.ephemeral


Action: TypeAlias = Callable[[Tap], Awaitable[None]]
"""What a verb of a custom id does. It calls a table or the store, and renders: no rules, no SQL, no prose."""
