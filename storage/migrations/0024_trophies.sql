-- Trophies: who has won which, on each server where the person has finished a game since the first trophy.
CREATE TABLE trophy (
    guild_id INTEGER NOT NULL,
    name TEXT NOT NULL, -- game and trophy, such as bull.catch
    person INTEGER NOT NULL REFERENCES person (id),
    at INTEGER NOT NULL, -- when the game ended that brought it
    result INTEGER NOT NULL REFERENCES result (id),
    PRIMARY KEY (guild_id, name, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX trophy_of_person ON trophy (person, guild_id);
CREATE INDEX trophy_of_result ON trophy (result);

-- What has been counted of each person's games, as the games write it.
CREATE TABLE trophy_progress (
    person INTEGER NOT NULL PRIMARY KEY REFERENCES person (id),
    progress TEXT NOT NULL -- JSON object
) STRICT, WITHOUT ROWID;

-- Whether messages of a server's tables name the rarest trophy of a game.
ALTER TABLE guild_settings ADD COLUMN trophies INTEGER NOT NULL DEFAULT 1;
