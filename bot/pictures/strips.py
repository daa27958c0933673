"""Builds palette PNGs from bands (horizontal strips) that are compressed separately."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec
from PIL import _imaging
from zlib_ng import zlib_ng

if TYPE_CHECKING:
    from PIL._imaging import ImagingCore

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_FILTERS = bytes([2 * number % 256 for number in range(8192)])
"""The first byte of each line. The differences from line to line are the numbers of the PNG filters: 0 (none)
for the first line of a strip, and 2 (up) for the others.
"""

_ZLIB_HEADER = b"\x78\x9c"
_LAST_BLOCK = b"\x03\x00"
_ADLER = 65521


class CompressedBand(msgspec.Struct, frozen=True, gc=False):
    """Successive lines of pixels, compressed for a PNG file."""

    data: bytes  # deflate blocks
    size: int  # the number of bytes before compression
    adler: int  # the Adler-32 checksum of the bytes before compression

    def __len__(self) -> int:
        return len(self.data)


def canvas_of(pixels: bytearray, width: int, first_line: int = 0) -> ImagingCore:
    """Return an image to draw on that shares its memory with ``pixels``, one byte per pixel.

    Args:
        width: of the image, in pixels.
        first_line: the number of lines at the top that do not belong to the image.
    """
    # ``Image.frombuffer`` does the same in nine times the time.
    size = width, len(pixels) // width - first_line
    canvas: ImagingCore = _imaging.map_buffer(pixels, size, "raw", first_line * width, ("L", 0, 1))
    return canvas


def compress_band(pixels: bytearray, width: int) -> CompressedBand:
    """Compress successive lines of pixels for a PNG file.

    Args:
        pixels: one byte for each pixel, and one more before each line. All bytes are overwritten.
        width: of the picture, in pixels.
    """
    line = width + 1
    pixels[::line] = _FILTERS[: len(pixels) // line]
    # Each line but the first becomes its difference to the line above. After this, a search for runs of one
    # byte saves nearly as much as a search for all repetitions, and takes a third of its time.
    canvas = canvas_of(pixels, line)
    if canvas.size[1] > 1:
        changes = canvas_of(pixels, line, 1).chop_subtract_modulo(canvas)
        canvas.paste(changes, (0, 1, *canvas.size))
    packer = zlib_ng.compressobj(wbits=-15, memLevel=9, strategy=zlib_ng.Z_RLE)
    # A full flush, so that strips can be joined in any order.
    data = packer.compress(pixels) + packer.flush(zlib_ng.Z_FULL_FLUSH)
    return CompressedBand(data, len(pixels), zlib_ng.adler32(pixels))


def png_of_bands(width: int, height: int, palette: bytes, bands: Sequence[CompressedBand]) -> bytes:
    """Return a PNG file made of compressed bands, top first.

    Args:
        width: pixels.
        height: pixels.
        palette: three bytes (red, green, blue) for each colour.
    """
    adler = 1
    for band in bands:
        adler = _extended_adler(adler, band)
    # 8 bits a pixel, colour type 3 (palette), deflate, default filters, not interlaced
    header = b"".join([width.to_bytes(4, "big"), height.to_bytes(4, "big"), b"\x08\x03\x00\x00\x00"])
    data = [_ZLIB_HEADER, *[band.data for band in bands], _LAST_BLOCK, adler.to_bytes(4, "big")]
    chunks = (b"IHDR", header), (b"PLTE", palette), (b"IDAT", b"".join(data)), (b"IEND", b"")
    return b"".join([_SIGNATURE, *[_chunk(kind, content) for kind, content in chunks]])


def _chunk(kind: bytes, content: bytes) -> bytes:
    check = zlib_ng.crc32(content, zlib_ng.crc32(kind))
    return b"".join([len(content).to_bytes(4, "big"), kind, content, check.to_bytes(4, "big")])


def _extended_adler(adler: int, band: CompressedBand) -> int:
    low, high = adler & 0xFFFF, adler >> 16
    more, most = band.adler & 0xFFFF, band.adler >> 16
    high = (high + most + band.size * (low - 1)) % _ADLER
    return high << 16 | (low + more - 1) % _ADLER
