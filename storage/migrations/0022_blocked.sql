-- Servers that the application's owner does not want to serve.
CREATE TABLE blocked_server (
    guild_id INTEGER PRIMARY KEY,
    since INTEGER NOT NULL
) STRICT;
