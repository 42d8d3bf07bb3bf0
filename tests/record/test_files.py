"""Files are written whole, and only in the place of files."""

import os

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
