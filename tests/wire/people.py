"""What people see and do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.wire import components
from tests.wire.components import BUTTON, MENU, Part
from tests.wire.standin import StandIn
from tests.wire.world import Answer, Channel, Message, User

COMMAND, COMPONENT, COMPLETION = 2, 3, 4


class Person:
    """Somebody with Discord open.

    Attributes:
        waits: seconds from each thing done to the bot's answer, with what it was.
        expired: how many of them the bot has not answered.
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
    ) -> Answer:
        interaction = self._standin.interact(kind, self.user, channel, data, source, self.locale)
        answer = await interaction.answered
        self.waits.append((what, answer.seconds))
        self.expired += not answer.kind
        return answer

    async def slash(self, channel: Channel, command: str, **options: str) -> Answer:
        return await self._do(COMMAND, channel, self._command(command, options), None, command)

    async def complete(
        self, channel: Channel, command: str, option: str, typed: str = "", **others: str
    ) -> tuple[str, ...]:
        """Type into an option of a command; return what is offered."""
        data = self._command(command, {**others, option: typed}, focused=option)
        answer = await self._do(COMPLETION, channel, data, None, "complete")
        return answer.choices

    def _command(self, name: str, options: Mapping[str, str], focused: str | None = None) -> dict[str, Any]:
        known = next(command for command in self._standin.world.commands if command["name"] == name)
        given: list[dict[str, Any]] = [
            {"name": option, "type": 3, "value": value, "focused": option == focused}
            for option, value in options.items()
        ]
        return {"id": known["id"], "name": name, "type": 1, "options": given}

    async def tap(self, message: Message, verb: str, arg: str = "") -> Answer:
        """Tap the first button of a message that does something."""
        found = components.tappable(message.parts, BUTTON, verb, arg)
        assert found, f"no {verb} {arg} on {message}"
        return await self.tap_part(message, found[0])

    async def tap_part(self, message: Message, part: Part) -> Answer:
        """Tap a button, which may have gone since it was seen."""
        return await self._use(message, part, {"component_type": BUTTON})

    async def choose(self, message: Message, part: Part, values: list[str]) -> Answer:
        offered = [option["value"] for option in part["options"]]
        assert set(values) <= set(offered), f"{values} of {offered}"
        return await self._use(message, part, {"component_type": MENU, "values": values})

    async def _use(self, message: Message, part: Part, how: Mapping[str, Any]) -> Answer:
        data = {"custom_id": part["custom_id"], "id": part["id"], **how}
        return await self._do(COMPONENT, message.channel, data, message, part["custom_id"].split(":")[1])
