"""The page with a person's trophies, and the handler of its menu and buttons."""

from __future__ import annotations

from itertools import chain

from bot import interactions
from bot.app import Tap
from bot.interactions import number_in, words_for
from bot.language import Localizer, escape
from bot.pages.standings import OWN, trophy_gallery, trophy_name, trophy_reason
from bot.refused import Refused
from bot.scores.leaderboard import ALL_GAMES
from bot.times import date_text
from bot.wire.components import ActionRow, Button, Item, button, button_rows, menu, option, text_display
from bot.wire.messages import Page, framed
from games import find_game
from games.core.presentation import Cloth
from games.core.trophies import Trophy
from games.trophies import COMMON, trophies_by_game
from storage.rows import Name
from storage.scores.trophies import PersonTrophies, load_trophies, progress_counts


def trophies_page(
    person_trophies: PersonTrophies, user_id: int, name: Name, words: Localizer, kind: str = COMMON
) -> Page:
    """Return the page of a person's trophies in one game.

    Args:
        kind: a game's id, or ``COMMON`` for the trophies of all games together.
    """
    by_game = trophies_by_game()
    trophies = by_game[kind]
    everything = list(chain.from_iterable(by_game.values()))
    won = sum(trophy_id in person_trophies.won for trophy_id in everything)
    head = [words("trophies-title", name=escape(name)), words("trophies-total", won=won, all=len(everything))]
    cloth: Cloth = "felt" if kind == COMMON else find_game(kind).presenter.cloth
    gallery, picture = trophy_gallery(trophies, [*person_trophies.won], f"trophies-{kind}", cloth, words)
    counts = progress_counts(person_trophies.progress)
    lines: list[str] = []
    for full_name, trophy in trophies.items():
        count = counts.get(full_name, 0)
        lines += _trophy_lines(full_name, trophy, person_trophies, count, words)
    if person_trophies.people:
        foot = words("trophies-foot-here", people=person_trophies.people)
    else:
        foot = words("trophies-foot")
    items: list[Item] = [text_display(head), gallery, text_display(lines)]
    items += [text_display(f"-# {foot}"), _game_menu(user_id, kind, words)]
    if person_trophies.people:  # statistics are those of a server
        items += button_rows([button("stats", str(user_id), words("button-stats"), _kind_of_game(kind))])
    return framed(items, accent=interactions.OVER, files=[picture])


def _trophy_lines(
    name: str, trophy: Trophy, person_trophies: PersonTrophies, count: int, words: Localizer
) -> list[str]:
    title = trophy_name(name, words)
    about = trophy_reason(name, trophy, words)
    if name in person_trophies.won:
        first = words("trophies-won", trophy=title, date=date_text(person_trophies.won[name], words.language))
    elif trophy.target > 1:
        first = words("trophies-open", trophy=title, count=count, target=trophy.target)
    else:
        first = title
    if not person_trophies.people:
        return [first, words("trophies-about", about=about)]
    holders = person_trophies.holders.get(name, 0)
    return [first, words("trophies-about-here", about=about, holders=holders, people=person_trophies.people)]


def _game_menu(user_id: int, chosen: str, words: Localizer) -> ActionRow:
    options = [option(kind, _kind_name(kind, words), chosen=kind == chosen) for kind in trophies_by_game()]
    return menu("shelf", str(user_id), words("trophies-kind"), options)


def _kind_of_game(kind: str) -> str:
    return ALL_GAMES if kind == COMMON else kind


def _kind_name(kind: str, words: Localizer) -> str:
    if kind == COMMON:
        return words("trophies-common")
    return f"{find_game(kind).emoji} {words(f'{kind}-name')}"


def trophies_button(user_id: int, words: Localizer, kind: str) -> Button:
    """Return the button that shows a person's trophies in a game.

    Args:
        kind: a game's id; without trophies of its own, the common ones are shown.
    """
    return button(
        "shelf", str(user_id), words("button-trophies"), kind if kind in trophies_by_game() else COMMON
    )


async def show_trophies(tap: Tap) -> None:
    """Show a person's trophies in one game, or for all games together."""
    kind = tap.value if tap.values else tap.arg
    if kind not in trophies_by_game():
        raise Refused("stale-button")
    interaction = tap.interaction
    user_id = tap.user.id if tap.subject == OWN else number_in(tap.subject)
    tap.app.tables.check_results_public([user_id])
    trophies = await tap.app.store.read(load_trophies, user_id, interaction.guild_id)
    name = tap.name if user_id == tap.user.id else trophies.name
    page = trophies_page(trophies, user_id, name, words_for(interaction), kind)
    await tap.reply(page)
