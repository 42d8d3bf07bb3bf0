"""Files are written whole, and only in the place of files."""

import errno
import os
from pathlib import Path

import pytest

from mjenv.errors import MjenvError
from mjenv.files import replacing, write_whole


def test_an_error_leaves_the_old_file_and_no_other(tmp_path):
    path = tmp_path / "file"
    write_whole(path, b"old")
    with pytest.raises(KeyError), replacing(path):
        raise KeyError
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_what_is_no_file_is_not_replaced(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with pytest.raises(MjenvError, match="no ordinary file"):
        write_whole(path, b"new")
    assert path.is_fifo()


def test_a_link_is_followed(tmp_path):
    path = tmp_path / "file"
    link = tmp_path / "link"
    link.symlink_to(path)
    write_whole(link, b"new")
    assert link.is_symlink()
    assert path.read_bytes() == b"new"


def test_a_link_to_itself_is_refused(tmp_path):
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    with pytest.raises(MjenvError, match="loop: that link leads back to itself"):
        write_whole(loop, b"new")
    assert loop.is_symlink()


def raise_runtime_error(path):
    raise RuntimeError(f"Symlink loop from {path}")


def read_status(path):
    return path.stat()


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (Path.absolute, "leads back to itself"),  # Python 3.13
        (raise_runtime_error, "leads back to itself"),
        (read_status, os.strerror(errno.ELOOP)),
    ],
)
def test_a_link_to_itself_is_refused_however_python_tells_it(answer, reason, tmp_path, monkeypatch):
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    monkeypatch.setattr(Path, "resolve", answer)
    with pytest.raises(MjenvError, match=reason):
        write_whole(loop, b"new")
    assert list(tmp_path.iterdir()) == [loop]
