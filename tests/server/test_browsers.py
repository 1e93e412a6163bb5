"""What people are told of their devices."""

import pytest

from deckname.server.browsers import device_look

MOZILLA = "Mozilla/5.0"
WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)"


@pytest.mark.parametrize(
    ("user_agent", "browser", "system"),
    [
        (f"{MOZILLA} (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0", "Firefox", "Android"),
        (f"{MOZILLA} (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox", "Linux"),
        (f"{MOZILLA} (Windows NT 10.0; Win64; x64) {WEBKIT} Chrome/140.0 Safari/537.36", "Chrome", "Windows"),
        (f"{MOZILLA} (Windows NT 10.0; Win64; x64) {WEBKIT} Chrome/140.0 Safari/537.36 Edg/140.0", "Edge", "Windows"),
        (f"{MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) {WEBKIT} Version/18.5 Safari/605.1.15", "Safari", "macOS"),
        (
            f"{MOZILLA} (iPhone; CPU iPhone OS 18_5 like Mac OS X) {WEBKIT} Version/18.5 Mobile/15E148 Safari/604.1",
            "Safari",
            "iPhone",
        ),
        (f"{MOZILLA} (iPad; CPU OS 18_5 like Mac OS X) {WEBKIT} CriOS/140.0 Mobile Safari/604.1", "Chrome", "iPad"),
        (
            f"{MOZILLA} (Linux; Android 10; K) {WEBKIT} SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36",
            "Samsung Internet",
            "Android",
        ),
        (f"{MOZILLA} (X11; CrOS x86_64 14541.0.0) {WEBKIT} Chrome/140.0 Safari/537.36", "Chrome", "ChromeOS"),
        (f"{MOZILLA} (SMART-TV; Linux; Tizen 8.0) {WEBKIT} Chrome/108.0 TV Safari/537.36", "Chrome", "Tizen"),
        ("Python-urllib/3.11", "", ""),
        ("curl/8.5.0", "", ""),
        ("", "", ""),
        ("<b>\u202eFirefox", "", ""),
    ],
)
def test_a_browser_and_a_system_in_a_word_each(user_agent: str, browser: str, system: str) -> None:
    assert device_look(user_agent) == (browser, system)
