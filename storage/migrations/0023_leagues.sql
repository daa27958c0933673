-- Leagues: tournaments with one round a week, and the time zone of that week.
ALTER TABLE tournament ADD COLUMN is_weekly INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tournament ADD COLUMN zone TEXT NOT NULL DEFAULT ''; -- IANA name; '' for that of the language
