# syntax=docker/dockerfile:1
# One image for a house of any size: with a file of data by default, with PostgreSQL and Redis by settings.

FROM python:3.13-slim-bookworm AS build
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1 DECKNAME_CACHE=/var/cache/deckname
WORKDIR /src
RUN python -m venv /opt/deckname
ENV PATH=/opt/deckname/bin:$PATH
# What we depend on changes seldom: a layer of its own.
COPY requirements.lock ./
RUN pip install --require-hashes --requirement requirements.lock
COPY pyproject.toml hatch_build.py README.md LICENSE NOTICE ./
COPY web ./web
COPY src ./src
# Builds the web app into the package, with the Node that the lock names.
RUN pip install --no-deps --no-build-isolation . \
 && deckname referee build

FROM python:3.13-slim-bookworm
RUN useradd --system --uid 10001 --user-group --no-create-home deckname \
 && install --directory --owner=deckname --group=deckname --mode=0700 /data
COPY --from=build /opt/deckname /opt/deckname
COPY --from=build --chown=deckname:deckname /var/cache/deckname /var/cache/deckname
ENV PATH=/opt/deckname/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    DECKNAME_HOST=0.0.0.0 \
    DECKNAME_PORT=8000 \
    DECKNAME_DATA=/data \
    DECKNAME_CACHE=/var/cache/deckname \
    DECKNAME_LOG_FORMAT=json
USER 10001:10001
VOLUME ["/data", "/var/cache/deckname"]
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=4 \
  CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8000/health', timeout=4)"]
ENTRYPOINT ["deckname"]
CMD ["serve"]
