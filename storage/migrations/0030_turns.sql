-- Direct messages to a person whose turn it is: the language of the messages, '' for none, 'closed' if Discord
-- has refused one.
ALTER TABLE person ADD COLUMN turn_messages TEXT NOT NULL DEFAULT '';

-- What a person has written about a position of a finished game. Others read it only where the person posts it.
CREATE TABLE note (
    person INTEGER NOT NULL REFERENCES person (id),
    table_id TEXT NOT NULL REFERENCES game_table (id),
    number INTEGER NOT NULL, -- how many moves had been played
    text TEXT NOT NULL,
    PRIMARY KEY (person, table_id, number)
) STRICT, WITHOUT ROWID;
