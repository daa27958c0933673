"""A plugin of pytest: one module is read as if one of its constants had another value.

    MUTANT="bot/times.py LONGEST_TEXT 200" python -m pytest -n 0 -p tests.mutated TEST

The files stay as they are. ``tests/test_limits.py`` uses it to loosen each limit.
"""

from __future__ import annotations

import ast
import os
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType

ROOT = Path(__file__).parents[1]


class _Constant(ast.NodeTransformer):
    """Replaces the value of a constant of a module or a class."""

    def __init__(self, name: str, value: str) -> None:
        self._name = name
        self._value = ast.parse(value, mode="eval").body

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.Assign:
        if [ast.unparse(target) for target in node.targets] == [self._name]:
            node.value = self._value
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AnnAssign:
        if ast.unparse(node.target) == self._name:
            node.value = self._value
        return node


def change_constant(path: Path, name: str, value: str) -> None:
    """Make Python read a module with another value of a constant. Modules that were read stay as they are."""
    get_code = SourceFileLoader.get_code

    def read(loader: SourceFileLoader, fullname: str) -> CodeType | None:
        if Path(loader.path) != path:
            return get_code(loader, fullname)
        tree = _Constant(name, value).visit(ast.parse(path.read_bytes()))
        return compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)

    SourceFileLoader.get_code = read  # type: ignore[method-assign]


if "MUTANT" in os.environ:
    _path, _name, _value = os.environ["MUTANT"].split(" ", 2)
    change_constant(ROOT / _path, _name, _value)
