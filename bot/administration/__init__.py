"""For hosts: the command ``tefuda``, the log, records, and maintenance of the database."""
