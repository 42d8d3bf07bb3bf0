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


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """Give a new binary file that takes the place of ``path`` when the block is left without an error.

    The file is flushed to the disk before it is renamed; after an error nothing is left of it. A link is
    followed. Raises ``MjenvError`` where something other than a file is in the way, a device for example.
    """
    path = path.resolve()
    if path.exists() and not path.is_file():
        raise MjenvError(f"{path}: that is no ordinary file; name another one")
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
