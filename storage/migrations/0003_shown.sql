-- What people were shown of a table gets a row of its own, changes of a table are counted, a table has one
-- lobby for its rematch, and boards keep as many periods as there is room for, whatever the clock said.
CREATE TABLE shown (
    table_id TEXT PRIMARY KEY REFERENCES game_table (id),
    message_id INTEGER,
    mark TEXT NOT NULL,
    notice_id INTEGER,
    notice_mark TEXT NOT NULL,
    call_id INTEGER,
    called TEXT NOT NULL, -- JSON list of pairs
    stale TEXT NOT NULL, -- JSON list
    sending INTEGER NOT NULL,
    settled INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Closed tables without a row are settled; all the others are few.
CREATE INDEX unsettled ON shown (table_id) WHERE NOT settled;

INSERT INTO shown
SELECT id, message_id, '', NULL, '', ping_message_id, '[]', '[]', 0, 0 FROM game_table
WHERE status IN ('lobby', 'playing');

ALTER TABLE game_table DROP COLUMN message_id;
ALTER TABLE game_table DROP COLUMN ping_message_id;
ALTER TABLE game_table ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;

-- Nobody looks into one channel any more.
DROP INDEX open_table;
CREATE INDEX open_table ON game_table (created_at) WHERE status IN ('lobby', 'playing');

-- Of several lobbies for one rematch the newest stays; the others are shown as closed.
UPDATE game_table INDEXED BY open_table SET status = 'cancelled', ended_at = created_at, deadline = NULL
WHERE status IN ('lobby', 'playing') AND status = 'lobby' AND EXISTS (
    SELECT 1 FROM game_table AS other INDEXED BY open_table
    WHERE other.status IN ('lobby', 'playing') AND other.status = 'lobby'
        AND other.rematch_of = game_table.rematch_of
        AND (other.created_at, other.id) > (game_table.created_at, game_table.id)
);
CREATE UNIQUE INDEX rematch_lobby ON game_table (rematch_of)
WHERE status = 'lobby' AND rematch_of IS NOT NULL;

-- The starts of all months and weeks in which a game ended; boards keep the newest of them.
CREATE TABLE period (
    start INTEGER PRIMARY KEY
) STRICT;

-- Boards let older periods go than they used to: make them again, or everything if that was to be done anyway.
INSERT OR IGNORE INTO meta (key, value) VALUES ('scores', 'boards');
