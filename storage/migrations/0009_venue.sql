-- Where tables of a server are played unless the host chooses otherwise: 'channel', or 'thread' for one of their own.
ALTER TABLE guild_settings ADD COLUMN venue TEXT NOT NULL DEFAULT 'channel';
