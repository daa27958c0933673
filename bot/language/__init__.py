"""Texts in the reader's language: catalogues, names of people, and printing of ``Text`` values."""
