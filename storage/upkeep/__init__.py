"""Maintenance: checks, recomputation, deletion of personal data, restoring backups."""
