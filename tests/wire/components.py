"""Components of messages as sent to Discord, and which of them can be tapped."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

Part = dict[str, Any]

BUTTON, MENU, TEXT = 2, 3, 10

CDN = "https://cdn.discordapp.com/attachments/"
"""The base address of uploaded files."""

MOST_PARTS = 40
"""The largest number of components in a message, nested ones included."""


class MalformedError(ValueError):
    """Components that Discord would refuse."""


def walk(parts: Iterable[Part]) -> Iterator[Part]:
    """Yield all components in reading order, nested ones included."""
    for part in parts:
        yield part
        yield from walk(part.get("components", ()))
        if "accessory" in part:
            yield part["accessory"]


def accept_components(
    parts: list[Part],
    files: Mapping[str, Any],
    kept: Mapping[str, Any] | None = None,
    elsewhere: Mapping[str, Any] | None = None,
) -> list[Part]:
    """Check components as Discord does, number them, and describe the media they show.

    Args:
        files: descriptions of uploaded files, by the names that ``attachment://`` may give them.
        kept: descriptions of kept files, by their addresses without signatures.
        elsewhere: descriptions of files of any message, by the only addresses that may name them.
    """
    ids: set[str] = set()
    count = 0
    for count, part in enumerate(walk(parts), 1):
        part.setdefault("id", count)
        # Discord's limits for a single component.
        custom_id = part.get("custom_id")
        if custom_id is not None:
            if custom_id in ids or not 1 <= len(custom_id) <= 100:
                raise MalformedError(f"custom id {custom_id!r}")
            ids.add(custom_id)
        if part["type"] == BUTTON and len(part.get("label") or "") > 80:
            raise MalformedError(f"label {part['label']!r}")
        if part["type"] == MENU and not 1 <= len(part["options"]) <= 25:
            raise MalformedError(f"{len(part['options'])} options")
        for place, name in media(part):
            place[name] = _shown(place[name]["url"], files, kept or {}, elsewhere or {})
    # Discord's limits for a whole message.
    if count > MOST_PARTS:
        raise MalformedError(f"{count} components")
    if sum(len(part.get("content", "")) for part in walk(parts) if part["type"] == TEXT) > 4000:
        raise MalformedError("texts of more than 4000 signs")
    return parts


def media(part: Part) -> list[tuple[Part, str]]:
    """Return each dict in a component that holds a picture or file, with the key of its address."""
    places = [(item, "media") for item in part.get("items", ())]
    return [*places, (part, "file")] if "file" in part else places


def _shown(url: str, files: Mapping[str, Any], kept: Mapping[str, Any], elsewhere: Mapping[str, Any]) -> Any:
    scheme, _, name = url.partition("://")
    if scheme == "attachment":
        if name not in files:
            raise MalformedError(f"no file {name!r}")
        return files[name]
    path = url.partition("?")[0]
    if path in kept:
        return kept[path]
    if url in elsewhere:
        return elsewhere[url]
    if path.startswith(CDN):
        raise MalformedError(f"no file at {path}")
    return {"url": url, "proxy_url": url}


def texts_of(parts: Iterable[Part]) -> str:
    return "\n".join(part["content"] for part in walk(parts) if part["type"] == TEXT)


def tappable(parts: Iterable[Part], kind: int, verb: str, arg: str = "") -> list[Part]:
    """Return the buttons or menus with this verb whose argument begins with ``arg``."""
    sign = re.compile(rf"[bsc]:{verb}:[a-z0-9]+(:{re.escape(arg)}.*|)$" if arg else rf"[bsc]:{verb}:.+")
    return [
        part
        for part in walk(parts)
        if part["type"] == kind and not part.get("disabled") and sign.match(part.get("custom_id") or "")
    ]


def has_component(parts: Iterable[Part], custom_id: str) -> bool:
    """True if a component with this custom id can be tapped."""
    return any(part.get("custom_id") == custom_id and not part.get("disabled") for part in walk(parts))


def tables(parts: Iterable[Part]) -> set[str]:
    """Return the ids of the tables in the components' custom ids."""
    ids = (part["custom_id"].split(":") for part in walk(parts) if part.get("custom_id"))
    return {words[2] for words in ids if len(words) > 2}
