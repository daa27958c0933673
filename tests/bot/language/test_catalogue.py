"""Where texts come from."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.language.catalogue import LANGUAGES, MissingText, catalogue, more_texts, rules_text


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_more_folder_of_texts_lasts_as_long_as_its_context(tmp_path: Path, language: str) -> None:
    """Its messages and rules are found beside the house's own, and afterwards no more."""
    (tmp_path / language).mkdir()
    (tmp_path / language / "whist.ftl").write_text("whist-name = Whist\n", "utf-8")
    (tmp_path / language / "whist-rules.md").write_text("## Whist\n", "utf-8")
    with more_texts(tmp_path):
        assert catalogue(language).format("whist-name") == "Whist"
        assert rules_text("whist", language) == "## Whist"
        assert "bull-name" in catalogue(language)
        assert rules_text("bull", language)
    assert "whist-name" not in catalogue(language)
    with pytest.raises(MissingText):
        rules_text("whist", language)
