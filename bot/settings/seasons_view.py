"""The season section of a server's settings, and the form that defines a season."""

from __future__ import annotations

from typing import NamedTuple

from bot.interactions.taps import number_in
from bot.language.localizer import Localizer
from bot.pages.seasons import season_end, season_name
from bot.refused import Refused
from bot.wire.components import (
    TITLE_LIMIT,
    Form,
    FormSelect,
    Item,
    Separator,
    TextInput,
    button,
    button_rows,
    clip,
    custom_id,
    field,
    option,
    text_display,
)
from storage.fields import Name
from storage.scores.periods import WEEK_MS
from storage.scores.seasons import Season
from storage.servers.seasons import MOST_WEEKS

LONGEST_NAME = 40
"""Length limit of a season's name, in characters."""
USUAL_WEEKS = 4
_ONE_LINE = 1
"""Discord's style of a text field with one line."""


def season_items(running: Season | None, words: Localizer) -> list[Item]:
    """Return the components about the running season, with buttons to begin, change or end one."""
    if running is None:
        now = words("season-none")
    else:
        name = season_name(running, words)
        now = words("settings-seasons-now", season=name, when=season_end(running))
    begin = button("season_ask", "all", words("button-season-begin"), style="primary", emoji="🏁")
    ways = [begin]
    if running is not None and running.name:
        change = button("season_ask", "all", words("button-season-change"), "change")
        ways = [change, button("season_end", "all", words("button-season-end"), style="danger")]
    return [Separator(), text_display(now, words("settings-seasons-about")), *button_rows(ways)]


def season_form(running: Season | None, words: Localizer) -> Form:
    """Return the form in which managers enter the name and the length of a season.

    Args:
        running: the season to change; ``None`` for a new one.
    """
    weeks = USUAL_WEEKS if running is None else round((running.ends_at - running.starts_at) / WEEK_MS)
    options = [
        option(
            str(count), words("season-form-week", weeks=count), chosen=count == max(1, min(weeks, MOST_WEEKS))
        )
        for count in range(1, MOST_WEEKS + 1)
    ]
    current_name = None if running is None else str(running.name)
    name = field(words("season-form-name"), TextInput("name", _ONE_LINE, LONGEST_NAME, current_name))
    length = field(words("season-form-weeks"), FormSelect("weeks", tuple(options)))
    verb = "season_begin" if running is None else "season_change"
    return Form(custom_id("m", verb, "all"), clip(words("season-form"), TITLE_LIMIT), (name, length))


class SeasonForm(NamedTuple):
    """The values of a filled-in form for a season."""

    name: Name
    weeks: int


def read_season_form(values: tuple[str, ...]) -> SeasonForm:
    """Return the name and the length from a filled-in form.

    Raises:
        Refused: there is no name, or the length is not possible.
    """
    name = " ".join(values[0].split())[:LONGEST_NAME] if values else ""
    if not name:
        raise Refused("season-not-named")
    weeks = number_in(values[1] if len(values) > 1 else "", MOST_WEEKS + 1)
    if not weeks:
        raise Refused("season-not-named")
    return SeasonForm(Name(name), weeks)
