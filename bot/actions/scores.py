"""Buttons of leaderboards, statistics and replays."""

from __future__ import annotations

from typing import Any

ACTIONS: dict[str, Any] = {}
