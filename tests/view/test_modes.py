"""Rendering by the environments: every mode, styles, what is refused, and what a missing Pillow means."""

from __future__ import annotations

import io
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import render_test

import mjenv
from mjenv.envs.rendering import RENDER_MODES
from mjenv.envs.seat import SeatEnv
from mjenv.view.ansi import render_table
from mjenv.view.layout import HEIGHT, WIDTH
from mjenv.view.style import RenderStyle, parse_style

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.nojit


def first_action(env):
    return int(env.observe(env.agent_selection)["action_mask"].argmax())


def test_text_is_returned_or_printed_at_each_step(capsys):
    env = mjenv.make("harbin", render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert text == render_table(env.states, env.rules)
    env.step(first_action(env))
    assert capsys.readouterr().out == ""
    human = mjenv.make("harbin", render_mode="human")
    human.reset(seed=1)
    assert capsys.readouterr().out == text + "\n\n"
    human.step(first_action(human))
    assert capsys.readouterr().out == env.render() + "\n\n"
    assert human.render() is None


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_a_terminal_without_chinese_letters_gets_plain_ascii(encoding, monkeypatch):
    terminal = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    monkeypatch.setattr(sys, "stdout", terminal)
    env = mjenv.make("shanghai", render_mode="human")
    env.reset(seed=1)
    terminal.flush()
    written = terminal.buffer.getvalue().decode(encoding)
    assert written == render_table(env.states, env.rules, style=RenderStyle(tiles="ascii")) + "\n\n"


def test_pictures_are_documents_and_pixels():
    env = mjenv.make("hebei", render_mode="svg")
    env.reset(seed=1)
    root = ET.fromstring(env.render())  # noqa: S314 - our own text
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    env = mjenv.make("hebei", render_mode="rgb_array")
    env.reset(seed=1)
    pixels = env.render()
    assert (pixels.shape, pixels.dtype) == ((HEIGHT, WIDTH, 3), np.uint8)


def test_every_mode_is_named_with_a_rate_of_frames():
    for env in (mjenv.make("harbin"), SeatEnv("harbin")):
        assert env.metadata["render_modes"] == ["ansi", "human", "rgb_array", "svg"]
        assert env.metadata["render_fps"] > 0


def test_the_tests_of_pettingzoo_pass_in_every_mode(preset, capsys):
    def make(**options):
        return mjenv.make(preset.name, **options)

    def is_svg(text):
        return text.startswith("<svg")

    render_test(make, custom_tests={"svg": is_svg})
    assert "seat 3" in capsys.readouterr().out


@pytest.mark.parametrize("mode", RENDER_MODES)
def test_the_tests_of_gymnasium_pass_in_every_mode(mode, capsys):
    env = gymnasium.make("mjenv/Shanghai-v0", render_mode=mode, seat=1)
    check_env(env.unwrapped, skip_render_check=False, skip_close_check=True)
    capsys.readouterr()  # it draws in each mode by itself
    env.reset(seed=2)
    env.render()
    assert ("as seat 1 sees it" in capsys.readouterr().out) == (mode == "human")


@pytest.mark.parametrize("make", [lambda: mjenv.make("harbin"), lambda: SeatEnv("harbin")], ids=["aec", "seat"])
def test_rendering_without_a_mode_warns(make):
    env = make()
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="without specifying any render mode"):
        assert env.render() is None


@pytest.mark.parametrize("mode", RENDER_MODES)
def test_there_is_nothing_to_draw_before_reset(mode):
    for make in (mjenv.make, SeatEnv):
        with pytest.raises(mjenv.MjenvError, match="no match has begun at this table, call reset first"):
            make("harbin", render_mode=mode).render()


def test_a_style_reaches_the_picture():
    style = {"theme": "dark", "perspective": 2, "names": ["Ann", "Bo", "Cy", "Di"]}
    env = mjenv.make("qiaoma", render_mode="svg", render_style=style)
    env.reset(seed=1)
    picture = env.render()
    assert ">Cy<" in picture
    assert 'href="#dark-down"' in picture
    env = mjenv.make("qiaoma", render_mode="ansi", render_style={"perspective": 3, "tiles": "ascii"})
    env.reset(seed=1)
    assert env.render() == render_table(env.states, env.rules, 3, style=RenderStyle(tiles="ascii"))


def test_the_seat_environment_draws_its_own_seat_only():
    env = SeatEnv("harbin", seat=3, render_mode="svg", render_style={"theme": "dark"})
    env.reset(seed=1)
    assert env.render().count('href="#dark-down"') >= 13
    with pytest.raises(mjenv.MjenvError, match="perspective is not for this environment"):
        SeatEnv("harbin", render_mode="svg", render_style={"perspective": 1})


@pytest.mark.parametrize(
    "style",
    [
        {"theme": "dusk"},
        {"tiles": "emoji"},
        {"colour": "yes"},
        {"colour": 1.0},
        {"perspective": 4},
        {"perspective": True, "theme": []},
        {"names": "abcd"},
        {"names": ["a", "b"]},
        {"names": [1, 2, 3, 4]},
        {"size": 3},
        "dark",
    ],
    ids=str,
)
def test_impossible_styles_are_refused_in_one_sentence(style):
    for make in (mjenv.make, SeatEnv):
        with pytest.raises(mjenv.MjenvError, match=r"^render_style[^\n]*expected[^\n]*$"):
            make("harbin", render_style=style)


@pytest.mark.parametrize("mode", ["gif", "rgb_array_list", 3])
def test_impossible_modes_are_refused_in_one_sentence(mode):
    for make in (mjenv.make, SeatEnv):
        with pytest.raises(
            mjenv.MjenvError, match=r"^render_mode=.*expected None or one of ansi, human, rgb_array, svg$"
        ):
            make("harbin", render_mode=mode)


def test_styles_are_kept_as_they_are():
    style = RenderStyle(theme="dark")
    assert parse_style(style) is style
    assert parse_style(None) == RenderStyle()


def test_without_pillow_only_pixels_are_refused():
    code = """
import sys
sys.modules["PIL"] = None
import mjenv
for mode in ("ansi", "svg", "rgb_array"):
    env = mjenv.make("harbin", render_mode=mode)
    env.reset(seed=1)
    try:
        print(mode, type(env.render()).__name__)
    except mjenv.MjenvError as error:
        print(mode, error)
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True)
    assert done.stdout.splitlines() == [
        "ansi str",
        "svg str",
        'rgb_array render_mode="rgb_array" needs Pillow, install it with: pip install "mjenv[render]"',
    ]


def test_nothing_of_rendering_is_loaded_before_it_is_used():
    code = """
import sys, mjenv, mjenv.envs.seat
env = mjenv.make("harbin", render_mode="rgb_array")
env.reset(seed=1)
mjenv.envs.seat.SeatEnv("harbin", render_mode="svg").reset(seed=1)
print(sorted(name for name in sys.modules if name.startswith(("mjenv.view", "PIL"))))
env.render()
print(all(name in sys.modules for name in ("PIL.Image", "mjenv.view.layout")))
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True)
    assert done.stdout.splitlines() == ["[]", "True"]
