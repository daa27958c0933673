-- Finding people: where a table gathers, who was asked to come, who wants to be told of new lobbies.
CREATE TABLE gathering (
    table_id TEXT PRIMARY KEY REFERENCES game_table (id),
    venue TEXT NOT NULL CHECK (venue IN ('channel', 'thread', 'barred')),
    thread_id INTEGER
) STRICT, WITHOUT ROWID;

-- Of open lobbies alone: they go when it starts or closes.
CREATE TABLE invitation (
    table_id TEXT NOT NULL REFERENCES game_table (id),
    number INTEGER NOT NULL, -- in which order they were asked
    person INTEGER NOT NULL REFERENCES person (id),
    is_subscriber INTEGER NOT NULL,
    is_told INTEGER NOT NULL,
    has_declined INTEGER NOT NULL,
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX invitation_of_person ON invitation (person, table_id);

CREATE TABLE subscription (
    guild_id INTEGER NOT NULL,
    game TEXT NOT NULL, -- 'any' is every game
    person INTEGER NOT NULL REFERENCES person (id),
    PRIMARY KEY (guild_id, game, person)
) STRICT, WITHOUT ROWID;

CREATE INDEX subscription_of_person ON subscription (person, guild_id);

ALTER TABLE person ADD COLUMN told_at INTEGER; -- when a lobby was last told of, to a subscriber
