-- Games that follow each other with mostly the same people are one evening, named after the first of them.
ALTER TABLE game_table ADD COLUMN evening TEXT; -- NULL for a game that stands alone
ALTER TABLE game_table ADD COLUMN evening_ended_at INTEGER; -- of the last of them, once nobody went on
CREATE INDEX table_of_evening ON game_table (evening) WHERE evening IS NOT NULL;

-- It starts by itself as soon as everybody who was asked sits there.
ALTER TABLE gathering ADD COLUMN is_rematch INTEGER NOT NULL DEFAULT 0;
