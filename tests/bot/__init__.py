"""Tests of the Discord side."""
