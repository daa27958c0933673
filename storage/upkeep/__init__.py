"""Maintenance of the database: checks, recomputation, deletion of personal data, backups."""
