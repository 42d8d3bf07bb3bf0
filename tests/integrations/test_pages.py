"""The examples of the pages on Gymnasium and Stable-Baselines3."""

import doctest
from pathlib import Path

import pytest

PAGES = Path(__file__).resolve().parents[2] / "docs" / "integrations"


@pytest.mark.parametrize("page", ["gymnasium", "stable-baselines3"])
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_examples_of_the_page(page):
    failed, tried = doctest.testfile(str(PAGES / f"{page}.md"), module_relative=False)
    assert (failed, tried > 5) == (0, True)
