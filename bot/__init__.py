"""The Discord side of Tefuda: lobbies, tables, hands, commands, pictures, languages."""

LANGUAGES = ("en", "ja")
"""Supported languages, each a folder of ``bot/locales``. The first one is used for all people with another
language.
"""
