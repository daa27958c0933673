"""Tests of the bot's limits: at the limit something is accepted or shown, and one more is not.

The numbers are those of the documentation, of the texts and of Discord, never those of the code.
"""

from __future__ import annotations

import io
import re
from collections import OrderedDict
from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from PIL import Image
from structlog.testing import capture_logs

from bot import moderation
from bot.client import Tefuda
from bot.config import Config
from bot.daily.hand import AnswerDetails, answer_page
from bot.daily.puzzles import all_puzzles
from bot.database import Outage
from bot.driving import evenings
from bot.driving.openings import OpeningLimits
from bot.faces import Faces, _drop_oldest
from bot.language import Localizer, clean, quote
from bot.pages import acts as vote_pages
from bot.pages.standings import own_trophy_lines, scores_text
from bot.pairing import rounds
from bot.pictures import moving
from bot.pictures.faces import NoFace, face_of
from bot.pictures.labels import printable
from bot.pictures.scores import ChartPoint, RankTable, RatingHistory, _plot_range, picture_size
from bot.play.commands import ListedGame, running_games_page
from bot.posting import send_page
from bot.refused import Refused
from bot.replay.replay import Stop, stops_around
from bot.scores.statistics import stats_page
from bot.seasons import season_page
from bot.settings import read_season_form
from bot.sharding import ShardsError, parse
from bot.showing.channels import ChannelTracker
from bot.tables import planning
from bot.tables.positions import GuessScore
from bot.tables.state import TableState
from bot.tournaments import acts as tournament_acts
from bot.tournaments import pages as tournament_pages
from bot.wire.errors import RequestRejected
from bot.wire.messages import Page, unchanged
from bot.wire.transport import HttpConnection
from games import find_game
from games.core.words import text
from games.trophies import trophies_of
from storage import Store
from storage.daily import DailyAnswer, Streak
from storage.errors import StorageFailed
from storage.rows import EveningPerson, EveningRow, Name, SeatRow
from storage.scores.boards import Medalist, Season
from storage.servers import BANNED, Act, load_acts, load_bans, load_seasons
from storage.upkeep import export_person
from tests.bot.people import Stage, text_of_message
from tests.bot.playing import dealt_table
from tests.bot.rendering import sent_page
from tests.bot.scores.test_scores import extreme_stats
from tests.bot.tables.positions import a_lobby, over
from tests.bot.tournaments.states import named, tournament, with_next_round, with_results
from tests.bot.tournaments.test_pages import text_of_page
from tests.bot.turning import HandClock
from tests.promises import MOST_INVITED
from tests.storage.helpers import NOON, replace_function

EN = Localizer("en")


# --- what people see ----------------------------------------------------------------------------------------


def test_four_most_frequent_answers_of_a_puzzle_are_listed() -> None:
    puzzle = all_puzzles()[0]
    match = puzzle.match()
    moves = [str(move) for move in match.legal(puzzle.seat)][:6]
    given = DailyAnswer(1, moves[0], puzzle.grade(moves[0]), 3, False, 0)
    people = {move: 20 - at for at, move in enumerate(moves)}
    page = answer_page(AnswerDetails(given, people, Streak(0, 0, 0), 1, 0), "en")
    listed = [line for line in text_of_page(page).splitlines() if "%" in line and line[0] in "🟩🟨🟥"]
    assert len(listed) == 4


@pytest.mark.parametrize(("games", "people", "deserves"), [(2, 2, True), (1, 2, False), (2, 1, False)])
def test_evening_with_two_games_and_two_people_has_a_summary(games: int, people: int, deserves: bool) -> None:
    players = tuple(EveningPerson(number, Name("x"), games, 0) for number in range(people))
    assert evenings.deserves_summary(EveningRow("t", games, players)) == deserves


def highlight(kind: str) -> Any:
    return SimpleNamespace(
        highlight=SimpleNamespace(kind=kind, size=1.0),
        is_by_person=True,
        players=(),
        tale=SimpleNamespace(headline=kind),
    )


def test_evening_has_three_highlights() -> None:
    table: Any = SimpleNamespace(id="t", safe_highlight_stories=[highlight(f"kind{n}") for n in range(5)])
    assert len(evenings._best_highlights([table])) == 3


@pytest.mark.parametrize(("moves", "is_duel"), [(5, False), (6, True)])
def test_duel_has_six_moves(moves: int, is_duel: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evenings, "_duels", lambda table: [(0, 1, moves)])
    table: Any = SimpleNamespace(id="t", seats=(SeatRow(0, 5, Name("A")), SeatRow(1, 6, Name("B"))))
    assert bool(list(evenings._longest_duel([table]))) == is_duel


@pytest.mark.parametrize(("right", "is_named"), [(2, False), (3, True)])
def test_best_guesser_of_an_evening_was_right_three_times(right: int, is_named: bool) -> None:
    guesses = SimpleNamespace(
        guesses=[SimpleNamespace(user_id=5, name=Name("A"))], scores=lambda: {5: GuessScore(right, 9)}
    )
    table: Any = SimpleNamespace(id="t", position=SimpleNamespace(guesses=guesses))
    assert bool(list(evenings._best_guesser([table]))) == is_named


def test_name_has_eighty_characters() -> None:
    assert clean(Name("x" * 80)) == "x" * 80
    assert clean(Name("x" * 81)) == "x" * 80


def test_reason_has_two_hundred_characters() -> None:
    assert quote("x " * 100).count("x") == 100
    assert quote("x " * 150).count("x") == 100


def test_three_offered_seats_are_buttons(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vote_pages, "seat_owner_name", lambda *_: "x")
    seats = [SimpleNamespace(seat=seat, is_offered=True) for seat in range(5)]
    snapshot: Any = SimpleNamespace(id="t", seats=seats, is_paused=False)
    assert len(vote_pages.public_act_buttons(snapshot, EN)) == 3


def test_eight_people_are_in_the_line_of_scores() -> None:
    people = tuple(EveningPerson(number, Name(f"P{number}"), 2, 0) for number in range(12))
    line = scores_text(EveningRow("t", 2, people), EN, lambda name, is_bold: str(name))
    assert "P7" in line
    assert "P8" not in line


def test_fifteen_running_games_are_listed() -> None:
    table = dealt_table(find_game("bull"), 1, "A")
    games = [ListedGame(table, None, "")] * 18
    text = text_of_page(running_games_page(games, 1, (), "en"))
    assert "\n15. " in text
    assert "\n16. " not in text
    assert "3 more" in text


def test_four_people_who_share_a_place_are_named() -> None:
    """Five people with gold medals are four names and a number."""
    season = Season(1, 1, Name("S"), 0, NOON, "UTC", True)
    for count, is_cut in ((4, False), (5, True)):
        gold = [Medalist("", 1, number, Name(f"P{number}"), 3, 3, 3) for number in range(count)]
        text = text_of_page(season_page(season, gold, "en"))
        assert "P3" in text
        assert "P4" not in text
        assert ("1 more" in text) == is_cut


def test_name_of_a_season_has_forty_characters() -> None:
    form = read_season_form({"name": ("x" * 41,), "weeks": ("2",)})
    assert form.name == "x" * 40


def test_season_has_thirteen_weeks_at_most() -> None:
    assert read_season_form({"name": ("x",), "weeks": ("13",)}).weeks == 13
    with pytest.raises(Refused):
        read_season_form({"name": ("x",), "weeks": ("14",)})


@pytest.mark.parametrize(("points", "pictures"), [(1, 0), (2, 1)])
def test_chart_needs_two_ratings(points: int, pictures: int) -> None:
    stats = extreme_stats(1)
    (game,) = stats.games
    game = msgspec.structs.replace(game, points=game.points[:points])
    stats = msgspec.structs.replace(stats, games=(game,))
    assert len(stats_page(stats, 1, stats.name, EN).files) == pictures


def test_result_names_three_guessers() -> None:
    scores = {number: GuessScore(3, 3) for number in range(5)}
    guesses = [SimpleNamespace(user_id=number, name=Name(f"P{number}")) for number in scores]
    position = SimpleNamespace(guesses=SimpleNamespace(guesses=guesses, scores=lambda: scores))
    state = SimpleNamespace(is_closed=True, may_tell=lambda: True, position=position)
    named_guessers: Any = TableState.__dict__["_best_guessers"]
    assert len(named_guessers.fget(state)) == 3


# --- replays ------------------------------------------------------------------------------------------------


def test_menu_of_a_replay_has_discords_limit_of_options() -> None:
    stops = [Stop(number, EN("games-title")) for number in range(40)]
    assert len(stops_around(stops, 20)) == 25


# --- tournaments --------------------------------------------------------------------------------------------


def test_twenty_five_invitations_wait_for_an_answer() -> None:
    state = tournament_acts.invite(tournament(4), range(900, 900 + MOST_INVITED))
    with pytest.raises(Refused, match="tournament-too-many-invited"):
        tournament_acts.invite(state, [1000])


def test_tournament_begins_with_two_people() -> None:
    tournament_acts.begin(tournament(2), NOON)
    with pytest.raises(Refused, match="tournament-too-few"):
        tournament_acts.begin(tournament(1), NOON)


def test_eight_invited_people_are_listed() -> None:
    state = tournament_acts.invite(tournament(4), range(900, 910))
    (line,) = tournament_pages._invited_lines(state, EN)
    assert line.count("<@") == 8


def test_twenty_five_tables_are_linked() -> None:
    state = with_next_round(tournament_acts.begin(tournament(120, most=200), NOON))
    links = {table.id: 10**18 for table in state.unfinished}
    assert len(links) > 25
    page = sent_page(tournament_pages.tournament_page(state, "en", links))
    assert len(re.findall(r"\[\d+\]\(https://\S+/\d+\)", text_of_page(page))) == 25


def test_pictures_of_a_tournament_have_few_names_rows_and_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sign-up has 40 down to 8 names, a standing 16 rows and 6 tables down to one row and 3 tables."""
    tried = list[Any]()
    monkeypatch.setattr(
        tournament_pages, "_first_fitting", lambda ways, height: tried.extend(ways) or ways[-1]
    )
    sign_up = tournament(120, most=200)
    tournament_pages.tournament_page(sign_up, "en", {})
    assert [len(tried[0].names), len(tried[-1].names)] == [40, 8]
    begun = with_next_round(tournament_acts.begin(named(sign_up), NOON))
    ways = tournament_pages._possible_pictures(with_results(begun), EN)
    sizes = [(len(way.tables), len(way.rows)) for way in ways]
    assert sizes[0] == (6, 16)
    assert min(rows for tables, rows in sizes if tables == 6) == 4
    assert sizes[-1] == (3, 1)


def test_tournament_has_eight_rounds_at_most() -> None:
    assert rounds.proposed_rounds(128, 2) == 8
    assert rounds.proposed_rounds(200, 2) == 8


def test_thorough_search_is_for_a_hundred_people() -> None:
    """Larger tournaments have a shorter search: docs/PAIRING.md fixes both."""
    assert rounds.search_limits(2, 100) == rounds.search_limits(2, 13)
    assert rounds.search_limits(2, 101) == rounds.search_limits(2, 200) != rounds.search_limits(2, 100)


def test_exact_search_is_for_twelve_people(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in ("_ExactSearch", "_TabuSearch"):
        monkeypatch.setattr(rounds, kind, lambda *_, kind=kind: SimpleNamespace(run=lambda: kind))
    draw: Any = None
    for people, kind in ((12, "_ExactSearch"), (13, "_TabuSearch")):
        costs: Any = SimpleNamespace(irregular_costs=[0] * people)
        assert rounds.assign_tables(costs, (), draw) == kind


# --- pictures -----------------------------------------------------------------------------------------------


def png(width: int, height: int) -> bytes:
    file = io.BytesIO()
    Image.new("L", (width, height)).save(file, "PNG")
    return file.getvalue()


def test_face_is_made_of_few_pixels() -> None:
    """A file of some bytes can have very many pixels, which would need much memory."""
    assert face_of(png(512, 512))
    with pytest.raises(NoFace, match="513 by 512"):
        face_of(png(513, 512))


def test_text_in_a_picture_has_120_characters() -> None:
    assert printable("x" * 120) == "x" * 120
    assert printable("x" * 121) == "x" * 120


def test_few_trophies_are_as_large_as_five() -> None:
    assert picture_size(1) == picture_size(5)
    assert picture_size(6) != picture_size(5)


def test_people_of_a_table_are_in_four_lines() -> None:
    people = tuple(f"{'W' * 20}{number}," for number in range(8))
    assert len(RankTable("1", people, "", True).lines) == 4


def test_chart_spans_a_hundred_points() -> None:
    line = RatingHistory("Bull", (ChartPoint(0, 1000), ChartPoint(5, 1001)))
    plot = _plot_range([line])
    assert 100 <= plot.high - plot.low < 200


# --- what the process keeps and asks for --------------------------------------------------------------------


@pytest.mark.parametrize(("pause", "has_recovered"), [(60_000, True), (600_000, False)])
def test_outage_is_logged_again_after_a_while(pause: int, has_recovered: bool) -> None:
    """A new outage is logged a minute after the last one at the earliest, a lasting one every ten minutes."""
    clock = HandClock()
    outage = Outage(clock)
    outage.note_failure("read", StorageFailed("gone"))
    if has_recovered:
        outage.end()
    with capture_logs() as lines:
        clock.now += pause - 1
        outage.note_failure("read", StorageFailed("gone"))
        assert not lines
        clock.now += 1
        outage.note_failure("read", StorageFailed("gone"))
        assert [line["event"] for line in lines] == ["the database fails"]


def test_faces_of_ten_thousand_people_are_known() -> None:
    known = OrderedDict.fromkeys(range(10_001), "")
    _drop_oldest(known)
    assert len(known) == 10_000
    assert 0 not in known


def test_two_hundred_faces_wait_for_their_fetch() -> None:
    store: Any = None
    connection: Any = None
    faces = Faces(store, HandClock(), connection)
    for number in range(250):
        faces._avatars[number] = "new"
        faces._queue_fetch_if_changed(SimpleNamespace(user_id=number, avatar="old"))  # type: ignore[arg-type]
    assert len(faces._to_fetch) == 200


def test_ten_thousand_closed_channels_are_remembered() -> None:
    tracker = ChannelTracker(HandClock(), lambda guild_id: True)
    for channel_id in range(10_001):
        tracker.mark_deleted(channel_id)
    assert not tracker.is_gone(1, 0)
    assert tracker.is_gone(1, 1)


def test_number_of_shards_is_limited() -> None:
    assert parse("0/1048576")
    with pytest.raises(ShardsError, match="1 to 1048576"):
        parse("0/1048577")


@pytest.mark.parametrize(("size", "ending"), [(7_999_980, ".json"), (8_000_001, ".json.gz")])
async def test_large_export_is_compressed(
    size: int, ending: str, stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord takes no large files, so an export of more than eight million bytes is compressed."""

    async def much(*_: object) -> Any:
        return {"a": "x" * size}

    replace_function(monkeypatch, export_person, much)
    answer = await stage.alice.slash(stage.channel, "privacy export")
    assert answer.response.attachments[0].filename.endswith(ending)


@pytest.mark.parametrize(("closed", "is_refused"), [(14, False), (15, True)])
def test_fifteen_closed_lobbies_in_a_channel_refuse_the_next(closed: int, is_refused: bool) -> None:
    limits = OpeningLimits(HandClock())
    opened: Any = SimpleNamespace(is_closed_unplayed=True, is_in_channel=lambda channel_id: True)
    for person in range(closed):
        limits.count_opening(person, opened)
    with pytest.raises(Refused, match="too-many-closed-here") if is_refused else nullcontext():
        limits.check_recent_closings(99, 1)


@pytest.mark.parametrize(("passed", "is_refused"), [(599_999, True), (600_000, False)])
def test_closed_lobbies_count_for_ten_minutes(passed: int, is_refused: bool) -> None:
    clock = HandClock()
    limits = OpeningLimits(clock)
    opened: Any = SimpleNamespace(is_closed_unplayed=True, is_in_channel=lambda channel_id: False)
    for _ in range(5):
        limits.count_opening(1, opened)
    clock.now += passed
    with pytest.raises(Refused, match="too-many-closed") if is_refused else nullcontext():
        limits.check_recent_closings(1, 1)


def test_twenty_people_who_were_not_asked_answer_a_planned_game() -> None:
    state = a_lobby().with_gathering(starts_at=NOON + 7_200_000)
    for person in range(900, 920):
        state = planning.answer_maybe(state, person, Name("x"), state.row.guild_id)
    with pytest.raises(Refused, match="too-many-answers"):
        planning.answer_maybe(state, 920, Name("x"), state.row.guild_id)


async def test_large_file_is_no_face() -> None:
    sizes = list[int]()

    async def download(path: str, most: int) -> bytes:
        sizes.append(most)
        return b""

    async def write(*_: object) -> bool:
        return False

    store: Any = SimpleNamespace(write=write)
    connection: Any = SimpleNamespace(download=download)
    faces = Faces(store, HandClock(), connection)
    faces._avatars[5] = "1269e74af4df7417b13759eae50c83dc"
    await faces._fetch(5)
    assert sizes == [256 * 1024]


@pytest.mark.parametrize(
    ("read", "most"),
    [(load_bans, 10), (load_acts, 3), (load_seasons, 20)],
    ids=["bans", "reports", "seasons"],
)
async def test_pages_read_a_limited_number_of_rows(
    read: Callable[..., Any], most: int, stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The moderation page has the newest 10 bans and 3 reports, a leaderboard the last 20 seasons."""
    arguments = list[Any]()
    usual = Store.read

    async def recorded(store: Store, work: Any, *given: Any, **more: Any) -> Any:
        if work is read:
            arguments.append(given)
        return await usual(store, work, *given, **more)

    monkeypatch.setattr(Store, "read", recorded)
    interaction: Any = SimpleNamespace(
        client=stage.bot, guild_id=stage.guild.id, id=10**18, locale="en-US", user=None
    )
    if read is load_seasons:
        await stage.alice.slash(stage.channel, "leaderboard")
    else:
        await moderation._server_page(interaction)
    assert arguments
    assert most in arguments[0]


async def test_discord_py_waits_half_a_minute_for_a_rate_limit() -> None:
    """A request that would have to wait longer fails, and is tried again by the step that needs it."""
    assert Tefuda(Config()).http.max_ratelimit_timeout == 30.0


async def test_request_without_an_answer_ends_after_fifteen_seconds() -> None:
    connection = HttpConnection("token")
    session = connection._open_session()
    await connection.close()
    assert session.timeout.total == 15.0


def test_result_names_two_highlights(monkeypatch: pytest.MonkeyPatch) -> None:
    state = over()
    tale = highlight("x")
    tale.players = state.seats
    tale.tale.headline = text("bull-challenge")
    monkeypatch.setattr(TableState, "safe_highlight_stories", (tale,) * 4)
    assert len(state.snapshot.highlights) == 2


@pytest.mark.parametrize(("won", "listed"), [(4, 4), (5, 5), (6, 5)])
def test_four_new_trophies_are_named(won: int, listed: int) -> None:
    """Of six trophies four are named, and a line tells the number of the others."""
    trophies = dict(list(trophies_of("bull").items())[:won])
    lines = own_trophy_lines(trophies, EN)
    assert len(lines) == listed
    assert ("2 more" in lines[-1]) == (won == 6)


@pytest.mark.parametrize(("size", "frames"), [(120_000, [8]), (120_001, [8, 2])])
async def test_animation_has_eight_frames_and_few_bytes(
    size: int, frames: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A larger file is drawn again, with the first and the last frame only."""
    drawn = list[int]()

    async def run(work: Callable[[], bytes]) -> bytes:
        return work()

    def animated(pictures: list[Any], frame_ms: int) -> bytes:
        drawn.append(len(pictures))
        return bytes(size)

    monkeypatch.setattr(moving, "size_of", lambda drawings: None)
    monkeypatch.setattr(moving, "Canvas", lambda size: SimpleNamespace(draw=lambda drawing: drawing))
    monkeypatch.setattr(moving, "in_painter", run)
    monkeypatch.setattr(moving, "animated_webp", animated)
    drawings: list[Any] = list(range(12))
    await moving._drawn_animation(drawings, 500)
    assert drawn == frames


# --- texts of a message -------------------------------------------------------------------------------------


def act(number: int) -> Act:
    """Return an entry of the moderation log with the longest names and the longest reason."""
    return Act(NOON, BANNED, number, "*" * 32, 99, "*" * 32, is_host=False, reason="* " * 100)


def longest_games() -> Page:
    """Return the list of a person's 15 games, with the longest names of places."""
    return running_games_page(
        [ListedGame(dealt_table(find_game("bull"), 1), None, "*" * 100)] * 15, 1, (), "en"
    )


def longest_log() -> Page:
    """Return a page of the moderation log with the longest names and reasons."""
    return moderation.log_page(list(map(act, range(10))), EN, 10)


@pytest.mark.parametrize("make_page", [longest_games, longest_log])
async def test_longest_lists_are_sent(
    make_page: Callable[[], Page], stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord refuses lists of more than 4,000 characters, so their last lines are left out."""
    page = make_page()
    send = partial(send_page, stage.bot, stage.guild.id, stage.channel.id)
    number = await send("usual", page)
    (sent,) = [message for message in stage.channel.history() if message.id == number]
    text = text_of_message(sent)
    assert 3500 < len(text) <= 4000
    assert text.endswith("\n…")
    monkeypatch.setattr("bot.client.within_limit", unchanged)
    with pytest.raises(RequestRejected, match="4000"):
        await send("unlimited", page)
