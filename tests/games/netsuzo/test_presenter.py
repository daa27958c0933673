"""How a table, a panel and a showdown look, in both languages (netsuzo.md; texts of the catalogues)."""

from __future__ import annotations

from games.core.match import Match
from games.core.presentation import PanelScene
from games.netsuzo import NETSUZO
from games.netsuzo.words import held_at
from tests.games.netsuzo.tables import (
    accept_lowest,
    actor,
    deal,
    lose,
    new,
    play,
    rows,
)
from tests.games.play import play_random
from tests.games.printing import say

PRESENTER = NETSUZO.presenter


def panel(match: Match, seat: int) -> PanelScene:
    return PRESENTER.panel(match.view(seat), match.legal(seat))


def table(match: Match) -> list[str]:
    """Print what a spectator sees: headline, picture."""
    scene = PRESENTER.table(match.view(None))
    return [say(scene.headline), *rows(scene.board)]


# --- the table ------------------------------------------------------------------------------------------


def test_number_of_cards_when_declaring_holds_in_the_longest_hand() -> None:
    """One more with each acceptance, until nothing is left to draw."""
    for seats in (3, 10):
        match = new(seats)
        deal(match)
        play(match, str(match.legal(actor(match))[0]))
        most = 0
        for state in accept_lowest(match):
            if state.stage == "answer":
                place = len(state.declared) - 1
                assert held_at(place) == len(state.hands[state.turn])
                most = max(most, place)
            if most > 60:
                break


# --- the panel ------------------------------------------------------------------------------------------


def test_panel_picture_holds_all_that_decides() -> None:
    """The hand with the card just drawn, the last declarations with their cards, what was given away."""
    match = new(3)
    deal(match, {0: "5s", 1: "9h"}, pile="As Ah")
    play(match, "declare high 7", "accept")
    assert rows(panel(match, 1).hand)[:3] == [
        "Your hand: 9h!",
        "From P0: 5s!",
        "Open cards: 5h! Jd! 8c! 2s",
    ]
    play(match, "discard 9h")
    assert [say(line) for line in panel(match, 1).lines] == ["You have: Pair of 5s, A kicker"]
    assert rows(panel(match, 1).board) == [
        "Declared (cards held): [P0 (1): 7 high!]",
        "Your hand: Ah+ 5s!",
        "Open cards: 5h! Jd! 8c! 2s",
    ]
    assert "You passed on: 5s" in [say(line) for line in panel(match, 0).lines]
    play(match, "declare high 8")
    assert rows(panel(match, 2).table)[0] == "Declared (cards held): [P0 (1): 7 high] [P1 (2): 8 high!]"


def test_panel_frames_no_card_twice_and_shows_no_one_else_s() -> None:
    """In random games: the rows of the own hand hold exactly the own cards."""
    for seed in range(3):
        match = new(4)
        while not match.is_over:
            play_random(match, f"own {seed} {len(match.moves)}", 1)
            for seat in range(4):
                view = match.view(seat)
                if not view.reds[seat] or not view.open:
                    continue
                board = panel(match, seat).hand
                shown = {"netsuzo-row-hand", "netsuzo-row-taken"}
                mine = [row for row in board.rows if getattr(row.title, "key", "") in shown]
                assert sorted(face.card for row in mine for face in row.cards) == sorted(view.hand)


def test_panel_of_a_long_hand_lists_the_last_declarations() -> None:
    """And counts those before."""
    match = new(4)
    deal(match)
    for state in accept_lowest(match):
        if len(state.declared) == 30:
            break
    board = panel(match, actor(match)).table
    claims = next(row for row in board.rows if getattr(row.title, "key", "") == "netsuzo-row-claims")
    assert len(claims.chips) == 1 + 3
    assert say(claims.chips[0].text) == "… 27 earlier"


def test_panel_warns_of_the_last_red_chip_whatever_is_tapped() -> None:
    """One line, for truth and lie alike; a rejection says what it may bring."""
    match = new(3, reds="1")
    deal(match, {0: "5s"})
    assert [say(line) for line in panel(match, 0).lines] == [
        "You have: Pair of 5s, J kicker",
        "One red chip left: lose it and you are out.",
    ]
    view = match.view(0)
    assert not any(PRESENTER.warning(move, view) for move in match.legal(0))
    play(match, "declare pair 5 J")
    warned = [str(move) for move in match.legal(1) if PRESENTER.warning(move, match.view(1))]
    assert warned == ["reject"]
    relaxed = new(3)
    deal(relaxed)
    play(relaxed, "declare pair 5 J")
    assert not any(PRESENTER.warning(move, relaxed.view(1)) for move in relaxed.legal(1))


def test_panel_of_who_is_out_is_the_table_to_watch() -> None:
    """There is no hand to show any more; the front end says that one is out."""
    match = new(4, reds="1")
    lose(match, "lie")
    deal(match)
    scene = panel(match, 0)
    assert scene.lines == ()
    assert scene.board == PRESENTER.table(match.view(None)).board


def test_a_tip_says_what_to_do_to_who_is_to_act_only() -> None:
    """A sentence of its own for each thing to do."""
    match = new(3)
    deal(match)
    tips = []
    for move in ("declare pair 5 J", "accept", None, None):
        tip = PRESENTER.tip(match.view(actor(match)))
        tips.append(say(tip))
        others = set(range(3)) - {actor(match)}
        assert not any(PRESENTER.tip(match.view(seat)) for seat in others)
        play(match, move or str(match.legal(actor(match))[0]))
    assert len(set(tips)) == 4


def test_scores_are_chips_and_the_last_one_left_wins_without_blue_ones() -> None:
    """A winner with fewer blue chips than others would be a riddle."""
    match = new(3, reds="1", blues="5")
    lose(match, "doubt")
    lose(match, "doubt")
    result = match.result()
    view = match.view(None)
    scores = [PRESENTER.score(view, result, seat) for seat in range(3)]
    told = [say(score) for score in scores if score]
    assert told[result.ranking[0][0]] == "last one left · blue 0"
    assert sorted(told) == ["last one left · blue 0", "out · blue 0", "out · blue 0"]
    winner = new(3, blues="1")
    lose(winner, "lie")
    result = winner.result()
    assert result is not None
    told = [say(score) for seat in range(3) if (score := PRESENTER.score(winner.view(None), result, seat))]
    assert told == ["red 1 · blue 0", "red 2 · blue 1", "red 2 · blue 0"]
