"""Tests of Tomoefuda, one file for each module of the game."""
