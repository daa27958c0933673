"""Walks through the bot as people do: taps everything that pages show, each kind of button once or twice."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any, NamedTuple

import structlog

from bot.language import Localizer
from tests.amounts import EXPLORE
from tests.bot.faults import ANSWERING, Faults
from tests.bot.people import Stage, parts, raw_mentions, text_of_message

EVERY = 12
"""How often each person taps controls with the same verb."""

MOVES = ("move", "way", "pick", "cards", "only", "goto")
"""Verbs whose arguments have very many forms."""

MOST_PAGES = 60
"""Number of pages that are kept in mind."""

MOST_LOOKS = 5
"""How often the pages of all commands are opened."""

QUIET = ("save_names", "save_heartbeat", "save_shown", "mark_notified", "begin_sharing", "end_sharing")
QUIET += ("probe", "set_meta")
"""Transactions after which all pages are still true."""

LAST = ("cancel", "leave", "resign", "forget", "order_close", "order_ask", "cup_cancel", "cup_cancelled")
LAST += ("start", "out", "order_out", "host", "done", "take", "back", "cup_begin", "cup_out", "swap")
LAST += ("own_leave", "own_block", "own_lift", "order_bar", "cup_left", "cup_leave", "season_end", "act")
"""Verbs that end something. They are tapped when nothing else is left."""

MENUS = (3, 5, 6, 7, 8)
"""Discord's numbers of menus: of texts, people, roles, people and roles, channels."""


Kind = tuple[str, str, str]
"""What distinguishes a control from others: who taps, the verb, and the rough argument."""


class Control(NamedTuple):
    """A button, or one choice of a menu, in a message."""

    custom_id: str
    values: tuple[Any, ...] = ()

    @property
    def verb(self) -> str:
        return self.custom_id.split(":")[1]

    def kind(self, person: str) -> Kind:
        """Return what distinguishes this control for a person from others."""
        arg = ":".join(self.custom_id.split(":", 3)[3:])
        # Moves and answers have many forms, and one handler.
        rough = "" if self.verb in MOVES else re.split(r"[.:]", arg)[0]
        values = [value for value in self.values if isinstance(value, str)]
        return person, self.verb, re.sub(r"\d+|\b[a-z0-9]{8}\b", "#", ":".join([rough, *values]))


class Page:
    """A message that a person sees, and the state of the world when it was last known to be true."""

    def __init__(self, person: Any, message: Any, version: int) -> None:
        self.person, self.message, self.version = person, message, version
        self.content = str(parts(message))
        self.sent: Any = None
        """The components as they were last sent; the same object as long as nothing was edited."""
        self.controls: list[tuple[Control, Kind]] = []


class Walker:
    """Taps what people see on a stage.

    Attributes:
        faults: sentences about taps that did nothing.
        verbs: the verbs of all tapped controls.
        taps: the number of taps so far.
    """

    def __init__(self, stage: Stage, people: dict[str, Any], look: Callable[[], Awaitable[None]]) -> None:
        self.stage, self.people, self._look = stage, people, look
        self._names = {id(person): name for name, person in people.items()}
        self._steps = Faults(stage.env)
        self._counted_steps = self._changes = 0
        self.pages: list[Page] = []
        self._tapped = set[Kind]()
        self._tapped_old = set[Kind]()
        self._by_verb = Counter[tuple[str, ...]]()
        self.faults: list[str] = []
        self.verbs = set[str]()
        self.taps = 0

    @property
    def version(self) -> int:
        """The number of changes of the world so far."""
        for step in self._steps.steps[self._counted_steps :]:
            self._changes += step.startswith("write ") and step.removeprefix("write ") not in QUIET
        self._counted_steps = len(self._steps.steps)
        return self._changes

    def see(self, person: Any, message: Any) -> None:
        """Note that a person sees a message. Mentions of commands where none are rendered are faults."""
        self.faults += raw_mentions(message)
        known = next((page for page in self.pages if self._is_same(page, person, message)), None)
        if known is not None:
            self.pages.remove(known)
        self.pages.append(Page(person, message, self.version))
        del self.pages[:-MOST_PAGES]

    def _is_same(self, page: Page, person: Any, message: Any) -> bool:
        return page.person is person and page.message.id == message.id

    async def command(self, person: Any, name: str, where: Any = None, **options: Any) -> None:
        """Have a person use a command, and note the answer."""
        before = self.version
        answer = await person.slash(*([where] if where is not None else []), name, **options)
        self._check(answer, f"{self._names[id(person)]}: /{name} {options}", before)
        if answer.response is not None:
            self.see(person, answer.response)

    def see_channel(self, people: Sequence[Any], channel: Any = None) -> None:
        """Note that people see a channel's last messages."""
        for message in (channel or self.stage.channel).history()[-6:]:
            for person in people:
                self.see(person, message)

    async def walk(self, most: int) -> None:
        """Tap what people see until nothing new is left, at most ``most`` times, by day two thirds of them.

        What was tapped least comes first, so that the last taps find the least.
        """
        most = most if EXPLORE else most * 2 // 3
        with structlog.testing.capture_logs() as logs:
            for _ in range(MOST_LOOKS):
                before = self.taps
                await self._look()
                while self.taps < most and (choice := self._next()) is not None:
                    await self._tap(*choice)
                if self.taps == before:
                    break
        self.faults += [str(line) for line in logs if line["log_level"] in ("error", "critical")]

    def _next(self) -> tuple[Page, Control] | None:
        # The verb that was tapped least comes first, and what ends something comes last.
        best: tuple[Page, Control] | None = None
        least: tuple[bool, int, bool] | None = None
        for page in reversed(self.pages):
            self._read(page)
            is_old = page.version != self.version
            for control, kind in page.controls:
                taps = self._by_verb[kind[:2]]
                if kind in self._tapped or taps >= EVERY or (is_old and kind in self._tapped_old):
                    continue
                order = control.verb in LAST, taps, is_old
                if (least is None or order < least) and not (is_old and control.verb in LAST):
                    best, least = (page, control), order
        return best

    def _read(self, page: Page) -> None:
        known = self.stage.env.backend.messages[channel_of(page.message)]
        # A deleted message has no parts.
        sent = known[page.message.id].components if page.message.id in known else []
        if sent is page.sent:
            return
        components = parts(PlainMessage(sent))
        content = str(components)
        if content != page.content:
            page.content, page.version = content, self.version
        page.sent = sent
        name = self._names[id(page.person)]
        people = [*self.people.values()]
        page.controls = [(control, control.kind(name)) for control in controls(components, people)]

    async def _tap(self, page: Page, control: Control) -> None:
        name = self._names[id(page.person)]
        kind, before = control.kind(name), self.version
        self.taps += 1
        self._by_verb[kind[:2]] += 1
        # On an old page a tap may be refused. It counts when the page is new.
        (self._tapped if page.version == before else self._tapped_old).add(kind)
        self.verbs.add(control.verb)
        where = f"{name}: {control.custom_id} {control.values or ''}"
        steps = len(self._steps.steps)
        if control.values:
            tapped = await page.person.select(page.message, control.values, custom_id=control.custom_id)
        else:
            tapped = await page.person.click(page.message, custom_id=control.custom_id)
        if tapped.modal is not None:
            self.verbs.add(tapped.modal["custom_id"].split(":")[1])
            tapped = await page.person.submit_modal(tapped, dict(entries(tapped.modal, page.person)))
        await self.stage.env.advance_time(1)
        done = [step for step in self._steps.steps[steps:] if not step.startswith("read ")]
        is_done = any(not step.startswith(ANSWERING.partition("*")[0]) for step in done)
        answers = self._check(tapped, where, page.version if page.version == before else None)
        if not answers and not is_done:
            self.faults.append(f"{where}: nothing happens")
        for answer in answers:
            self.see(page.person, answer)
        if self.version != before:
            self.see_channel([*self.people.values()])

    def _check(self, tapped: Any, where: str, version: int | None) -> list[Any]:
        # ``version`` is None if the page was old: then it may say so.
        answers = [*([tapped.response] if tapped.response is not None else []), *tapped.followups]
        words = Localizer("en")
        for answer in answers:
            text = text_of_message(answer)
            if "Something went wrong" in text:
                self.faults.append(f"{where}: {text}")
            if words("stale-button") in text and version is not None:
                self.faults.append(f"{where}: stale")
        return answers


def channel_of(message: Any) -> int:
    return int(message.channel_id if hasattr(message, "channel_id") else message.channel.id)


class PlainMessage:
    """The components of a message as sent over the wire."""

    def __init__(self, components: Any) -> None:
        self.components = [PlainComponent(part) for part in components]


class PlainComponent:
    def __init__(self, part: Any) -> None:
        self._part = part

    def to_dict(self) -> Any:
        return self._part


def controls(components: Sequence[dict[str, Any]], people: Sequence[Any]) -> Iterator[Control]:
    """Yield all enabled buttons, and all choices of all menus."""
    for part in components:
        if "custom_id" not in part or part.get("disabled"):
            continue
        least = max(1, part.get("min_values", 1))
        if part["type"] == 2:
            yield Control(part["custom_id"])
        elif part["type"] == 3:
            values = [option["value"] for option in part["options"]]
            if least > 1:
                yield Control(part["custom_id"], tuple(values[:least]))
                continue
            for value in values:
                yield Control(part["custom_id"], (value,))
        elif part["type"] == 5:
            for person in people:
                yield Control(part["custom_id"], (person,))


def entries(modal: dict[str, Any], person: Any) -> Iterator[tuple[str, Any]]:
    """Yield an entry for each field of a form. A menu of people gets ``person``."""
    for label in modal["components"]:
        field = label.get("component", label)
        if field["type"] in (3, 22):
            yield field["custom_id"], [field["options"][0]["value"]]
        elif field["type"] == 21:
            yield field["custom_id"], field["options"][0]["value"]
        elif field["type"] == 5:
            yield field["custom_id"], [person]
        else:
            yield field["custom_id"], "because"
