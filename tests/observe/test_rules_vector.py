"""The rules as numbers: every parameter of every rule set changes the vector, in its own cells."""

from __future__ import annotations

import numpy as np

from mjenv.observe.rules_vector import PARAMS, RULE_NAMES, rules_vector
from mjenv.variants.registry import PRESETS, load_rules


def cells(vector):
    """Return what is not 0, by name."""
    return {RULE_NAMES[place]: float(vector[place]) for place in np.flatnonzero(vector)}


def test_a_changed_parameter_changes_its_own_cells_alone(override):
    preset, name, value = override
    one, other = rules_vector(load_rules(preset.id)), rules_vector(load_rules(preset.id, **{name: value}))
    differs = {RULE_NAMES[place].partition("=")[0] for place in np.flatnonzero(one != other)}
    assert differs == {name}


def test_each_rule_set_has_a_vector_of_the_same_length(preset):
    vector = rules_vector(load_rules(preset.id))
    assert (vector.shape, vector.dtype) == ((len(RULE_NAMES),), np.float32)
    found = cells(vector)
    assert [name for name in found if name.startswith(("variant=", "rules="))] == [
        f"variant={preset.variant}",
        f"rules={preset.id}",
    ]
    own = {param.name for param in preset.params}
    assert {name.partition("=")[0] for name in found if name.endswith("=absent")} == set(PARAMS) - own


def test_values_are_told_as_they_are():
    found = cells(rules_vector(load_rules("hebei/online", cap=999_999, kong_after_ting="never", multi_win=False)))
    assert found["cap"] == 999_999
    assert found["kong_after_ting=never"] == 1
    assert "multi_win" not in found
    assert "cap=none" in cells(rules_vector(load_rules("hebei/online", cap=None)))
    assert "multi_win_dealer=absent" in found


def test_no_two_settings_share_a_vector():
    settled = [load_rules(preset.id, cap=cap) for preset in PRESETS for cap in (None, 1, 2)]
    assert len({rules_vector(rules).tobytes() for rules in settled}) == len(settled)


def test_names_are_unique():
    assert len(set(RULE_NAMES)) == len(RULE_NAMES)
