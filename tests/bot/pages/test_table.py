"""Tests of the table's message: repeated lines, results, rankings, ratings and bluffs."""

from __future__ import annotations

import random
import re
from collections import defaultdict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot import LANGUAGES
from bot.language import Localizer, is_repeated, unmarked
from bot.pages.standings import own_result_lines, standing_lines
from bot.pages.table import extras_page, table_page
from bot.tables import endings
from bot.tables.state import TableState
from bot.wire.components import Button, TextDisplay, walk
from bot.wire.messages import Page
from games import GAMES, find_game
from games.bull.hands import CALL_ORDERS, Call, is_good
from games.bull.rules import CHALLENGE
from games.core.match import GameHistory
from games.core.rules import Result
from storage.scores.stats import load_stats
from tests.bot.finished_games import play_out
from tests.bot.people import Stage, parts, picture_descriptions, text_of_message
from tests.bot.playing import MakeBot, kill, state_after_random_moves, undealt_table
from tests.games.play import new_match, play_random, seats_near


@pytest.mark.parametrize(
    ("above", "expected"),
    [
        ("**Kuma 🤖** calls single Q", True),
        ("Round 6: **Kuma 🤖** calls single Q and nobody doubts.", True),
        ("**Kuma 🤖** calls single 10", False),
    ],
)
def test_contained_line_is_recognised_despite_marks(above: str, expected: bool) -> None:
    """A line counts as contained if only its markup and full stop differ."""
    assert is_repeated("**Kuma 🤖** calls single Q.", [above]) is expected


def with_computers(game_id: str, seed: int, moves: int, **chosen: str) -> TableState:
    """Return a table of one person and computer players after random moves."""
    game = find_game(game_id)
    state = undealt_table(game, ["Alice"], chosen, computers=seats_near(game, 3) - 1)
    return state_after_random_moves(state.with_deal(), random.Random(seed), moves)


def texts(page: Page) -> list[str]:
    return [part.content for part in walk(page.components) if isinstance(part, TextDisplay)]


@pytest.mark.parametrize("game", sorted(game.id for game in GAMES))
def test_run_of_moves_takes_at_most_four_lines(game: str) -> None:
    """Below the headline, moves of computer players take one to four lines."""
    most = 0
    for moves in range(12):
        state = with_computers(game, 5, moves)
        if state.is_over:
            break
        _, *below = texts(table_page(state.snapshot, "en"))
        most = max(most, sum(len(text.split("\n")) for text in below))
    assert 1 <= most <= 4


@given(
    game=st.sampled_from(sorted(game.id for game in GAMES)),
    seed=st.integers(0, 10**6),
    moves=st.integers(0, 40),
)
@settings(max_examples=40, deadline=None)
def test_table_repeats_no_text(game: str, seed: int, moves: int) -> None:
    """No line below the picture repeats part of a line above the picture."""
    state = with_computers(game, seed, moves)
    if state.is_over:
        return
    for language in LANGUAGES:
        above, *below = texts(table_page(state.snapshot, language))
        lines_above = [unmarked(line) for line in above.split("\n")]
        lines = [
            unmarked(line.removeprefix("-# ")).rstrip(" .。!") for text in below for line in text.split("\n")
        ]
        assert [line for line in lines if any(line in table_line for table_line in lines_above)] == []


def test_changed_options_are_shown_at_the_table() -> None:
    """The table shows the number of red chips as a setting, and mentions blue chips exactly once."""
    page_text = "\n".join(
        texts(table_page(with_computers("netsuzo", 1, 0, blues="4", reds="5").snapshot, "en"))
    )
    assert "Red chips: 5" in page_text
    assert page_text.lower().count("blue chips") == 1


async def test_result_is_a_new_message_with_ratings(stage: Stage) -> None:
    """The newest message is the result, with the winner and the rating changes of the database."""
    state = await play_out(stage, [stage.alice, stage.bob])
    messages = list(stage.channel.history())
    results = [message for message in messages if "🏆" in text_of_message(message)]
    assert len(results) == 1
    result = results[0]
    assert result.id == max(message.id for message in messages if message.author.bot)
    assert f"b:rematch:{state.id}" in str(parts(result))
    assert text_of_message(result).count("win") == 1, "who has won is said once"
    picture = picture_descriptions(result)
    stats = {}
    for person in (stage.alice, stage.bob):
        person_stats = await stage.bot.store.read(load_stats, person.id, stage.guild.id)
        stats[person.name] = person_stats.games[0].rating
    for name, rating in stats.items():
        match = re.search(rf"{name}.*rating [+\u2212](\d+) → (\d+)", picture, re.IGNORECASE)
        assert match is not None, picture
        assert int(match[2]) == rating
        assert int(match[1]) == abs(rating - 1000)


async def test_early_result_keeps_its_picture(stage: Stage, make_bot: MakeBot) -> None:
    """An early result's picture survives a restart; its ratings are absent while the winner plays on."""
    await stage.start_three()
    await stage.play_a_while()
    for seat in (0, 2):
        await stage.table.apply_in_game(endings.resign, stage.state.seats[seat].user_id)
        await stage.env.advance_time(3)
    descriptions, table_id = picture_descriptions(stage.table_message()), stage.table.id
    stats = await stage.bot.store.read(load_stats, stage.bob.id, stage.guild.id)
    rating = stats.games[0].rating
    assert re.search(rf"Bob · won: .*rating \+{rating - 1000} → {rating}", descriptions), descriptions
    assert len(re.findall("^2\\. .*rating \u2212", descriptions, re.MULTILINE)) == 2, descriptions
    assert descriptions.index("Bob") < descriptions.index("Alice")
    assert "**Bob** wins: nobody else is left" in text_of_message(stage.table_message())
    assert "**Play on**" in text_of_message(stage.table_message())
    await kill(stage, make_bot, seconds=3)
    assert picture_descriptions(stage.table_message()) == descriptions
    await stage.tap(stage.bob, stage.table_message(), "act", "resume", seconds=3)
    assert "rating" not in picture_descriptions(stage.table_message())
    await stage.resign(stage.bob, seconds=3)
    closed = stage.message("wins: nobody else is left")
    assert f"b:rematch:{table_id}" in str(parts(closed))
    assert f"rating +{rating - 1000} → {rating}" in str(parts(closed))


def test_tie_of_all_and_last_place_get_no_medal() -> None:
    """If all players tie, none gets a medal; the second of two players gets no silver medal."""
    game = find_game("bull")
    view = play_random(new_match(game, 2), "medals", 2000).view(None)
    words = Localizer("en", ["Alice", "Bob"])
    tied = standing_lines(game, view, Result(((0, 1),), (1, 1)), words)
    assert not re.search("[🥇🥈🥉]", "".join(tied))
    result = Result(((0,), (1,)), (2, 1))
    won = "\n".join(standing_lines(game, view, result, words))
    assert "🥇 1st Alice" in won
    assert "2nd Bob" in won
    assert "🥈" not in won
    own = own_result_lines(game, view, result, 1, Localizer("ja", ["Alice", "Bob"]))
    assert own[0] == "🏆 Aliceの勝ち！"
    assert own[1].startswith("あなた: 2位 · ")


@pytest.mark.parametrize("ranking", [((0, 1, 2), (3,)), ((2,), (0,), (1,), (3,))])
def test_own_result_names_the_places_of_all(ranking: tuple[tuple[int, ...], ...]) -> None:
    """One's own result has the place and the score of every player, also between the first and the last."""
    game = find_game("bull")
    view = play_random(new_match(game, 4), 1, 2000).view(None)
    names = ["Alice", "Bob", "Carol", "Dan"]
    for seat in range(4):
        lines = own_result_lines(game, view, Result(ranking, (1, 2, 3, 5)), seat, Localizer("en", names))
        others = [name for place, name in enumerate(names) if place != seat]
        assert all(name in "\n".join(lines) for name in others)
        # The place of a single loser is printed once, with the score.
        assert sum(len(re.findall(r"\bDan\b.*\(", line)) for line in lines) <= 1


def test_best_bluff_is_highest_unchallenged_lie() -> None:
    """The best bluff is the highest unchallenged lie; the best catch is the highest challenged lie."""
    game = find_game("bull")
    for seed in range(6):
        match = play_random(new_match(game, 3), seed, 2000)
        history = list(GameHistory(match).steps())
        free, caught = [], []
        for number, (before, _, move, _) in enumerate(history):
            if not isinstance(move, Call):
                continue
            dealt = [card for hand in before.hands for card in hand]
            if not is_good(move, dealt, wild=False):
                is_caught = history[number + 1][2] == CHALLENGE
                (caught if is_caught else free).append(CALL_ORDERS[False].index_above(move))
        best = {
            highlight.kind: CALL_ORDERS[False].index_above(history[highlight.first_move][2])
            for highlight in match.highlights()
        }
        assert best.get("bluff") == max(free, default=None)
        assert best.get("catch") == max(caught, default=None)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", sorted(game.id for game in GAMES))
def test_running_game_is_a_picture_and_two_buttons(game: str, language: str) -> None:
    """The message of a running game has the buttons of the hand and of *More*, and no button of a move.

    *More* has everything else, down to the votes.
    """
    for moves in range(12):
        state = with_computers(game, 5, moves)
        if state.is_over:
            break
        verbs = [button.custom_id.split(":")[1] for button in buttons(table_page(state.snapshot, language))]
        assert verbs == ["hand", "extras"]
        more = {button.custom_id.split(":")[1] for button in buttons(extras_page(state.snapshot, language))}
        assert {"rules", "signs", "acts"} <= more <= {"log", "rules", "signs", "guide", "guessalong", "acts"}


def buttons(page: Page) -> list[Button]:
    return [part for part in walk(page.components) if isinstance(part, Button)]


@pytest.mark.parametrize("game", ["bull", "netsuzo", "trick3"])
def test_boxes_below_a_table_keep_their_picture(game: str) -> None:
    """While the table changes, equal boxes below it have the same file, which is not uploaded again."""
    tables = defaultdict[str, set[str]](set)
    state = with_computers(game, 7, 0)
    rng = random.Random(7)
    for _ in range(40):
        files = table_page(state.snapshot, "en").files
        if len(files) == 2:
            table, boxes = files
            tables[boxes.filename].add(table.filename)
        state = state_after_random_moves(state, rng, 1)
    assert max(map(len, tables.values())) >= 3
