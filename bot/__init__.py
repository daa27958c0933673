"""The Discord side of Tefuda: lobbies, tables, hands, commands, pictures, languages."""
