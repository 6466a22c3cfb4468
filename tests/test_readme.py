"""The blocks of the README and of the documents run, in order, and print what they say."""

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [
    ROOT / "README.md",
    *(ROOT / "docs" / f"{name}.md" for name in ("arrays", "contract", "data", "nn", "vmap")),
]
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
BLOCK = re.compile(r"^```python\n(?P<code>.*?)^```", re.MULTILINE | re.DOTALL)


def run_block(code: str, names: dict, line: int) -> str:
    """Run one block in the names of those before it; give the reports of what prints otherwise."""
    if ">>>" not in code:
        exec(compile("\n" * line + code, "<page>", "exec"), names)
        return ""
    reports = []
    example = doctest.DocTestParser().get_doctest(code, names, "page", "page", line)
    runner = doctest.DocTestRunner(verbose=False, optionflags=FLAGS)
    runner.run(example, out=reports.append, clear_globs=False)
    names.update(example.globs)
    return "".join(reports)


def run_blocks(text: str) -> list[str]:
    """Run all blocks of a text; give a report for each."""
    names = {"__name__": "readme"}
    return [
        run_block(block["code"], names, text.count("\n", 0, block.start("code")))
        for block in BLOCK.finditer(text)
    ]


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.stem)
def test_the_blocks_of_a_page_run(page):
    reports = run_blocks(page.read_text())
    assert reports, "The page has no ```python block."
    assert not "".join(reports), "".join(reports)


def test_blocks_share_their_names_and_a_wrong_one_is_reported():
    text = "```python\na = 1\n```\nand\n```python\n>>> b = a\n>>> b\n1\n```\n```python\n>>> b\n2\n```\n"
    plain, right, wrong = run_blocks(text)
    assert not plain
    assert not right
    assert "Expected:\n    2\nGot:\n    1" in wrong
