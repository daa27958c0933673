-- Nobody may share pictures of this person's lies (1).
ALTER TABLE person ADD COLUMN is_discreet INTEGER NOT NULL DEFAULT 0;
