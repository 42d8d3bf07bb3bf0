"""Files are written whole: a reader sees the old file or the new one, never a part."""

from __future__ import annotations

import contextlib
import os
import secrets
from typing import IO, TYPE_CHECKING

from mjenv.errors import MjenvError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def follow(path: Path) -> Path:
    """Return where a file is written; raise ``MjenvError`` where none can be: at a device, or by a link to itself."""
    if "\0" in str(path):
        raise MjenvError(f"{str(path)!r}: the name has a zero byte, no file's has")
    try:
        place = path.resolve()
    except RuntimeError:  # of Python before 3.13, at a loop; later ones return the link
        place = path
    except OSError as error:
        raise MjenvError(f"{path}: {error.strerror or error}; name another file") from None
    if place.is_symlink():
        raise MjenvError(f"{path}: that link leads back to itself; name another file")
    if place.exists() and not place.is_file():
        raise MjenvError(f"{place}: that is no ordinary file; name another one")
    return place


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """Give a new binary file that takes the place of ``path`` when the block is left without an error.

    The file is flushed to the disk before it is renamed; after an error nothing is left of it. A link is
    followed. Raises ``MjenvError`` as ``follow`` does.
    """
    path = follow(path)
    part = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        with part.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        with contextlib.suppress(OSError):
            part.unlink()


def write_whole(path: Path, data: bytes) -> None:
    """Write a file at once."""
    with replacing(path) as file:
        file.write(data)
