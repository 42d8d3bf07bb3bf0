"""Constructed positions of Shanghai."""

from __future__ import annotations

from .constructed import Position

RULES = ("qiaoma",)
WAITING = "34m 123p 456p 789s 11z"  # for 2m and 5m
ALSO_WAITING = "67m 123s 456s 789p 22z"  # for 5m and 8m
THIRD_WAITING = "46m 789p 123s 456s 44z"  # for 5m
READY = "ting 3z"
#: Each seat but the dealer declares ready with its first draw.
ALL_READY = "3z 3z 3z"


def third_meld(name: str, paths: str, tiles: str, last: str, draws: str, **options: object) -> Position:
    """The seat after the dealer pungs three times; `tiles` are its others, `last` its plan from then on."""
    return Position(
        name,
        RULES,
        paths,
        ("5m", f"55m 66p 77s 1m 2s {tiles}", "", ""),
        ("discard 5m", f"pung 5m, discard 1m, pung 6p, discard 2s, pung 7s, {last}"),
        draws=f"6p 7s {draws}",
        **options,
    )


ROBBING = (
    Position(
        "robbed",
        RULES,
        "win:robbed_kong robbing_winners:1",
        ("55m", WAITING, "", ""),
        ("pung 5m, self_kong 5m", f"{READY}, rob 5m"),
        draws="3z . 5m . . . 5m",
    ),
    Position(
        "not robbed",
        RULES,
        "win_passed:robbing robbing:pass",
        ("55m", WAITING, "", ""),
        ("pung 5m, self_kong 5m", READY),
        draws="3z . 5m . . . 5m",
    ),
    Position(
        "robbed by two",
        RULES,
        "robbing_winners:2 several_winners:giver_deals",
        ("55m", WAITING, ALSO_WAITING, ""),
        ("pung 5m, self_kong 5m", f"{READY}, rob 5m", f"{READY}, rob 5m"),
        draws="3z 3z 5m . . . 5m",
    ),
    Position(
        "robbed without being asked",
        RULES,
        "win_without_asking:robbed_kong",
        ("5m", WAITING, "", "55m"),
        ("discard 5m", READY, "", "pung 5m, self_kong 5m"),
        draws=". 3z . 5m",
        params={"force_win": True},
    ),
)

WINS = (
    Position(
        "three winners",
        RULES,
        "winners:3 several_winners:giver_deals",
        ("", WAITING, ALSO_WAITING, THIRD_WAITING),
        ("", f"{READY}, hu 5m", f"{READY}, hu 5m", f"{READY}, hu 5m"),
        draws=f"{ALL_READY} 5m",
    ),
    Position(
        "three winners, capped, the nearest deals",
        RULES,
        "winners:3 several_winners:nearest_deals capped:several_winners capped:gain capped:loss",
        ("", WAITING, ALSO_WAITING, THIRD_WAITING),
        ("", f"{READY}, hu 5m", f"{READY}, hu 5m", f"{READY}, hu 5m"),
        draws=f"{ALL_READY} 5m",
        params={"multi_win_dealer": "nearest", "cap": 2},
    ),
    Position(
        "a win before a kong",
        RULES,
        "outbid:kong",
        ("555m", WAITING, "", ""),
        ("kong 5m", f"{READY}, hu 5m"),
        draws="3z . 5m",
    ),
    Position(
        "a win before a pung",
        RULES,
        "outbid:pung",
        ("55m", WAITING, "", ""),
        ("pung 5m", f"{READY}, hu 5m"),
        draws="3z . 5m",
    ),
    Position(
        "a win on the replacement of a ready seat's kong",
        RULES,
        "kong_draw_after:kong flowers:wind_concealed_kong ready_kong:concealed_kong",
        ("", "222z 123p 456p 78s 99m", "", ""),
        ("", f"{READY}, self_kong 2z, win 6s"),
        draws="3z . . . 2z",
        tail="6s",
    ),
    Position(
        "no flower",
        RULES,
        "element:no_flower element:concealed",
        ("", "123m 456p 78s 99m 789p", "", ""),
        ("", f"{READY}, win 6s"),
        draws="3z . . . 6s",
    ),
    Position(
        "a kong after a pung",
        RULES,
        "kong_after_claim",
        ("9p", "99p 5555m 123p 11z 78s", "", ""),
        ("discard 9p", "pung 9p, self_kong 5m"),
        params={"kong_after_claim": True},
    ),
)

WIND_KONGS = (
    Position(
        "a wind kong",
        RULES,
        "flowers:wind_kong",
        ("2z", "222z 123p 456p 78s 99m", "", ""),
        ("discard 2z", "kong 2z, ting 3z, hu 6s"),
        draws="6s",
        tail="3z",
    ),
    Position(
        "a wind kong added",
        RULES,
        "flowers:wind_added_kong",
        ("2z", "22z 123p 456p 78s 99m 1s", "", ""),
        ("discard 2z", "pung 2z, discard 1s, self_kong 2z, ting 3z, hu 6s"),
        draws=". . . 2z 6s",
        tail="3z",
    ),
    Position(
        "a wind kong concealed",
        RULES,
        "flowers:wind_concealed_kong",
        ("", "222z 123p 456p 78s 99m", "", ""),
        ("", "self_kong 2z, ting 3z, hu 6s"),
        draws="2z 6s",
        tail="3z",
    ),
    Position(
        "suit kongs",
        RULES,
        "flowers:suit_concealed_kong flowers:suit_kong",
        ("8m", "888m 5555p 23s 44z 67s", "", ""),
        ("discard 8m", "kong 8m, self_kong 5p, ting 9p, hu 1s"),
        draws="1s",
        tail="8s 9p",
    ),
)

HANGING = (
    third_meld(
        "single hang",
        "element:single_hang single_hang_on:self_draw element:all_triplets winner:4_melds",
        "22z 9m 8s 9s",
        "discard 9s, pung 2z, ting 9m, win 8s",
        "2z . . . 8s",
    ),
    Position(
        "single hang in one suit",
        RULES,
        "element:single_hang element:full_flush_triplets",
        ("5m", "55m 66m 77m 22m 1p 2s 3s 9m 4z", "", ""),
        (
            "discard 5m",
            "pung 5m, discard 1p, pung 6m, discard 2s, pung 7m, discard 3s, pung 2m, discard 4z, ting 3z, win 9m",
        ),
        draws="6m 7m 2m . . . 3z . . . 9m",
    ),
    Position(
        "single hang in one suit and winds, on a discard",
        RULES,
        "single_hang_on:discard element:half_flush_triplets",
        ("5m", "55m 66m 77m 22z 1p 2s 3s 9m 4z", "", ""),
        (
            "discard 5m",
            "pung 5m, discard 1p, pung 6m, discard 2s, pung 7m, discard 3s, pung 2z, discard 4z, ting 3z, hu 9m",
        ),
        draws="6m 7m 2z . . . 3z 9m",
        params={"single_hang_on_discard": True},
    ),
)

BANS = (
    third_meld("own tile exempt, taken", "exempt:own_tile_taken", "222z 9m 9s", "discard 2z, pung 2z", "2z"),
    third_meld("own tile exempt, not taken", "exempt:own_tile_pung", "222z 9m 9s", "discard 2z", "2z"),
    third_meld("own chow exempt, not taken", "exempt:own_tile_chow", "24p 3p 9m 9s", "discard 3p", ". . 3p"),
    third_meld(
        "own chow exempt, taken",
        "exempt:own_tile_taken winner:4_melds",
        "24p 3p 9m 9s",
        "discard 3p, chow_mid 3p, discard 9m, ting 3z, hu 9s",
        ". . 3p . . . 3z 9s",
    ),
    third_meld("swap exempt", "exempt:swap", "24p 3p 9m 9s", "discard 9s, chow_mid 3p, discard 3p", ". . 3p"),
    third_meld("fourth meld passed", "ban:passed_pung_of_fourth_meld", "22z 9m 9s 4m", "discard 4m", "2z 2z"),
    Position(
        "own tile not punged",
        RULES,
        "ban:own_tile_pung",
        ("", "555m", "", ""),
        ("", "discard 5m"),
        draws=". . 5m",
    ),
    Position(
        "passed pung",
        RULES,
        "ban:passed_pung",
        ("5m", "", "55m", ""),
        ("discard 5m",),
        draws="5m . .",
    ),
    Position(
        "chow without a discard",
        RULES,
        "ban:chow_without_discard",
        ("5m", "55m 66s 56p 44p 777p 1m 9s", "", ""),
        ("discard 5m", "pung 5m, discard 1m, pung 6s, discard 9s"),
        draws="6s . . 4p",
    ),
)

POSITIONS = (*ROBBING, *WINS, *WIND_KONGS, *HANGING, *BANS)
