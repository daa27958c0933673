"""Act as people in the simulated Discord, and read the messages that they see."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import simcord
from simcord.components import walk_components

from bot.client import Tefuda
from bot.driving.table import Table
from bot.tables.state import TableState
from games import GAMES, find_game
from games.core.game import TEMPERAMENTS
from games.core.match import Match
from storage.rows import StoredTable
from storage.tables.loading import load_table
from tests.games.play import seats_near

LONGEST_SETTLING = 900
"""Real seconds after which a bot that is still busy counts as hung. Only a failure takes that long."""


class Stage:
    """A simulated server with one channel and three people: Alice, Bob and Carol."""

    def __init__(self, env: simcord.Env, locale: str = "en-US") -> None:
        self.env = env
        self.guild = env.create_guild("Club", preferred_locale=locale)
        self.channel = self.guild.create_text_channel("games")
        self.alice, self.bob, self.carol = map(self.member, ("Alice", "Bob", "Carol"))
        self.guests: list[Any] = []

    def member(self, name: str, **how: Any) -> Any:
        """Create a member of the server who has been offered the lesson of each game."""
        member = self.newcomer(name, **how)
        if isinstance(self.env.bot, Tefuda):
            for game in GAMES:
                self.env.bot.lesson_offers.get_or_make((member.id, game.id), lambda: 0)
        return member

    def newcomer(self, name: str, **how: Any) -> Any:
        """Create a member of the server who has been offered no lesson yet."""
        return self.guild.add_member(self.env.create_user(name.lower(), global_name=name), **how)

    @property
    def bot(self) -> Tefuda:
        bot = self.env.bot
        assert isinstance(bot, Tefuda)
        return bot

    @property
    def table(self) -> Table:
        """Return the only running table."""
        (table,) = self.tables
        return table

    @property
    def state(self) -> TableState:
        """Return the state of the only running table."""
        return self.table.state

    @property
    def tables(self) -> list[Table]:
        return [table for table in self.bot.tables.open() if table.state.is_playing]

    @property
    def lobbies(self) -> list[Table]:
        return [table for table in self.bot.tables.open() if table.state.is_lobby]

    @property
    def lobby_state(self) -> TableState:
        """Return the state of the only open lobby."""
        (table,) = self.lobbies
        return table.state

    def message(self, words: str) -> Any:
        """Return the newest public message that contains the words, or of the table with this id."""
        own = {f"b:{verb}:{words}" for verb in ("rematch", "extras")}
        for message in reversed(self.channel.history()):
            if words in "\n".join(texts(message)) or own & {*custom_ids(message)}:
                return message
        raise AssertionError(f"no message says {words!r}: {[texts(m) for m in self.channel.history()]}")

    def table_message(self, table: Table | None = None) -> Any:
        """Return the message of a table, by default of the running one."""
        return self.current_message((table or self.table).sent_row.message_id)

    def current_message(self, message_id: int | None) -> Any:
        """Return a channel's message with its current content."""
        assert message_id is not None
        stored = self.env.backend.get_message(self.channel.id, message_id)
        return simcord.results.to_discord_message(self.env, stored)

    @property
    def lobby_message(self) -> Any:
        """Return the message of the only open lobby."""
        return self.table_message(self.lobbies[0])

    @property
    def calls(self) -> list[Any]:
        """Return the channel's messages that notify players to act."""
        return [message for message in self.channel.history() if "<@" in text_of_message(message)]

    @property
    def match(self) -> Match:
        match = self.state.match
        assert match is not None
        return match

    @property
    def legal_moves(self) -> list[str]:
        """Return the legal moves, in notation, of the first seat to act at the only running table."""
        return [*map(str, self.match.legal(self.state.acting(human=True)[0]))]

    async def stored_table(self, table_id: str | None = None) -> StoredTable:
        """Return the stored form of a table, by default of the running one."""
        stored = await self.bot.store.read(load_table, table_id or self.table.id)
        assert stored is not None
        return stored

    async def stored_state(self) -> TableState:
        """Return the running table's state as the database has it."""
        return TableState.of(await self.stored_table())

    async def lobby(self, game: str = "bull", computers: int = 0) -> Any:
        """Have Alice open a lobby and add computer players; return the lobby's message."""
        await self.alice.slash(self.channel, "play", game=game)
        message = self.channel.last_message
        if computers:
            await self.seat(self.alice, message, *["normal"] * computers)
        return message

    async def start_game(self, *others: Any, game: str = "bull", computers: int = 0) -> Any:
        """Have Alice start a game with others and computer players; return the table's message."""
        lobby = await self.lobby(game, computers)
        for person in others:
            await self.tap(person, lobby, "join")
        await self.tap(self.alice, self.channel.last_message, "start")
        return self.table_message(self.tables[-1])

    async def start_two(self, game: str = "bull") -> Any:
        """Have Alice start a game with Bob; return the table's message."""
        return await self.start_game(self.bob, game=game)

    async def start_three(self, computers: int = 0) -> Any:
        """Have Alice start a game with Bob, Carol and computer players; return the table's message."""
        return await self.start_game(self.bob, self.carol, computers=computers)

    async def open_panel(self, person: Any) -> Any:
        return (await self.tap(person, self.table_message(), "hand")).response

    async def start_and_open_panel(self) -> tuple[Any, Any]:
        """Start a game of two; return the person to act and the person's open panel."""
        await self.start_two()
        player = self.player_on_turn()
        return player, await self.open_panel(player)

    async def open_both_panels(self) -> dict[int, Any]:
        """Start a game of two and open both panels; return the panels by user id."""
        await self.start_two()
        return {person.id: await self.open_panel(person) for person in (self.alice, self.bob)}

    async def move(self, move: str, seconds: float = 0) -> Any:
        """Have the person to act play by /move, then let time pass; return the bot's answer."""
        answer = await self.player_on_turn().slash(self.channel, "move", move=move)
        if seconds:
            await self.env.advance_time(seconds)
        return answer

    async def play(self, move: str | None = None, seconds: float = 0) -> None:
        """Play a move without Discord, by default the first legal one, and then let time pass."""
        await self.table.play(self.state.acting(human=True)[0], move or self.legal_moves[0])
        if seconds:
            await self.env.advance_time(seconds)

    async def seat(self, person: Any, lobby: Any, *levels: str) -> Any:
        """Add computer players on a lobby's private page; return the page."""
        page = (await self.tap(person, lobby, "computers")).response
        for level in levels:
            await self.tap(person, page, "seat", level)
        await self.env.advance_time(3)
        return page

    async def tap_more(self, person: Any, lobby: Any, verb: str, seconds: float = 0) -> Any:
        """Open a lobby's *More* page and tap a button there; return the bot's answer."""
        return await self.tap(person, (await self.more(person, lobby)).response, verb, seconds=seconds)

    async def more(self, person: Any, lobby: Any) -> Any:
        """Open a lobby's *More* page; return the bot's answer."""
        return await self.tap(person, self.current_message(lobby.id), "more")

    async def tap(
        self, person: Any, message: Any, verb: str, arg: str | None = None, seconds: float = 0
    ) -> Any:
        """Tap the first button with this verb and argument, then let time pass; return the bot's answer."""
        message = await self._with_button(person, message, verb)
        tapped = await person.click(message, custom_id=find_id(message, "b", verb, arg))
        if seconds:
            await self.env.advance_time(seconds)
        return tapped

    async def _with_button(self, person: Any, message: Any, verb: str) -> Any:
        # A button that a running game's message lacks may be on its page *More*.
        verbs = [words.split(":")[1] for words in custom_ids(message)]
        if verb in verbs or "extras" not in verbs:
            return message
        more = await person.click(message, custom_id=find_id(message, "b", "extras", None))
        return message if more.response is None else more.response

    async def forge(self, person: Any, message: Any, custom_id: str, *values: str) -> str:
        """Tap or choose something that the message does not offer; return the text of the bot's answer."""
        tapped = raw_click(person, message, custom_id, component_type=3 if values else 2, values=[*values])
        await self.env.settle()
        return "" if tapped.response is None else text_of_message(tapped.response)

    async def choose(self, person: Any, message: Any, verb: str, values: list[str], last: bool = True) -> Any:
        """Choose in the last (or first) menu of a message with this verb; return the bot's answer."""
        menu_ids = [cid for cid in custom_ids(message) if cid.startswith(f"s:{verb}:")]
        return await person.select(message, values, custom_id=menu_ids[-1 if last else 0])

    async def set_option(self, page: Any, name: str, value: str) -> None:
        """Have Alice set an option of the game on the lobby's options page."""
        menu = next(cid for cid, _ in options(page, "option") if cid.endswith(f":{name}"))
        await self.alice.select(page, [value], custom_id=menu)

    async def confirm_act(self, person: Any, act: str) -> Any:
        """Tap an act, such as a vote, in the private panel and confirm it; return the panel."""
        panel = await self.tap(person, self.table_message(), "acts")
        if any(cid.startswith("b:askact:") and cid.endswith(f":{act}") for cid in custom_ids(panel.response)):
            await self.tap(person, panel.response, "askact", act)
        await self.tap(person, panel.response, "act", act)
        await self.env.advance_time(2)
        return panel

    async def resign(self, person: Any, channel: Any = None, seconds: float = 0) -> Any:
        """Resign by the command and confirm it; return the bot's answer."""
        answer = await person.slash(channel or self.channel, "resign")
        return await self.tap(person, answer.response, "resign", seconds=seconds)

    async def play_a_while(self) -> None:
        """Play first legal moves until every player has made enough decisions for the result to count."""
        least = self.state.game.min_decisions
        while any(made.by_player < least for made in self.state.position.decision_counts):
            await self.play()

    def player_on_turn(self) -> Any:
        """Return the person to act, or the first of several."""
        return self.person_at(self.state.acting(human=True)[0])

    @property
    def waiting_player(self) -> Any:
        """Return the player of two who is not to act."""
        return self.bob if self.player_on_turn() is self.alice else self.alice

    def person_at(self, seat: int) -> Any:
        user_id = self.state.seats[seat].user_id
        return next(person for person in self.people if person.id == user_id)

    @property
    def people(self) -> tuple[Any, ...]:
        return self.alice, self.bob, self.carol, *self.guests

    def people_for(self, game: str) -> tuple[Any, ...]:
        """Return three people, or as near to three as the game allows."""
        seats = seats_near(find_game(game), 3)
        while len(self.people) < seats:
            self.guests.append(self.member(f"Guest {len(self.guests) + 1}"))
        return self.people[:seats]


def without_emoji(name: str) -> str:
    """Return a computer player's name without the emoji of its temperament."""
    return name.rstrip("".join(temperament.sign for temperament in TEMPERAMENTS))


def parts(message: Any) -> list[dict[str, Any]]:
    """Return all components of a message as sent over the wire, nested ones included."""
    rows = message.components
    if not isinstance(message, simcord.results.ResponseMessage):
        rows = [component.to_dict() for component in rows]
    return list(walk_components(rows))


def raw_mentions(message: Any) -> list[str]:
    """Return the labels and placeholders with a mention of a command, which Discord would show as it is."""
    holders = [*parts(message)]
    holders += [option for part in holders for option in part.get("options", ())]
    plain = [str(part.get(name)) for part in holders for name in PLAIN_FIELDS]
    return [text for text in plain if "</" in text]


PLAIN_FIELDS = ("label", "placeholder", "description")
"""Fields of components in which Discord renders no Markdown."""


def texts(message: Any) -> list[str]:
    return [part["content"] for part in parts(message) if part.get("type") == 10]


def text_of_message(message: Any) -> str:
    """Return all texts of a message as one string."""
    return "\n".join(texts(message))


def picture_descriptions(message: Any) -> str:
    """Return the alternative texts of a message's pictures."""
    return "\n".join(
        item.get("description") or "" for part in parts(message) for item in part.get("items", ())
    )


def custom_ids(message: Any) -> list[str]:
    return [part["custom_id"] for part in parts(message) if "custom_id" in part]


def move_ids(panel: Any) -> list[str]:
    return [cid for cid in custom_ids(panel) if cid.startswith("b:move:")]


def is_deleted(message: Any) -> bool:
    """True if a private message was deleted."""
    return message.id not in message._env.backend.messages[message.channel_id]


def is_waiting(panel: Any) -> bool:
    """True if a panel says that others are to act, and offers no moves."""
    return "Not your turn" in text_of_message(panel) and not move_ids(panel)


def is_notice(message: Any) -> bool:
    """True if a message has no component to tap except the seal of a started game."""
    return all(cid.startswith("b:fair:") for cid in custom_ids(message))


def find_id(message: Any, kind: str, verb: str, arg: str | None = None) -> str:
    """Return a custom id with this verb whose argument is, or ends with, ``arg``."""
    pattern = re.compile(rf"{kind}:{verb}:[a-z0-9]+(:.*)?$")
    for custom_id in custom_ids(message):
        if pattern.match(custom_id) and (arg is None or custom_id.endswith(arg)):
            return custom_id
    raise AssertionError(f"no {verb} {arg or ''} among {custom_ids(message)}")


def options(message: Any, verb: str) -> Iterator[tuple[str, list[str]]]:
    """Yield all menus with the values of their options, as pairs of custom id and values."""
    for part in parts(message):
        if part.get("type") == 3 and part["custom_id"].startswith(f"s:{verb}:"):
            yield part["custom_id"], [option["value"] for option in part["options"]]


def raw_click(
    actor: Any,
    message: Any,
    custom_id: str,
    *,
    component_type: int = 2,
    values: list[str] | None = None,
    is_forged: bool = True,
) -> simcord.results.InteractionResult:
    """Send a click that the official client would not send, and wait until the bot is at rest.

    With ``is_forged`` the component is added to the sent message, since the bot ignores clicks on components
    that the message does not have.
    """
    env = actor._env
    channel_id = message.channel_id if hasattr(message, "channel_id") else message.channel.id
    stored = env.backend.get_message(channel_id, message.id)
    data = {
        "custom_id": custom_id,
        "component_type": component_type,
        **({"values": values} if values else {}),
    }
    record, payload = simcord.interactions.base_payload(
        env.backend, type=3, channel_id=channel_id, guild_id=actor.guild.id, user_id=actor.id, data=data
    )
    message_payload = payload["message"] = dict(
        simcord.backend.serializers.message_payload(env.backend, stored)
    )
    # simcord refuses clicks on components that the message does not have, so add the forged one.
    if is_forged and all(
        part.get("custom_id") != custom_id for part in walk_components(message_payload["components"])
    ):
        offered = [{"label": value, "value": value} for value in dict.fromkeys(values or ())]
        tapped = {"type": component_type, "id": 999, "custom_id": custom_id}
        tapped |= {"style": 2, "label": "…"} if component_type == 2 else {"options": offered}
        row = {"type": 1, "id": 998, "components": [tapped]}
        message_payload["components"] = [*message_payload["components"], row]
    record.source_message_id = stored.id
    env.backend.emit("INTERACTION_CREATE", payload)
    return simcord.results.InteractionResult(env, record)
