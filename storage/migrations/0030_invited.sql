-- Invitations and exclusions belong to tournaments, too: table_id is the id of a table or of a tournament.
CREATE TABLE invitation_of_any (
    table_id TEXT NOT NULL,
    number INTEGER NOT NULL, -- in which order they were asked
    person INTEGER NOT NULL REFERENCES person (id),
    is_subscriber INTEGER NOT NULL,
    is_told INTEGER NOT NULL,
    has_declined INTEGER NOT NULL,
    is_removed INTEGER NOT NULL DEFAULT 0,
    remover INTEGER REFERENCES person (id),
    is_maybe INTEGER NOT NULL DEFAULT 0,
    is_unasked INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;
INSERT INTO invitation_of_any (table_id, number, person, is_subscriber, is_told, has_declined, is_removed, remover,
    is_maybe, is_unasked)
SELECT table_id, number, person, is_subscriber, is_told, has_declined, is_removed, remover, is_maybe, is_unasked
FROM invitation;
DROP TABLE invitation;
ALTER TABLE invitation_of_any RENAME TO invitation;
CREATE UNIQUE INDEX invitation_of_person ON invitation (person, table_id);
CREATE TABLE sat_of_any (
    table_id TEXT NOT NULL,
    key TEXT NOT NULL,
    PRIMARY KEY (table_id, key)
) STRICT, WITHOUT ROWID;
INSERT INTO sat_of_any (table_id, key) SELECT table_id, key FROM sat;
DROP TABLE sat;
ALTER TABLE sat_of_any RENAME TO sat;
-- When a tournament was paused; a paused one is called off after some weeks.
ALTER TABLE tournament ADD COLUMN paused_at INTEGER;
