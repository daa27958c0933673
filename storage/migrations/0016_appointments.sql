-- A lobby that opens at a time: until then people say whether they come.
ALTER TABLE gathering ADD COLUMN starts_at INTEGER; -- NULL for a lobby that is open
ALTER TABLE gathering ADD COLUMN is_weekly INTEGER NOT NULL DEFAULT 0;
ALTER TABLE invitation ADD COLUMN is_maybe INTEGER NOT NULL DEFAULT 0;
ALTER TABLE guild_settings ADD COLUMN time_zone TEXT; -- IANA's name; NULL goes by the language
