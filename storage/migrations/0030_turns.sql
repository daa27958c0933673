-- Direct messages to a person whose turn it is: the language of the messages, '' for none, 'closed' if Discord
-- has refused one.
ALTER TABLE person ADD COLUMN turn_messages TEXT NOT NULL DEFAULT '';
