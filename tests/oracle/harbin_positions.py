"""Constructed positions of Harbin.

In most of them seat 1 claims the first discard, 9p, as a ready claim; seat 2 may become ready with its discard 9s,
seat 3 with the next one, 7z, and seat 0 with the one after it, 1p.
"""

from __future__ import annotations

from .constructed import Position

FOUR, SINGLE = ("four_bao",), ("single_bao",)
BOTH = (*FOUR, *SINGLE)
NUMBER_OF_BAO = {"four_bao": 4, "single_bao": 1}

KADANG = "99p 123s 456p 22s 46m 9s"  # waits for 5m once 999p lies
RUN = "99p 123s 456p 22s 34m 9s"  # waits for 2m and 5m
SECOND = "99s 234m 678p 33p 56s 7z"
THIRD = "77z 345m 345p 88p 67s 1p"
FOURTH = "9p 11p 234s 567s 44s 78m 2p"
CLAIM = "ting_pung 9p, ting 9s"
SECOND_CLAIM = "ting_pung 9s, ting 7z"
THIRD_CLAIM = "ting_pung 7z, ting 1p"
FOURTH_CLAIM = "discard 9p, ting_pung 1p, ting 2p"
START = "discard 9p"
LIABLE: dict[str, object] = {"draws": 3}


def ready(
    name: str, rules: tuple[str, ...], paths: str, tiles: str, win: str, draws: str, **options: object
) -> Position:
    """Seat 1 becomes ready and wins; the draws go to seats 2, 3, 0, 1 and so on."""
    return Position(name, rules, paths, ("9p", tiles, "", ""), (START, f"{CLAIM}, {win}"), draws=draws, **options)


BAO = (
    ready(
        "own bao in bao",
        FOUR,
        "mode:big_bao_in_bao task:bao_in_bao standing:self_draw:3",
        KADANG,
        "win 5m",
        ". . . 5m",
        baos="5m . . .",
        params={"task_bao_in_bao": 2},
    ),
    ready("bao in bao", SINGLE, "mode:bao_in_bao standing:self_draw:3", KADANG, "win 5m", ". . . 5m", baos="5m"),
    Position(
        "another's bao in bao",
        FOUR,
        "mode:small_bao_in_bao task:bao_in_bao ready_claim:opening_meld",
        ("9p", KADANG, SECOND, ""),
        (START, f"{CLAIM}, win 5m", SECOND_CLAIM),
        draws=". . 5m",
        baos=". 5m . .",
    ),
    Position(
        "the same bao twice",
        FOUR,
        "bao_of_two_seats mode:big_bao_in_bao",
        ("9p", KADANG, SECOND, ""),
        (START, f"{CLAIM}, win 5m", SECOND_CLAIM),
        draws=". . 5m",
        baos="5m 5m . .",
    ),
    Position(
        "a self-draw that pays more than another's bao",
        FOUR,
        "self_draw_beats_bao mode:self_draw",
        ("9p", RUN, SECOND, ""),
        (START, f"{CLAIM}, win 5m", SECOND_CLAIM),
        draws=". . 5m",
        baos="8m 5m . .",
    ),
    Position(
        "another's bao with a middle wait",
        FOUR,
        "mode:small_bao+kadang bao_on_no_wait",
        ("9p", KADANG, SECOND, ""),
        (START, f"{CLAIM}, win 8m", SECOND_CLAIM),
        draws=". . 8m",
        baos="9m 8m . .",
    ),
    Position(
        "a run of bao",
        FOUR,
        "task:bao_run bao_on_no_wait bao_index:2 mode:big_bao",
        ("9p", RUN, SECOND, THIRD),
        (START, f"{CLAIM}, win 6m", SECOND_CLAIM, THIRD_CLAIM),
        draws=". 6m",
        baos="6m 7m 8m .",
        params={"task_bao_run": 1},
    ),
    Position(
        "two pairs of bao",
        FOUR,
        "task:bao_two_pairs bao_index:3",
        (FOURTH, RUN, SECOND, THIRD),
        (FOURTH_CLAIM, f"{CLAIM}, win 6m", SECOND_CLAIM, THIRD_CLAIM),
        draws="6m",
        baos="6m 6p 8m 8s",
    ),
    *(
        ready(
            "a replacement that wins",
            (rules,),
            "element:kong_draw ready_kong:added_kong mode:self_draw+kadang",
            KADANG,
            "self_kong 9p, win 5m",
            ". . . 9p",
            tail="5m",
            baos=" ".join(["8m"] * number),
        )
        for rules, number in NUMBER_OF_BAO.items()
    ),
    *(
        ready(
            "a replacement that is the bao",
            (rules,),
            "kong_draw_on_bao",
            RUN,
            "self_kong 9p, win 8m",
            ". . . 9p",
            tail="8m",
            baos=" ".join(["8m", ".", ".", "."][:number]),
        )
        for rules, number in NUMBER_OF_BAO.items()
    ),
)

SECOND_OPEN = "99s 8s"
THIRD_OPEN = "88s 5m"
READY_MAKER = "9p 55m 123s 567s 44s 78p 7z"
MAKER_CLAIM = f"{START}, ting_pung 5m, ting 7z, self_kong 5m"
MAKER = f"{START}, pung 5m, self_kong 5m"


def robbed(name: str, paths: str, maker: str, plan: str, open_seats: int, **options: object) -> Position:
    """Seat 1 robs the kong of seat 0; of the other two `open_seats` are open."""
    hands = ("", "9s", SECOND_OPEN)
    steps = (("", ""), ("pung 9s", ""), ("pung 9s, discard 8s", "pung 8s, discard 5m"))[open_seats]
    return Position(
        name,
        options.pop("rules", BOTH),
        f"win:robbed_kong {paths}:{2 - open_seats}",
        (maker, RUN, hands[1] if open_seats == 0 else SECOND_OPEN, THIRD_OPEN if open_seats == 2 else ""),
        (plan, f"{CLAIM}, rob 5m", *steps),
        draws=(". 5m . . . 5m", "5m . . . 5m", ". . . 5m")[open_seats],
        **options,
    )


UNREADY, MADE_READY = "standing:robbed_kong_of_an_unready_seat", "standing:robbed_kong_of_a_ready_seat"

ROBBING = (
    *(robbed(f"robbed, {number} others open", UNREADY, "9p 55m", MAKER, number) for number in range(3)),
    *(
        robbed(f"ready maker, {number} others open", MADE_READY, READY_MAKER, MAKER_CLAIM, number)
        for number in range(3)
    ),
    robbed("the maker pays all", UNREADY, "9p 55m", MAKER, 0, params={"rob_payer": "kong_maker"}),
    robbed(
        "a liable dealer robbed",
        f"liability:robbed_kong_of_dealer {UNREADY}",
        "9p 55m",
        MAKER,
        0,
        rules=SINGLE,
        carry=LIABLE,
    ),
    Position(
        "a seat robbed while the dealer is liable",
        SINGLE,
        "liability:robbed_kong",
        ("55m", RUN, "", "9p"),
        ("pung 5m, self_kong 5m", f"{CLAIM}, rob 5m", "", START),
        draws=". 5m . . . 5m",
        dealer=3,
        carry=LIABLE,
    ),
    Position(
        "not robbed",
        BOTH,
        "win_passed:robbing robbing:pass event:added_kong",
        ("9p 55m", RUN, "", ""),
        (MAKER, CLAIM),
        draws=". 5m . . . 5m",
    ),
)

CLAIMS = (
    Position(
        "a win before a ready pung",
        BOTH,
        "outbid:ting_pung",
        (READY_MAKER, RUN, "", ""),
        (MAKER_CLAIM, f"{CLAIM}, hu 5m"),
        draws=". 5m",
    ),
    Position(
        "a win before a ready chow in the middle",
        BOTH,
        "outbid:ting_chow_mid",
        ("9p 46m 777z 678s 44s 89p 1s", RUN, "", ""),
        (f"{START}, ting_chow_mid 5m", f"{CLAIM}, hu 5m"),
        draws=". 5m",
    ),
    *(
        Position(
            f"a win before a ready {word}",
            BOTH,
            "mode:discard_win",
            (f"9p {tiles} 777z 678s 44s 89p 1s", RUN, "", ""),
            (f"{START}, ting_{word} 5m", f"{CLAIM}, hu 5m"),
            draws=". 5m",
        )
        for word, tiles in (("chow_low", "67m"), ("chow_high", "34m"))
    ),
    Position(
        "a win before a kong",
        BOTH,
        "outbid:kong",
        ("9p 555m", RUN, "", ""),
        (f"{START}, kong 5m", f"{CLAIM}, hu 5m"),
        draws=". 5m",
    ),
    Position(
        "a win before a pung",
        BOTH,
        "outbid:pung",
        ("9p 55m", RUN, "", ""),
        (f"{START}, pung 5m", f"{CLAIM}, hu 5m"),
        draws=". 5m",
    ),
    Position(
        "a liable dealer discards",
        SINGLE,
        "liability:discard_of_dealer",
        ("9p", RUN, "", ""),
        (START, f"{CLAIM}, hu 5m"),
        draws=". . 5m",
        carry=LIABLE,
    ),
    Position(
        "a kong after a pung",
        BOTH,
        "kong_after_claim",
        ("9p", "99p 5555m 123p 78s 24s", "", ""),
        (START, "pung 9p, self_kong 5m"),
        params={"kong_after_claim": True},
    ),
)


def three_pungs(name: str, paths: str, tiles: str, last: str, draws: str, **options: object) -> Position:
    """Seat 1 pungs three times."""
    plan = f"pung 5m, discard 4m, pung 6p, discard 3p, pung 7s, {last}"
    return Position(
        name,
        BOTH,
        paths,
        ("5m", f"55m 66p 77s 4m 3p {tiles}", "", ""),
        ("discard 5m", plan),
        draws=f"6p 7s {draws}",
        **options,
    )


THREE_MELDS = (
    three_pungs("no concealed kong", "three_melds:concealed_kong_ban", "1111s 2s", "discard 2s", ". . . 9m"),
    three_pungs(
        "an added kong",
        "three_melds:added_kong",
        "23s 9m 8m 2s",
        "discard 2s, self_kong 5m",
        ". . . 5m",
    ),
    three_pungs(
        "no added kong",
        "three_melds:added_kong_ban",
        "23s 9m 8m 2s",
        "discard 2s",
        ". . . 5m",
        params={"added_kong_with_three_melds": False},
    ),
    three_pungs("no fourth pung", "three_melds:pung_ban", "22s 9m 8m 1m", "discard 1m", "2s"),
)

LAST_TILES = (
    Position(
        "the last discard claimed",
        FOUR,
        "claim_with_empty_wall kong_ban:no_replacement",
        ("55m", "", "", "6666s"),
        ("pung 5m@0", "", "", "discard 5m@0"),
        draws=". " * 54 + "5m",
    ),
    Position(
        "the last tile wins",
        FOUR,
        "win_with_empty_wall",
        ("9p", RUN, "99s", ""),
        (START, f"{CLAIM}, win 5m@0", "pung 9s"),
        draws=". " * 54 + "5m",
    ),
    Position(
        "an endgame draw wins",
        SINGLE,
        "endgame:win endgame:draw endgame:auto_discard",
        ("9p", RUN, "", "888m"),
        (START, f"{CLAIM}, win 5m@2"),
        draws=". " * 55 + "5m",
        baos="8m",
    ),
    Position(
        "an endgame win is passed",
        SINGLE,
        "endgame:win_passed endgame:claim_ban",
        ("9p", RUN, "55m", "888m"),
        (START, CLAIM),
        draws=". " * 55 + "5m",
        baos="8m",
    ),
    Position(
        "the last tile of the endgame wins",
        SINGLE,
        "endgame:win win_with_empty_wall",
        ("9p", RUN, "99s 8s", "88s 888m"),
        (START, f"{CLAIM}, win 5m@0", "pung 9s, discard 8s", "pung 8s"),
        draws=". " * 57 + "5m",
        baos="8m",
    ),
    Position(
        "kongs in the endgame",
        SINGLE,
        "endgame:kong endgame:replacement",
        ("", "", "6666s 7777s", ""),
        ("", "", "self_kong 6s@4, self_kong 7s@3"),
        draws=". " * 54,
    ),
    Position(
        "a discard claimed after the last replacement",
        SINGLE,
        "claim_with_empty_wall endgame:kong",
        ("55m", "", "1111s 2222s 3333s 7z", "777z 5m"),
        ("pung 5m@0", "", "self_kong 1s@4, self_kong 2s@3, self_kong 3s@2, discard 7z@1", "kong 7z, discard 5m@0"),
        draws=". " * 54,
    ),
    Position(
        "the last discard before the endgame claimed",
        SINGLE,
        "endgame:claim_before_it",
        ("", "", "", "66p"),
        ("", "", "", "pung 6p@4"),
        draws=". " * 53 + "6p",
    ),
)

EXCHANGES = (
    Position(
        "a pung exchanges the bao",
        SINGLE,
        "exchange:after_pung",
        ("9p", RUN, "88m", ""),
        (START, CLAIM, "pung 8m"),
        draws=". . 8m",
        baos="8m",
    ),
    Position(
        "a chow exchanges the bao",
        SINGLE,
        "exchange:after_chow",
        ("9p", RUN, "78m", ""),
        (START, CLAIM, "chow_high 9m"),
        draws=". 8m 8m 9m",
        baos="8m",
    ),
    Position(
        "two exchanges at once",
        SINGLE,
        "exchange:after_discard exchange:again",
        ("9p", RUN, "", ""),
        (START, CLAIM),
        draws="8m 8m 7m 7m 7m 8m",
        tail="7m",
        baos="8m",
    ),
    Position(
        "the exchange takes the last tile",
        SINGLE,
        "exchange:in_the_endgame draw_after:bao_exchange",
        ("9p", RUN, "", ""),
        (START, CLAIM),
        draws="8m 8m " + ". " * 54 + "8m",
        baos="8m",
    ),
)

POSITIONS = (*BAO, *ROBBING, *CLAIMS, *THREE_MELDS, *LAST_TILES, *EXCHANGES)
