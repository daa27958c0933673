-- The method by which a tournament pairs people; records are checked by the same one.
ALTER TABLE tournament ADD COLUMN method INTEGER NOT NULL DEFAULT 1;
