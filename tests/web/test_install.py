"""The app on a home screen: it can be installed, and opens without a network."""

from __future__ import annotations

from playwright.async_api import expect

from tests.web.guests import Guests


async def test_browsers_offer_to_install_it(guest: Guests) -> None:
    ada = await guest(phone=True)
    await ada.go("/")
    await ada.page.evaluate("navigator.serviceWorker.ready")
    session = await ada.context.new_cdp_session(ada.page)
    manifest = await session.send("Page.getAppManifest")
    assert not manifest["errors"]
    found = await session.send("Page.getInstallabilityErrors")
    # Private windows, such as those of tests, can never install anything.
    assert [error["errorId"] for error in found["installabilityErrors"] if error["errorId"] != "in-incognito"] == []


async def test_it_opens_without_a_network(guest: Guests) -> None:
    ada = await guest(phone=True, language="fr")
    await ada.go("/")
    await ada.page.evaluate("navigator.serviceWorker.ready")
    await ada.page.reload()  # from now on the service worker keeps what it sees
    await expect(ada.page.get_by_text(ada.t("home.sentence"))).to_be_visible()
    await ada.context.set_offline(True)
    await ada.page.reload()
    await expect(ada.page.get_by_text(ada.t("home.sentence"))).to_be_visible()
    await ada.button("home.play").click()
    await expect(ada.page.get_by_text(ada.t("problem.unreachable"))).to_be_visible()
    ada.forgive()
