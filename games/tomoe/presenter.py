"""The presenter of Tomoefuda: the public table and the private panels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.core.cards import TOMOE, Card
from games.core.events import Event, find_event
from games.core.feats import Feat
from games.core.match import GameHistory
from games.core.moves import Move
from games.core.presentation import (
    Face,
    Measure,
    Moment,
    PanelScene,
    PictureStory,
    Presenter,
    Row,
    StoryPicture,
    TableScene,
)
from games.core.questions import Question
from games.core.results import Result
from games.core.seats import clockwise, rank_seats
from games.core.words import Joined, Seat, Seats, Suit, Text, text
from games.tomoe import menus, pictures
from games.tomoe.moves import PLAYS, Play
from games.tomoe.pictures import (
    covered_board,
    hand_board,
    hand_size,
    last_board,
    moment_board,
    own_score_line,
    strength_places,
    table_board,
    trick_row,
    trick_row_without_owners,
    turn_board,
)
from games.tomoe.rules import SECOND, notable_reason, streak
from games.tomoe.state import CardPlayed, GameDealt, GameEnded, MatchExtended, TomoeView, TrickWon
from games.tomoe.tricks import BACK, CASES, SEATS, SUIT, Trick, playable, role, strongest_card, won_counter
from games.tomoe.words import (
    back_text,
    ended_text,
    plain_number,
    points_by_game,
    points_text,
    printable,
    why_text,
    won_text,
)


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
        """Return a seat's panel: its hand, and on its turn the suit to follow and the current trick."""
        assert view.seat is not None
        hand = view.open[view.seat] + view.hidden
        if not hand:
            over = PanelScene(table=table_board(view))
            return over if view.is_over else PanelScene((text("tomoe-no-hand"),))
        # While others play, the panel shows only the seat's own cards.
        if not legal:
            return PanelScene((own_score_line(view),), hand_board(view), last_reveal=last_board(view))
        allowed = TOMOE.sort(playable(hand, view.trick))
        return PanelScene(
            lines=(_suit_to_follow_text(view, allowed), own_score_line(view)),
            hand=hand_board(view),
            table=turn_board(view),
            last_reveal=last_board(view),
            needs_table=bool(view.trick),
        )

    def moment(self, view: TomoeView) -> Moment | None:
        """Return the texts and pictures of a trick that was just completed; ``None`` if none was."""
        won = find_event(view.news, TrickWon)
        if won is None:
            return None
        return Moment(
            headline=won_text(won.number, won.trick, won.points),
            board=moment_board(view, won.trick),
            line=_notable_line(view, won.trick),
            panel_line=text("tomoe-fact", why=why_text(won.trick)),
            suspense_board=covered_board(view, won.trick),
        )

    def suspense(self, view: TomoeView) -> Text | None:
        """Return the question shown before the third card of a trick is turned up: who wins the trick?"""
        won = find_event(view.news, TrickWon)
        return None if won is None else text("tomoe-suspense", number=won.number)

    def verdict(self, view: TomoeView) -> Text | None:
        """Return a sentence on why the viewing seat's card won or lost the last trick.

        After the last trick of a game the sentence includes the seat's points.
        """
        won = find_event(view.news, TrickWon)
        if won is None or view.seat is None:
            return None
        ended = find_event(view.news, GameEnded)
        # If a game has just ended, its event has the final points.
        made = view.points if ended is None else ended.points
        verdict = _verdict_on_card(won, view.seat, made[view.seat])
        # At the end of the match the panel shows the points, with the place.
        if ended is None or view.result is not None:
            return verdict
        points = points_text(ended.points[view.seat])
        return text(
            "tomoe-verdict-ended",
            trick=verdict,
            number=ended.number,
            points=points,
            total=plain_number(ended.totals[view.seat]),
        )

    def picture_story(self, feat: Feat, past: GameHistory) -> PictureStory:
        """Return three pictures of a remarkable trick, or of several tricks won in a row."""
        view = past.view_after(feat.last_move)
        if feat.kind == SECOND:
            return _tale_of_trick(feat, view.tricks[-1])
        # A row of tricks: show its first, middle and last trick.
        count = (feat.last_move - feat.first_move + 1) // SEATS
        row = range(len(view.tricks) - count, len(view.tricks))
        first, middle, last = (
            StoryPicture(
                text("tomoe-row-trick", number=number + 1, tricks=hand_size(view)),
                feat.seat,
                rows=(trick_row(view.tricks[number]),),
            )
            for number in (row[0], row[count // 2], row[-1])
        )
        headline = text("tomoe-feat-row", seat=Seat(feat.seat), count=count)
        return PictureStory(headline, TOMOE.name, (first, middle, last))

    def forced_move(self, view: TomoeView, legal: Sequence[Move]) -> Move | None:
        """Return the move of a seat that has only one card left; otherwise ``None``."""
        if not legal or view.seat is None:
            return None
        hand = view.open[view.seat] + view.hidden
        # If the only playable card of a longer hand were played at once, the others would learn that.
        return PLAYS[hand[0]] if len(hand) == 1 else None

    def tip(self, view: TomoeView) -> Text | None:
        """Return a tip for leading, for playing second, or for playing last."""
        if not view.is_my_turn:
            return None
        return text(("tomoe-tip-lead", "tomoe-tip-second", "tomoe-tip-last")[len(view.trick)])

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
                key = "tomoe-event-played-hidden" if event.was_hidden else "tomoe-event-played"
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
        """Return a text on whether a card would win the current trick; ``None`` for the first card of a
        trick.
        """
        assert isinstance(move, Play)
        outcomes = menus.trick_outcomes(view, (move.card,))
        return text(f"tomoe-reason-{outcomes[move.card]}") if outcomes else None

    def ask(self, view: TomoeView, chosen: tuple[str, ...]) -> Question | Move | None:
        """Return the question for choosing a card, or the chosen move.

        Returns:
            ``None`` if the chosen card may not be played.
        """
        # A spectator's view has an answer only if the seat to act has no hidden cards.
        seat = view.seat
        if seat is None:
            if not isinstance(view.to_act, tuple) or view.hidden_counts[view.to_act[0]]:
                return None
            seat = view.to_act[0]
        cards = playable(view.open[seat] + view.hidden, view.trick)
        if chosen:
            return PLAYS[chosen[0]] if chosen[0] in cards else None
        return menus.card_question(view, cards) if cards else None

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

    def facts(self, counts: Mapping[str, int]) -> tuple[Text, ...]:
        """Return lines of statistics: tricks won of each kind, and the most tricks won in a row."""
        tricks = counts.get("tricks", 0)
        won = {case: counts.get(won_counter(case), 0) for case in CASES}
        if not any(won.values()):
            return (text("tomoe-stats-none", tricks=tricks),) if tricks else ()
        # Only kinds of tricks that the person has won are listed.
        cases = Joined(
            tuple(text("tomoe-stats-case", case=case, won=won[case]) for case in CASES if won[case])
        )
        summary = text("tomoe-stats", tricks=tricks, won=sum(won.values()), cases=cases)
        row = counts.get("best_row", 0)
        return (summary, text("tomoe-stats-row", count=row)) if row > 1 else (summary,)

    def measures(self) -> tuple[Measure, ...]:
        """Return the statistics of leaderboards: most tricks won in a row, and tricks won of each kind."""
        return (
            Measure("best_row", text("tomoe-measure-row")),
            *(Measure(won_counter(case), text("tomoe-measure-case", case=case)) for case in CASES),
        )


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
    return text("tomoe-headline-led", front=Suit(SUIT[led], TOMOE.name), back=back_text(led))


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
            return text("tomoe-moment-hidden", seat=Seat(trick.winner))
        case "lower":
            return text("tomoe-moment-lower")
        case "row":
            return text("tomoe-moment-row", seat=Seat(trick.winner), count=streak(view, trick))
    return None


def _match_text(view: TomoeView) -> Text:
    if view.result is not None:
        return _won_match(view, view.result)
    last = view.news[-1]
    if isinstance(last, MatchExtended):
        return ended_text(last)
    best = rank_seats(dict(enumerate(view.totals)))[0]
    points = points_text(max(view.totals))
    return text("tomoe-moment-leads", number=view.number, seats=Seats(best), count=len(best), points=points)


def _verdict_on_card(won: TrickWon, seat: int, game_points: float) -> Text:
    trick = won.trick
    own = (seat - trick.leader) % SEATS
    if trick.winner == seat:
        card = printable((trick.card,))
        return text(
            "tomoe-verdict-won", card=card, points=plain_number(won.points), total=plain_number(game_points)
        )
    places = strength_places(trick)
    is_stronger = places[own] < places[trick.cards.index(trick.card)]
    key = "tomoe-verdict-strong" if is_stronger else "tomoe-verdict-weak"
    return text(key, card=printable((trick.cards[own],)), seat=Seat(trick.winner))


# --- the panel ----------------------------------------------------------------------------------------


def _suit_to_follow_text(view: TomoeView, allowed: Sequence[Card]) -> Text:
    if not view.trick:
        return text("tomoe-must-lead")
    front = SUIT[view.trick[0]]
    kind = role(front, SUIT[allowed[0]])
    back = BACK[front]
    if back is None:
        return text("tomoe-must-metal" if kind == "front" else "tomoe-may-metal")
    return text(
        {"front": "tomoe-must-front", "back": "tomoe-must-back"}.get(kind, "tomoe-may-any"),
        front=Suit(front, TOMOE.name),
        back=Suit(back, TOMOE.name),
    )


# --- feats -----------------------------------------------------------------------------------------------


def _tale_of_trick(feat: Feat, trick: Trick) -> PictureStory:
    assert feat.opponent is not None
    cards, seats = trick.cards, clockwise(trick.leader, SEATS)
    # The first two pictures show the trick as it grew; the last one shows who won and why.
    lead, follow = (
        StoryPicture(
            text(f"tomoe-tale-{act}", seat=Seat(seats[place])),
            seats[place],
            rows=(Row(text("tomoe-tale-trick"), tuple((Face(card),) for card in cards[: place + 1])),),
        )
        for place, act in enumerate(("leads", "follows"))
    )
    headline = text(
        "tomoe-feat-second",
        seat=Seat(feat.seat),
        card=printable((trick.card,)),
        other=Seat(feat.opponent),
        best=printable((strongest_card(trick),)),
    )
    last = StoryPicture(
        text("tomoe-tale-last", seat=Seat(seats[2])),
        seats[2],
        rows=(trick_row_without_owners(trick),),
        line=text("tomoe-fact", why=why_text(trick)),
    )
    return PictureStory(headline, TOMOE.name, (lead, follow, last))
