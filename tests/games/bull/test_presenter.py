"""Tests of how Porker Bull is shown, and of its reveals and verdicts."""

from __future__ import annotations

import random
from functools import partial

import pytest

from bot.language import JOINER, NO_BREAK, Localizer
from games.bull.pictures import call_text, shown_evidence
from games.bull.rules import Showdown
from games.core.cards import Card
from games.core.match import Match, ShuffleKey
from games.core.presentation import Face, Row, Stamp, Tag
from games.core.rules import CHANCE
from games.core.words import Seat, Text, text
from tests.games import printing
from tests.games.bull.tables import BULL, deal, dealt, kings, lose, new
from tests.games.printing import say

PRESENTER = BULL.presenter
match = pytest.fixture(kings)


def rows(match: Match, seat: int | None = None) -> tuple[Row, ...]:
    """Return the rows of the table's picture, or of a seat's panel."""
    view = match.view(seat)
    board = PRESENTER.table(view).board if seat is None else PRESENTER.panel(view, match.legal(seat)).board
    return board.rows


# --- the table ----------------------------------------------------------------------------------------


def test_eliminated_seats_are_below_active_seats() -> None:
    match = new(3)
    lose(match, 1, times=5)
    deal(match)
    assert [row.title for row in rows(match)[1:-1]] == [Seat(0), Seat(2), text("bull-row-out")]
    assert [tag.text for tag in rows(match)[3].tags] == [text("bull-chip-seat", seat=Seat(1))]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_mark_of_own_call_stays_beside_it(language: str) -> None:
    """In the line about the last round, no line break separates the mark from the reader's own call."""
    match = dealt(3, {0: "7s", 1: "8s", 2: "9s"})
    match.play(0, "call pair 7")
    match.play(1, "call pair 8")
    before = match.view(0)
    match.play(2, "challenge")
    whole = PRESENTER.aftermath(match.view(0), before)
    assert whole is not None
    for form in (whole, Text(f"{whole.key}-short", whole.args)):
        line = Localizer(language).to_reader(0).with_names(["A", "B", "C"])(form)
        assert line[-2] in (JOINER, NO_BREAK)
        assert line[-1] == "❌"


def test_last_card_of_shrinking_hand_is_last_chance() -> None:
    """With shrinking hands, a seat that has lost four of five cards is marked as having its last chance."""
    match = new(2, deal="down")
    lose(match, 0, times=4)
    deal(match)
    assert rows(match)[1].tags == (Tag(text("bull-chip-last"), "hot"),)


def test_long_round_shows_last_calls_and_counts_earlier_ones() -> None:
    """The picture shows the last three calls and the number of earlier calls."""
    match = dealt(2)
    for step, rank in enumerate("23456789TJQ"):
        match.play(step % 2, f"call single {rank}")
    table = rows(match)[0]
    assert table.tags[0] == Tag(text("bull-chip-earlier", count=8), "dim")
    assert len(table.tags) == 1 + 3
    assert table.tags[-1] == Tag(text("bull-chip-call", seat=Seat(0), call=call_text("call single Q")), "hot")


def test_call_needing_too_many_cards_is_marked_impossible() -> None:
    """A note appears at the table and in the panel of the seat to act, but in no other panel."""
    match = dealt(2)
    match.play(0, "call trips 4")
    impossible = text("bull-impossible", call=call_text("call trips 4"), needed=3, count=2)
    assert PRESENTER.table(match.view(None)).line == impossible
    beyond = text("bull-beyond", needed=3, count=2)
    assert beyond in PRESENTER.panel(match.view(1), match.legal(1)).lines
    assert beyond not in PRESENTER.panel(match.view(0), ()).lines
    fair = dealt(3)
    fair.play(0, "call trips 4")
    assert PRESENTER.table(fair.view(None)).line is None


# --- the panel ----------------------------------------------------------------------------------------


def test_only_wild_twos_have_caption() -> None:
    for wild, caption in (("twos", text("bull-wild")), ("none", None)):
        match = dealt(2, {0: "2s Ah"}, start="2", wild=wild)
        assert rows(match, 0)[-1].cards == (Face("Ah"), Face("2s", caption=caption))


def test_panel_without_hand_explains_why() -> None:
    """A panel without a hand says that no hand is dealt, or states the eliminated player's place."""
    assert PRESENTER.panel(new().view(0), ()).lines == (Text("bull-no-hand"),)
    match = new(3)
    lose(match, 1, times=5)
    deal(match)
    scene = PRESENTER.panel(match.view(1), ())
    assert scene.lines == (text("bull-out", place=3, seats=3),)
    assert scene.board == PRESENTER.table(match.view(None)).board


def test_tip_explains_current_action(match: Match) -> None:
    """The tip explains how to begin, answer or wait; an eliminated player gets no tip."""
    tips = [PRESENTER.tip(match.view(seat)) for seat in range(3)]
    assert [tip and tip.key for tip in tips] == ["bull-tip-wait", "bull-tip-call", "bull-tip-wait"]
    fresh = new(2)
    assert PRESENTER.tip(fresh.view(0)) is None
    deal(fresh)
    assert PRESENTER.tip(fresh.view(0)).key == "bull-tip-first"


@pytest.mark.parametrize(
    ("seats", "losses", "call", "is_tense"),
    [
        (8, 4, "call trips 9", False),
        (8, 4, "call sflush s 9", True),
        (3, 0, "call pair 9", True),
        (3, 0, "call single 9", False),
    ],
)
def test_only_improbable_call_causes_suspense(seats: int, losses: int, call: str, is_tense: bool) -> None:
    """The more cards are in play, the higher a probable call can be."""
    match = new(seats)
    for loser in range(seats):
        lose(match, loser, times=losses)
    deal(match)
    assert not PRESENTER.is_tense(match.view(None))
    match.play(match.view(None).caller, call)
    assert PRESENTER.is_tense(match.view(None)) == is_tense


# --- texts --------------------------------------------------------------------------------------------


def test_headline_names_survivor_or_eliminated_player() -> None:
    """The option ``end`` selects the headline; a frame marks the winner's row."""
    for end, key in (("last", "bull-outcome-last"), ("first", "bull-outcome-first")):
        match = new(2, end=end)
        lose(match, 0, times=5)
        result = match.result()
        assert result is not None
        assert PRESENTER.outcome(match.view(None), result) == ()
        scene = PRESENTER.table(match.view(None))
        assert scene.headline.key == key
        won = [(row.title, row.is_won) for row in scene.board.rows[1:]]
        assert won == [(Seat(0), False), (Seat(1), True)]
        assert PRESENTER.panel(match.view(0), ()).board == scene.board
        scores = [PRESENTER.score(match.view(None), result, seat) for seat in (0, 1)]
        assert [say(score) for score in scores] == ["5 losses", "no losses"]


def test_guide_lists_kinds_that_can_be_called() -> None:
    """The guide lists seven kinds, or thirteen with wild twos, each with an example of that kind."""
    for wild, count in (("none", 7), ("twos", 13)):
        guide = PRESENTER.guide(new(wild=wild).view(None))
        assert len(guide) == count
        assert say(guide[-2][0]) == "One pair: two cards of one rank"
        assert len({cards for _, cards in guide}) == count


def test_last_showdown_has_its_own_row() -> None:
    """After the next deal, the last showdown's cards have their own row (bull.md, section "What is open")."""
    match = dealt(3, {0: "Ah 2s", 1: "Kc Qc", 2: "9d 9s"}, start="2")
    match.play(0, "call pair 9")
    match.play(1, "challenge")
    deal(match)
    _, *seats, last = rows(match)
    assert [[face.card for face in row.cards] for row in seats] == [["", ""], ["", "", ""], ["", ""]]
    assert last.title == text("bull-row-shown")
    assert [face.mark for face in last.cards[-2:]] == ["hot", "hot"]
    _, strip = rows(match, 0)
    assert strip == last
    assert [face.card for face in strip.cards] == ["Ah", "2s", "Kc", "Qc", "9s", "9d"]
    assert [face.caption for face in strip.cards] == [Seat(0), None, Seat(1), None, Seat(2), None]
    match.play(match.view(None).caller, "call single 5")
    assert len(rows(match, 0)) == 2, "a call does not take it away"


@pytest.mark.parametrize(("seats", "options"), [(2, {}), (4, {"deal": "down"}), (8, {"wild": "twos"})])
def test_seat_row_never_shows_cards_of_earlier_round(seats: int, options: dict[str, str]) -> None:
    """In whole games, a row shows only backs during a round, and only that round's hand in a showdown."""
    match, key = new(seats, **options), ShuffleKey.from_text("earlier")
    rng, hands, rounds = random.Random(seats), list[tuple[Card, ...]](), 0
    while not match.is_over:
        if match.to_act == CHANCE:
            match.play(CHANCE, match.chance_move(key))
            hands, rounds = [match.view(seat).hand for seat in range(seats)], rounds + 1
        else:
            (seat,) = match.to_act
            match.play(seat, match.legal(seat)[int(len(match.legal(seat)) * rng.random() ** 3)])
        for row in rows(match):
            if isinstance(row.title, Seat):
                visible = {face.card for face in row.cards if face.card}
                assert not visible or not isinstance(match.to_act, tuple)
                assert visible in (set(), {*hands[row.title.seat]})
    assert rounds > seats


def test_replay_shows_hand_with_owner_name(match: Match) -> None:
    """A replay shows the hand by rank under its owner's name; a spectator's view has no hand."""
    assert PRESENTER.hand(match.view(0)) == Row(Seat(0), ((Face("Ah"), Face("2s")),))
    assert PRESENTER.hand(match.view(None)) is None


# --- reveals ------------------------------------------------------------------------------------


reveal = partial(printing.reveal, BULL)
line = partial(printing.reveal_line, BULL)
verdicts = partial(printing.verdicts, BULL)


def challenged(hands: dict[int, str], call: str, **options: str) -> Match:
    """Return a round of two cards each in which seat 0 calls and seat 1 challenges."""
    match = dealt(len(hands), hands, start="2", **options)
    match.play(0, f"call {call}")
    match.play(1, "challenge")
    return match


def test_showdown_shows_all_hands_and_marks_deciding_cards() -> None:
    """The call is in the middle with the name of its seat. The picture marks the winner and the loser."""
    match = challenged({0: "2s Ah", 1: "Kd Ks", 2: "9s 8h"}, "pair K")
    board = reveal(match).board
    call, caller, challenger, other = board.rows
    (claim,) = call.tags
    assert (claim.text.args["seat"], claim.text.args["call"].key) == (Seat(0), "bull-tap-pair")
    assert claim.mark == "hot"
    assert (caller.is_won, challenger.is_won, other.is_won) == (True, False, False)
    assert challenger.cards == (Face("Ks", "hot", turn=1), Face("Kd", "hot", turn=1))
    assert caller.cards == (Face("Ah", turn=2), Face("2s", turn=2))
    assert board.stamp == Stamp(text("stamp-true"), "good")
    assert not caller.tags
    assert challenger.tags == (Tag(text("bull-challenge")),)
    assert challenger.note == text("bull-fate", cards=3, losses=1, limit=4)
    assert caller.note is other.note is None
    assert BULL.rules.reveal_seconds(match.view(None)) == pytest.approx(3.6), "six cards to look at"


def test_caller_hand_is_revealed_last() -> None:
    """The caller's hand is last; a reveal has three steps if a loss eliminates a player, otherwise two."""
    for times, steps, seconds in ((0, 2, 2.4), (4, 3, 3.6)):
        match = new(3)
        lose(match, 0, times)
        deal(match)
        caller = match.view(None).caller
        match.play(caller, "call quads A")
        challenger = match.to_act[0]
        match.play(challenger, "challenge")
        turns = {row.title: {face.turn for face in row.cards} for row in reveal(match).board.rows[1:]}
        is_in = 0 in (caller, challenger)
        expected = (steps, seconds) if is_in else (2, 2.4)
        assert (turns[Seat(caller)], match.suspense_seconds) == ({expected[0]}, expected[1])
        assert turns[Seat(challenger)] == {expected[0] - 1}


def test_each_seat_has_its_own_verdict() -> None:
    """After a true call, the caller, the challenger and the other seat get different verdicts."""
    match = challenged({0: "2s Kh", 1: "Kd Ks", 2: "9s 8h"}, "pair K")
    assert say(reveal(match).headline) == (
        "✅ Pair of kings: both there, Ks Kh! P1 challenged P0 and loses the round."
    )
    assert verdicts(match) == [
        "Your call was true: P1 loses the round.",
        "Your challenge failed. Loss 1 of 4: you play on with 3 cards.\n"
        "Each loss gives you a card: you know more, but 4 losses put you out.",
        "You’re safe: P1 loses the round.",
    ]
    fact = reveal(match).panel_line
    assert fact is not None
    assert say(fact) == "✅ Pair of kings: both there, Ks Kh!"
    assert PRESENTER.say(match.view(None).news[0], match.view(None)) == reveal(match).headline


def test_elimination_is_in_the_verdict_and_the_winner_in_the_line() -> None:
    """A verdict says that its seat is out. At the end only the line does, and names the winners."""
    match = new(3)
    lose(match, 1, times=4)
    assert verdicts(match)[2] == "You caught P1! That’s their loss 4 of 5."
    lose(match, 1)
    assert line(match) == "P1 is out."
    assert verdicts(match)[2] == "You caught P1! They’re out."
    assert verdicts(match)[1] == "P2 caught you. You’re out."
    lose(match, 0, times=5)
    assert line(match) == "P0 is out, and P2 wins as the last one left!"
    assert verdicts(match) == ["P2 caught you.", "", "You caught P0!"]
    match = new(3, end="first")
    lose(match, 1, times=5)
    assert line(match) == "P1 is the first one out and loses; everybody else wins."
    assert verdicts(match) == ["You’re safe: P1 loses the game.", "P2 caught you.", "You caught P1!"]


@pytest.mark.parametrize(
    ("hands", "call", "expected"),
    [
        ({0: "2s 3h", 1: "Kd 9s", 2: "Ks 8h"}, "pair K", "P0 held none of it: a lucky shot in the dark."),
        ({0: "Ks 3h", 1: "Kd 9s"}, "pair K", "P1’s own Kd made the call good."),
        ({0: "Ks Kh", 1: "4d 9s"}, "pair K", ""),
        ({0: "2s 3h", 1: "4d 9s"}, "pair K", "Not one card of it was there."),
        ({0: "Ks Kh", 1: "4d 9s"}, "trips K", "Just one card short."),
        ({0: "Ks 3h", 1: "4d 9s"}, "trips K", ""),
        ({0: "Ks 3h", 1: "4d 9s"}, "pair K", ""),
    ],
)
def test_great_moments_have_extra_line(hands: dict[int, str], call: str, expected: str) -> None:
    """Lucky calls and near misses add an extra line; ordinary showdowns do not."""
    assert line(challenged(hands, call)) == expected


@pytest.mark.parametrize(
    ("hand", "call", "expected"),
    [
        ("Js Kd", "single J", "“single jack” is certain: you hold it"),
        (
            "Qs Kd",
            "single J",
            "Needs one jack among 2 unseen cards: 16%, going by your own cards",
        ),
        (
            "Js Kd",
            "pair J",
            "Needs one more jack among 2 unseen cards: 12%, going by your own cards",
        ),
        (
            "Qs Kd",
            "trips K",
            "Needs two more kings among 2 unseen cards: rare",
        ),
        (
            "Qs Kd",
            "twopair K Q",
            "Needs one more king, one more queen among 2 unseen cards: rare",
        ),
        ("Qs Kd", "quads J", "“four jacks” can’t be among the 4 cards"),
    ],
)
def test_reason_states_probability_of_call(hand: str, call: str, expected: str) -> None:
    """The reason calls a call certain, rare or impossible, or states its probability."""
    match = dealt(2, {0: hand}, start="2")
    move = match.rules.parse(f"call {call}")
    reason = BULL.presenter.reason(move, match.view(0))
    assert reason is not None
    assert say(reason) == expected


def test_reveal_frames_the_callers_own_card_before_an_equal_one() -> None:
    """A single king that two players hold is framed in the hand of the caller, and named so."""
    showdown = Showdown("call single K", 1, 0, (("Ks",), ("Kh",)), True, 0, ("Ks",))
    assert shown_evidence(showdown) == ("Kh",)
    pair = Showdown("call pair K", 1, 0, (("Ks", "Kd"), ("Kh", "2s")), True, 0, ("Ks", "Kd"))
    assert set(shown_evidence(pair)) == {"Kh", "Kd"}


def test_line_below_a_reveal_names_cards_that_the_fact_names() -> None:
    """A call that only the challenger's cards made good: of equal cards, both sentences name the caller's."""
    match = dealt(2, {0: "Ks Kh", 1: "Kd Kc"}, first=1, start="2")
    match.play(1, "call trips K")
    match.play(0, "challenge")
    reveal = PRESENTER.reveal(match.view(None))
    fact = reveal.panel_line.args["evidence"].cards
    own = reveal.line.args["cards"].cards
    assert reveal.line.key == "bull-great-own"
    assert set(own) < set(fact)
    assert set(fact) - set(own) == {"Kd", "Kc"}


def test_stamp_of_a_false_call_does_not_accuse_its_caller() -> None:
    """Who calls knows only their own cards: a call that is not there need not be a lie."""
    match = dealt(2, {0: "Ks Qh", 1: "2d 3c"}, start="2")
    match.play(0, "call pair K")
    match.play(1, "challenge")
    stamp = PRESENTER.reveal(match.view(None)).board.stamp
    assert (say(stamp.text), stamp.tone) == ("Not there!", "bad")


@pytest.mark.parametrize("wild", ["none", "twos"])
def test_tip_of_the_first_round_says_which_hands_are_missing(wild: str) -> None:
    """Without wild twos no straight and no flush can be called; newcomers read it in the first round."""
    match = new(2, wild=wild)
    lines = []
    for _ in range(2):
        deal(match)
        (opener,) = match.to_act
        lines.append(say(PRESENTER.tip(match.view(opener))))
        match.play(opener, "call pair K")
        lines.append(say(PRESENTER.tip(match.view(1 - opener))))
        match.play(1 - opener, "challenge")
    has_flush = any(
        str(move).startswith("call flush") for move in BULL.rules.legal(dealt(2, wild=wild).state, 0)
    )
    assert ["mere straight or flush" in line for line in lines] == [not has_flush] * 2 + [False] * 2
