"""Print the texts of a face with the game's own catalogues alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import bot
from bot.language.catalogue import Catalogue
from games.core.presentation import Board, PanelScene, TableScene
from games.core.words import Cards, Joined, Rank, Seat, Seats, Suit, Text

LOCALES = Path(next(iter(bot.__path__))) / "locales"
CATALOGUES = {
    language: Catalogue(language, [(LOCALES / language / "tomoe.ftl").read_text("utf-8")])
    for language in ("en", "ja")
}


class Printer:
    """Prints texts and remembers which messages were used."""

    def __init__(self, language: str) -> None:
        self.catalogue = CATALOGUES[language]
        self.used: set[str] = set()

    def __call__(self, text: Text) -> str:
        self.used.add(text.key)
        printed = self.catalogue.format(text.key, {n: self._arg(a) for n, a in text.args.items()})
        assert printed.strip()
        assert "{" not in printed
        return printed

    def _arg(self, arg: Any) -> Any:
        match arg:
            case Text():
                return self(arg)
            case Joined():
                return ", ".join(self(text) for text in arg.texts)
            case Seat():
                return "ABC"[arg.seat]
            case Seats():
                return " & ".join("ABC"[seat] for seat in arg.seats)
            case Cards():
                assert all(arg.cards)
                return " ".join(arg.cards)
            case Suit():
                assert arg.suit
                return arg.suit
            case Rank():
                return arg.rank
        return arg

    def board(self, board: Board | None) -> list[str]:
        """Print a picture as text, marks included."""
        lines = []
        for row in board.rows if board else ():
            title = self(row.title) if isinstance(row.title, Text) else self._arg(row.title)
            marks = {"": "", "hot": "!", "dim": "-", "new": "+"}
            cards = " | ".join(" ".join(f.card + marks[f.mark] for f in group) for group in row.groups)
            note = f" ({self(row.note)})" if row.note else ""
            lines.append(f"{title}{'*' if row.is_turn else ''}: {cards}{note}")
        return lines

    def table(self, scene: TableScene) -> list[str]:
        """Print a table."""
        lines = [self(scene.headline), *(self(line) for line in scene.lines)]
        lines += [f"{'ABC'[seat]} {self(line)}" for seat, line in scene.seats]
        lines += [f"[{self(shortcut.label)}]" for shortcut in scene.public]
        return lines + self.board(scene.board)

    def panel(self, scene: PanelScene) -> list[str]:
        """Print a panel."""
        lines = [self(line) for line in scene.lines]
        lines += [f"[{self(shortcut.label)}]" for shortcut in scene.shortcuts]
        return lines + self.board(scene.board)
