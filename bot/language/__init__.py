"""Texts in the reader's language: the catalogues, names of people, and the printing of ``Text`` values."""
