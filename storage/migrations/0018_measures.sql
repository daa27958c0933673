-- What one game alone compares is called as boards call it.
ALTER TABLE pride RENAME TO measure;
DROP INDEX pride_in_order;
DROP INDEX pride_of_person;
CREATE INDEX measure_in_order ON measure (period, board, game, fact, value DESC, person);
CREATE INDEX measure_of_person ON measure (person);
