"""How Tomoefuda is shown: menus, reveals, boards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Literal, TypeAlias

from msgspec.structs import replace

from games.core.cards import TOMOE, Card
from games.core.highlights import Highlight
from games.core.match import GameHistory
from games.core.moves import Move
from games.core.presentation import (
    Choice,
    DecisionStakes,
    Face,
    Measure,
    PanelScene,
    PictureStory,
    Presenter,
    Question,
    RevealScene,
    Row,
    StoryPicture,
    Style,
    TableScene,
)
from games.core.rules import Event, Result, clockwise, find_event, rank_seats
from games.core.standing import GamesSoFar, standing_text
from games.core.words import Arg, Joined, Seat, Seats, Text, text, yes_no
from games.tomoe import pictures
from games.tomoe.pictures import (
    back_text,
    colour_text,
    covered_board,
    ended_text,
    hand_board,
    hand_size,
    last_board,
    own_score_line,
    plain_number,
    points_by_game,
    points_text,
    printable,
    reveal_scene_board,
    strength_places,
    table_board,
    trick_row,
    trick_row_without_owners,
    turn_board,
    why_text,
    won_text,
)
from games.tomoe.possible import WinningWays, possible_deals, stronger_cards, winning_ways
from games.tomoe.rules import (
    BACK,
    CASES,
    PLAYS,
    RANK,
    SEATS,
    SECOND,
    SUIT,
    CardPlayed,
    GameDealt,
    GameEnded,
    MatchExtended,
    Play,
    TomoeView,
    Trick,
    TrickWon,
    decide_trick,
    notable_reason,
    playable,
    points_for,
    role,
    streak,
    strongest_card,
    won_counter,
)

# --- menus --------------------------------------------------------------------------------------------------
# The question for choosing a card in Tomoefuda, with the outcome of the trick for each card.

NEAR_TRICKS = 3
"""With this number of tricks left in the match, or fewer, the stakes compare the seat with the others."""

RANKS_SUM = 7
"""The sum of the lowest and the highest rank of a suit.

Cards near the middle win most: in 4,000 tricks of the level ``normal`` a 4 or a 3 won 39 and 36 of 100 tricks
in which it was played, a 5 or a 2 33, a 6 31 and a 1 28.
"""

TrickOutcome: TypeAlias = Literal["wins", "depends", "loses"]
"""Whether a card wins the current trick, loses it, or depends on cards still to be played."""

ORDER = ("", "wins", "depends", "loses")
"""The order in which cards are listed by outcome; empty for an unknown outcome."""

STYLES: Mapping[TrickOutcome, Style] = {"wins": "success", "loses": "danger"}
"""The style of the button of a card to lead; ``secondary`` for the others."""

# --- what a card would do -----------------------------------------------------------------------------


def trick_outcomes(view: TomoeView, cards: Sequence[Card]) -> dict[Card, TrickOutcome]:
    """Return the outcome of the current trick for each card; empty for a spectator."""
    return {card: _outcome_of(ways) for card, ways in winning_ways(view, cards).items()}


def _outcome_of(ways: WinningWays) -> TrickOutcome:
    if not ways.won:
        return "loses"
    if ways.won == ways.total:
        return "wins"
    return "depends"


# --- the question -------------------------------------------------------------------------------------


def card_question(view: TomoeView, cards: Sequence[Card]) -> Question:
    """Return a question with the answers ``cards``, grouped by the outcome of the trick."""
    # Within a group the cards are sorted by suit.
    outcomes = trick_outcomes(view, cards)
    choices = [_card_choice(view, card, outcomes.get(card)) for card in TOMOE.sort(cards)]
    # Cards that follow and have the same outcome share one heading, those that win come first. Cards to lead
    # have colours instead, so that all twelve are buttons in their places.
    if view.trick:
        groups = [choice.group for choice in choices]
        choices.sort(
            key=lambda choice: (ORDER.index(outcomes.get(choice.value, "")), groups.index(choice.group))
        )
        prompt = _suit_to_follow_text(view, TOMOE.sort(cards))
    else:
        prompt = text("tomoe-must-lead", coloured=colours_of_leads(outcomes.values()))
    return Question(prompt, tuple(choices), are_short=True)


def colours_of_leads(outcomes: Iterable[TrickOutcome]) -> Literal["both", "wins", "loses", "none"]:
    """Return the outcomes of cards to lead that have a colour of their own."""
    known = set(outcomes)
    if known.issuperset(STYLES):
        return "both"
    if "wins" in known:
        return "wins"
    return "loses" if "loses" in known else "none"


def _outcome_text(view: TomoeView, card: Card, outcome: TrickOutcome) -> Text:
    # The heading of a group of cards says who gets which points with one of them.
    ace = float(view.options["ace"])
    if outcome == "wins":
        return text("tomoe-group-wins", points=plain_number(points_for(card, ace)))
    if len(view.trick) < SEATS - 1:
        return text(f"tomoe-group-{outcome}", last=Seat((view.lead + 2) % SEATS))
    end = decide_trick(view.lead, (*view.trick, card))
    return text("tomoe-group-lost", winner=Seat(end.winner), points=plain_number(points_for(end.card, ace)))


def _leads_text(view: TomoeView, hand: Sequence[Card]) -> Text:
    # The colours of the buttons in words.
    cards: dict[TrickOutcome, list[Card]] = {"wins": [], "loses": [], "depends": []}
    for card, outcome in trick_outcomes(view, TOMOE.sort(hand)).items():
        cards[outcome].append(card)
    wins, loses = [printable(some) if some else "none" for some in (cards["wins"], cards["loses"])]
    return text("tomoe-leads-spoken", wins=wins, loses=loses)


def _card_choice(view: TomoeView, card: Card, outcome: TrickOutcome | None) -> Choice:
    # A spectator's view has no hidden cards, and no buttons for them.
    label = text("tomoe-card", card=printable((card,)), hidden=yes_no(card in view.hidden))
    if outcome is None:
        return Choice(card, label)
    if view.trick:
        style: Style = "success" if outcome == "wins" else "secondary"
        return Choice(card, label, group=_outcome_text(view, card, outcome), style=style)
    # The question explains the colours.
    return Choice(card, label, style=STYLES.get(outcome, "secondary"))


# --- presenter ----------------------------------------------------------------------------------------------
# The presenter of Tomoefuda: the public table and the private panels.


class TomoePresenter(Presenter[TomoeView]):
    """Describes tables and panels of Tomoefuda."""

    cloth = pictures.CLOTH
    hand = staticmethod(pictures.hidden_row)

    def table(self, view: TomoeView) -> TableScene:
        """Return the public table: the trick, the open hands, and the number of the game in the match."""
        is_on = view.number > 0 and view.result is None
        return TableScene(
            headline=_headline(view),
            line=text("tomoe-progress", game=view.number, games=view.games) if is_on else None,
            board=table_board(view),
        )

    def panel(self, view: TomoeView, legal: Sequence[Move]) -> PanelScene:
        """Return a seat's panel: its hand, and on its turn the current trick."""
        assert view.seat is not None
        hand = view.open[view.seat] + view.hidden
        if not hand:
            over = PanelScene(table=table_board(view))
            if view.is_over:
                return over
            return PanelScene((text("tomoe-no-hand"),))
        # While others play, the panel shows only the seat's own cards.
        if not legal:
            return PanelScene((own_score_line(view),), hand_board(view), last_reveal=last_board(view))
        board = hand_board(view)
        if not view.trick:
            board = replace(board, spoken=_leads_text(view, hand))
        return PanelScene(
            hand=board,
            table=turn_board(view),
            last_reveal=last_board(view),
            needs_table=bool(view.trick),
        )

    def figures(self, view: TomoeView) -> Mapping[int, Text]:
        """Return each seat's points, and its number of hidden cards."""
        return {seat: pictures.figures_text(view, seat) for seat in range(SEATS)}

    def statements(self, view: TomoeView) -> Mapping[int, Text]:
        """Return the card that each seat has played to the current trick."""
        owners = zip(clockwise(view.lead, SEATS), view.trick, strict=False)
        played = {seat: text("tomoe-strip-played", card=printable((card,))) for seat, card in owners}
        if view.trick:
            played[view.lead] = text("tomoe-strip-led", card=printable(view.trick[:1]))
        return played

    def open_cards(self, view: TomoeView) -> Mapping[int, Text]:
        """Return the open hand of each seat."""
        hands = {seat: printable(TOMOE.sort(hand)) for seat, hand in enumerate(view.open) if hand}
        return {seat: text("tomoe-strip-open", cards=hand) for seat, hand in hands.items()}

    def stakes(self, view: TomoeView) -> DecisionStakes | None:
        """Return which card wins how many points in the current trick, and the points of all seats so far."""
        if view.seat is None or not view.is_my_turn:
            return None
        ace = float(view.options["ace"])
        is_last = len(view.tricks) + 1 == hand_size(view)
        if not is_last and _is_lost(view):
            return DecisionStakes(_giveaway_text(view))
        most = max(points_for(card, ace) for card in view.deck)
        least = min(points_for(card, ace) for card in view.deck)
        last = "no"
        if is_last:
            last = "match" if view.number == view.games else "game"
        points: dict[str, Arg] = {
            "least": plain_number(least),
            "most": plain_number(most),
            "has_aces": yes_no(most != least),
        }
        # Near the end of the match the line says how the places stand; the strip has all points.
        left = hand_size(view) - len(view.tricks)
        standing = standing_text(tuple(map(plain_number, view.totals)), view.seat)
        line = text(
            "tomoe-stakes",
            last=last,
            left=left,
            near=yes_no(view.number == view.games and left <= NEAR_TRICKS),
            standing=standing,
            **points,
        )
        return DecisionStakes(line, is_loud=is_last, short_line=text("tomoe-stakes-short", **points))

    def reveal(self, view: TomoeView) -> RevealScene | None:
        """Return the texts and pictures of a trick that was just completed; ``None`` if none was."""
        won = find_event(view.news, TrickWon)
        if won is None:
            return None
        return RevealScene(
            headline=won_text(won.number, won.trick, won.points),
            board=reveal_scene_board(view, won.trick),
            line=_notable_line(view, won.trick),
            panel_line=text("tomoe-fact", why=why_text(won.trick)),
            suspense_board=covered_board(view, won.trick),
        )

    def suspense(self, view: TomoeView) -> Text | None:
        """Return the question shown before the third card of a trick is turned up: who wins the trick?"""
        won = find_event(view.news, TrickWon)
        if won is None:
            return None
        return text("tomoe-suspense", number=won.number)

    def consequence(self, view: TomoeView) -> Text | None:
        """Return a sentence on why the viewing seat's card won or lost the last trick.

        After the last trick of a game the sentence includes the seat's points.
        """
        won = find_event(view.news, TrickWon)
        if won is None or view.seat is None:
            return None
        ended = find_event(view.news, GameEnded)
        # If a game has just ended, its event has the final points.
        made = view.points if ended is None else ended.points
        hand = view.open[view.seat] + view.hidden
        consequence = _consequence_of_card(won, view.seat, made[view.seat], hand)
        # At the end of the match the panel shows the points, with the place.
        if ended is None or view.result is not None:
            return consequence
        points = points_text(ended.points[view.seat])
        return text(
            "tomoe-consequence-ended",
            trick=consequence,
            number=ended.number,
            points=points,
            total=plain_number(ended.totals[view.seat]),
        )

    def picture_story(self, highlight: Highlight, past: GameHistory) -> PictureStory:
        """Return three pictures of a remarkable trick, or of several tricks won in a row."""
        view = past.view_after(highlight.last_move)
        if highlight.kind == SECOND:
            return _tale_of_trick(highlight, view.tricks[-1])
        # A row of tricks: show its first, middle and last trick.
        count = (highlight.last_move - highlight.first_move + 1) // SEATS
        row = range(len(view.tricks) - count, len(view.tricks))
        first, middle, last = (
            StoryPicture(
                text("tomoe-row-trick", number=number + 1, tricks=hand_size(view)),
                highlight.seat,
                rows=(trick_row(view.tricks[number]),),
            )
            for number in (row[0], row[count // 2], row[-1])
        )
        headline = text("tomoe-highlight-row", seat=Seat(highlight.seat), count=count)
        return PictureStory(headline, TOMOE.name, (first, middle, last))

    def forced_move(self, view: TomoeView, legal: Sequence[Move]) -> Move | None:
        """Return the move of a seat that has only one card left; otherwise ``None``."""
        if not legal or view.seat is None:
            return None
        hand = view.open[view.seat] + view.hidden
        # If the only playable card of a longer hand were played at once, the others would learn that.
        return PLAYS[hand[0]] if len(hand) == 1 else None

    def tip(self, view: TomoeView) -> Text | None:
        """Return the order of the suits by strength: in general for the lead, then those of the trick."""
        if not view.is_my_turn:
            return None
        if not view.trick:
            return text("tomoe-tip-lead")
        key = ("tomoe-tip-second", "tomoe-tip-last")[len(view.trick) - 1]
        front = SUIT[view.trick[0]]
        back = BACK[front]
        has_choice = yes_no(len(_playable_cards(view)) > 1)
        if back is None:
            return text(key, has_back=yes_no(False), front="", back="", has_choice=has_choice)
        colours = {"front": colour_text(front), "back": colour_text(back)}
        return text(key, has_back=yes_no(True), has_choice=has_choice, **colours)

    def games_so_far(self, view: TomoeView) -> GamesSoFar | None:
        """Return all points from the end of a game until the first trick of the next one; otherwise
        ``None``.
        """
        # The last trick of a game is still shown, or the next game has been dealt.
        games = view.number - (find_event(view.news, GameEnded) is None)
        if view.result is not None or not games or (view.tricks and games < view.number):
            return None
        return GamesSoFar(games, tuple(map(plain_number, view.totals)))

    def chapter(self, view: TomoeView) -> tuple[Text, ...]:
        """Return the heading of a position in a replay: the numbers of the game and of the trick."""
        if not view.number:
            return ()
        trick = min(len(view.tricks) + (find_event(view.news, TrickWon) is None), hand_size(view))
        return (text("tomoe-chapter-game", number=view.number), text("tomoe-chapter-trick", number=trick))

    def score(self, view: TomoeView, result: Result, seat: int) -> Text | None:
        """Return a seat's total points in the match, and its points in each game."""
        # The total alone does not show how close the games were.
        games = Joined(tuple(text("tomoe-number", points=made) for made in points_by_game(view, seat)))
        return text("tomoe-score", points=points_text(result.scores[seat]), games=games)

    def say(self, event: Event, view: TomoeView) -> Text | None:
        match event:
            case GameDealt():
                return text("tomoe-event-dealt", number=event.number)
            case CardPlayed():
                if event.was_hidden:
                    key = "tomoe-event-played-hidden"
                else:
                    key = "tomoe-event-played"
                return text(key, seat=Seat(event.seat), card=printable((event.card,)))
            case TrickWon():
                return won_text(event.number, event.trick, event.points)
            case GameEnded() | MatchExtended():
                return ended_text(event)
        return None

    def name(self, move: Move, view: TomoeView) -> Text:
        assert isinstance(move, Play)
        return text("tomoe-play", card=printable((move.card,)))

    def reason(self, move: Move, view: TomoeView) -> Text | None:
        """Return a text on whether a card would win the current trick. For the first card of a trick, return
        which cards of the other seats would be stronger.
        """
        assert isinstance(move, Play)
        if view.trick:
            outcome = trick_outcomes(view, (move.card,))[move.card]
            if outcome == "loses" and BACK[SUIT[move.card]] is not None:
                return _kept_text(view, move.card)
            return text(f"tomoe-reason-{outcome}", last=Seat((view.lead + 2) % SEATS))
        stronger = stronger_cards(view, move.card)
        backs = [card for card in stronger if SUIT[card] != SUIT[move.card]]
        return text(
            "tomoe-reason-lead",
            count=len(stronger),
            cards=printable(stronger),
            higher=len(stronger) - len(backs),
            back=len(backs),
        )

    def next_question(self, view: TomoeView, answers: tuple[str, ...]) -> Question | Move | None:
        """Return the question for choosing a card, or the chosen move."""
        if answers:
            return PLAYS[answers[0]]
        # A spectator's view has an answer only if the seat to act has no hidden cards.
        seat = view.seat
        if seat is None:
            if not isinstance(view.to_act, tuple) or view.hidden_counts[view.to_act[0]]:
                return None
            seat = view.to_act[0]
        cards = playable(view.open[seat] + view.hidden, view.trick)
        return card_question(view, cards) if cards else None

    def outcome(self, view: TomoeView, result: Result) -> tuple[Text, ...]:
        """Return lines about the points for cards of rank 1, and about extra games after a tie."""
        lines = []
        ace = float(view.options["ace"])
        if ace != 1:
            lines.append(text("tomoe-outcome-ace", points=points_text(ace)))
        extra = view.games - int(view.options["games"])
        if extra:
            lines.append(text("tomoe-outcome-extra", extra=extra))
        return tuple(lines)

    def statistics(self, counts: Mapping[str, int]) -> tuple[Text, ...]:
        """Return lines of statistics: tricks won of each kind, and the most tricks won in a row."""
        tricks = counts.get("tricks", 0)
        won = {case: counts.get(won_counter(case), 0) for case in CASES}
        if not any(won.values()):
            if tricks:
                return (text("tomoe-stats-none", tricks=tricks),)
            return ()
        # Only kinds of tricks that the person has won are listed.
        cases = Joined(
            tuple(text("tomoe-stats-case", case=case, won=won[case]) for case in CASES if won[case])
        )
        summary = text("tomoe-stats", tricks=tricks, won=sum(won.values()), cases=cases)
        row = counts.get("best_row", 0)
        if row > 1:
            return (summary, text("tomoe-stats-row", count=row))
        return (summary,)

    def measures(self) -> tuple[Measure, ...]:
        """Return the statistics of leaderboards: most tricks won in a row, and tricks won of each kind."""
        return (
            Measure("best_row", text("tomoe-measure-row")),
            *(Measure(won_counter(case), text("tomoe-measure-case", case=case)) for case in CASES),
        )


# --- cards that cannot win ----------------------------------------------------------------------------


def _playable_cards(view: TomoeView) -> Sequence[Card]:
    assert view.seat is not None
    return playable(view.open[view.seat] + view.hidden, view.trick)


def _is_lost(view: TomoeView) -> bool:
    """True if the viewing seat has a choice of cards, and none of them can win the trick."""
    cards = _playable_cards(view)
    return len(cards) > 1 and set(trick_outcomes(view, cards).values()) == {"loses"}


def _giveaway_text(view: TomoeView) -> Text:
    """Return advice on which card to give away to a trick that none of the playable cards can win."""
    cards = _playable_cards(view)
    if _are_equal(view, cards):
        # Which of an open and a hidden card is kept matters: the others see only one of them.
        is_mixed = len({card in view.hidden for card in cards}) > 1
        return text("tomoe-stakes-lost", kind="plain" if is_mixed else "equal")
    # Where the viewer knows all hands, they decide, and not what cards win in general.
    if len(possible_deals(view)) == 1:
        return text("tomoe-stakes-lost", kind="plain")
    distances = {abs(2 * RANK[card] - RANKS_SUM) for card in cards if SUIT[card]}
    # With other points for aces the cards of the middle need not be better.
    if len(distances) > 1 and float(view.options["ace"]) == 1:
        return text("tomoe-stakes-lost", kind="middle")
    return text("tomoe-stakes-lost", kind="spare")


def _are_equal(view: TomoeView, cards: Sequence[Card]) -> bool:
    # No other card lies between them, and none is worth more points. So the same card wins the trick.
    others = set(chain.from_iterable(view.open))
    others.update(view.trick, view.hidden, view.unseen)
    others.difference_update(cards)
    ranks = [RANK[card] for card in cards]
    between = [card for card in others if min(ranks) < RANK[card] < max(ranks)]
    if any(SUIT[card] == SUIT[cards[0]] for card in between):
        return False
    ace = float(view.options["ace"])
    return len({(SUIT[card], points_for(card, ace)) for card in cards}) == 1


def _kept_text(view: TomoeView, card: Card) -> Text:
    """Return a text on the cards of its suit that a card leaves in the hand of the viewing seat."""
    assert view.seat is not None
    hand = view.open[view.seat] + view.hidden
    kept = [other for other in hand if SUIT[other] == SUIT[card] and other != card]
    cards = printable(TOMOE.sort(kept))
    return text("tomoe-reason-kept", colour=colour_text(SUIT[card]), count=len(kept), cards=cards)


# --- the table ----------------------------------------------------------------------------------------


def _headline(view: TomoeView) -> Text:
    if view.result is not None:
        return _won_match(view, view.result)
    if not view.number:
        return text("tomoe-headline-start", seat=Seat(view.leader))
    if not isinstance(view.to_act, tuple):
        return text("tomoe-headline-between", number=view.number)
    if not view.trick:
        return text("tomoe-headline-lead", number=len(view.tricks) + 1)
    led = view.trick[0]
    if BACK[SUIT[led]] is None:
        return text("tomoe-headline-metal")
    return text("tomoe-headline-led", front=colour_text(SUIT[led]), back=back_text(led))


def _won_match(view: TomoeView, result: Result) -> Text:
    points = points_text(max(result.scores))
    return text("tomoe-outcome", seats=Seats(result.ranking[0]), points=points, games=view.games)


# --- a trick that has just been won -------------------------------------------------------------------


def _notable_line(view: TomoeView, trick: Trick) -> Text | None:
    # After a game the line is about the match: its leaders, its winner, or its extension.
    if not isinstance(view.to_act, tuple):
        return _match_text(view)
    match notable_reason(view, trick):
        case "hidden":
            return text("tomoe-reveal-hidden", seat=Seat(trick.winner))
        case "lower":
            return text("tomoe-reveal-lower")
        case "row":
            return text("tomoe-reveal-row", seat=Seat(trick.winner), count=streak(view, trick))
    return None


def _match_text(view: TomoeView) -> Text:
    if view.result is not None:
        return _won_match(view, view.result)
    last = view.news[-1]
    if isinstance(last, MatchExtended):
        return ended_text(last)
    best = rank_seats(dict(enumerate(view.totals)))[0]
    points = points_text(max(view.totals))
    return text(
        "tomoe-reveal-leads",
        number=view.number,
        games=view.games,
        seats=Seats(best),
        count=len(best),
        points=points,
    )


def _consequence_of_card(won: TrickWon, seat: int, game_points: float, rest: tuple[Card, ...]) -> Text:
    # ``rest`` is the seat's hand after the trick.
    trick = won.trick
    own = (seat - trick.leader) % SEATS
    if trick.winner == seat:
        card = printable((trick.card,))
        return text(
            "tomoe-consequence-won",
            card=card,
            points=plain_number(won.points),
            total=plain_number(game_points),
        )
    # A card that had to lose was neither too strong nor too weak.
    before = trick.cards[:own]
    later = trick.cards[own + 1 :]
    ends = [before + (card,) + later for card in playable(rest + (trick.cards[own],), before)]
    # Of a card that was led this is known only if it was the last one.
    if (own or not rest) and all(decide_trick(trick.leader, end).winner != seat for end in ends):
        return text("tomoe-consequence-lost", seat=Seat(trick.winner), count=len(ends))
    places = strength_places(trick)
    is_stronger = places[own] < places[trick.cards.index(trick.card)]
    if is_stronger:
        key = "tomoe-consequence-strong"
    else:
        key = "tomoe-consequence-weak"
    return text(key, card=printable((trick.cards[own],)), seat=Seat(trick.winner))


# --- the panel ----------------------------------------------------------------------------------------


def _suit_to_follow_text(view: TomoeView, allowed: Sequence[Card]) -> Text:
    front = SUIT[view.trick[0]]
    kind = role(front, SUIT[allowed[0]])
    back = BACK[front]
    if back is None:
        return text("tomoe-must-metal" if kind == "front" else "tomoe-may-metal")
    return text(
        {"front": "tomoe-must-front", "back": "tomoe-must-back"}.get(kind, "tomoe-may-any"),
        front=colour_text(front),
        back=colour_text(back),
    )


# --- highlights ---------------------------------------------------------------------------------------------


def _tale_of_trick(highlight: Highlight, trick: Trick) -> PictureStory:
    assert highlight.opponent is not None
    cards = trick.cards
    seats = clockwise(trick.leader, SEATS)
    # The first two pictures show the trick as it grew; the last one shows who won and why.
    groups = tuple([(Face(card),) for card in cards])
    lead = StoryPicture(
        text("tomoe-tale-leads", seat=Seat(seats[0])),
        seats[0],
        rows=(Row(text("tomoe-tale-trick"), groups[:1]),),
    )
    follow = StoryPicture(
        text("tomoe-tale-follows", seat=Seat(seats[1])),
        seats[1],
        rows=(Row(text("tomoe-tale-trick"), groups[:2]),),
    )
    headline = text(
        "tomoe-highlight-second",
        seat=Seat(highlight.seat),
        card=printable((trick.card,)),
        other=Seat(highlight.opponent),
        best=printable((strongest_card(trick),)),
    )
    last = StoryPicture(
        text("tomoe-tale-last", seat=Seat(seats[2])),
        seats[2],
        rows=(trick_row_without_owners(trick),),
        line=text("tomoe-fact", why=why_text(trick)),
    )
    return PictureStory(headline, TOMOE.name, (lead, follow, last))
