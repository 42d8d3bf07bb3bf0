"""Harbin mahjong (哈尔滨麻将) as a PettingZoo AEC environment, version 0.

|  |  |
|---|---|
| Import | `from mjenv import harbin_v0` |
| Creation | `harbin_v0.env()` |
| Id | `mjenv/harbin-v0` |
| Rule sets | `four_bao`, `single_bao` |
| Tiles | 112 |
| Agents | 4: `player_0`, `player_1`, `player_2`, `player_3` |
| Parallel API | no, one seat decides at a time |
| Manual control | no |
| Action shape | () |
| Action values | Discrete(113) |
| Observation shape | (28, 34), and `action_mask` (113,) |
| Observation values | int8; the mask 0 or 1 |
| State shape | (39, 34) |
| State values | int8 |
| Render modes | `ansi`, `human`, `rgb_array`, `svg` |

The id is that of `pettingzoo.make("aec", "mjenv/harbin-v0")`, after `import mjenv`. Rules: docs/rules/harbin.md.

## Observation

`{"observation": …, "action_mask": …}` for any agent at any time; the mask is zero unless the agent is asked.
`planes/1` has 26 planes of counts, a column a kind of tile, and 2 planes with 43 numbers;
docs/observations.md names each. Hidden tiles are in no observation.

| `encoder` | type | shape |
|---|---|---|
| `planes/1` | int8 | 28 × 34 |
| `flat/1` | int16 | 1300 |
| `tokens/1` | int16 | 256 × 6 |

## Actions

The ids are the same in every game; kinds run 1–9 m, 1–9 p, 1–9 s, 1–7 z. `mjenv.engine.menu.ACTION_NAMES` has all.

| id | name | meaning |
|---|---|---|
| 0–33 | `discard 1m` … `discard 7z` | discard the kind |
| 34–67 | `ting 1m` … `ting 7z` | discard it and declare ready |
| 68–101 | `self_kong 1m` … `self_kong 7z` | concealed or added kong of it, in the own turn |
| 102 | `chow_low` | claim a chow in which the discard is lowest |
| 103 | `chow_mid` | … is in the middle |
| 104 | `chow_high` | … is highest |
| 105 | `pung` | claim a pung |
| 106 | `kong` | claim an exposed kong |
| 107 | `ting_chow_low` | claim the chow and declare ready |
| 108 | `ting_chow_mid` | the same |
| 109 | `ting_chow_high` | the same |
| 110 | `ting_pung` | claim the pung and declare ready |
| 111 | `hu` | win |
| 112 | `pass` | claim nothing |

## Rewards

Points, on the step when they are paid, kong payments and settlements alike; the four sum to zero. Over an episode they
are the points of the match. A table fee (C22) lowers the totals and is no reward. `infos` tell the rewards since an
agent's last action by source: `points_by_source`, int64 [5]: win, deal_in, others_win, kong, cap.
All agents end in the same step.

## Arguments

| argument | default | meaning |
|---|---|---|
| `rules` | `None` | rule set; None: the first |
| `hands` | `1` | planned hands a match; an episode is a match |
| `render_mode` | `None` | `ansi`, `human`, `rgb_array`, `svg` |
| `render_style` | `None` | tiles, theme, perspective (docs/rendering.md) |
| `encoder` | `'planes/1'` | what the observation is |
| `illegal` | `'raise'` | `"raise"`, or `"default"`: play the default action (C16) in place of an illegal one |
| others |  | parameters of the rule set: `mjenv rules` |

## Options of `reset`

For the first hand of the match; `reset(seed=…)` alone repeats a match.

| option | value |
|---|---|
| `match_seed` | two whole numbers of 64 bits: the match itself, in place of `seed` |
| `wall` | tiles of the first hand in wall order, kinds or names such as `5m`, the whole set |
| `dealer` | seat 0–3 that deals the first hand |
| `dice` | two numbers 1–6, the dice of the first hand |
| `carry` | what earlier hands left: `draws`, `counter`, `totals` of the four seats; no rewards |

## Version history

* v0: initial version

>>> from mjenv import harbin_v0
>>> env = harbin_v0.env()
>>> env.reset(seed=7, options={"dealer": 2, "carry": {"draws": 1}})
>>> env.agent_selection, bool(env.last()[0]["action_mask"].any())
('player_2', True)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pettingzoo.utils import wrappers

import mjenv

if TYPE_CHECKING:
    from mjenv.envs.aec import MahjongEnv


def raw_env(**options: Any) -> MahjongEnv:
    """Return the bare environment (safe by itself and several times faster); options as in ``mjenv.make``."""
    return mjenv.make("harbin", **options)


def env(**options: Any) -> wrappers.OrderEnforcingWrapper:
    """Return the environment in PettingZoo's usual wrappers."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw_env(**options)))
