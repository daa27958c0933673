"""Leaderboards: what one asks for, and how a page of the answer looks."""

from __future__ import annotations

import discord
import msgspec

from bot.interactions import colours
from bot.interactions.components import button, button_rows, container_view, text_display
from bot.language.localizer import Localizer, escape
from bot.refused import Refused
from games import GAMES, find_game
from games.core.words import Arg, Text
from storage.periods import month_start, week_start
from storage.rows import Standing, Standings

SCOPES = ("server", "everywhere")
PERIODS = ("all", "month", "week")
MEASURES = ("wins", "rating", "share", "games")
PAGE_ROWS = 10
MIN_GAMES = 10
"""Games that one needs to be compared by the share of wins."""

MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


class BoardQuery(msgspec.Struct, frozen=True):
    """Which page of which board; fits into a custom id.

    Args:
        game: id of a game, ``None`` for all together.
        scope: one of ``SCOPES``.
        period: one of ``PERIODS``.
        measure: one of ``MEASURES``.
        page: from 0.
    """

    game: str | None = None
    scope: str = "server"
    period: str = "all"
    measure: str = "wins"
    page: int = 0

    @property
    def arg(self) -> str:
        """Write the query into a custom id."""
        return f"{self.game or 'all'}.{self.scope}.{self.period}.{self.measure}.{self.page}"

    def turned(self, pages: int) -> BoardQuery:
        """Ask for another page of the same board."""
        return msgspec.structs.replace(self, page=self.page + pages)

    def since(self, now: int) -> int | None:
        """Tell when the period that runs now began, in Unix milliseconds; ``None`` for all time."""
        if self.period == "all":
            return None
        return month_start(now) if self.period == "month" else week_start(now)


def read_query(arg: str) -> BoardQuery:
    """Read a query from a custom id.

    Raises:
        Refused: it is none of ours, or of an older version.
    """
    game, *rest = arg.split(".")
    if game not in ("all", *(known.id for known in GAMES)) or len(rest) != 4 or not rest[3].isdecimal():
        raise Refused("board-too-old")
    scope, period, measure, number = rest
    if scope not in SCOPES or period not in PERIODS or measure not in MEASURES or len(number) > 6:
        raise Refused("board-too-old")
    return BoardQuery(None if game == "all" else game, scope, period, measure, int(number))


def board_view(
    query: BoardQuery, board: Standings, asker_id: int, asker_name: str, words: Localizer
) -> discord.ui.LayoutView:
    """Render one page of a board, with the asker's own place wherever it is.

    Args:
        query: what was asked; its page exists, unless the board is empty.
        board: the page.
        asker_id, asker_name: who turns its pages.
        words: the reader's words.
    """
    game = words("board-all-games") if query.game is None else words(f"{query.game}-name")
    emoji = "🏆" if query.game is None else find_game(query.game).emoji
    head = text_display(
        words("board-title", emoji=emoji, game=game, measure=words(f"board-measure-{query.measure}")),
        f"-# {words(f'board-scope-{query.scope}')} · {words(f'board-period-{query.period}')}",
    )
    if not board.total:
        return container_view(head, text_display(words("board-empty")), accent=colours.QUIET)
    pages = page_count(board.total)
    foot = [words("board-page", page=query.page + 1, pages=pages, people=board.total)]
    if query.measure == "share":
        foot.append(words("board-share-least", games=MIN_GAMES))
    if any(row.provisional for row in (*board.rows, *([board.mine] if board.mine else []))):
        foot.append(words("board-provisional"))
    lines = [_line(row, query.measure, words) for row in board.rows]
    if board.mine is None:
        own = words("board-mine-none", name=escape(asker_name))
    else:
        own = words("board-mine", line=_line(board.mine, query.measure, words))
    items = [
        head,
        text_display(*lines, limit=2400),
        discord.ui.Separator(),
        text_display(own),
        text_display(f"-# {' · '.join(foot)}"),
    ]
    if pages > 1:
        asker = str(asker_id)
        items += button_rows(
            [
                button(
                    "board", asker, words("button-earlier"), query.turned(-1).arg, disabled=not query.page
                ),
                button(
                    "board",
                    asker,
                    words("button-later"),
                    query.turned(1).arg,
                    disabled=query.page + 1 >= pages,
                ),
            ]
        )
    return container_view(*items, accent=colours.OVER)


def page_count(total: int) -> int:
    """Count the pages of a board; an empty one has one."""
    return max(1, -(-total // PAGE_ROWS))


def _line(row: Standing, measure: str, words: Localizer) -> str:
    """Print a line; who ties has the same place."""
    args: dict[str, Arg] = {
        "place": MEDALS.get(row.rank) or f"**{row.rank}.**",
        "name": f"**{escape(row.name)}**",
        "rating": f"{row.value:.0f}{'?' if row.provisional else ''}",
        "share": f"{row.value * 100:.1f}",
        "wins": row.wins,
        "ties": row.ties,
        "games": row.games,
    }
    line = words(Text(f"board-row-{measure}", args))
    return f"{line} · {words('board-shared', ties=row.ties)}" if row.ties and measure == "wins" else line
