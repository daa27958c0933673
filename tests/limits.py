"""A table of all limits in the code, and of the test of each that fails if the limit is loosened.

``tests/test_limits.py`` checks that no limit is missing, and loosens each of them (``make mutants``). Limits
that change neither what people can do nor what is stored are documented instead (``docs/LIMITS.md``).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
PACKAGES = ("bot", "games", "storage", "lab")

NAMES = re.compile(r"(^|_)(LIMIT|MOST|LEAST|LONGEST|SHORTEST|FEWEST|MAX|MIN)(_|$)")
"""Constants with such a word in their name are limits, and so are those of the table and of the document."""

LOWER = re.compile(r"(^|_)(LEAST|SHORTEST|FEWEST|MIN)(_|$)")
"""Limits from below are loosened to smaller numbers, all others to greater ones."""

ONE_MORE = 50
"""Limits up to this number are loosened by one, greater ones by their double or half."""

LISTS = (ast.Tuple, ast.Dict, ast.Subscript)
"""Constants with such a value are no limits, but lists of choices, or derived from one."""


OTHER_VALUES = {"FEWEST_NAMES": "6"}  # names of a tournament are left out in pairs
"""The loosened values of limits to which the rule does not apply."""


_DOCUMENTED = re.compile(r"^\| .*\| (\S+) \| `(\w+)` in `(\S+)` \|$", re.MULTILINE)

DOCUMENTED = {
    (path, name): number.replace(",", "")
    for number, name, path in _DOCUMENTED.findall((ROOT / "docs/LIMITS.md").read_text())
}
"""The numbers of ``docs/LIMITS.md`` by path and name."""


class NamedLimit(NamedTuple):
    """A limit: the path of its module, its name, and the code of its value."""

    path: str
    name: str
    value: str

    def __str__(self) -> str:
        return f"{self.path} {self.name}"

    @property
    def loosened(self) -> str:
        """The code of another value."""
        if self.name in OTHER_VALUES:
            return OTHER_VALUES[self.name]
        is_lower = LOWER.search(self.name) is not None
        if self.value.isdecimal() and int(self.value) <= ONE_MORE:
            return f"{self.value} {'-' if is_lower else '+'} 1"
        if is_lower:
            return f"type({self.value})(({self.value}) / 2)"
        return f"({self.value}) * 2"


def all_limits() -> Iterator[NamedLimit]:
    """Yield the limits of all modules, in the order of their files."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            yield from _limits_of(path)


def _limits_of(path: Path) -> Iterator[NamedLimit]:
    for node in ast.parse(path.read_bytes()).body:
        if isinstance(node, ast.Assign):
            (target, *_) = node.targets
        elif isinstance(node, ast.AnnAssign):
            target = node.target
        else:
            continue
        name = ast.unparse(target)
        module = path.relative_to(ROOT).as_posix()
        is_named = name.isupper() and NAMES.search(name) is not None
        is_listed = (module, name) in TESTS or (module, name) in DOCUMENTED
        if (is_named or is_listed) and not isinstance(node.value, (*LISTS, type(None))):
            yield NamedLimit(module, name, ast.unparse(node.value))


_BOT = "bot/test_limits.py::test_"
_DISCORD = "bot/wire/test_components.py::test_limits_are_those_of_discord"
_RECORDS = "bot/administration/test_cli_bounds.py::test_"
_BOUNDS = "bot/moderation/test_bounds.py::test_"
_ALONE = "bot/tables/test_reveals_alone.py::test_"
_GAMES = "games/test_limits.py::test_"
_STORED = "storage/test_limits.py::test_"
"""Beginnings of the names of tests."""

_BY_MODULE: dict[str, dict[str, str]] = {
    "bot/administration/monitor.py": {
        "LONGEST_LAG": "bot/administration/test_monitor.py::test_health_check_names_the_failing_part",
    },
    "bot/administration/records.py": {
        "MOST_BYTES": _RECORDS + "record_is_read_up_to_the_limit",
        "MOST_LINES": _RECORDS + "record_is_read_up_to_the_limit",
        "LONGEST_LINE": _RECORDS + "record_is_read_up_to_the_limit",
    },
    "bot/administration/running.py": {
        "LONGEST_PAUSE": (
            "bot/administration/test_waiting.py::test_retry_pauses_grow_to_a_minute_with_few_log_lines"
        ),
    },
    "bot/client.py": {
        "LONGEST_WAIT": _BOT + "discord_py_waits_half_a_minute_for_a_rate_limit",
    },
    "bot/config.py": {
        "MOST_CHARACTERS": "bot/test_config.py::test_unreadable_settings_file_is_named",
    },
    "bot/daily/hand.py": {
        "MOST_SHARES": _BOT + "four_most_frequent_answers_of_a_puzzle_are_listed",
        "MOST_MISSED": "bot/daily/test_daily.py::test_nine_missed_puzzles_are_listed_at_most",
    },
    "bot/database.py": {
        "LEAST_MS": _BOT + "outage_is_logged_again_after_a_while",
    },
    "bot/driving/evenings.py": {
        "LEAST": _BOT + "evening_with_two_games_and_two_people_has_a_summary",
        "MOST_HIGHLIGHTS": _BOT + "evening_has_three_highlights",
        "LEAST_DUEL": _BOT + "duel_has_six_moves",
        "LEAST_RIGHT": _BOT + "best_guesser_of_an_evening_was_right_three_times",
        "WAIT_MS": "bot/lobby/test_evening.py::test_session_summary_comes_once_after_the_last_game",
    },
    "bot/driving/keeper.py": {
        "SHORTEST_PAUSE_MS": "bot/driving/test_keeper.py::test_retry_delay_doubles_up_to_a_minute",
        "LONGEST_PAUSE_MS": "bot/driving/test_keeper.py::test_retry_delay_doubles_up_to_a_minute",
    },
    "bot/driving/openings.py": {
        "MAX_CLOSED": _BOUNDS + "rate_of_opening_lobbies_is_limited",
        "MAX_CLOSED_HERE": _BOT + "fifteen_closed_lobbies_in_a_channel_refuse_the_next",
        "RECENT_MS": _BOT + "closed_lobbies_count_for_ten_minutes",
    },
    "bot/faces.py": {
        "MOST_KNOWN": _BOT + "faces_of_ten_thousand_people_are_known",
        "MOST_WAITING": _BOT + "two_hundred_faces_wait_for_their_fetch",
        "MOST_BYTES": _BOT + "large_file_is_no_face",
    },
    "bot/gate.py": {
        "TOO_LATE_MS": "bot/test_gate.py::test_tap_that_waited_too_long_is_dropped",
    },
    "bot/greeting.py": {
        "MOST_REMEMBERED": "bot/test_greeting.py::test_number_of_answers_is_limited",
        "PAUSE_MS": "bot/test_greeting.py::test_person_who_writes_much_gets_one_answer",
    },
    "bot/language.py": {
        "LONGEST": _BOT + "name_has_eighty_characters",
        "LONGEST_QUOTE": _BOT + "reason_has_two_hundred_characters",
    },
    "bot/moderation.py": {
        "MOST_BANS": _BOT + "pages_read_a_limited_number_of_rows",
        "MOST_REPORTS": _BOT + "pages_read_a_limited_number_of_rows",
        "MOST_ACTS": "bot/moderation/test_moderation.py::test_moderation_log_has_pages",
    },
    "bot/owner.py": {
        "CHOICE_LIMIT": _DISCORD,
    },
    "bot/pages/acts.py": {
        "MAX_OFFERED": _BOT + "three_offered_seats_are_buttons",
    },
    "bot/pages/lobby.py": {
        "THREAD_NAME_LIMIT": _DISCORD,
    },
    "bot/pages/phone.py": {
        "MAX_BESIDE": _DISCORD,
    },
    "bot/pages/standings.py": {
        "MOST_OWN": _BOT + "four_new_trophies_are_named",
        "MAX_IN_LINE": _BOT + "eight_people_are_in_the_line_of_scores",
    },
    "bot/pairing/rounds.py": {
        "MOST_EXACT": _BOT + "exact_search_is_for_twelve_people",
        "MOST_THOROUGH": _BOT + "thorough_search_is_for_a_hundred_people",
        "MOST_ROUNDS": _BOT + "tournament_has_eight_rounds_at_most",
        "MOST_PEOPLE": _RECORDS + "tournament_with_impossible_numbers_is_refused",
        "MOST_SEATS": _RECORDS + "tournament_with_impossible_numbers_is_refused",
    },
    "bot/pictures/faces.py": {
        "MOST_PIXELS": _BOT + "face_is_made_of_few_pixels",
    },
    "bot/pictures/labels.py": {
        "MOST_LINES": "bot/pictures/test_table.py::test_text_of_many_parts_has_at_most_three_lines",
        "_LONGEST": _BOT + "text_in_a_picture_has_120_characters",
    },
    "bot/pictures/moving.py": {
        "MOST_FRAMES": _BOT + "animation_has_eight_frames_and_few_bytes",
        "MOST_BYTES": _BOT + "animation_has_eight_frames_and_few_bytes",
    },
    "bot/pictures/scores.py": {
        "_LEAST": _BOT + "few_trophies_are_as_large_as_five",
        "_MOST_LINES": _BOT + "people_of_a_table_are_in_four_lines",
        "_LEAST_SPAN": _BOT + "chart_spans_a_hundred_points",
    },
    "bot/play/commands.py": {
        "MOST_GAMES": _BOT + "fifteen_running_games_are_listed",
    },
    "bot/posting.py": {
        "SHORTEST_PAUSE_MS": "bot/seasons/test_posting.py::test_failing_post_is_retried_with_growing_delays",
        "LONGEST_PAUSE_MS": "bot/seasons/test_posting.py::test_failing_post_is_retried_with_growing_delays",
    },
    "bot/privacy.py": {
        "PLAIN_LIMIT": _BOT + "large_export_is_compressed",
    },
    "bot/replay/replay.py": {
        "MAX_STOPS": _DISCORD,
        "LONGEST_NOTE": "bot/replay/test_notes.py::test_note_has_at_most_300_characters",
    },
    "bot/replay/review.py": {
        "MOST_COSTLY": (
            "bot/replay/test_review_texts.py::test_overview_says_that_it_lists_only_the_worst_decisions"
        ),
    },
    "bot/scores/leaderboard.py": {
        "MIN_GAMES": "bot/scores/test_scores.py::test_empty_board_says_what_counts",
        "MOST_PAST": _BOT + "pages_read_a_limited_number_of_rows",
    },
    "bot/scores/statistics.py": {
        "LEAST_POINTS": _BOT + "chart_needs_two_ratings",
    },
    "bot/seasons.py": {
        "MOST_NAMED": _BOT + "four_people_who_share_a_place_are_named",
    },
    "bot/settings.py": {
        "LONGEST_NAME": _BOT + "name_of_a_season_has_forty_characters",
    },
    "bot/sharding.py": {
        "MOST_SHARDS": _BOT + "number_of_shards_is_limited",
    },
    "bot/showing/channels.py": {
        "MAX_GONE": _BOT + "ten_thousand_closed_channels_are_remembered",
    },
    "bot/showing/desired.py": {
        "TABLE_REST_MS": "bot/showing/test_resting.py::test_table_rests_while_all_players_look",
    },
    "bot/simulated.py": {
        "EMOJI_LIMIT": _DISCORD,
    },
    "bot/tables/clocks.py": {
        "PING_DELAY_MS": "bot/showing/test_calls.py::test_delay_of_a_call_depends_on_the_panel",
        "LOOKING_MS": "bot/showing/test_calls.py::test_delay_of_a_call_depends_on_the_panel",
        "DESERTED_MS": "bot/driving/test_next_step.py::test_next_steps_match_each_case",
        "IDLE_MS": "bot/driving/test_table.py::test_turn_length_follows_the_clock",
        "PRACTICE_MS": "bot/lobby/test_practice.py::test_practice_of_an_older_version_is_closed_too",
    },
    "bot/tables/endings.py": {
        "LEAST_TOGETHER": "bot/play/test_acts.py::test_single_player_cannot_pause_a_rated_game",
    },
    "bot/tables/lobby.py": {
        "MOST_GUESTS": "bot/lobby/test_invitations.py::test_at_most_seven_people_are_invited",
        "HOST_GONE_MS": "bot/lobby/test_host_gone.py::test_seated_person_starts_beside_another_game",
    },
    "bot/tables/planning.py": {
        "MOST_UNASKED": _BOT + "twenty_people_who_were_not_asked_answer_a_planned_game",
        "PING_MS": "bot/lobby/test_planned.py::test_people_who_accepted_are_called_once_and_seated",
    },
    "bot/tables/reveals.py": {
        "ALONE_SECONDS": _ALONE + "person_among_computers_has_time_to_read",
        "ALONE_PANEL_SECONDS": _ALONE + "person_among_computers_has_time_to_read",
    },
    "bot/tables/presence.py": {
        "SILENT_MS": "bot/lobby/test_presence.py::test_answers_of_all_begin_the_game_at_once",
        "ANSWER_MS": "bot/lobby/test_presence.py::test_restart_loses_neither_question_nor_time",
    },
    "bot/tables/state.py": {
        "MOST_HIGHLIGHTS": _BOT + "result_names_two_highlights",
        "MOST_GUESSERS": _BOT + "result_names_three_guessers",
    },
    "bot/thinking/thinkers.py": {
        "SHORTEST_PAUSE": "bot/thinking/test_processes.py::test_pauses_between_restarts_grow",
        "LONGEST_PAUSE": "bot/thinking/test_processes.py::test_pauses_between_restarts_grow",
        "LEAST_EFFORT": "bot/thinking/test_thinkers.py::test_slow_machine_reduces_effort_to_fit",
    },
    "bot/times.py": {
        "MAX_AHEAD": "bot/times/test_times.py::test_invalid_time_is_refused",
        "LONGEST_TEXT": "bot/times/test_times.py::test_longer_texts_are_no_times",
        "MOST_CHOICES": "bot/times/test_times.py::test_a_person_chooses_among_the_four_next_times",
    },
    "bot/tournaments/acts.py": {
        "MOST_INVITED": _BOT + "twenty_five_invitations_wait_for_an_answer",
        "PING_MS": "bot/tournaments/test_notices.py::test_presence_call_waits_for_its_time",
    },
    "bot/tournaments/pages.py": {
        "MOST_NAMES": _BOT + "pictures_of_a_tournament_have_few_names_rows_and_tables",
        "FEWEST_NAMES": _BOT + "pictures_of_a_tournament_have_few_names_rows_and_tables",
        "MOST_ROWS": _BOT + "pictures_of_a_tournament_have_few_names_rows_and_tables",
        "FEWEST_ROWS": _BOT + "pictures_of_a_tournament_have_few_names_rows_and_tables",
        "MOST_TABLES": _BOT + "pictures_of_a_tournament_have_few_names_rows_and_tables",
        "FEWEST_TABLES": _BOT + "pictures_of_a_tournament_have_few_names_rows_and_tables",
        "MOST_ASKED": _BOT + "eight_invited_people_are_listed",
        "MOST_LINKS": _BOT + "twenty_five_tables_are_linked",
    },
    "bot/tournaments/state.py": {
        "FEWEST": _BOT + "tournament_begins_with_two_people",
        "PAUSE_MS": "bot/tournaments/test_steps.py::test_paused_tournament_expires",
        "SIGN_UP_MS": "bot/tournaments/test_steps.py::test_sign_up_expires_or_begins_at_its_time",
    },
    "bot/undocumented.py": {
        "LONGEST_PAUSE": "bot/test_undocumented.py::test_delays_between_reconnections_are_bounded",
    },
    "bot/when.py": {
        "CHOICE_LIMIT": _DISCORD,
    },
    "bot/wire/components.py": {
        "LABEL_LIMIT": _DISCORD,
        "OPTION_LIMIT": _DISCORD,
        "CUSTOM_ID_LIMIT": _DISCORD,
        "PLACEHOLDER_LIMIT": _DISCORD,
        "DESCRIPTION_LIMIT": _DISCORD,
        "CHOICES_LIMIT": _DISCORD,
        "TEXTS_LIMIT": _DISCORD,
        "TITLE_LIMIT": _DISCORD,
        "FIELDS_LIMIT": _DISCORD,
        "GROUP_LIMIT": _DISCORD,
    },
    "bot/wire/exchange.py": {
        "TOKEN_MS": "bot/wire/test_exchange.py::test_later_edits_change_the_last_message",
    },
    "bot/wire/limits.py": {
        "FEWEST_QUEUES": "bot/wire/test_limits.py::test_idle_queues_are_removed",
    },
    "bot/wire/pings.py": {
        "MAX_TO_ONE": "bot/wire/test_pings.py::test_limits_are_per_hour",
        "MAX_RECEIVED": "bot/wire/test_pings.py::test_limits_are_per_hour",
        "MAX_CAUSED": "bot/wire/test_pings.py::test_one_person_invites_at_most_forty_people_an_hour",
        "HOUR_MS": "bot/wire/test_pings.py::test_promised_ping_counts_once",
    },
    "bot/wire/transport.py": {
        "NONCE_LIMIT": _DISCORD,
        "LONGEST_SECONDS": _BOT + "request_without_an_answer_ends_after_fifteen_seconds",
    },
    "bot/workshop.py": {
        "MOST_WAITING": "bot/test_workshop.py::test_eight_files_wait_at_most",
    },
    "games/bull/rules.py": {
        "MAX_CARDS": "games/bull/test_rules.py::test_loss_with_last_hand_size_eliminates",
        "LEAST_SECONDS": _GAMES + "showdown_of_bull_is_shown_for_three_to_five_seconds",
        "MOST_SECONDS": _GAMES + "showdown_of_bull_is_shown_for_three_to_five_seconds",
    },
    "games/core/rules.py": {
        "LONGEST_DIE": _GAMES + "face_of_a_die_has_four_digits",
    },
    "games/lost/strategy/__init__.py": {
        "MOST_EXTRA_RISK": _GAMES + "much_worse_move_is_never_drawn",
        "MOST_TEMPERATURES": _GAMES + "much_worse_move_is_never_drawn",
    },
    "games/netsuzo/rules.py": {
        "LEAST_SECONDS": _GAMES + "showdown_of_netsuzo_is_shown_for_three_to_five_seconds",
        "MOST_SECONDS": _GAMES + "showdown_of_netsuzo_is_shown_for_three_to_five_seconds",
    },
    "games/registry.py": {
        "MOST_GAMES": _DISCORD,
    },
    "games/trick3/hands.py": {
        "MIN_CARDS": "games/trick3/test_rules.py::test_options_allow_every_deck_with_nine_cards_each",
    },
    "games/trick3/rules.py": {
        "LEAST_SECONDS": _GAMES + "end_of_a_battle_is_shown_for_three_to_five_seconds",
        "MOST_SECONDS": _GAMES + "end_of_a_battle_is_shown_for_three_to_five_seconds",
    },
    "storage/daily.py": {
        "LONGEST_DATE_MS": "storage/test_daily.py::test_second_answer_after_deletion_does_not_count",
    },
    "storage/engine/reading.py": {
        "MOST_REPORTED": _STORED + "thousand_damaged_rows_are_remembered",
    },
    "storage/people.py": {
        "MOST_NOTES": _STORED + "fifty_notes_about_a_game_are_kept",
        "MOST_TOLD": "storage/test_people.py::test_longest_waiting_subscribers_are_notified_first",
        "MOST_SHARED": "bot/test_publishing.py::test_people_wait_between_posts",
        "WAIT_MS": "bot/test_publishing.py::test_people_wait_between_posts",
    },
    "storage/scores/boards.py": {
        "LEAST_PEOPLE": "storage/test_seasons.py::test_medals_need_three_people_and_usually_a_win",
    },
    "storage/scores/results.py": {
        "MIN_RATED_PEOPLE": "storage/test_scores.py::test_games_of_two_people_without_computers_are_rated",
    },
    "storage/scores/seasons.py": {
        "LEAST_MS": "storage/test_seasons.py::test_rest_of_month_has_a_week_to_be_a_season",
    },
    "storage/servers.py": {
        "MOST_OF_HOST": _STORED + "two_hundred_entries_of_hosts_are_kept",
        "MOST_OF_HOSTS": _STORED + "two_hundred_entries_of_hosts_are_kept",
        "MOST_WEEKS": _BOT + "season_has_thirteen_weeks_at_most",
        "KEPT_MS": "storage/test_people.py::test_moderation_log_is_limited_by_time",
    },
    "storage/tables/lifecycle.py": {
        "MOST_HOSTED": _BOUNDS + "number_of_lobbies_per_host_is_limited",
        "MOST_PRACTICE": "bot/lobby/test_practice.py::test_number_of_practice_games_per_person_is_limited",
        "MOST_LOBBIES": _BOUNDS + "number_of_lobbies_per_channel_is_limited",
        "MOST_APPOINTED": _STORED + "planned_games_are_limited",
        "MOST_APPOINTED_HERE": _STORED + "planned_games_are_limited",
        "MOST_APPOINTED_THERE": _STORED + "planned_games_are_limited",
    },
    "storage/tournaments.py": {
        "MOST_HOSTED": "storage/test_tournaments.py::test_tournaments_of_one_host_are_limited",
        "MOST_OPEN": "storage/test_tournaments.py::test_number_of_open_tournaments_is_limited",
    },
}
"""For each module its limits, and the test of each limit: a path inside of ``tests``."""

TESTS = {(path, name): test for path, named in _BY_MODULE.items() for name, test in named.items()}
"""The tests by path and name of the limit."""
