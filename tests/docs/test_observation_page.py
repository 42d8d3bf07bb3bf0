"""The page of observations shows the tables of the code, and its examples run."""

import re

import pytest

from mjenv.observe.encoders import ENCODERS
from mjenv.observe.planes import SCALARS
from tests.docs.observation_page import PAGE, SCALAR_DOCS, TABLES, fill
from tests.docs.tables import BLOCK

TEXT = PAGE.read_text(encoding="utf-8")


def test_every_table_is_there_once_and_is_that_of_the_code():
    assert sorted(block["name"] for block in BLOCK.finditer(TEXT)) == sorted(TABLES)
    assert fill(TEXT) == TEXT, "run python -m tests.docs"


def test_every_scalar_is_explained():
    assert list(SCALAR_DOCS) == [name for name, _, _ in SCALARS]


def test_every_encoder_has_its_section():
    assert {encoder.name for encoder in ENCODERS} <= {*re.findall(r"^## `([\w/]+)`$", TEXT, re.MULTILINE)}


def test_the_examples_run():
    pytest.importorskip("torch")
    names = {}
    for block in re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL):
        exec(block, names)  # noqa: S102 - the page's own examples
    assert names["packed"].shape == (64, 417)
