"""Write `jagged/_elementwise.pyi`: the types and docstrings of the functions made from the table."""

import pathlib
import subprocess
import sys

from jagged._elements import Rule
from jagged._elementwise import documentation
from jagged._table import RULES

PATH = pathlib.Path(__file__).parent.parent / "jagged" / "_elementwise.pyi"

HEADER = '''"""Written by scripts/stubs.py from the table of elementwise functions: edit that table."""

from collections.abc import Callable
from typing import Any, TypeVar, overload

from jaxtyping import Array, ArrayLike

from ._abstract import AbstractJaggedArray
from ._elements import Rule

JaggedT = TypeVar("JaggedT", bound=AbstractJaggedArray)

FUNCTIONS: dict[str, Callable[..., Any]]

def documentation(rule: Rule) -> str: ...
'''

PAIRS = ("divmod", "frexp", "modf")


def stub(rule: Rule) -> str:
    """Give the overloads of one function: each place that may be jagged, and all dense."""
    names = rule.parameters
    places = [names[:k] for k in range(len(names))]
    variants = [
        _signature(rule, dict.fromkeys(before, "ArrayLike"), k) for k, before in enumerate(places)
    ]
    variants.append(_signature(rule, dict.fromkeys(names, "ArrayLike"), None))
    body = '    """' + documentation(rule).replace("\n", "\n    ").rstrip() + '\n    """\n'
    stubs = [
        f"@overload\n{variant}{body if k == 0 else '    ...'}" for k, variant in enumerate(variants)
    ]
    return "\n".join(line.rstrip() for line in "\n".join(stubs).splitlines())


def _signature(rule: Rule, before: dict[str, str], jagged: int | None) -> str:
    defaults = dict(rule.defaults)
    parameters = []
    for place, name in enumerate(rule.parameters):
        kind = "JaggedT" if place == jagged else before.get(name, "AbstractJaggedArray | ArrayLike")
        optional = " | None" if name in defaults else ""
        last = -1 if jagged is None else jagged
        default = " = None" if name in defaults and place > last else ""
        parameters.append(f"{name}: {kind}{optional if place != jagged else ''}{default}")
    parameters += [f"{name}: Any = {default!r}" for name, default in rule.options]
    result = "Array" if jagged is None else "JaggedT"
    result = f"tuple[{result}, {result}]" if rule.name in PAIRS else result
    return f"def {rule.name}({', '.join(parameters)}) -> {result}:\n"


def contents() -> str:
    """Give the whole stub, formatted."""
    text = HEADER + "\n" + "\n".join(stub(rule) for rule in RULES) + "\n"
    command = [sys.executable, "-m", "ruff", "format", "--stdin-filename", str(PATH), "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


if __name__ == "__main__":
    PATH.write_text(contents())
