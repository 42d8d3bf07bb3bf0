"""``mjenv score``, ``mjenv waits``, ``mjenv shanten``: a hand calculator."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Annotated, Final, TypeVar

import typer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.table import Table

    from mjenv.calculator.scoring import Score
    from mjenv.calculator.shanten import Shanten
    from mjenv.calculator.waits import Waits
    from mjenv.variants.params import Rules

NUMBER: Final = "[0-9]{1,9}"
Answer = TypeVar("Answer", "Score", "Waits", "Shanten")
RulesName = Annotated[str, typer.Option(help="Rule set; `mjenv rules` lists them.")]
Melds = Annotated[
    list[str] | None,
    typer.Option(
        help="'pung 777p', 'chow 123m from 3', 'kong 5555p', 'added 5555p', 'concealed 5555p', commas between."
    ),
]
Settings = Annotated[
    list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="A rule parameter; may be repeated.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Seen = Annotated[str, typer.Option(help="Tiles that lie elsewhere, so that fewer are left.")]
Seat = Annotated[int, typer.Option(help="The winner's seat, 0 to 3.")]
Dealer = Annotated[int, typer.Option(help="The dealer's seat.")]


def score(
    *,
    rules: RulesName,
    hand: Annotated[str, typer.Option(help="Concealed tiles, with the winning tile or without.")],
    win: Annotated[str, typer.Option(help="The winning tile.")],
    melds: Melds = None,
    self_draw: Annotated[bool, typer.Option("--self-draw", help="The winner drew the tile.")] = False,
    discard_from: Annotated[int | None, typer.Option("--from", help="Seat that discarded it.")] = None,
    robbed_from: Annotated[int | None, typer.Option(help="Seat whose added kong is robbed.")] = None,
    seat: Seat = 0,
    dealer: Dealer = 0,
    kong_draw: Annotated[bool, typer.Option("--kong-draw", help="Drawn as a kong's replacement (杠开).")] = False,
    flower_draw: Annotated[bool, typer.Option("--flower-draw", help="Drawn as a flower's replacement.")] = False,
    last_tile: Annotated[bool, typer.Option("--last-tile", help="No tile can be drawn after it (海底).")] = False,
    ready: Annotated[str | None, typer.Option(help="Ready seats in their order, such as 2,0.")] = None,
    standing: Annotated[str, typer.Option(help="Losers without an open meld (Harbin).")] = "",
    others: Annotated[list[str] | None, typer.Option(help="Melds of another seat: '2: kong 5555p from 1'.")] = None,
    bao: Annotated[str, typer.Option(help="Revealed 宝 in the order of --ready, ? for unknown (Harbin).")] = "",
    flowers: Annotated[str, typer.Option(help="The winner's flower tiles, or their number (Shanghai).")] = "0",
    draws: Annotated[int, typer.Option(help="Drawn hands in a row before this one (single_bao).")] = 0,
    counter: Annotated[int, typer.Option(help="荒番 counter before the dice (Shanghai).")] = 0,
    dice: Annotated[str | None, typer.Option(help="Dice of the hand, such as 1,4 (Shanghai).")] = None,
    settings: Settings = None,
    as_json: Json = False,
) -> None:
    """Say what a win pays and why.

    mjenv score --rules online --hand 123m456m789m11z --melds "pung 777p" --win 9m --self-draw --dealer 1

    mjenv score --rules four_bao --hand 24m567p99s --melds "pung 888s, chow 123p" --win 3m --self-draw --bao 3m

    mjenv score --rules qiaoma --hand 234m567p22s888s45p --win 3p --from 2 --flowers 3f55z --counter 1
    """
    from mjenv.calculator.scoring import score as score_hand
    from mjenv.calculator.tables import show_score

    answer = score_hand(
        read_rules(rules, settings),
        hand,
        win,
        melds=melds or (),
        self_draw=self_draw,
        discard_from=discard_from,
        robbed_from=robbed_from,
        seat=seat,
        dealer=dealer,
        kong_draw=kong_draw,
        flower_draw=flower_draw,
        last_tile=last_tile,
        ready=None if ready is None else parse_numbers("ready", ready),
        standing=parse_numbers("standing", standing),
        others=parse_others(others or []),
        bao=bao,
        flowers=int(flowers) if re.fullmatch(NUMBER, flowers) else flowers,
        draws=draws,
        counter=counter,
        dice=None if dice is None else parse_numbers("dice", dice),
    )
    show(answer, show_score, as_json=as_json)


def waits(
    *,
    rules: RulesName,
    hand: Annotated[str, typer.Option(help="13 concealed tiles, or 14, less three a meld.")],
    melds: Melds = None,
    seen: Seen = "",
    scores: Annotated[bool, typer.Option("--scores", help="Also what each win would bring.")] = False,
    seat: Seat = 0,
    dealer: Dealer = 0,
    settings: Settings = None,
    as_json: Json = False,
) -> None:
    """Say what a hand waits on; of 14 tiles, after each discard that leaves a wait.

    Example: mjenv waits --rules classic --hand 123m456m78m11z --melds "pung 777p" --scores
    """
    from mjenv.calculator.tables import show_waits
    from mjenv.calculator.waits import waits as find_waits

    chosen = read_rules(rules, settings)
    answer = find_waits(chosen, hand, melds=melds or (), seen=seen, scores=scores, seat=seat, dealer=dealer)
    show(answer, show_waits, as_json=as_json)


def shanten(
    *,
    rules: RulesName,
    hand: Annotated[str, typer.Option(help="13 concealed tiles, or 14, less three a meld.")],
    melds: Melds = None,
    seen: Seen = "",
    settings: Settings = None,
    as_json: Json = False,
) -> None:
    """Say how far a hand is from one that may win, and which tiles bring it nearer.

    Example: mjenv shanten --rules four_bao --hand 13m57p99s2s --melds "pung 777z, pung 222p"
    """
    from mjenv.calculator.shanten import shanten as count_shanten
    from mjenv.calculator.tables import show_shanten

    answer = count_shanten(read_rules(rules, settings), hand, melds=melds or (), seen=seen)
    show(answer, show_shanten, as_json=as_json)


def read_rules(rules: str, settings: list[str] | None) -> Rules:
    """Return the rule set with its parameters, of which none may be a fact of the hand. Raises ``RulesError``."""
    from mjenv.calculator.holding import settle_rules
    from mjenv.calculator.situation import FACTS
    from mjenv.cli.rules import parse_settings
    from mjenv.errors import RulesError

    values = parse_settings(settings or [])
    for name in values:
        if name in FACTS:
            raise RulesError(f"--set {name}: no rule parameter, use --{name.replace('_', '-')}")
    return settle_rules(rules, dict(values))


def parse_numbers(name: str, text: str) -> list[int]:
    """Return whole numbers with commas or spaces between. Raises ``HandError``.

    >>> parse_numbers("ready", "2,0")
    [2, 0]
    """
    from mjenv.calculator.holding import HandError
    from mjenv.errors import quote

    parts = text.replace(",", " ").split()
    if not all(re.fullmatch(NUMBER, part) for part in parts):
        raise HandError(f"--{name} {quote(text)}: expected numbers with commas between, such as 2,0")
    return [int(part) for part in parts]


def parse_others(texts: list[str]) -> dict[int, str]:
    """Return melds by seat. Raises ``HandError``.

    >>> parse_others(["2: kong 5555p from 1"])
    {2: 'kong 5555p from 1'}
    """
    from mjenv.calculator.holding import HandError, parse_seat

    others: dict[int, str] = {}
    for text in texts:
        seat, sign, melds = text.partition(":")
        if not sign:
            raise HandError(f"--others {text!r}: expected a seat and its melds, such as '2: kong 5555p from 1'")
        number = parse_seat(seat.strip(), f"--others {text!r}")
        others[number] = f"{others[number]}, {melds}" if number in others else melds.strip()
    return others


def show(answer: Answer, tables: Callable[[Answer], Iterator[Table]], *, as_json: bool) -> None:
    """Print an answer."""
    from rich.console import Console

    if as_json:
        typer.echo(json.dumps(answer.to_dict(), ensure_ascii=False))
        return
    console = Console(highlight=False)
    for table in tables(answer):
        console.print(table)
