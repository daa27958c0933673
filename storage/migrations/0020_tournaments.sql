-- Tournaments: who takes part, and every round with its pairings and results.
CREATE TABLE tournament (
    id TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    host INTEGER REFERENCES person (id), -- NULL once nobody hosts it
    game TEXT NOT NULL,
    options TEXT NOT NULL, -- JSON object, as in game_table
    locale TEXT NOT NULL,
    clock TEXT NOT NULL,
    wanted INTEGER NOT NULL, -- seats at a table
    level TEXT, -- strength of computer players that fill tables up; NULL for none
    most_rounds INTEGER, -- NULL: as many as fit the number of people
    has_final INTEGER NOT NULL,
    most INTEGER NOT NULL, -- people
    starts_at INTEGER, -- NULL: when the host says so
    status TEXT NOT NULL CHECK (status IN ('open', 'running', 'over', 'cancelled')),
    is_paused INTEGER NOT NULL,
    seed BLOB NOT NULL,
    reason TEXT NOT NULL, -- why it was cancelled
    rounds TEXT NOT NULL, -- JSON list; people are the numbers of entrant
    created_at INTEGER NOT NULL,
    ended_at INTEGER,
    revision INTEGER NOT NULL,
    shown TEXT NOT NULL, -- JSON object: its messages
    is_settled INTEGER NOT NULL -- closed, and all its messages are final
) STRICT;
CREATE INDEX unsettled_tournament ON tournament (created_at) WHERE is_settled = 0;
CREATE INDEX tournament_of_server ON tournament (guild_id, game, ended_at);
CREATE TABLE entrant (
    tournament TEXT NOT NULL REFERENCES tournament (id),
    number INTEGER NOT NULL, -- from 1, in the order of signing up
    person INTEGER NOT NULL REFERENCES person (id),
    join_id INTEGER NOT NULL, -- Discord's id of the interaction
    status TEXT NOT NULL CHECK (status IN ('in', 'away', 'out')),
    is_here INTEGER NOT NULL, -- said so before the start
    place INTEGER, -- once it is over
    PRIMARY KEY (tournament, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX entrant_of_person ON entrant (person);
ALTER TABLE gathering ADD COLUMN paired TEXT; -- JSON: tournament, round and number of the table; or NULL
ALTER TABLE person ADD COLUMN hides_titles INTEGER NOT NULL DEFAULT 0; -- wants no title beside the name
ALTER TABLE guild_settings ADD COLUMN organizers TEXT NOT NULL DEFAULT 'managers'; -- who may open tournaments
