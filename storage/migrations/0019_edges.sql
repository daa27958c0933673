-- A seat's people by moves, not by time: how many had been played when each sat down, and left.
ALTER TABLE seat ADD COLUMN taken_seq INTEGER;
ALTER TABLE seat ADD COLUMN left_seq INTEGER;
ALTER TABLE seat ADD COLUMN leaver_seq INTEGER; -- as leaver_at
ALTER TABLE former_seat ADD COLUMN taken_seq INTEGER NOT NULL DEFAULT 0;
ALTER TABLE former_seat ADD COLUMN left_seq INTEGER NOT NULL DEFAULT 0;
UPDATE seat SET taken_seq = (SELECT count(*) FROM move WHERE move.table_id = seat.table_id AND at < taken_at)
WHERE taken_at IS NOT NULL;
UPDATE seat SET left_seq = (SELECT count(*) FROM move WHERE move.table_id = seat.table_id AND at <= left_at)
WHERE left_at IS NOT NULL;
UPDATE seat SET leaver_seq = (SELECT count(*) FROM move WHERE move.table_id = seat.table_id AND at <= leaver_at)
WHERE leaver IS NOT NULL;
UPDATE former_seat SET
    taken_seq = (SELECT count(*) FROM move WHERE move.table_id = former_seat.table_id AND at < taken_at),
    left_seq = (SELECT count(*) FROM move WHERE move.table_id = former_seat.table_id AND at <= left_at);

-- A table that comes each week keeps its rule, not its last time: clocks are put forward and back in between.
ALTER TABLE gathering ADD COLUMN weekly TEXT; -- JSON object: weekday, minute, zone; NULL for what comes once
UPDATE gathering SET weekly = ( -- the zone alone: the rest is filled in at the start
    SELECT coalesce(time_zone, CASE WHEN game_table.locale = 'ja' THEN 'Asia/Tokyo' ELSE 'UTC' END)
    FROM game_table LEFT JOIN guild_settings ON guild_settings.guild_id = game_table.guild_id
    WHERE game_table.id = gathering.table_id AND status = 'lobby'
)
WHERE is_weekly = 1 AND starts_at IS NOT NULL;
ALTER TABLE gathering DROP COLUMN is_weekly;
INSERT INTO meta (key, value) SELECT 'weekly', 'zones' WHERE EXISTS (SELECT 1 FROM gathering WHERE weekly IS NOT NULL);
-- What is open on a server is counted when one more table is opened there.
CREATE INDEX open_on_server ON game_table (guild_id) WHERE status IN ('lobby', 'playing');
-- Seats that play together have one team, numbered from 0; NULL for a seat that plays alone.
ALTER TABLE result_seat ADD COLUMN team INTEGER;

-- Who answers an appointment uninvited takes none of its host's invitations.
ALTER TABLE invitation ADD COLUMN is_unasked INTEGER NOT NULL DEFAULT 0;
UPDATE invitation SET is_unasked = 1 WHERE is_maybe = 1;
-- A result says for whom it counts: who has made enough decisions, and how many different people they have beaten.
ALTER TABLE result_seat ADD COLUMN has_played INTEGER NOT NULL DEFAULT 1; -- the person made enough decisions
ALTER TABLE result_seat ADD COLUMN counts INTEGER NOT NULL DEFAULT 1; -- on boards and in statistics
ALTER TABLE tally ADD COLUMN beaten INTEGER NOT NULL DEFAULT 0; -- how many different people
CREATE TABLE beaten (
    period INTEGER NOT NULL,
    board INTEGER NOT NULL,
    game TEXT NOT NULL,
    person INTEGER NOT NULL REFERENCES person (id),
    other INTEGER NOT NULL REFERENCES person (id), -- who lost a game that the person won
    PRIMARY KEY (period, board, game, person, other)
) STRICT, WITHOUT ROWID;
CREATE INDEX beaten_of_person ON beaten (person);
CREATE INDEX tally_by_beaten ON tally (period, board, game, beaten DESC, wins DESC, person);

-- Games of the same two people count less on the same day, so all ratings are made again.
INSERT INTO meta (key, value) VALUES ('scores', 'stale') ON CONFLICT (key) DO UPDATE SET value = excluded.value;

-- One pause a day by most of those who are there; another one takes everybody.
ALTER TABLE game_table ADD COLUMN pause_ended_at INTEGER;

-- A person's user name, which is nobody else's: it tells people apart whose names look alike.
ALTER TABLE person ADD COLUMN handle TEXT;
-- Those who keep order say why, and a bar may end by itself. Who is barred is told once.
ALTER TABLE act ADD COLUMN reason TEXT NOT NULL DEFAULT '';
ALTER TABLE act ADD COLUMN until INTEGER; -- of a bar; NULL for one that somebody has to end
ALTER TABLE bar ADD COLUMN reason TEXT NOT NULL DEFAULT '';
ALTER TABLE bar ADD COLUMN until INTEGER;
ALTER TABLE bar ADD COLUMN is_told INTEGER NOT NULL DEFAULT 0;

-- Further public messages of a table, the notice among them.
ALTER TABLE shown ADD COLUMN posts TEXT NOT NULL DEFAULT '{}'; -- JSON object: key to [message id, fingerprint]
UPDATE shown SET posts = '{"notice":[' || notice_id || ',"' || notice_mark || '"]}' WHERE notice_id IS NOT NULL;
ALTER TABLE shown DROP COLUMN notice_id;
ALTER TABLE shown DROP COLUMN notice_mark;
