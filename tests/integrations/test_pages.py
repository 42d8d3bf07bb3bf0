"""The examples of the pages on each library; a page whose library is not installed is skipped."""

import doctest
from pathlib import Path

import pytest

PAGES = Path(__file__).resolve().parents[2] / "docs" / "integrations"
#: Each page, and the module that its examples import.
LIBRARIES = {
    "cleanrl": "torch",
    "gymnasium": "gymnasium",
    "own-loop": "torch",
    "pettingzoo": "pettingzoo",
    "rllib": "ray",
    "stable-baselines3": "sb3_contrib",
    "tianshou": "tianshou",
    "torchrl": "torchrl",
}


def test_every_page_is_tested():
    assert sorted(LIBRARIES) == sorted(path.stem for path in PAGES.glob("*.md") if path.stem != "README")


@pytest.mark.parametrize("page", LIBRARIES)
@pytest.mark.filterwarnings("ignore")  # those of the libraries
def test_examples_of_the_page(page):
    pytest.importorskip(LIBRARIES[page])
    failed, tried = doctest.testfile(str(PAGES / f"{page}.md"), module_relative=False)
    assert (failed, tried > 5) == (0, True)
