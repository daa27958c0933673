"""The Discord side of Tefuda: lobbies, tables, hands, commands, pictures, languages."""

LANGUAGES = ("en", "ja")
"""Languages, each a folder of ``bot/locales``; the first is used where a person's own is not spoken."""
