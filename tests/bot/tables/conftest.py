from tests.bot.tables.fixtures import clock, faults, game, open_lobby, store

__all__ = ["clock", "faults", "game", "open_lobby", "store"]
