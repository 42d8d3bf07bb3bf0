"""Small changes to the source of a module: each is one mutant, several may belong to one place."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FLIPS = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
SWAPS = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd}
SHOWN = 130  # characters of an expression that name a change


@dataclass(frozen=True)
class Mutant:
    """One change: ``text`` in place of the bytes from ``start`` to ``stop`` of a file."""

    path: str  # relative to the root
    line: int
    function: str
    change: str
    start: int
    stop: int
    text: str
    number: int = 1  # of several that read the same

    @property
    def key(self) -> str:
        """What the mutant is called, whatever line it stands on."""
        suffix = f" #{self.number}" if self.number > 1 else ""
        return f"{self.path.removesuffix('.py')}.{self.function}: {self.change}{suffix}"

    @property
    def place(self) -> tuple[str, int, int]:
        """Where it is; several changes may share a place."""
        return self.path, self.start, self.stop

    def apply(self, source: bytes) -> bytes:
        """Return the changed source."""
        return source[: self.start] + self.text.encode() + source[self.stop :]


def find_mutants(root: Path, path: str) -> list[Mutant]:
    """Return all mutants of a file, in the order of the source; those that read the same are numbered."""
    finder = Finder(path, (root / path).read_bytes())
    finder.visit(ast.parse(finder.source))
    found: list[Mutant] = []
    names: dict[str, int] = {}
    for mutant in sorted(finder.mutants, key=lambda mutant: (mutant.start, mutant.stop, mutant.text)):
        names[mutant.key] = names.get(mutant.key, 0) + 1
        found.append(Mutant(**{**vars(mutant), "number": names[mutant.key]}))
    return found


def by_place(mutants: list[Mutant]) -> Iterator[list[Mutant]]:
    """Yield the mutants of each place."""
    for _, group in groupby(sorted(mutants, key=lambda mutant: mutant.place), key=lambda mutant: mutant.place):
        yield list(group)


class Finder(ast.NodeVisitor):
    """Walks over a module and notes its mutants."""

    def __init__(self, path: str, source: bytes) -> None:
        self.path = path
        self.source = source
        self.mutants: list[Mutant] = []
        self.function = "module"
        self.parents: list[ast.AST] = []
        self.starts = [0]
        for line in source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))

    # Walking ------------------------------------------------------------------------------------------
    def visit(self, node: ast.AST) -> None:
        """Visit a node with its parents known."""
        for kind, method in MUTATIONS.items():
            if isinstance(node, kind):
                method(self, node)
        self.parents.append(node)
        self.generic_visit(node)
        self.parents.pop()

    def generic_visit(self, node: ast.AST) -> None:
        """Visit what can be changed: no decorators, no annotations, no signature."""
        if isinstance(node, ast.FunctionDef):
            outer, self.function = self.function, node.name
            for statement in node.body:
                self.visit(statement)
            self.function = outer
        elif isinstance(node, ast.AnnAssign):
            if node.value is not None:
                self.visit(node.value)
        elif not isinstance(node, (ast.Import, ast.ImportFrom)):
            super().generic_visit(node)

    # Changes ------------------------------------------------------------------------------------------
    def constant(self, node: ast.Constant) -> None:
        """One more and one less; the other truth value."""
        if isinstance(node.value, bool):
            self.add(node, str(not node.value), self.parents[-1])
        elif isinstance(node.value, int):
            for value in (node.value + 1, node.value - 1):
                self.add(node, str(value), self.parents[-1])

    def compare(self, node: ast.Compare) -> None:
        """Another comparison."""
        for index, operator in enumerate(node.ops):
            operators = [*node.ops]
            operators[index] = FLIPS[type(operator)]()
            self.add(node, ast.unparse(ast.Compare(node.left, operators, node.comparators)))

    def bool_op(self, node: ast.BoolOp) -> None:
        """`or` for `and`, `and` for `or`."""
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        self.add(node, f"({ast.unparse(ast.BoolOp(other, node.values))})")

    def bin_op(self, node: ast.BinOp) -> None:
        """Minus for plus and so on."""
        if type(node.op) in SWAPS:
            self.add(node, f"({ast.unparse(ast.BinOp(node.left, SWAPS[type(node.op)](), node.right))})")

    def unary_op(self, node: ast.UnaryOp) -> None:
        """Without `not`."""
        if isinstance(node.op, ast.Not):
            self.add(node, f"({ast.unparse(node.operand)})")

    def condition(self, node: ast.If | ast.While | ast.IfExp) -> None:
        """Always and never."""
        for text in ("True", "False"):
            self.add(node.test, text)

    def call(self, node: ast.Expr) -> None:
        """Without a call that is a statement."""
        if isinstance(node.value, ast.Call):
            self.add(node, "pass")

    def assignment(self, node: ast.Assign | ast.AugAssign) -> None:
        """Without writing into the table."""
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        if all(isinstance(target, ast.Subscript) for target in targets):
            self.add(node, "pass")

    # Notes --------------------------------------------------------------------------------------------
    def add(self, node: ast.AST, text: str, shown: ast.AST | None = None) -> None:
        """Note a change of a node, named by the source of ``shown``, or of the node itself where that is too long."""
        start, stop = self.span(node)
        change = f"{self.name(start, stop)} => {text}"
        if shown is not None and hasattr(shown, "lineno"):
            first, last = self.span(shown)
            if last - first <= SHOWN:
                after = self.source[first:start] + text.encode() + self.source[stop:last]
                change = f"{self.name(first, last)} => {' '.join(after.decode().split())}"
        self.mutants.append(Mutant(self.path, node.lineno, self.function, change, start, stop, text))

    def name(self, start: int, stop: int) -> str:
        """Return a piece of the source as one line."""
        return " ".join(self.source[start:stop].decode().split())

    def span(self, node: ast.AST) -> tuple[int, int]:
        """Return the bytes that a node takes."""
        start = self.starts[node.lineno - 1] + node.col_offset
        return start, self.starts[node.end_lineno - 1] + node.end_col_offset


MUTATIONS = {
    ast.Constant: Finder.constant,
    ast.Compare: Finder.compare,
    ast.BoolOp: Finder.bool_op,
    ast.BinOp: Finder.bin_op,
    ast.UnaryOp: Finder.unary_op,
    (ast.If, ast.While, ast.IfExp): Finder.condition,
    ast.Expr: Finder.call,
    (ast.Assign, ast.AugAssign): Finder.assignment,
}
