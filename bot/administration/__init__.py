"""What whoever runs the bot does: the command ``tefuda``, the log, records, care of the database."""
