"""A server whose members play tournaments in the simulated Discord."""

from __future__ import annotations

import random
from typing import Any

import discord

from bot.driving.table import Table
from bot.tournaments import acts
from bot.tournaments.live import Tournament
from bot.tournaments.state import TournamentState
from storage.rows import Name
from tests.bot.people import Stage, custom_ids, find_id, options, text_of_message

MORE = ("Hana", "Ken", "Mika", "Alexandra", "Theodora", "Jun", "Naoki", "Saki", "Quentin")


class Club(Stage):
    """A server with the given number of members; the host, Olga, may manage events."""

    def __init__(self, env: Any, people: int, locale: str = "en-US") -> None:
        self.named: dict[int, str] = {}
        super().__init__(env, locale)
        role = self.guild.create_role("Organizers", permissions=discord.Permissions(manage_events=True))
        self.alice = self.member("Olga", roles=[role])
        self.members = [self.alice, self.bob, self.carol][:people]
        for number in range(4, people + 1):
            self.members.append(self.member(MORE[number - 4]))
        self.rng = random.Random(people)

    def member(self, name: str, **how: Any) -> Any:
        """Create a member of the server and remember the name."""
        member = super().member(name, **how)
        self.named[member.id] = name
        return member

    @property
    def cup(self) -> Tournament:
        """The only open tournament."""
        (live,) = self.bot.tournaments.on(self.guild.id)
        return live

    @property
    def standing(self) -> TournamentState:
        return self.cup.state

    @property
    def sign_up(self) -> Any:
        """The tournament's public message in its current form."""
        return self.current_message(self.cup.sent_row.message_id)

    async def open(self, game: str = "bull", **how: Any) -> Any:
        """Open a tournament as the host; return the answer."""
        return await self.alice.slash(self.channel, "tournament", game=game, **how)

    async def set(self, **settings: str) -> None:
        """Change settings of the sign-up directly, without taps."""
        for name, value in settings.items():
            await self.cup.change(acts.choose_setting, name, value)

    async def all_join(self) -> None:
        """Sign up all members directly, without taps."""
        for number, person in enumerate(self.members):
            name = self.named[person.id]
            names = Name(name), Name(name.lower())
            await self.cup.change(acts.join, person.id, *names, 1000 + number, self.bot.clock.now_ms())
        await self.env.advance_time(2)  # until the message can be started from

    async def start_tournament(self, game: str = "bull", **settings: str) -> Tournament:
        """Start a tournament of all members with the given settings; return it."""
        await self.open(game)
        await self.set(**settings)
        await self.all_join()
        await self.tap(self.alice, self.sign_up, "cup_begin")
        await self.env.advance_time(20)
        return self.cup

    def number_of(self, person: Any) -> int:
        """Return a member's number among the tournament's entrants."""
        entry = self.standing.entrant_of(person.id)
        assert entry is not None
        return entry.number

    async def play_to_the_end(self) -> None:
        """Play all remaining rounds of the tournament."""
        live = self.cup
        while not live.state.is_over:
            await self.play_round()

    async def play_table(self, table: Table, most: int = 3000) -> None:
        """Play a table's game to its end with random legal moves."""
        for _ in range(most):
            state = table.state
            if state.is_closed or state.match is None or state.row.is_decided:
                return
            acting = state.acting(human=True)
            if not acting:
                await self.env.advance_time(1)
                continue
            legal = state.match.legal(acting[0])
            await table.play(acting[0], self.rng.choice([*legal]))
        raise AssertionError("no end in sight")

    async def play_round(self) -> None:
        """Play all open tables of the current round."""
        for table in [
            open_table for open_table in self.bot.tables.open() if open_table.state.gathering.paired
        ]:
            await self.play_table(table)
        await self.env.advance_time(20)

    async def say(self, person: Any, verb: str, message: Any = None) -> str:
        """Tap a button of the tournament's message; return the text of the private answer."""
        tapped = await person.click(
            message or self.sign_up, custom_id=find_id(message or self.sign_up, "b", verb)
        )
        return "" if tapped.response is None else text_of_message(tapped.response)


async def host_page(club: Club, page: str = "") -> Any:
    """Open the host's private page as the host, and turn to the given page."""
    answer = (await club.tap(club.alice, club.sign_up, "cup_more")).response
    return (await club.tap(club.alice, answer, "cup_page", page)).response if page else answer


async def choose(club: Club, verb: str, name: str, value: str, page: str = "") -> Any:
    """Choose a value in a menu of the host's page; return the answer."""
    message = await host_page(club, page)
    menu = next(ident for ident, _ in options(message, verb) if ident.endswith(name))
    return (await club.alice.select(message, [value], custom_id=menu)).response


async def pick(club: Club, verb: str, person: Any, page: str = "people") -> str:
    """Choose a member in a menu of the host's page; return the text of the answer."""
    message = await host_page(club, page if club.standing.is_open else "")
    menu = next(custom_id for custom_id in custom_ids(message) if custom_id.startswith(f"u:{verb}:"))
    return text_of_message((await club.alice.select(message, [person], custom_id=menu)).response)
