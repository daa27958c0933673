"""The parameter ``when`` of commands: typed times, with what was understood shown while people type."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from discord import app_commands

from bot.app import Interaction
from bot.interactions import autocompletion, words_for
from bot.language import Localizer, plain, time_words
from bot.refused import Refused
from bot.tables.planning import zone_of
from bot.times import PlannedTime, possible_times, read_when, time_text
from bot.wire.components import clip
from storage.servers import load_settings

CHOICE_LIMIT = 100
"""Length limit of the name and of the value of a choice, in characters."""

Choice = app_commands.Choice[str]


async def typed_time(interaction: Interaction, when: str) -> PlannedTime:
    """Return the future time that a person has typed, read in the server's time zone.

    Raises:
        Refused: this is not a server, or the text is no time that can be planned.
    """
    zone = await zone_here(interaction)
    return read_when(when, interaction.client.clock.now_ms(), zone, words_for(interaction).language)


async def zone_here(interaction: Interaction) -> ZoneInfo:
    """Return the time zone of the interaction's server.

    Raises:
        Refused: this is not a server.
    """
    app = interaction.client
    guild = interaction.guild
    if guild is None:
        raise Refused("only-in-servers")
    settings = await app.store.read(load_settings, guild.id)
    return zone_of(settings.time_zone, await app.public_language(guild))


@autocompletion
async def complete_time(interaction: Interaction, current: str) -> list[Choice]:
    """Return what a typed time means, as choices: several for an unclear text, examples for an empty one."""
    words = words_for(interaction)
    now = interaction.client.clock.now_ms()
    try:
        zone = await zone_here(interaction)
    except Refused:
        return []
    if not current.strip():
        return _examples(now, zone, words)
    if len(current) > CHOICE_LIMIT:
        return []
    try:
        times = possible_times(current, now, zone, words.language)
    except Refused as refusal:
        # The reason is shown while the person can still change the text.
        return [app_commands.Choice(name=clip(plain(words(refusal.text)), CHOICE_LIMIT), value=current)]
    if len(times) == 1:
        return [_choice(times[0], zone, words, current)]
    # A choice that repeats weekly cannot be written as a time stamp, so that the answer asks for it.
    choices = []
    for possible in times:
        value = current if possible.weekly else f"<t:{possible.at // 1000}:F>"
        choices.append(_choice(possible, zone, words, value))
    return choices


def _examples(now: int, zone: ZoneInfo, words: Localizer) -> list[Choice]:
    choices = []
    for example in time_words(words.language)["examples"]:
        try:
            choices.append(_choice(read_when(example, now, zone, words.language), zone, words, example))
        except Refused:
            continue  # "today at nine" has no meaning at ten
    return choices


def _choice(possible: PlannedTime, zone: ZoneInfo, words: Localizer, value: str) -> Choice:
    label = time_text(possible.at, zone, words.language)
    if possible.weekly is not None:
        label = words("when-each-week", first=label)
    return app_commands.Choice(name=clip(label, CHOICE_LIMIT), value=value)
