"""Measure screens: the cost of their pictures, their height on a phone, and the taps of a turn.

It also draws the picture of the README.

    python -m benchmarks.screens pictures [--rounds 15]
    python -m benchmarks.screens heights [--games 2] [--seed 1] [game ...]
    python -m benchmarks.screens taps [--games 4] [--turns 40] [--seed 1] [--level normal] [game ...]
    python -m benchmarks.screens draw [--file docs/table.png]

``pictures`` prints the size of each board in pixels and kB, and the milliseconds to draw it:

- ``cold``: all caches are empty.
- ``drawn``: only the cache of rows is empty.
- ``one row``: only one row of the board is missing in the caches.
- ``again``: nothing is missing in the caches.

``heights`` plays random games in each language. It prints the median and the greatest height of each kind of
message, in points, on a phone that is 400 points wide. The limits are 620 for a panel, and 700 for the
table's message and the result.

``taps`` lets computer players play and prints how many taps a turn takes in an open panel. The columns
``usual`` count the taps of the moves that were chosen, the columns ``any`` those of all legal moves. Turns
without a choice do not count.

It also prints the mean and the greatest number of lines of text in the message of a game's table, by number
of seats.

``draw`` draws the tables of three games side by side, as the README shows them.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from io import BytesIO
from itertools import chain, count, islice
from statistics import mean, median
from time import perf_counter
from typing import NamedTuple

from PIL import Image

from benchmarks import Figure, add_games, command, print_table
from bot import LANGUAGES
from bot.caches import clear_caches_with_names
from bot.pages.boards import Picture
from bot.pages.phone import page_height
from bot.pages.table import table_page
from bot.pictures import CardRow, Drawing, RowTexts, art_name, draw_board
from bot.pictures.board import BAND_CACHE
from bot.pictures.labels import fit, has_glyph, printable
from bot.pictures.layers import card_image, palette_of
from bot.tables.state import TableState
from bot.wire.components import TextDisplay, walk
from games import Game, find_game
from games.core.cards import MAHJONG, STANDARD, TESCA, TOMOE
from games.core.game import LEVELS
from games.core.moves import Move
from games.core.presentation import Board, Row, Tag, backs, faces
from games.core.words import text
from storage.rows import PLAYING, Name, SeatRow, TableRow
from tests.bot.pages.fingers import fewest_taps
from tests.bot.pages.test_heights import TABLES, pages

# --- pictures -----------------------------------------------------------------------------------------------

CACHES = (palette_of, card_image, fit, printable, has_glyph)


def example_boards() -> Iterator[tuple[str, Board]]:
    """Yield example boards to draw, each with a name."""
    label = text("row")
    hand = STANDARD.cards[::4][:13]
    calls = (Tag(label, "dim"),) * 9 + (Tag(label, "hot"),)
    # Boards like those of the games: many small rows, a hand, open hands, and rows of other families.
    seats = tuple([Row(label, (backs(1 + seat % 5),), label, seat == 1, is_small=True) for seat in range(8)])
    yield "8 small hands", Board("standard", seats + (Row(label, tags=calls),))
    yield "13 cards", Board("standard", (Row(label, (faces(hand),)),))
    rows = []
    for start in range(3):
        cards = TOMOE.cards[start:36:4][:9]
        rows.append(Row(label, (faces(cards[:3]), faces(cards[3:])), label))
    yield "27 open cards", Board("tomoe", tuple(rows))
    for name, cards in (("mahjong", MAHJONG.cards), ("tesca", TESCA.cards)):
        rows = []
        for seat in range(8):
            hand = cards[seat * 3 : seat * 3 + 3]
            rows.append(Row(label, (faces(hand), backs(1)), label, seat == 0))
        yield f"8 rows {name}", Board(name, tuple(rows))


def clear_caches() -> None:
    """Empty all caches of drawings."""
    for cache in CACHES:
        cache.cache_clear()
    clear_caches_with_names()


def median_ms(work: Callable[[], object], rounds: int, before: Callable[[], None] | None = None) -> float:
    """Call a function ``rounds`` times, and return its median duration in milliseconds.

    Args:
        before: a function to call before each call of ``work``; its time is not measured.
    """
    times = []
    for _ in range(rounds):
        if before:
            before()
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return median(times) * 1000


def drawing_of(board: Board, note: str = "4 tricks") -> Drawing:
    """Return the drawing of a board with example texts. ``note`` is the text beside the first row."""
    card_rows = []
    for number, row in enumerate(board.rows):
        label = (note if number == 0 else "4 tricks") if row.note else ""
        tags = ("Pair of queens",) * len(row.tags)
        card_rows.append(CardRow.of(row, RowTexts(f"プレイヤー {number}", label, tags=tags)))
    return Drawing(art_name(board.family, board.colours), tuple(card_rows))


def pictures(options: argparse.Namespace) -> None:
    """Measure and print the cost of drawing each board."""
    head = ("board", "width", "height", "kB", "cold ms", "drawn ms", "one row ms", "again ms")
    print_table(head, (cost_of_picture(name, board, options.rounds) for name, board in example_boards()))


def cost_of_picture(name: str, board: Board, rounds: int) -> tuple[Figure, ...]:
    """Measure how long it takes to draw a board, and return a row to print."""
    notes = count()
    drawing = drawing_of(board)
    picture = draw_board(drawing)
    draw = partial(draw_board, drawing)
    # From nothing cached to everything cached.
    cold = median_ms(draw, min(rounds, 5), before=clear_caches)
    drawn = median_ms(draw, rounds, before=BAND_CACHE.clear)
    one_row = median_ms(lambda: draw_board(drawing_of(board, f"{next(notes)} tricks")), rounds)
    again = median_ms(draw, rounds)
    image = Image.open(BytesIO(picture))
    return name, image.width, image.height, len(picture) / 1000, cold, drawn, one_row, again


# --- heights ------------------------------------------------------------------------------------------------

KINDS = {
    "deciding": ("deciding",),
    "waiting": ("waiting", "own moment", "own result", "looking"),
    "table": ("table", "moment"),
    "result": ("result",),
}
"""The kinds of messages that are measured together."""

ALL = 10_000
"""Most positions measured of a game; in effect all."""


def heights_of(game: Game, seats: int, seed: int) -> Iterator[tuple[str, float]]:
    """Play a game once in each language, and yield each message's kind and its height in points."""
    for language in LANGUAGES:
        for kind, page in pages(game, seats, seed, language, ALL):
            yield next(name for name, kinds in KINDS.items() if kind in kinds), page_height(page)


def heights(options: argparse.Namespace) -> None:
    """Measure and print the heights of messages, for each game and number of seats."""
    print_table(("points, median and most", "seats") + tuple(KINDS), _height_rows(options))


def _height_rows(options: argparse.Namespace) -> Iterator[tuple[Figure, ...]]:
    for game, seats in TABLES:
        if game in options.games:
            points_of: dict[str, list[float]] = defaultdict(list)
            for seed in range(options.seed, options.seed + options.games_each):
                for kind, points in heights_of(game, seats, seed):
                    points_of[kind].append(points)
            yield (game.id, seats) + tuple([_height_cell(points_of[kind]) for kind in KINDS])


def _height_cell(points: Sequence[float]) -> str:
    if not points:
        return ""
    return f"{median(points):.0f} {max(points):.0f}"


# --- taps ---------------------------------------------------------------------------------------------------

FEW = 2
MOST = 5
"""Number of taps that a usual move should take at most, and that any move should take at most."""
SEATS = (4, 8)


class Decision(NamedTuple):
    """A decision of a seat, with its legal moves and the move that was chosen."""

    state: TableState
    seat: int
    legal: Sequence[Move]
    move: Move


def played_decisions(
    game: Game, seats: int, seed: int, level: str = "normal", names: Sequence[str] = ()
) -> Iterator[Decision]:
    """Play a game between computer players with the default options, and yield each decision.

    Args:
        names: the names of the players; without them they have numbers.
    """
    rng = random.Random(f"{game.id} {seats} {seed}")
    names = names or [f"Player {seat}" for seat in range(seats)]
    rows = tuple(SeatRow(seat, 100 + seat, Name(names[seat]), None, 1 + seat) for seat in range(seats))
    options = game.rules.default_options
    secret = rng.randbytes(32)
    row = TableRow("t1", 1, 2, 100, game.id, options, PLAYING, "en", 0, first=0, seed=secret)
    # The state of a table without a database, since only its pages are measured.
    state = TableState(row, rows).with_first_position().with_deal()
    while not state.is_over and isinstance(state.to_act, tuple):
        assert state.match is not None
        seat = state.to_act[0]
        legal = state.match.legal(seat)
        move = game.advise(state.match.view(seat), legal, level, rng)
        yield Decision(state, seat, legal, move)
        state = state.with_move(seat, move).with_deal()


def lines_of(state: TableState) -> int:
    """Return the number of lines of text in a table's message."""
    parts = walk(table_page(state.snapshot, "en").components)
    return sum(len(part.content.split("\n")) for part in parts if isinstance(part, TextDisplay))


def taps(options: argparse.Namespace) -> None:
    """Print how many taps a turn takes, and how many lines of text a table's message has."""
    above = f"above {MOST}"
    usual = ("taps, usual", "turns", "fewest", "median", "most", f"in {FEW}", above)
    every = ("any: median", "most", above)
    print_table(usual + every, map(partial(_tap_row, options=options), options.games))
    line_rows = chain.from_iterable(map(_line_rows, options.games))
    print_table(("lines of text", "seats", "mean", "most"), line_rows)


def _tap_row(game: Game, options: argparse.Namespace) -> tuple[Figure, ...]:
    seats = min(4, game.rules.seats[1])
    # A sample of the turns that leave a choice.
    free = []
    for seed in range(options.games_each):
        free += [turn for turn in played_decisions(game, seats, seed, options.level) if len(turn.legal) > 1]
    usual = []
    every = []
    for turn in random.Random(options.seed).sample(free, min(options.turns, len(free))):
        # The number of taps to every legal move, of which the chosen one counts as usual.
        reached = fewest_taps(turn.state.seen_by(turn.seat))
        usual.append(reached[str(turn.move)])
        every += [reached[str(move)] for move in turn.legal]
    few = f"{_share_up_to(FEW, usual):.0%}"
    above = f"{1 - _share_up_to(MOST, usual):.0%}"
    of_usual = (game.id, len(usual), min(usual), median(usual), max(usual), few, above)
    return of_usual + (median(every), max(every), f"{1 - _share_up_to(MOST, every):.0%}")


def _share_up_to(limit: int, numbers: Sequence[int]) -> float:
    return mean([number <= limit for number in numbers])


def _line_rows(game: Game) -> Iterator[tuple[Figure, ...]]:
    low, high = game.rules.seats
    measured = set(range(low, high + 1)).intersection(SEATS)
    measured.add(low)
    for seats in sorted(measured):
        lines = [lines_of(turn.state) for turn in played_decisions(game, seats, 1)]
        yield game.id, seats, mean(lines), max(lines)


# --- the README's picture -----------------------------------------------------------------------------------

EXAMPLES = (("bull", 8), ("netsuzo", 14), ("trick3", 10))
"""Games of the README's picture, each with the number of decisions made before."""

PLAYERS = ("Hana", "Ken", "さくら", "Alexandra")
# pixels
COLUMN = 480
GAP = 20
BACKGROUND = "#313338"  # of messages in Discord's dark theme


def table_image(game: Game, decisions: int) -> Image.Image:
    """Return the picture of a table after a number of decisions of computer players."""
    played = islice(played_decisions(game, len(PLAYERS), 1, names=PLAYERS), decisions, None)
    state = next(played).state
    page = table_page(state.snapshot, "en")
    picture = next(file for file in page.files if isinstance(file, Picture))
    image = Image.open(BytesIO(draw_board(picture.drawing))).convert("RGB")
    return image.resize((COLUMN, round(image.height * COLUMN / image.width)), Image.Resampling.LANCZOS)


def draw(options: argparse.Namespace) -> None:
    """Draw tables side by side into a file."""
    images = [table_image(find_game(game_id), decisions) for game_id, decisions in EXAMPLES]
    height = max(image.height for image in images)
    sheet = Image.new("RGB", (len(images) * (COLUMN + GAP) - GAP, height), BACKGROUND)
    for column, image in enumerate(images):
        sheet.paste(image, (column * (COLUMN + GAP), (height - image.height) // 2))
    # A palette keeps the file small: the pictures have few colours.
    sheet.quantize(128, dither=Image.Dither.NONE).save(options.file, optimize=True)


# --- the commands -------------------------------------------------------------------------------------------


def main() -> None:
    """Run the command line: measure the pictures, the heights or the taps of screens."""
    parser = command(__doc__)
    words = parser.add_subparsers(required=True)
    drawing = words.add_parser("pictures")
    drawing.add_argument("--rounds", type=int, default=15)
    drawing_file = words.add_parser("draw")
    drawing_file.add_argument("--file", default="docs/table.png")
    height = words.add_parser("heights")
    tapping = words.add_parser("taps")
    for word, games in ((height, 2), (tapping, 4)):
        add_games(word)
        word.add_argument("--games", dest="games_each", type=int, default=games)
        word.add_argument("--seed", type=int, default=1)
    tapping.add_argument("--turns", type=int, default=40)
    tapping.add_argument("--level", default="normal", choices=LEVELS)
    runs = ((drawing, pictures), (height, heights), (tapping, taps), (drawing_file, draw))
    for word, run in runs:
        word.set_defaults(run=run)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
