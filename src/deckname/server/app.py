"""A node: the store, the bus, all tables, and the ASGI application that lets clients in."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable

from starlette.applications import Starlette
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from deckname import __version__, assets, lettering
from deckname import protocol as wire
from deckname.bots import bureau as bots
from deckname.bots.workers.pool import WorkerPool
from deckname.campaign.campaigns import Campaigns
from deckname.engine.errors import Refused
from deckname.gadget.marks import MarkRelay
from deckname.people import People
from deckname.protocol import projection
from deckname.server.api import ENDPOINTS, Api, problem, respond
from deckname.server.api.campaign import CampaignApi
from deckname.server.api.choices import ChoicesApi
from deckname.server.api.history import HistoryApi
from deckname.server.api.marks import MarksApi
from deckname.server.api.people import PeopleApi
from deckname.server.api.real_table import RealTableApi
from deckname.server.api.tables import TablesApi
from deckname.server.asset_builder import AssetBuilder, Told
from deckname.server.auth import Auth
from deckname.server.bus import Alone, Bus, open_bus
from deckname.server.data_folder import claimed, imprint_secret
from deckname.server.headers import BehindProxies, SecurityHeaders, is_loopback
from deckname.server.house_clock import HouseClock
from deckname.server.metrics import CONTENT_TYPE, Figures
from deckname.server.readiness import Readiness
from deckname.server.settings import Settings
from deckname.server.sockets import Sockets
from deckname.server.static import Pictures, WebApp
from deckname.server.tidying import Tidying
from deckname.server.traffic import Traffic
from deckname.store.store import Store, StoreError, StoreUnavailable, open_store
from deckname.tables.bot_players import PATIENCE, BotPlayers, bot_names
from deckname.tables.presence import LIFE
from deckname.tables.service import Limits, TableService
from deckname.tables.upkeep import DAY, Keeping

BOT, MODEL = "deckname.bots.bureau:open_bureau", "deckname.bots.llm:make"
MODEL_SECONDS = PATIENCE - 3.0
"""What a language model has for a move: enough is left of the table's patience for the Bureau to stand in."""
HEAL_EVERY = 1.0
SWEEP_EVERY = 3600.0
CHECK_CLOCK_EVERY = 10.0
_SOCKET_PATH = re.compile(r"/api/tables/([^/]+)/socket")

log = logging.getLogger(__name__)


class Node:
    """One server process. Use as a context: within it the node serves."""

    store: Store
    bus: Bus
    tables: TableService

    def __init__(
        self,
        settings: Settings,
        report: Told = lambda state, detail: None,
        waits: Callable[[], None] = lambda: None,
    ) -> None:
        """`report` hears how far the workshop is, where there is one; `waits`, that the database is slow to answer."""
        self.settings, self._report, self._waits = settings, report, waits
        self.traffic = Traffic(settings)
        self.clock = HouseClock()
        self._tasks: set[asyncio.Task[None]] = set()
        self.application: ASGIApp = BehindProxies(self._serve, settings.trusted_proxies)

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        settings = self.settings
        with contextlib.nullcontext() if settings.database_url else claimed(settings.data):
            self.store = await open_store(settings.database_url, settings.data, self.clock, self._wait)
            await self.clock.check(self.store, quiet=True)
            async with self._open():
                yield

    def _wait(self) -> None:
        log.warning("store.waiting")
        self._waits()

    @contextlib.asynccontextmanager
    async def _open(self) -> AsyncIterator[None]:
        """All that a store is served by."""
        settings = self.settings
        self.bus = await open_bus(settings.database_url, settings.redis_url)
        alone = isinstance(self.bus, Alone)
        self.people = People(self.store, self.clock, settings.forget_devices_after_days)
        self.tables = TableService(
            self.store,
            projection,
            clock=self.clock,
            limits=_limits(settings),
            poke=self._poke,
            alone=alone,
            bots=settings.bots > 0,
            take_back_seconds=settings.take_back_seconds,
            bot_names=bot_names,
        )
        self.readiness = Readiness(self.store, self.tables.node, self.clock)
        self.figures = Figures(self.tables)
        self.figures.watch_traffic(self.traffic)
        self.figures.watch_store(self.store)
        self.figures.watch_clock(self.clock)
        self.workers = self._worker_pool()
        if self.workers:
            self.figures.watch_bots(self.workers)
            BotPlayers(self.tables, self.workers, settings.bot_pace, moved=self.figures.bot_moved)
        self.auth = Auth(self.people, settings, imprint_secret(settings.database_url, settings.data))
        self.sockets = Sockets(self.tables, self.people.devices, settings, self.figures)
        self.figures.watch_sockets(self.sockets)
        self.assets = AssetBuilder(self._start_workers, self._report)
        self.tables.registry.listeners.append(self.assets.follow)
        campaigns = Campaigns(self.store, self.clock)
        self.tables.registry.listeners.append(campaigns.follow(self.tables.background))
        self.api = Api(
            self.auth,
            PeopleApi(self.people),
            TablesApi(self.tables),
            HistoryApi(self.tables.history),
            ChoicesApi(self.assets),
            RealTableApi(self.workers, self.tables.verdict),
            MarksApi(MarkRelay(self.store, self.clock)),
            CampaignApi(campaigns, self.tables, self.people),
        )
        self._pages = self._site()
        self.assets.start()
        self.bus.listen(self._heard)
        self._begin(_read_ahead())
        self._begin(self._check_clock())
        if not alone:
            self._begin(self._heal())
            self._begin(self._live())
        if settings.sweep_after_days:
            self._begin(self._sweep())
        self._begin(self._tidying().go_on())
        log.info("node.started", extra={"version": __version__, "node": self.tables.node})
        try:
            yield
        finally:
            await self._stop()

    def _tidying(self) -> Tidying:
        traffic, registry = self.traffic, self.tables.registry
        return Tidying(lambda: traffic.here + len(registry), lambda: traffic.left + registry.let_go)

    def _worker_pool(self) -> WorkerPool | None:
        """Who thinks for the bots, in processes of their own."""
        settings = self.settings
        if not settings.bots:
            return None
        if not settings.llm_url:
            return WorkerPool(BOT, workers=settings.bots)
        model = {"url": settings.llm_url, "model": settings.llm_model, "key_variable": settings.llm_key_variable or ""}
        return WorkerPool(MODEL, {**model, "timeout": MODEL_SECONDS, "fallback": BOT}, workers=settings.bots)

    def _start_workers(self) -> None:
        """Before the bots' data is there the simple bot does without a crew; a language model needs none."""
        if self.workers and (bots.ready() or self.settings.llm_url):
            self.workers.start()

    async def _stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.tables.close()
        if self.workers:
            await self.workers.close()
        await self.assets.close()
        await self.bus.close()
        await self.store.close()
        log.info("node.stopped", extra={"node": self.tables.node})

    async def farewell(self) -> None:
        """Before the sockets close: tell clients to come back, perhaps to another node."""
        self.tables.registry.dismiss_all()
        await asyncio.sleep(0.1)

    def _begin(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        assert isinstance(task, asyncio.Task)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- nodes

    def _poke(self, table: str, seq: int) -> None:
        if not isinstance(self.bus, Alone):
            self._begin(self.bus.publish(table, seq))

    def _heard(self, table: str, seq: int) -> None:
        self._begin(self._quietly(self.tables.registry.heard_of(table, seq)))

    async def _heal(self) -> None:
        """A poke may get lost: now and then the store is asked itself."""
        while True:
            await asyncio.sleep(HEAL_EVERY)
            await self._quietly(self.tables.registry.heal())
            await self._quietly(self.people.devices.hear_of_forgotten())

    async def _live(self) -> None:
        while True:
            await self._quietly(self.tables.show_life())
            await asyncio.sleep(LIFE / 3)

    async def _sweep(self) -> None:
        while True:
            await self._quietly(self.tables.upkeep.sweep())
            await asyncio.sleep(SWEEP_EVERY)

    async def _check_clock(self) -> None:
        while True:
            await asyncio.sleep(CHECK_CLOCK_EVERY)
            await self._quietly(self.clock.check(self.store, quiet=not len(self.tables.registry)))

    async def _quietly(self, work: Awaitable[None]) -> None:
        """What is tried again anyway: a store that doesn't answer now is no reason to stop."""
        try:
            await work
        except (StoreError, Refused) as error:
            log.warning("store.unavailable", extra={"error": type(error).__name__})

    # --- the application

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sockets go past Starlette, which would wrap every message."""
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._pages(scope, receive, send)

    def _site(self) -> ASGIApp:
        routes = [
            Route("/health", self._health),
            Route("/ready", self._ready),
            Route("/metrics", self._metrics),
            *self.api.routes(),
            Mount("/pictures", Pictures(self.assets.served)),
            Mount("/", WebApp(assets.web(), self.settings.language)),
        ]
        site = Starlette(routes=routes, exception_handlers={Exception: _broken})
        return SecurityHeaders(self._open_to_other_sites(site))

    def _open_to_other_sites(self, site: ASGIApp) -> ASGIApp:
        """Pages of the allowed origins may ask and read the answers, by a token of their own: cookies stay out."""
        if not self.settings.allowed_origins:
            return site
        methods = sorted({endpoint.method for endpoint in ENDPOINTS})
        return CORSMiddleware(site, self.settings.allowed_origins, methods, ("Authorization", "Content-Type"))

    async def _health(self, _request: Request) -> Response:
        try:
            async with asyncio.timeout(3):
                await self.store.get("health", "check")
        except (StoreError, TimeoutError):
            return respond({"status": "no store"}, 503)
        return respond({"status": "ok", "version": __version__, "bus": self.bus.healthy})

    async def _ready(self, _request: Request) -> Response:
        if trouble := await self.readiness.trouble():
            return respond({"status": "not ready", "code": trouble}, 503)
        return respond({"status": "ready", "version": __version__})

    async def _metrics(self, request: Request) -> Response:
        settings = self.settings
        if not settings.metrics or not self._may_read_metrics(request):
            return problem("not_found")
        return Response(self.figures.text(), media_type=CONTENT_TYPE)

    def _may_read_metrics(self, request: Request) -> bool:
        token = self.settings.metrics_token
        if token is None:
            return is_loopback(request.scope)
        shown = request.headers.get("authorization", "").removeprefix("Bearer ")
        return hmac.compare_digest(shown.encode(), token.encode())

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        connection = HTTPConnection(scope)
        await receive()  # that it connects
        path = _SOCKET_PATH.fullmatch(scope["path"])
        try:
            if path is None:
                raise Refused("not_found")
            self.auth.check_origin(connection)
            who = await self.auth.require_device(connection)
        except Refused as refused:
            return await _deny(receive, send, problem(refused))
        except StoreUnavailable:
            return await _deny(receive, send, problem("unavailable"))
        self.tables.note_device(who.person, self.auth.device_imprint(connection))
        return await self.sockets.serve(path[1], who, scope, receive, send)


def _limits(settings: Settings) -> Limits:
    keeping = Keeping(settings.sweep_after_days * DAY, settings.delete_after_days * DAY)
    return Limits(settings.people_per_table, settings.tables_per_device, keeping)


async def _read_ahead() -> None:
    """What the first guest's name is compared by takes a moment to read."""
    await asyncio.to_thread(lettering.prototypes)


async def _deny(receive: Receive, send: Send, response: Response) -> None:
    """Answer a client that wanted a socket with plain HTTP, and wait until it has gone, or uvicorn logs an error."""
    await send(
        {"type": "websocket.http.response.start", "status": response.status_code, "headers": response.raw_headers}
    )
    await send({"type": "websocket.http.response.body", "body": response.body})
    await receive()  # that we have closed it
    await receive()  # that it is closed


async def _broken(_request: Request, error: Exception) -> Response:
    log.error("request.failed", exc_info=error)
    return respond(wire.Problem("broken"), 500)
