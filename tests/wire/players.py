"""People who use Discord, and players who tap until their game is over."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from games import find_game
from tests.wire import components
from tests.wire.components import BUTTON, MENU, Part, tappable
from tests.wire.standin import StandIn
from tests.wire.world import COMPLETION, Channel, InteractionAnswer, Message, User

COMMAND, COMPONENT = 2, 3


class SimulatedPerson:
    """A person with Discord open.

    Attributes:
        waits: seconds from each action to the bot's answer, with the action's name.
        expired: the number of actions that the bot did not answer.
    """

    def __init__(self, standin: StandIn, name: str, locale: str = "en-US") -> None:
        self._standin, self.locale = standin, locale
        self.user: User = standin.world.add_user(name)
        self.waits: list[tuple[str, float]] = []
        self.expired = 0

    def __repr__(self) -> str:
        return f"<Person {self.user.name}>"

    async def _do(
        self, kind: int, channel: Channel, data: dict[str, Any], source: Message | None, what: str
    ) -> InteractionAnswer:
        interaction = self._standin.interact(kind, self.user, channel, data, source, self.locale)
        answer = await interaction.answered
        self.waits.append((what, answer.seconds))
        self.expired += not answer.kind
        return answer

    async def slash(self, channel: Channel, name: str, **options: str) -> InteractionAnswer:
        known = next(command for command in self._standin.world.commands if command["name"] == name)
        given = [{"name": option, "type": 3, "value": value} for option, value in options.items()]
        data = {"id": known["id"], "name": name, "type": 1, "options": given}
        return await self._do(COMMAND, channel, data, None, name)

    async def complete(self, channel: Channel, name: str, option: str, text: str) -> InteractionAnswer:
        """Type into an option of a command, and return the bot's answer with its completions."""
        known = next(command for command in self._standin.world.commands if command["name"] == name)
        typed = [{"name": option, "type": 3, "value": text, "focused": True}]
        data = {"id": known["id"], "name": name, "type": 1, "options": typed}
        return await self._do(COMPLETION, channel, data, None, f"{name} {option}")

    async def tap(self, message: Message, verb: str, arg: str = "") -> InteractionAnswer:
        """Tap the first button of a message with this verb."""
        buttons = components.tappable(message.parts, BUTTON, verb, arg)
        assert buttons, f"no {verb} {arg} on {message}"
        return await self.tap_part(message, buttons[0])

    async def tap_part(self, message: Message, part: Part) -> InteractionAnswer:
        """Tap a button, even if it has disappeared since."""
        return await self._use(message, part, {"component_type": BUTTON})

    async def choose(self, message: Message, part: Part, values: list[str]) -> InteractionAnswer:
        offered = [option["value"] for option in part["options"]]
        assert set(values) <= set(offered), f"{values} of {offered}"
        return await self._use(message, part, {"component_type": MENU, "values": values})

    async def _use(self, message: Message, part: Part, how: Mapping[str, Any]) -> InteractionAnswer:
        data = {"custom_id": part["custom_id"], "id": part["id"], **how}
        return await self._do(COMPONENT, message.channel, data, message, part["custom_id"].split(":")[1])


# --- players --------------------------------------------------------------------------------------------

ACKNOWLEDGED = 6
"""The answer's type for a tap that waits in a queue; its effect is seen later."""

LONG = 10.0
"""Seconds after which a person opens a new panel instead of waiting for the effect of a tap."""

TOO_SLOW = 2.9
"""After this many seconds without an answer the bot counts as slow, not gone; the player taps again."""

MOST_UNANSWERED = 20
"""After this many unanswered taps in a row the bot counts as gone."""

CHANGED = 7
"""The answer's type for a tap that changes its message, such as a move or a taken seat."""


class SimulatedPlayer:
    """One person at one table, with their newest private panel.

    Attributes:
        plays: the number of moves that the bot has accepted.
        unanswered: how often in a row the bot has not answered in time.

    Args:
        rng: chooses the player's moves.
        may_play: awaited before each decision, to set a pace.
    """

    def __init__(
        self,
        person: SimulatedPerson,
        channel: Channel,
        table_id: str,
        rng: random.Random,
        may_play: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self.person, self.channel, self.table_id = person, channel, table_id
        self._rng, self._may_play = rng, may_play
        self.panel: Message | None = None
        self.plays = self.unanswered = 0
        self._decision = ""
        self._noticed = 0  # the newest message in the channel at this player's last tap

    async def play(self) -> None:
        tries = 0
        while not self.is_over:
            if self.panel is None:
                if not await self.open_panel():
                    return
                tries += 1
                if self.panel is None and tries < MOST_UNANSWERED:  # the answer to the tap is too late
                    continue
            tries = 0
            await self.channel.bell.until(
                lambda: self.has_choice or self.is_over or self.is_pinged, why=self._story
            )
            if self.is_pinged and not self.has_choice:  # the bot no longer knows this panel
                self.panel = None
            elif self.is_over or not await self.step():
                return

    def _story(self) -> str:
        panel = "no panel" if self.panel is None else components.texts_of(self.panel.parts)
        seen = [components.texts_of(message.parts) for message in self.channel.of(self.table_id)]
        return f"{self.person}'s turn at {self.table_id}, looking at {panel!r}; in the channel: {seen}"

    async def open_panel(self) -> bool:
        """Open the player's panel; return whether the bot answered with a panel."""
        message = await self.channel.bell.until(self._table_message, why=f"the message of {self.table_id}")
        if not tappable(message.parts, BUTTON, "hand"):
            return False
        newest = max(self._own(), default=0)
        answer = await self.person.tap(message, "hand")
        panel = answer.message
        if answer.kind == ACKNOWLEDGED:
            with suppress(AssertionError):
                panel = await self.channel.bell.until(lambda: self._shown_since(newest), LONG)
        if panel is not None and self.table_id in pictured(panel):
            self.panel = panel
        return self._is_there(answer)

    def _is_there(self, answer: InteractionAnswer) -> bool:
        if answer.kind:
            self.unanswered = 0
            return True
        self.unanswered += 1
        return answer.seconds > TOO_SLOW and self.unanswered < MOST_UNANSWERED

    def _own(self) -> list[int]:
        return [m.id for m in self.channel.messages.values() if m.seen_by is self.person.user]

    def _shown_since(self, newest: int) -> Message | None:
        return next((self.channel.messages[message] for message in self._own() if message > newest), None)

    async def step(self) -> bool:
        """Tap one component that leads to a move; return whether the bot answered."""
        assert self.panel is not None
        await self._wait_for_turn(self.panel)
        seen = self._seen
        self._noticed = max(self.channel.messages)
        moves, menus, keys = _moves(self.panel), _menus(self.panel), _keys(self.panel)
        if not (moves or menus or keys):
            return True  # others have moved on meanwhile
        if keys and (not moves or self._rng.random() < 0.5):
            answer = await self.person.tap_part(self.panel, self._rng.choice(keys))
        elif moves and (not menus or self._rng.random() < 0.5):
            answer = await self.person.tap_part(self.panel, self._rng.choice(moves))
            self.plays += answer.kind == CHANGED
        else:
            part = menus[-1]
            values = [option["value"] for option in part["options"]]
            count = self._rng.randint(part.get("min_values", 1), part.get("max_values", 1))
            answer = await self.person.choose(self.panel, part, self._rng.sample(values, count))
        if answer.kind == ACKNOWLEDGED:
            with suppress(AssertionError):
                await self.channel.bell.until(lambda: self._seen > seen or self.is_over, LONG)
        if answer.kind != CHANGED and self._seen == seen:
            self.panel = None  # the panel was an old one, or the bot is gone
        return self._is_there(answer)

    async def _wait_for_turn(self, panel: Message) -> None:
        # Any tap or choice may play the move, so wait once for each decision.
        decisions = {
            part["custom_id"].split(":")[3].split("-")[0] for part in (*_moves(panel), *_menus(panel))
        }
        if self._may_play is not None and not decisions <= {self._decision}:
            self._decision = min(decisions)
            await self._may_play()

    @property
    def _seen(self) -> int:
        return 0 if self.panel is None else self.panel.edits

    @property
    def is_over(self) -> bool:
        return any(tappable(message.parts, BUTTON, "rematch") for message in self.channel.of(self.table_id))

    @property
    def has_choice(self) -> bool:
        return self.panel is not None and bool(_moves(self.panel) or _menus(self.panel) or _keys(self.panel))

    @property
    def is_pinged(self) -> bool:
        # A call is for a decision: after a tap, an older one says nothing new.
        opened = 0 if self.panel is None else max(self.panel.id, self._noticed)
        calls = (message for message in self.channel.public if self.person.user in message.mentions)
        return any(call.id > opened and self.table_id in components.tables(call.parts) for call in calls)

    def _table_message(self) -> Message | None:
        messages = self.channel.of(self.table_id)
        return next((m for m in messages if tappable(m.parts, BUTTON, "(hand|rematch)")), None)


def pictured(message: Message) -> set[str]:
    """Return the ids of the tables in a message's buttons and pictures."""
    urls = [item["media"]["url"] for part in components.walk(message.parts) for item in part.get("items", ())]
    pictures = {url.partition("?")[0].rpartition("/")[2].split("-")[1] for url in urls}
    return components.tables(message.parts) | pictures


def _moves(panel: Message) -> list[Part]:
    return tappable(panel.parts, BUTTON, "(move|only)")


def _keys(panel: Message) -> list[Part]:
    # Keys that lead back have an emoji.
    return [part for part in tappable(panel.parts, BUTTON, "way") if not part.get("emoji")]


def _menus(panel: Message) -> list[Part]:
    return [*tappable(panel.parts, MENU, "pick"), *tappable(panel.parts, MENU, "cards")]


async def gather(channel: Channel, game: str, people: Sequence[SimulatedPerson]) -> str | None:
    """Have people open, join and start a table; return its id, or ``None`` without an answer of the bot."""
    host = people[0]
    while True:
        if (table_id := running_table(channel)) is not None:
            return table_id
        lobby = open_lobby(channel)
        if lobby is None:
            answer = await host.slash(channel, "play", game=game)
            if not answer.kind:
                return None
            continue
        missing = [person for person in people if person.user.name not in components.texts_of(lobby.parts)]
        if missing:
            answer = await missing[0].tap(lobby, "join")
        else:
            answer = await host.tap(lobby, "start")
        if not answer.kind:
            return None
        if not missing:  # a bot that is about to stop starts no game
            with suppress(AssertionError):
                await channel.bell.until(lambda: running(channel), LONG)


class Party:
    """People who play at the tables of one channel, at most ``most`` or as many as the game allows."""

    def __init__(
        self,
        standin: StandIn,
        channel: Channel,
        game: str = "bull",
        seed: int = 1,
        locales: Sequence[str] = ("en-US",),
        may_play: Callable[[], Awaitable[None]] | None = None,
        most: int = 2,
    ) -> None:
        self.standin, self.channel, self.game, self.may_play = standin, channel, game, may_play
        low, high = find_game(game).rules.seats
        name, seats = f"P{len(standin.world.users)}of", range(max(low, min(high, most)))
        self.people = [SimulatedPerson(standin, f"{name}{at}", locales[at % len(locales)]) for at in seats]
        self.players: list[SimulatedPlayer] = []
        self.rng = random.Random(seed)

    async def meet(self) -> bool:
        """Start a new game or find the running one; return whether the bot answered."""
        table_id = await gather(self.channel, self.game, self.people)
        if table_id is not None:
            known = {player.person: player for player in self.players if player.table_id == table_id}
            self.players = [known.get(person) or self._player(person, table_id) for person in self.people]
        return table_id is not None

    async def see_result(self) -> None:
        """Wait until the channel shows that the game is over: private panels show it first."""
        over = {player.table_id for player in self.players}
        await self.channel.bell.until(lambda: running_table(self.channel) not in over)

    def _player(self, person: SimulatedPerson, table_id: str) -> SimulatedPlayer:
        rng = random.Random(self.rng.random())
        return SimulatedPlayer(person, self.channel, table_id, rng, self.may_play)


async def sit_down(*at: Any, **how: Any) -> list[SimulatedPlayer]:
    """Have people start a table; return its players."""
    party = Party(*at, **how)
    assert await party.meet()
    return party.players


async def player_on_turn(players: Sequence[SimulatedPlayer]) -> SimulatedPlayer:
    """Open all players' panels; return the player to act."""
    for player in players:
        while player.panel is None and await player.open_panel():  # a slow bot shows it too late
            pass
    channel = players[0].channel
    return await channel.bell.until(lambda: next((p for p in players if p.has_choice), None))


async def first_move(player: SimulatedPlayer) -> tuple[Message, Part]:
    """Tap until a button plays a move; return its message and the button."""
    while player.panel is None or not (moves := _moves(player.panel)):
        assert await player.step()
    return player.panel, moves[0]


async def play_out(players: Iterable[SimulatedPlayer]) -> None:
    await asyncio.gather(*(player.play() for player in players))


def calls(channel: Channel) -> list[Message]:
    return [message for message in channel.public if message.mentions]


def running(channel: Channel) -> Message | None:
    return _with_buttons(channel, "hand", "extras")


def running_table(channel: Channel) -> str | None:
    """Return the id of the table whose message in the channel offers hands, or ``None``."""
    message = running(channel)
    return None if message is None else min(components.tables(message.parts))


def open_lobby(channel: Channel) -> Message | None:
    """Return the newest lobby with a free seat, or ``None``."""
    return _with_buttons(channel, "(join|start)", "options_form")


def _with_buttons(channel: Channel, *verbs: str) -> Message | None:
    return next(
        (m for m in reversed(channel.public) if all(tappable(m.parts, BUTTON, verb) for verb in verbs)), None
    )
