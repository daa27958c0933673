"""The stand-in for Discord's CDN: the pictures that people have chosen."""

from __future__ import annotations

import re
from io import BytesIO

from aiohttp import web
from PIL import Image

_AVATAR = re.compile(r"/avatars/(\d+)/(\w+)\.png")


class Cdn:
    """Serves people's pictures as PNG files of the size that is asked for.

    Source: docs/reference.mdx, Image Formatting: the extension decides the format, and the size is a power of
    two between 16 and 4096. Of an animation (its hash begins with ``a_``) PNG has the first frame.

    Attributes:
        pictures: by user id and hash.
        kind: the format of the answers.
    """

    def __init__(self) -> None:
        self.pictures: dict[tuple[int, str], Image.Image] = {}
        self.kind = "PNG"
        self.requests: list[web.BaseRequest] = []

    def serve(self, request: web.BaseRequest) -> web.StreamResponse | None:
        """Return the answer to a request; ``None`` if it is not about a person's picture."""
        match = _AVATAR.fullmatch(request.path)
        if match is None:
            return None
        self.requests.append(request)
        picture = self.pictures.get((int(match[1]), match[2]))
        size = int(request.query.get("size", "128"))
        if picture is None or size.bit_count() != 1 or not 16 <= size <= 4096:
            return web.Response(status=404)
        out = BytesIO()
        picture.resize((size, size)).save(out, self.kind)
        return web.Response(body=out.getvalue(), content_type="image/png")
