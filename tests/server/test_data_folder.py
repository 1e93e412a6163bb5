"""One server has the folder to itself, and what is wrong with a folder is explained in a sentence."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from deckname.language import LANGUAGES, say
from deckname.server.data_folder import LOCK, claimed
from deckname.server.settings import SettingError
from deckname.store import open_store
from tests.server.serving import Node, serving
from tests.servers import PATIENCE


def refusal(language: str, *arguments: str) -> str:
    """What a server says that doesn't start; it doesn't listen to anybody before."""
    command = [sys.executable, "-m", "deckname", "serve", "--port=0", "--bots=0", *arguments]
    environment = {**os.environ, "DECKNAME_LANGUAGE": language}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    return done.stderr


def test_a_second_server_on_one_file_is_refused(tmp_path: Path) -> None:
    with serving(tmp_path) as node:
        for language in LANGUAGES:
            expected = say(language, "setting_error.data_in_use", folder=node.data, process=node.pid)
            assert refusal(language, f"--data={node.data}") == f"deckname: {expected}\n"
        assert node.ask("GET", "/ready")[0] == 200
        with serving(tmp_path / "other") as other:
            assert other.ask("GET", "/ready")[0] == 200


def test_a_server_that_was_killed_leaves_no_lock(tmp_path: Path) -> None:
    node = Node(tmp_path)
    node.start()
    node.kill()
    assert (node.data / LOCK).exists()
    with node.running():
        assert node.ask("GET", "/ready")[0] == 200


async def test_others_may_read_the_file_while_a_server_has_it(tmp_path: Path) -> None:
    with serving(tmp_path) as node:
        node.ask("POST", "/api/devices", b"{}")
        store = await open_store(None, node.data)
        assert len(await store.keys("device")) == 1
        await store.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_file_in_place_of_the_folder_is_explained(tmp_path: Path, language: str) -> None:
    (tmp_path / "file").write_text("")
    expected = say(language, "setting_error.data_is_a_file", folder=tmp_path / "file")
    assert refusal(language, f"--data={tmp_path / 'file'}") == f"deckname: {expected}\n"


def test_a_folder_that_cannot_be_made_is_explained(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SettingError) as refused, claimed(tmp_path / "file" / "folder"):
        pass
    assert refused.value.code == "no_data_folder"
    assert str(tmp_path / "file" / "folder") in str(refused.value)


async def test_waiting_for_a_database_that_does_not_answer_is_said(tmp_path: Path) -> None:
    """To whoever sits at the terminal and in the log. It takes connections and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as mute:
        url = f"postgresql://somebody:hidden@127.0.0.1:{mute.getsockname()[1]}/deckname"
        command = [sys.executable, "-m", "deckname", "serve", "--port=0", "--bots=0", f"--data={tmp_path}"]
        environment = {**os.environ, "DECKNAME_LANGUAGE": "fr", "DECKNAME_DATABASE_URL": url}
        pipes = {"stdout": asyncio.subprocess.PIPE, "stderr": asyncio.subprocess.PIPE}
        server = await asyncio.create_subprocess_exec(*command, env=environment, **pipes)
        assert server.stdout and server.stderr
        async with asyncio.timeout(PATIENCE):
            said, logged = (await server.stdout.readline()).decode(), (await server.stderr.readline()).decode()
            assert said == say("fr", "serve.waiting") + "\n"
            assert "store.waiting" in logged and "hidden" not in logged
            server.kill()
            await server.wait()
