"""Tests of Tomoefuda."""
