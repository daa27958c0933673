-- A table has one of a few clocks, of which a server chooses the usual one; before, each chose any number of
-- seconds. The nearest is the nearest by ratio: six hours are four times less than a day.
ALTER TABLE guild_settings ADD COLUMN clock TEXT;
UPDATE guild_settings SET clock = CASE
    WHEN turn_seconds = 0 THEN 'none'
    WHEN turn_seconds < 90 THEN 'blitz'
    WHEN turn_seconds < 3944 THEN 'evening'
    ELSE 'week' END
WHERE turn_seconds IS NOT NULL;
ALTER TABLE guild_settings DROP COLUMN turn_seconds;

ALTER TABLE game_table ADD COLUMN clock TEXT NOT NULL DEFAULT 'evening';
ALTER TABLE game_table ADD COLUMN deserted_until INTEGER; -- everybody is away: closed then, unless one comes back
UPDATE game_table INDEXED BY open_table SET clock = CASE
    WHEN status = 'playing' AND deadline IS NULL THEN 'none'
    ELSE coalesce((SELECT clock FROM guild_settings AS chosen WHERE chosen.guild_id = game_table.guild_id), clock)
    END
WHERE status IN ('lobby', 'playing');

ALTER TABLE seat ADD COLUMN grace INTEGER; -- number of the decision that got the one extra time
ALTER TABLE seat ADD COLUMN is_away INTEGER NOT NULL DEFAULT 0;

ALTER TABLE move ADD COLUMN made_by TEXT; -- NULL is whoever plays the seat; 'stand-in', 'itself'

ALTER TABLE shown ADD COLUMN reminded TEXT NOT NULL DEFAULT '[]'; -- JSON list: seat, decision, what of
