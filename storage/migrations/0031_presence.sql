-- A lobby that begins asks the people who joined long ago whether they are still there.
-- When the time for their answers is over; NULL while nobody has started the lobby's game.
ALTER TABLE gathering ADD COLUMN answer_until INTEGER;
-- 1 while the person of the seat was asked and has not answered.
ALTER TABLE seat ADD COLUMN is_asked INTEGER NOT NULL DEFAULT 0;
