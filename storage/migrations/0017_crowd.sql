-- Who watches may guess whether a claim is a lie.
ALTER TABLE game_table ADD COLUMN crowd INTEGER NOT NULL DEFAULT 1; -- whether the host lets them
CREATE TABLE guess (
    table_id TEXT NOT NULL REFERENCES game_table (id),
    person INTEGER NOT NULL REFERENCES person (id),
    seq INTEGER NOT NULL, -- how many moves had been played when the claim stood
    is_lie INTEGER, -- NULL, with -1: saw all hands, and guesses no more
    PRIMARY KEY (table_id, person, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX guess_of_person ON guess (person);

ALTER TABLE shown ADD COLUMN event_id INTEGER; -- Discord's event of an appointment; 0 where none can be made
