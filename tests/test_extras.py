"""What needs an extra that is not there says which, and nothing else is taken for that."""

from __future__ import annotations

import sys

import pytest

from deckname.cli import main
from deckname.extras import MissingExtraError, needs
from deckname.language import LANGUAGES


def test_what_is_missing_is_named_by_its_extra() -> None:
    with pytest.raises(MissingExtraError) as missing, needs("packs"):
        import no_such_module_of_anybody  # noqa: F401, PLC0415
    assert "deckname[packs]" in str(missing.value)
    assert len({missing.value.sentence(language) for language in LANGUAGES}) == 3


def test_a_module_of_our_own_that_is_missing_is_a_mistake_of_ours() -> None:
    with pytest.raises(ModuleNotFoundError, match="deckname"), needs("packs"):
        import deckname.no_such_module  # noqa: F401, PLC0415


def test_a_house_with_a_model_says_at_once_that_it_needs_an_extra(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for module in [name for name in sys.modules if name.startswith("deckname.bots.llm")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setattr("deckname.server.cli._run", lambda *_arguments: pytest.fail("it serves"))
    monkeypatch.setitem(sys.modules, "httpx", None)
    monkeypatch.setenv("DECKNAME_LANGUAGE", "en")
    with pytest.raises(SystemExit) as ended:
        main(["serve", "--port=0", "--llm-url=http://localhost/v1", "--llm-model=m"])
    assert ended.value.code == 2
    assert "pip install 'deckname[llm]'" in capsys.readouterr().err
