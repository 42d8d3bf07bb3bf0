"""B13: titles by total points."""

import pytest

from mjenv.variants.hebei_titles import TITLES, Title, find_title

pytestmark = pytest.mark.nojit
STEPS = [
    (100, "一万"),
    (200, "二万"),
    (500, "三万"),
    (1000, "四万"),
    (2000, "五万"),
    (5000, "六万"),
    (10000, "七万"),
    (20000, "八万"),
    (50000, "九万"),
    (80000, "东风"),
    (100000, "西风"),
    (200000, "南风"),
    (500000, "北风"),
    (800000, "中"),
    (1200000, "发"),
    (2000000, "雀神"),
]


@pytest.mark.parametrize("step", range(len(STEPS)))
def test_a_title_is_held_from_its_step_to_the_next(step):
    points, name = STEPS[step]
    following = STEPS[step + 1][0] - 1 if step + 1 < len(STEPS) else 10 * points
    assert find_title(points) == find_title(following)
    assert (find_title(points).points, find_title(points).chinese) == (points, name)


@pytest.mark.parametrize("points", [-2000000, -1, 0, 99])
def test_below_the_first_step(points):
    assert find_title(points) == Title(0, "白板", "White Dragon")


def test_every_title_has_a_name_of_its_own_in_both_languages():
    assert len({title.english for title in TITLES}) == len({title.chinese for title in TITLES}) == len(STEPS)
    assert find_title(2000000).english == "God of Sparrows"
