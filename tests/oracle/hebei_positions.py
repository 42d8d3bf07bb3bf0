"""Constructed positions of Hebei."""

from __future__ import annotations

from .constructed import Position

BOTH = ("classic", "online")
SEVERAL: dict[str, object] = {"multi_win": True}


def drawn(name: str, tiles: str, win: str, paths: str, **options: object) -> Position:
    """The seat after the dealer wins with its first draw."""
    return Position(name, BOTH, f"win:self_draw {paths}", ("", tiles, "", ""), ("", f"win {win}"), draws=win, **options)


SHAPES = (
    drawn("orphans", "19m 19p 19s 1234567z", "5z", "element:thirteen_orphans"),
    drawn(
        "orphans with any pair",
        "19m 19p 19s 1234567z",
        "9s",
        "element:thirteen_orphans",
        params={"thirteen_orphans_pair": "any", "concealed_with_special": False},
    ),
    drawn("seven pairs", "11m 33m 55p 77p 99s 22z 3z", "3z", "element:seven_pairs"),
    drawn("one four", "1111m 22p 33p 44s 55s 6z", "6z", "element:luxury_1"),
    drawn("two fours", "1111m 2222p 33s 44s 5z", "5z", "element:luxury_2"),
    drawn("three fours", "1111m 2222p 3333s 4z", "4z", "element:luxury_3"),
    drawn("four in one suit", "1111m 22m 44m 66m 88m 9m", "9m", "element:luxury_1 luxury+full_flush"),
    drawn("four in a suit with honours", "1111m 22m 33m 44m 11z 3z", "3z", "element:luxury_1 luxury+half_flush"),
    drawn("fours of honours", "1111z 2222z 33z 44z 5z", "5z", "element:luxury_2 luxury+all_honours"),
    drawn("pairs in a suit", "11m 22m 44m 55m 77m 88m 9m", "9m", "element:full_flush_seven_pairs"),
    drawn("pairs in a suit with honours", "11m 33m 55m 77m 99m 22z 3z", "3z", "element:half_flush_seven_pairs"),
    drawn("pairs that are runs too", "112233m 112233p 4s", "4s", "read:seven_pairs element:seven_pairs"),
    drawn(
        "pairs read as runs for 5m",
        "44566m 112233p 99s",
        "5m",
        "read:standard element:catch_five",
        keeps_characters=True,
    ),
    drawn("honours", "111z 222z 333z 44z 55z", "5z", "element:all_honours element:all_triplets"),
    drawn("straight", "123456789m 11p 23s", "1s", "element:straight"),
    drawn("mixed straight", "123m 456p 789s 45s 11z", "6s", "element:mixed_straight"),
    drawn("5m caught", "46m 123p 456s 789s 11z", "5m", "element:catch_five", keeps_characters=True),
    drawn(
        "5m caught as the only wait",
        "46m 123p 456s 789s 11z",
        "5m",
        "element:catch_five",
        keeps_characters=True,
        params={"catch_five_sole_wait": True},
    ),
    drawn("flush", "123m 456m 789m 22m 45m", "3m", "element:full_flush"),
    Position("on the deal", BOTH, "win_on_the_deal", ("123m 456p 789s 123s 55z", "", "", ""), ("win",)),
    Position(
        "four melds",
        BOTH,
        "winner:4_melds element:single_hang",
        ("5m", "55m 66p 77s 22z 1m 2p 3s 9m 9s", "", ""),
        ("discard 5m", "pung 5m, discard 1m, pung 6p, discard 2p, pung 7s, discard 3s, pung 2z, discard 9s, hu 9m"),
        draws="6p 7s 2z 9m",
    ),
)

WAITING = "34m 123p 456p 789s 11z"  # for 2m and 5m
ALSO_WAITING = "67m 123s 456s 789p 22z"  # for 5m and 8m
THIRD_WAITING = "46m 789p 123s 456s 33z"  # for 5m

ROBBING = (
    Position(
        "the dealer robbed",
        BOTH,
        "base:robbed_kong_of_dealer element:robbed_kong",
        ("55m", WAITING, "", ""),
        ("pung 5m, self_kong 5m", "rob 5m"),
        draws=". . 5m . . . 5m",
    ),
    Position(
        "not robbed",
        BOTH,
        "robbing:pass win_passed:robbing event:added_kong",
        ("55m", WAITING, "", ""),
        ("pung 5m, self_kong 5m",),
        draws=". . 5m . . . 5m",
    ),
    Position(
        "robbed by the dealer",
        BOTH,
        "base:dealer_on_robbed_kong",
        (WAITING, "55m", "", ""),
        ("rob 5m", "pung 5m, self_kong 5m"),
        draws=". 5m . . . 5m",
    ),
    Position(
        "robbed between others",
        BOTH,
        "base:robbed_kong_of_another",
        ("5m", "55m", WAITING, ""),
        ("discard 5m", "pung 5m, self_kong 5m", "rob 5m"),
        draws=". . . 5m",
    ),
    Position(
        "robbed by two",
        BOTH,
        "robbing_winners:2",
        ("5m", "55m", WAITING, "67m 123s 456s 789p 22z"),
        ("discard 5m", "pung 5m, self_kong 5m", "rob 5m", "rob 5m"),
        draws=". . . 5m",
        params=SEVERAL,
    ),
)

CLAIMS = (
    Position(
        "three winners",
        BOTH,
        "winners:3",
        ("5m", WAITING, ALSO_WAITING, THIRD_WAITING),
        ("discard 5m", "hu 5m", "hu 5m", "hu 5m"),
        params=SEVERAL,
    ),
    Position(
        "the dealer among two winners, capped",
        BOTH,
        "winners:2 dealer_among_several_winners capped:several_winners capped:gain capped:loss",
        (THIRD_WAITING, "", ALSO_WAITING, ""),
        ("hu 5m", "", "hu 5m"),
        draws="5m",
        params={"multi_win": True, "cap": 7},
    ),
    Position(
        "nearest winner only",
        BOTH,
        "winners:1",
        (THIRD_WAITING, "", ALSO_WAITING, WAITING),
        ("hu 5m", "", "hu 5m", "hu 5m"),
        draws="5m",
        params={"multi_win": False},
    ),
    Position(
        "a win before a kong",
        BOTH,
        "outbid:kong",
        ("555m", WAITING, "", ""),
        ("kong 5m", "hu 5m"),
        draws=". . 5m",
    ),
    Position(
        "a win before a pung",
        BOTH,
        "outbid:pung",
        ("55m", WAITING, "", ""),
        ("pung 5m", "hu 5m"),
        draws=". . 5m",
    ),
    Position(
        "a kong after a pung",
        BOTH,
        "kong_after_claim element:kong_draw",
        ("9p", "99p 5555m 123p 77z 78s", "", ""),
        ("discard 9p", "pung 9p, self_kong 5m, win 6s"),
        tail="6s",
        params={"kong_after_claim": True},
    ),
)

LAST_TILES = (
    Position(
        "a kong at the first turn",
        BOTH,
        "element:kong_draw winner:concealed_kong kongs:paid_to_winner",
        ("", "5555m 123p 456p 77z 8s", "", ""),
        ("", "self_kong 5m, win 7s"),
        draws="9s",
        tail="7s",
    ),
    Position(
        "the last tile replaces a kong",
        BOTH,
        "last_tile+kong_draw win_with_empty_wall",
        ("", "5555m 123p 456p 77z 8s", "", ""),
        ("", "self_kong 5m@2, win 7s"),
        draws=". " * 68 + "9s",
        tail="7s",
    ),
    Position(
        "the last tile",
        BOTH,
        "element:last_tile",
        ("", "", "", "123m 456p 789p 77z 89s"),
        ("", "", "", "win 7s@0"),
        draws=". " * 70 + "7s",
    ),
    Position(
        "no kong into the reserve",
        BOTH,
        "kong_ban:reserve",
        ("", "", "5555m 7z", ""),
        draws=". " * 69 + "7z",
    ),
    Position(
        "no replacement",
        BOTH,
        "kong_ban:no_replacement claim_with_empty_wall",
        ("66p", "", "", "5555m"),
        ("pung 6p", "", "", "discard 6p@0"),
        draws=". " * 70 + "6p",
    ),
)

POSITIONS = (*SHAPES, *ROBBING, *CLAIMS, *LAST_TILES)
