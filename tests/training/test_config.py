"""Training configurations: what is refused, and with which words."""

import pytest

from training.config import SHIPPED, Config, ConfigError, load_config, parse_config


@pytest.mark.parametrize(
    ("tree", "words"),
    [
        ({"ppo": {"epoch": 3}}, "unknown key ppo.epoch (did you mean ppo.epochs?)"),
        ({"rolout": {}}, "unknown key rolout (did you mean rollout?)"),
        ({"qqq": 1}, "unknown key qqq; known: seed, threads"),
        ({1: 2}, "unknown key 1"),
        ({"ppo": {"epochs": 0}}, "ppo.epochs: Expected `int` >= 1"),
        ({"ppo": {"clip": float("nan")}}, "ppo.clip: Expected `float` > 0"),
        ({"ppo": {"learning_rate": "fast"}}, "ppo.learning_rate: Expected `float`"),
        ({"rollout": {"lambda": 1.5}}, "rollout.lambda: Expected `float` <= 1"),
        ({"seed": -1}, "seed: Expected `int` >= 0"),
        ({"ppo": 3}, "ppo: expected keys with values, got 3"),
        ([1], "the file: expected keys with values"),
        ({"opponents": {"self": 0}}, "opponents: at least one share must be above 0"),
    ],
)
def test_mistake_is_named(tree, words):
    with pytest.raises(ConfigError) as caught:
        parse_config(tree, "c.yaml")
    assert str(caught.value).startswith("c.yaml: ")
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_empty_file_is_the_defaults(tmp_path):
    (tmp_path / "c.yaml").write_text("")
    assert load_config(tmp_path / "c.yaml") == Config()


def test_changes_are_read_as_yaml(tmp_path):
    (tmp_path / "c.yaml").write_text("ppo: {epochs: 3}\n")
    config = load_config(
        tmp_path / "c.yaml", ["ppo.learning_rate=1e-3", "opponents.self=0.5", "game.params.ting_pung=false"]
    )
    assert (config.ppo.epochs, config.ppo.learning_rate, config.opponents.itself) == (3, 1e-3, 0.5)
    assert config.game.params == {"ting_pung": False}


@pytest.mark.parametrize("change", ["ppo.epochs", "=3", "seed.deeper=1", "ppo.epochs=[", "ppo.epoch=1"])
def test_bad_change_is_named(tmp_path, change):
    (tmp_path / "c.yaml").write_text("seed: 4\n")
    with pytest.raises(ConfigError, match=r"^(--set|.*c.yaml: unknown key)"):
        load_config(tmp_path / "c.yaml", [change])


@pytest.mark.parametrize("text", ["a: [", "\x00", "a: !!python/object/apply:os.getcwd []"])
def test_bad_yaml_is_one_sentence(tmp_path, text):
    (tmp_path / "c.yaml").write_text(text)
    with pytest.raises(ConfigError, match="cannot be read as YAML") as caught:
        load_config(tmp_path / "c.yaml")
    assert "\n" not in str(caught.value)


def test_missing_config_names_the_nearest():
    with pytest.raises(ConfigError, match="did you mean harbin_demo"):
        load_config("harbin_dem")


def test_shipped_configs_are_valid():
    paths = list(SHIPPED.glob("*.yaml"))
    others = list(SHIPPED.glob("sb3_*.yaml"))  # see test_sb3_maskable_ppo
    assert len(paths) > len(others) > 0
    for path in set(paths).difference(others):
        assert load_config(path.stem) == load_config(path)
