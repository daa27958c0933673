"""Tests of fetching a person's picture, over HTTP."""

from __future__ import annotations

import pytest
from PIL import Image

from bot.faces import SIZE, avatar_path
from bot.pictures.faces import face_of, face_pixels
from bot.wire.errors import RequestRejected
from bot.wire.transport import HttpConnection
from tests.promises import MOST_BYTES_OF_FACE
from tests.wire.requests import API
from tests.wire.standin import TOKEN, StandIn

HASH = "a_1269e74af4df7417b13759eae50c83dc"


async def test_picture_is_fetched_without_the_token(standin: StandIn) -> None:
    """The documented path has the picture in the size asked for; another person's path has none."""
    standin.cdn.pictures[5, HASH] = Image.new("RGB", (600, 600), (200, 20, 30))
    connection = HttpConnection(TOKEN, standin.url + API, standin.url)
    file = await connection.download(avatar_path(5, HASH), MOST_BYTES_OF_FACE)
    pixels = face_pixels(face_of(file))
    assert pixels is not None
    assert pixels.rgb.startswith(bytes((200, 20, 30)))
    (request,) = standin.cdn.requests
    assert request.path_qs == f"/avatars/5/{HASH}.png?size={SIZE}"
    assert "Authorization" not in request.headers
    with pytest.raises(RequestRejected):
        await connection.download(avatar_path(6, HASH), MOST_BYTES_OF_FACE)
    await connection.close()
