"""The build of the screens: nothing twice, nothing without them, no Node where they came along."""

from pathlib import Path

import pytest

from hatch_hooks import web


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with sources of screens, not built."""
    monkeypatch.delenv(web.SWITCH, raising=False)
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "package.json").write_text("{}")
    package = tmp_path / "src" / "sandtable"
    for part in web.PACKED:
        (package / part).parent.mkdir(parents=True, exist_ok=True)
        (package / part).write_text("") if part.endswith(".py") else (package / part).mkdir()
    return tmp_path


def built(checkout: Path) -> None:
    folder = checkout / "src" / "sandtable" / "web_dist"
    folder.mkdir()
    (folder / "index.html").write_text("")
    (folder / web.STAMP).write_text(web.fingerprint(checkout))


def test_sources_that_changed_are_built_again(checkout: Path) -> None:
    assert web.dependencies(checkout) == [web.NODE]
    built(checkout)
    assert web.dependencies(checkout) == []
    (checkout / "web" / "README.md").write_text("words only")
    assert web.is_current(checkout)
    (checkout / "web" / "main.ts").write_text("let x")
    assert not web.is_current(checkout)


def test_rules_that_go_into_the_screens_count_as_their_sources(checkout: Path) -> None:
    built(checkout)
    (checkout / "src" / "sandtable" / "core" / "menus.py").write_text("")
    assert not web.is_current(checkout)


def test_a_source_package_brings_its_screens_along(checkout: Path) -> None:
    built(checkout)
    (checkout / "web" / "main.ts").write_text("let x")
    (checkout / "PKG-INFO").write_text("Name: sandtable")
    assert web.dependencies(checkout) == []
    web.build(checkout, must_be_there=True)


def test_no_package_goes_out_without_screens(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(web.SWITCH, "skip")
    assert web.dependencies(checkout) == []
    with pytest.raises(web.CannotBuild, match=r"index\.html"):
        web.build(checkout, must_be_there=True)
    web.build(checkout, must_be_there=False)  # an editable install may


def test_a_failure_is_one_sentence_and_does_not_stop_an_editable_install(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    (checkout / "web" / "package-lock.json").write_text("{}")
    said: list[str] = []
    web.build(checkout, must_be_there=False, warn=said.append)
    assert "Node is missing" in said[0]
    with pytest.raises(web.CannotBuild, match="Node is missing"):
        web.build(checkout, must_be_there=True)
