"""Leaderboards, statistics, trophies and lists of a person's games."""

from bot.app import Action
from bot.scores.history import history, show_evening, show_history_page
from bot.scores.leaderboard import BOARD_MS, choose_board, leaderboard, show_board_page, show_season
from bot.scores.statistics import show_stats, stats, stats_of_member
from bot.scores.trophies import show_trophies

__all__ = ["ACTIONS", "BOARD_MS", "COMMANDS", "MENUS"]

COMMANDS = (leaderboard, stats, history)
MENUS = (stats_of_member,)
ACTIONS: dict[str, Action] = {
    "board": show_board_page,
    "asked": choose_board,
    "season": show_season,
    "past": show_history_page,
    "evening": show_evening,
    "stats": show_stats,
    "shelf": show_trophies,
}
