"""The words on pictures: English, with the Chinese term."""

from __future__ import annotations

from typing import Final

from mjenv.engine.codes import (
    MELD_ADDED_KONG,
    MELD_CHOW,
    MELD_CONCEALED_KONG,
    MELD_EXPOSED_KONG,
    MELD_PUNG,
    WIN_DISCARD,
    WIN_ROBBED_KONG,
    WIN_SELF_DRAW,
)

TERMS: Final = {
    "hand": "手牌",
    "melds": "副露",
    "flowers": "花",
    "river": "牌河",
    "bao": "宝",
    "dealer": "庄",
    "READY": "听",
    "waits": "听口",
    "points": "分",
    "tiles left": "余牌",
    "dice": "骰子",
    "drawn before": "荒庄",
    "counter": "荒番",
    "chow": "吃",
    "pung": "碰",
    "kong": "明杠",
    "added kong": "补杠",
    "concealed kong": "暗杠",
    "discard": "打",
    "ting": "听",
    "self_kong": "杠",
    "chow_low": "吃",
    "chow_mid": "吃",
    "chow_high": "吃",
    "ting_chow_low": "吃听",
    "ting_chow_mid": "吃听",
    "ting_chow_high": "吃听",
    "ting_pung": "碰听",
    "hu": "胡",
    "pass": "过",
}
VARIANTS: Final = {"harbin": "哈尔滨", "hebei": "河北", "shanghai": "上海"}
MELD_WORDS: Final = {
    MELD_CHOW: "chow",
    MELD_PUNG: "pung",
    MELD_EXPOSED_KONG: "kong",
    MELD_ADDED_KONG: "added kong",
    MELD_CONCEALED_KONG: "concealed kong",
}
WIN_WORDS: Final = {WIN_DISCARD: "on a discard", WIN_SELF_DRAW: "by self-draw", WIN_ROBBED_KONG: "on a robbed kong"}
ORDINALS: Final = ("1st", "2nd", "3rd", "4th")


def bilingual(word: str, *, chinese: bool = True) -> str:
    """Return a word with its Chinese term, where it has one and that is wanted.

    >>> bilingual("dealer"), bilingual("dealer", chinese=False), bilingual("seat")
    ('dealer 庄', 'dealer', 'seat')
    """
    return f"{word} {TERMS[word]}" if chinese and word in TERMS else word
