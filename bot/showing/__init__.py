"""Keeps everything that people see of a table up to date: its messages, its pings, and open private
panels.
"""
