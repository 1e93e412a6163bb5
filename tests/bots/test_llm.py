"""The bot that asks a model, against a real server that answers well, lies, stalls and breaks."""

import contextlib
import gc
import gzip
import json
import socket
import threading
from random import Random

import pytest

from deckname.bots.llm import Chat, LanguageModel, make
from deckname.bots.player import Question
from deckname.bots.simple import Simple
from deckname.cards.library import deck
from deckname.engine import EDITIONS, new_game, to_move, view
from deckname.engine.model import Challenge, GiveClue, Guess, Key, Stop
from tests.bots import model_server as server
from tests.bots.model_server import ModelServer, says
from tests.playing import Game

GOOD_CLUE = {"cards": [0, 1], "word": "garden", "number": 2}
GOOD_GUESS = {"ranking": [{"card": 4, "chance": 0.7}, {"card": 9, "chance": 0.2}], "stop": False}


@pytest.fixture
def game():
    return Game("classic")


def giving(game):
    return Question(game.view("red.giver"), "en")


def guessing(game, *moves):
    game.play("red.giver garden 2", *moves)
    return Question(game.view("red.guesser"), "en")


def ask(question, *replies, timeout=60.0):
    """The answer, and the server that was asked for it."""
    with ModelServer(*replies) as asked:
        return LanguageModel(Chat(asked.url, "m"), Simple(), timeout).answer(question), asked


def test_a_clue(game):
    answer, asked = ask(giving(game), says(GOOD_CLUE))
    assert answer.command == GiveClue("garden", 2)
    assert answer.thought.meant == (0, 1)
    assert answer.thought.by == "m"
    (request,) = asked.requests
    assert asked.paths == ["/v1/chat/completions"]
    assert request["model"] == "m"
    form = request["response_format"]
    assert form["type"] == "json_schema" and form["json_schema"]["strict"]
    assert set(form["json_schema"]["schema"]["required"]) == {"cards", "word", "number"}


def test_a_guess(game):
    answer, _ = ask(guessing(game), says(GOOD_GUESS))
    assert answer.command == Guess(4)
    assert answer.thought.meant == (4, 9)
    assert sum(answer.thought.chances) == pytest.approx(1)


def test_a_stop(game):
    answer, _ = ask(guessing(game, "red.guesser 0"), says({**GOOD_GUESS, "stop": True}))
    assert answer.command == Stop()
    assert sum(answer.thought.chances) + answer.thought.stop == pytest.approx(1)


def test_a_stop_before_the_first_guess_is_a_guess(game):
    answer, _ = ask(guessing(game), says({**GOOD_GUESS, "stop": True}))
    assert answer.command == Guess(4)


LYING_CLUES = {
    "a word on the board": {**GOOD_CLUE, "word": "WORD3"},
    "two words": {**GOOD_CLUE, "word": "green garden"},
    "a place": {**GOOD_CLUE, "word": "left"},
    "nothing": {**GOOD_CLUE, "word": " "},
    "no word": {**GOOD_CLUE, "word": 7},
    "a novel": {**GOOD_CLUE, "word": "a" * 5000},
    "a control character": {**GOOD_CLUE, "word": "\x1b"},
    "no number": {**GOOD_CLUE, "number": "two"},
    "yes for a number": {**GOOD_CLUE, "number": True},
    "zero": {**GOOD_CLUE, "number": 0},
    "too many": {**GOOD_CLUE, "number": 99},
    "more than it means": {**GOOD_CLUE, "number": 4},
    "the assassin": {**GOOD_CLUE, "cards": [24]},
    "cards that do not exist": {**GOOD_CLUE, "cards": [-1]},
    "yes for a card": {**GOOD_CLUE, "cards": [True]},
    "more than asked": {**GOOD_CLUE, "approved": True},
    "a list": [GOOD_CLUE],
    "null": None,
    "depth": "[" * 100_000,
    "words": "Well, I would say: garden!",
}
LYING_GUESSES = {
    "a card that does not exist": {**GOOD_GUESS, "ranking": [{"card": 99, "chance": 0.5}]},
    "a covered card": {**GOOD_GUESS, "ranking": [{"card": 0, "chance": 0.5}]},
    "yes for a card": {**GOOD_GUESS, "ranking": [{"card": True, "chance": 0.5}]},
    "no chance": {**GOOD_GUESS, "ranking": [{"card": 4, "chance": "high"}]},
    "yes for a chance": {**GOOD_GUESS, "ranking": [{"card": 4, "chance": True}]},
    "more than certain": {**GOOD_GUESS, "ranking": [{"card": 4, "chance": 7}]},
    "not a number": '{"ranking": [{"card": 4, "chance": NaN}], "stop": false}',
    "nothing": {"ranking": [], "stop": False},
    "a card twice": {**GOOD_GUESS, "ranking": [{"card": 4, "chance": 0.5}] * 2},
    "no stop": {"ranking": GOOD_GUESS["ranking"]},
    "the clue again": GOOD_CLUE,
}


@pytest.mark.parametrize("lie", LYING_CLUES.values(), ids=LYING_CLUES)
def test_lies_about_clues_are_asked_again_and_stood_in_for(game, lie):
    answer, asked = ask(giving(game), says(lie))
    assert answer.thought.by == "simple"
    assert len(asked.requests) == 2
    assert "of no use" in asked.requests[1]["messages"][-1]["content"]


@pytest.mark.parametrize("lie", LYING_GUESSES.values(), ids=LYING_GUESSES)
def test_lies_about_guesses_are_asked_again_and_stood_in_for(game, lie):
    answer, asked = ask(guessing(game, "red.guesser 0"), says(lie))
    assert answer.thought.by == "simple"
    assert len(asked.requests) == 2


def test_a_clue_is_never_repeated(game):
    game.play("red.giver garden 2", "red.guesser 0", "red.guesser stop")
    for word in ("Garden", "gardens"):
        said = {"cards": [9, 10], "word": word, "number": 2}
        answer, _ = ask(Question(game.view("blue.giver"), "en"), says(said))
        assert answer.thought.by == "simple"


def test_the_likeliest_card_is_touched_wherever_it_stands(game):
    ranking = [{"card": 9, "chance": 0.2}, {"card": 4, "chance": 0.7}]
    answer, _ = ask(guessing(game), says({"ranking": ranking, "stop": False}))
    assert answer.command == Guess(4)


def test_the_second_try_may_succeed(game):
    answer, asked = ask(giving(game), says({**GOOD_CLUE, "word": "WORD3"}), says(GOOD_CLUE))
    assert answer.command == GiveClue("garden", 2)
    assert "WORD3" in asked.requests[1]["messages"][-1]["content"]


BROKEN = {
    "500": server.raw(b"sorry", 500),
    "404": server.raw(b"{}", 404),
    "garbage": server.raw(b"\xff\x00garbage"),
    "another protocol": server.raw(b'{"choices": []}'),
    "no object": server.raw(b"17"),
    "a refusal": server.refuses,
    "broken off": server.breaks_off,
    "hung up": server.hangs_up,
    "a huge body": server.never_ends,
    "a packed body": server.raw(gzip.compress(b"[" * 10_000_000), encoding="gzip"),
}


@pytest.mark.parametrize("reply", BROKEN.values(), ids=BROKEN)
def test_an_endpoint_that_breaks_is_stood_in_for(game, reply):
    answer, asked = ask(giving(game), reply)
    assert answer.thought.by == "simple"
    assert len(asked.requests) == 2


@pytest.mark.parametrize("reply", [server.stalls, server.drips], ids=["stalls", "drips"])
def test_an_endpoint_that_stalls_has_only_so_long(game, reply):
    """Without an end to its patience this test would never end."""
    answer, asked = ask(giving(game), reply, timeout=0.3)
    assert answer.thought.by == "simple"
    assert len(asked.requests) <= 1, "there was no time to ask again"


@contextlib.contextmanager
def deaf(host, port=0):
    """The port of a listener whose queue is full: whoever calls waits."""
    with contextlib.ExitStack() as stack:
        listener = stack.enter_context(socket.create_server((host, port), backlog=0))
        for _ in range(3):
            caller = stack.enter_context(socket.socket())
            caller.setblocking(False)
            caller.connect_ex(("127.0.0.2", listener.getsockname()[1]))
        yield listener.getsockname()[1]


def leads_to(monkeypatch, port, *hosts):
    """Every name has these addresses, all of this machine."""
    addresses = [(socket.AF_INET, socket.SOCK_STREAM, 0, "", (host, port)) for host in hosts]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: addresses)


def answer_of(url, question, timeout):
    return LanguageModel(Chat(url, "m"), Simple(), timeout).answer(question)


def test_an_endpoint_with_many_dead_addresses_has_only_so_long(game, monkeypatch):
    """With its seconds for each of them this test would take an hour."""
    with deaf("0.0.0.0") as port:
        leads_to(monkeypatch, port, *(f"127.1.{n // 100}.{n % 100 + 1}" for n in range(10_000)))
        assert answer_of(f"http://model.test:{port}/v1", giving(game), timeout=0.3).thought.by == "simple"


def test_a_dead_address_leaves_time_for_one_that_is_alive(game, monkeypatch):
    with ModelServer(says(GOOD_CLUE)) as alive, deaf("127.0.0.2", alive.server_port) as port:
        leads_to(monkeypatch, port, "127.0.0.2", "127.0.0.1")
        answer = answer_of(f"http://model.test:{port}/v1", giving(game), timeout=120.0)
    assert answer.command == GiveClue("garden", 2)
    assert len(alive.requests) == 1, "the dead one took all the time of a first try"


def test_a_name_that_nobody_can_look_up_has_only_so_long(game, monkeypatch):
    """Without an end to its patience this test would never end."""
    over = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: over.wait() and [])
    assert answer_of("http://model.test/v1", giving(game), timeout=0.3).thought.by == "simple"
    over.set()


def test_a_name_that_does_not_exist_is_stood_in_for(game, monkeypatch):
    def unknown(*_, **__):
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    assert answer_of("http://model.test/v1", giving(game), timeout=60.0).thought.by == "simple"


def test_an_endpoint_that_does_not_shake_hands_has_only_so_long(game):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"https://127.0.0.1:{silent.getsockname()[1]}/v1"
        assert answer_of(url, giving(game), timeout=0.3).thought.by == "simple"
        gc.collect()  # would complain of a line that was left open


def test_an_endpoint_that_recovers_is_believed(game):
    answer, _ = ask(giving(game), server.raw(b"", 503), says(GOOD_CLUE))
    assert answer.command == GiveClue("garden", 2)


def test_nobody_is_there(game):
    with ModelServer(says(GOOD_CLUE)) as gone:
        url = gone.url
    assert LanguageModel(Chat(url, "m"), Simple(), 2.0).answer(giving(game)).thought.by == "simple"


def test_the_key_comes_from_the_environment_and_goes_nowhere_else(game, monkeypatch, caplog):
    monkeypatch.setenv("A_MODELS_KEY", "sesame")
    with ModelServer(says(GOOD_CLUE)) as elsewhere, ModelServer(server.redirects_to(elsewhere.url)) as asked:
        model = LanguageModel(Chat(asked.url, "m", "A_MODELS_KEY"), Simple())
        assert model.answer(giving(game)).thought.by == "simple"
        assert {headers["Authorization"] for headers in asked.headers} == {"Bearer sesame"}
        assert elsewhere.requests == []
    assert "sesame" not in caplog.text + json.dumps(asked.requests)


def test_a_proxy_of_the_environment_is_not_told_the_key(game, monkeypatch):
    monkeypatch.setenv("A_MODELS_KEY", "sesame")
    with ModelServer(says(GOOD_CLUE)) as proxy, ModelServer(says(GOOD_CLUE)) as asked:
        monkeypatch.setenv("HTTP_PROXY", proxy.url)
        monkeypatch.setenv("ALL_PROXY", proxy.url)
        LanguageModel(Chat(asked.url, "m", "A_MODELS_KEY"), Simple()).answer(giving(game))
        assert (len(proxy.requests), len(asked.requests)) == (0, 1)


def test_without_a_key_none_is_sent(game):
    _, asked = ask(giving(game), says(GOOD_CLUE))
    assert "Authorization" not in asked.headers[0]


def test_a_key_that_can_not_be_sent_is_survived(game, monkeypatch, caplog):
    monkeypatch.setenv("A_MODELS_KEY", "open\r\nsesame")
    with ModelServer(says(GOOD_CLUE)) as asked:
        assert LanguageModel(Chat(asked.url, "m", "A_MODELS_KEY"), Simple()).answer(giving(game)).thought.by == "simple"
    assert "sesame" not in caplog.text


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_guesser_tells_nothing_of_a_key_it_does_not_see(edition):
    """Whatever is hidden from the seat is redrawn, and the request must stay the same to the letter."""
    game = Game(edition)
    giver, guesser = ("a.giver", "b.guesser") if edition == "duet" else ("red.giver", "red.guesser")
    game.play(f"{giver} garden 2")
    told = request_of(game, guesser)
    known = game.view(guesser).cards[0].known
    assert None in known
    game.key = Key(tuple(face if known[n] else face[::-1] for n, face in enumerate(game.key.layers)))
    assert request_of(game, guesser) == told
    if edition != "duet":
        assert "blue" not in told and "bystander" not in told


def request_of(game, seat):
    _, asked = ask(Question(game.view(seat), "en"), says(GOOD_GUESS))
    return json.dumps(asked.requests)


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_pictures_are_told_in_words(language):
    faces = [card.front for card in deck(language, "pictures").cards]
    table, key = new_game(EDITIONS["pictures"], faces, Random(7))
    question = Question(view(table, key, to_move(table)[0]), language)
    _, asked = ask(question, says("{}"))
    assert "picture:" not in json.dumps(asked.requests)
    assert {"en": "English", "fr": "French", "de": "German"}[language] in asked.requests[0]["messages"][0]["content"]


def test_fair_play_is_not_the_models_affair(game):
    game = Game("duet")
    game.play("a.giver WORD3 2")
    answer, asked = ask(Question(game.view("b.guesser"), "en"), says(GOOD_GUESS))
    assert answer.command == Challenge()
    assert asked.requests == []
    assert not LanguageModel(Chat("http://localhost", "m"), Simple()).approves(giving(Game("classic")), "WORD3", 1)


def test_a_worker_can_make_one(game):
    with ModelServer(says("{}")) as asked:
        model = make(lambda done, doing: None, url=asked.url, model="m", fallback="tests.bots.odd_bots:Steady")
        assert model.answer(giving(game)).thought.by == "steady"


@pytest.mark.parametrize(("url", "model"), [("ftp://host", "m"), ("host", "m"), ("", "m"), ("http://host", "")])
def test_settings_that_can_not_be(url, model):
    with pytest.raises(ValueError, match="model"):
        Chat(url, model)
