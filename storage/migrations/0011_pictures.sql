-- The pictures of a table's message, so that they are kept over restarts, too: JSON, by file name a pair of the
-- attachment's id and its address.
ALTER TABLE shown ADD COLUMN pictures TEXT NOT NULL DEFAULT '{}';
