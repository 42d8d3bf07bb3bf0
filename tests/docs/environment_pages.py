"""The pages of the PettingZoo environments, made from the code: the docstrings of the modules, and one page for all.

A docstring keeps its first line, the rest is written anew. On the page a block ``<!-- table:NAME -->`` …
``<!-- /table -->`` holds one table. ``python -m tests.docs`` writes both.
"""

from __future__ import annotations

import importlib
import inspect
import re
from pathlib import Path

import mjenv
from mjenv.engine.codes import CHOW_LOW, NUM_ACTIONS, NUM_KINDS
from mjenv.engine.menu import ACTION_NAMES
from mjenv.envs.registration import PETTINGZOO_IDS
from mjenv.observe.encoders import ENCODERS
from mjenv.observe.planes import PLANE_NAMES, SCALAR_PLANES, SCALARS
from mjenv.table.opening import OPTIONS
from mjenv.table.points import SOURCES
from mjenv.variants.registry import BOOKS
from tests.docs.tables import fill_blocks, shape_of, span, table

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "integrations" / "pettingzoo.md"
DOCSTRING = re.compile(r'\A"""(.+?)(?:\n.*?)?"""\n(.*)', re.DOTALL)

ACTION_DOCS = {
    "discard": "discard the kind",
    "ting": "discard it and declare ready",
    "self_kong": "concealed or added kong of it, in the own turn",
    "chow_low": "claim a chow in which the discard is lowest",
    "chow_mid": "… is in the middle",
    "chow_high": "… is highest",
    "pung": "claim a pung",
    "kong": "claim an exposed kong",
    "ting_chow_low": "claim the chow and declare ready",
    "ting_chow_mid": "the same",
    "ting_chow_high": "the same",
    "ting_pung": "claim the pung and declare ready",
    "hu": "win",
    "pass": "claim nothing",
}
OPTION_DOCS = {
    "match_seed": "two whole numbers of 64 bits: the match itself, in place of `seed`",
    "wall": "tiles of the first hand in wall order, kinds or names such as `5m`, the whole set",
    "dealer": "seat 0–3 that deals the first hand",
    "dice": "two numbers 1–6, the dice of the first hand",
    "carry": "what earlier hands left: `draws`, `counter`, `totals` of the four seats; no rewards",
}
ARGUMENT_DOCS = {
    "rules": "rule set; None: the first",
    "hands": "planned hands a match; an episode is a match",
    "render_mode": "`ansi`, `human`, `rgb_array`, `svg`",
    "render_style": "tiles, theme, perspective (docs/rendering.md)",
    "encoder": "what the observation is",
    "illegal": '`"raise"`, or `"default"`: play the default action (C16) in place of an illegal one',
}


def in_code(names):
    """Return names as code, with commas."""
    return ", ".join(f"`{name}`" for name in names)


def id_of(variant):
    """Return the id of an environment in PettingZoo's registry."""
    return next(name for name, known in PETTINGZOO_IDS.items() if known == variant)


def facts_of(variant):
    """Return the facts of an environment by name, as text, as its spaces and its metadata tell them."""
    env = importlib.import_module(f"mjenv.{variant}_v0").env()
    agents = env.possible_agents
    seen, state = env.observation_space(agents[0]), env.state_space
    observation, mask = seen["observation"], seen["action_mask"]
    presets = [preset.name for preset in BOOKS[variant].presets]
    return {
        "Import": f"`from mjenv import {variant}_v0`",
        "Creation": f"`{variant}_v0.env()`",
        "Id": f"`{id_of(variant)}`",
        "Rule sets": in_code(presets),
        "Tiles": BOOKS[variant].wall_length,
        "Agents": f"{len(agents)}: {in_code(agents)}",
        "Parallel API": "yes" if env.metadata["is_parallelizable"] else "no, one seat decides at a time",
        "Manual control": "no",
        "Action shape": env.action_space(agents[0]).shape,
        "Action values": env.action_space(agents[0]),
        "Observation shape": f"{observation.shape}, and `action_mask` {mask.shape}",
        "Observation values": f"{observation.dtype}; the mask {mask.low.min()} or {mask.high.max()}",
        "State shape": state.shape,
        "State values": state.dtype,
        "Render modes": in_code(env.metadata["render_modes"]),
    }


def facts_table(variant):
    """Return a row a fact of an environment."""
    return table(("", ""), *facts_of(variant).items())


def environments_table():
    """Return a row an environment: the facts in which they differ."""
    facts = [facts_of(variant) for variant in BOOKS]
    names = [name for name in facts[0] if len({str(one[name]) for one in facts}) > 1]
    return table(names, *([one[name] for name in names] for one in facts))


def shared_table():
    """Return a row a fact in which the environments are alike."""
    facts = [facts_of(variant) for variant in BOOKS]
    return table(("", ""), *(row for row in facts[0].items() if len({str(one[row[0]]) for one in facts}) == 1))


def actions_table():
    """Return a row for each run of action ids over the kinds, and for each other id."""
    rows = []
    first = 0
    while first < NUM_ACTIONS:
        count = NUM_KINDS if first < CHOW_LOW else 1
        names = [f"`{name}`" for name in (ACTION_NAMES[first], ACTION_NAMES[first + count - 1])]
        word = ACTION_NAMES[first].split()[0]
        rows.append((span(first, count), " … ".join(dict.fromkeys(names)), ACTION_DOCS[word]))
        first += count
    return table(("id", "name", "meaning"), *rows)


def encoders_table():
    """Return a row for each array that may be the observation."""
    rows = [
        (f"`{encoder.name}`", encoder.dtype, shape_of(encoder.shape))
        for encoder in ENCODERS
        if encoder.dtype.kind == "i"
    ]
    return table(("`encoder`", "type", "shape"), *rows)


def options_table():
    """Return a row an option of `reset`."""
    return table(("option", "value"), *((f"`{name}`", OPTION_DOCS[name]) for name in OPTIONS))


def arguments_table():
    """Return a row an argument, with its default, of the function that every environment is made by."""
    given = inspect.signature(mjenv.make).parameters.values()
    named = [argument for argument in given if argument.kind is inspect.Parameter.KEYWORD_ONLY]
    rows = [(f"`{argument.name}`", f"`{argument.default!r}`", ARGUMENT_DOCS[argument.name]) for argument in named]
    return table(("argument", "default", "meaning"), *rows, ("others", "", "parameters of the rule set: `mjenv rules`"))


TABLES = {
    "environments": environments_table,
    "shared": shared_table,
    "actions": actions_table,
    "encoders": encoders_table,
    "options": options_table,
    "arguments": arguments_table,
}

DOC = """\
{title}

{facts}
The id is that of `pettingzoo.make("aec", "{environment}")`, after `import mjenv`. Rules: docs/rules/{variant}.md.

## Observation

`{{"observation": …, "action_mask": …}}` for any agent at any time; the mask is zero unless the agent is asked.
`planes/1` has {planes} planes of counts, a column a kind of tile, and {scalars} planes with {numbers} numbers;
docs/observations.md names each. Hidden tiles are in no observation.

{encoders}
## Actions

The ids are the same in every game; kinds run 1–9 m, 1–9 p, 1–9 s, 1–7 z. `mjenv.engine.menu.ACTION_NAMES` has all.

{actions}
## Rewards

Points, on the step when they are paid, kong payments and settlements alike; the four sum to zero. Over an episode they
are the points of the match. A table fee (C22) lowers the totals and is no reward. `infos` tell the rewards since an
agent's last action by source: `points_by_source`, int64 [{sources}]: {source_names}.
All agents end in the same step.

## Arguments

{arguments}
## Options of `reset`

For the first hand of the match; `reset(seed=…)` alone repeats a match.

{options}
## Version history

* v0: initial version

>>> from mjenv import {variant}_v0
>>> env = {variant}_v0.env()
>>> env.reset(seed=7, options={{"dealer": 2, "carry": {{"draws": 1}}}})
>>> env.agent_selection, bool(env.last()[0]["action_mask"].any())
('player_2', True)
"""


def module_of(variant):
    """Return the file of an environment's module."""
    return ROOT / "mjenv" / f"{variant}_v0.py"


def docstring_of(variant, title):
    """Return the docstring of an environment's module."""
    return DOC.format(
        title=title,
        variant=variant,
        environment=id_of(variant),
        facts=facts_table(variant),
        planes=SCALAR_PLANES,
        scalars=len(PLANE_NAMES) - SCALAR_PLANES,
        numbers=sum(width for _, width, _ in SCALARS),
        encoders=encoders_table(),
        sources=len(SOURCES),
        source_names=", ".join(SOURCES),
        actions=actions_table(),
        arguments=arguments_table(),
        options=options_table(),
    )


def fill_module(variant, source):
    """Return the source of an environment's module with its docstring written anew."""
    title, body = DOCSTRING.match(source).groups()
    return f'"""{docstring_of(variant, title)}"""\n{body}'


def fill(text):
    """Return the page with its blocks filled anew."""
    return fill_blocks(text, TABLES)
