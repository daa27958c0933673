-- Seasons of a server: its calendar months, and those that its managers begin and name.
CREATE TABLE season (
    guild_id INTEGER NOT NULL,
    number INTEGER NOT NULL, -- from 1
    name TEXT NOT NULL, -- '' for a calendar month
    starts_at INTEGER NOT NULL,
    ends_at INTEGER NOT NULL,
    time_zone TEXT NOT NULL,
    is_closed INTEGER NOT NULL, -- its standings are final
    post TEXT NOT NULL CHECK (post IN ('none', 'sending', 'sent', 'done')), -- its message in a channel
    channel_id INTEGER, -- of that message
    message_id INTEGER,
    PRIMARY KEY (guild_id, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX season_in_time ON season (guild_id, starts_at);
CREATE INDEX season_to_post ON season (ends_at) WHERE post <> 'done';

-- The final standings of a season: all people of each board of games among people ('' = all games together).
CREATE TABLE standing (
    guild_id INTEGER NOT NULL,
    season INTEGER NOT NULL,
    game TEXT NOT NULL,
    person INTEGER NOT NULL REFERENCES person (id),
    place INTEGER NOT NULL,
    beaten INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    games INTEGER NOT NULL,
    medal INTEGER, -- 1 to 3, if at least three people played
    PRIMARY KEY (guild_id, season, game, person),
    FOREIGN KEY (guild_id, season) REFERENCES season (guild_id, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX standing_in_order ON standing (guild_id, season, game, place, person);
CREATE INDEX standing_of_person ON standing (person);

-- Results that are still to be posted in a server's channel for results.
CREATE TABLE result_post (
    table_id TEXT PRIMARY KEY REFERENCES game_table (id),
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    is_sending INTEGER NOT NULL -- 1 once it was about to be sent
) STRICT, WITHOUT ROWID;

-- The games of a season are a stretch of this index.
CREATE INDEX result_of_server ON result (guild_id, ended_at);

ALTER TABLE guild_settings ADD COLUMN season_channel INTEGER; -- where the first three of a season are posted
ALTER TABLE guild_settings ADD COLUMN results_channel INTEGER; -- where every result is posted
