-- Results that nobody can dodge, knowledge that nobody can carry.

-- What people are for at a running game; a vote is a person's, not a seat's. Those of before are asked for anew.
CREATE TABLE vote (
    table_id TEXT NOT NULL REFERENCES game_table (id),
    act TEXT NOT NULL,
    person INTEGER NOT NULL REFERENCES person (id),
    PRIMARY KEY (table_id, act, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX vote_of_person ON vote (person);
ALTER TABLE game_table DROP COLUMN votes;

-- Who has ever sat at a running game, as keys that name nobody (storage/tables/sat.py).
CREATE TABLE sat (
    table_id TEXT NOT NULL REFERENCES game_table (id),
    key TEXT NOT NULL,
    PRIMARY KEY (table_id, key)
) STRICT, WITHOUT ROWID;

-- Who took a seat over and left it, too; seat.leaver is the first person, for whom the game counts.
CREATE TABLE former_seat (
    table_id TEXT NOT NULL REFERENCES game_table (id),
    seat INTEGER NOT NULL,
    number INTEGER NOT NULL,
    person INTEGER NOT NULL REFERENCES person (id),
    taken_at INTEGER NOT NULL,
    left_at INTEGER NOT NULL,
    PRIMARY KEY (table_id, seat, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX former_seat_of_person ON former_seat (person);

ALTER TABLE game_table ADD COLUMN leavers_watch INTEGER NOT NULL DEFAULT 0; -- all agreed that they see all hands
ALTER TABLE game_table ADD COLUMN verdict TEXT; -- how it ended before its end: JSON object, as rows.Verdict
ALTER TABLE game_table ADD COLUMN seal INTEGER NOT NULL DEFAULT 1; -- which method sealed what decides the deal
ALTER TABLE game_table ADD COLUMN change_id INTEGER NOT NULL DEFAULT 0; -- the last tap that changed the lobby

-- Boards of games among people, and others (a server's number below 0) of games with computer players.
INSERT INTO meta (key, value) VALUES ('scores', 'boards') ON CONFLICT (key) DO NOTHING;
