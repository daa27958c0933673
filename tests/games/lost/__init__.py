"""Tests of Lost Poker."""
