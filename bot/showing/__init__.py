"""Keeps what people see of a table up to date: its messages, its notifications, and open private panels."""
