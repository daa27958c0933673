-- What people decide at a table while the game goes on: pauses, votes, seats that others may take over.
ALTER TABLE game_table ADD COLUMN paused_at INTEGER; -- while it is not NULL nothing goes on there
ALTER TABLE game_table ADD COLUMN watching INTEGER NOT NULL DEFAULT 1; -- who is out may see all hands
ALTER TABLE game_table ADD COLUMN votes TEXT NOT NULL DEFAULT '{}'; -- JSON object: act -> list of seats

-- A seat that was taken over is its new person's; the game counts for whom it was taken from.
ALTER TABLE seat ADD COLUMN is_offered INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seat ADD COLUMN leaver INTEGER REFERENCES person (id);
ALTER TABLE seat ADD COLUMN leaver_at INTEGER;
ALTER TABLE seat ADD COLUMN taken_at INTEGER;
CREATE INDEX seat_of_leaver ON seat (leaver) WHERE leaver IS NOT NULL;
