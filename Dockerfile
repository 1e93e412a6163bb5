# syntax=docker/dockerfile:1
# One image for a house of any size: with a file of data by default, with PostgreSQL and Redis by settings.
# It installs the wheel that `make wheel` leaves in dist, which has everything in it, and what that depends on.
FROM python:3.13-slim-bookworm
RUN useradd --system --uid 10001 --user-group --no-create-home deckname \
 && install --directory --owner=deckname --group=deckname --mode=0700 /data
# What we depend on changes seldom: a layer of its own.
COPY requirements.lock /tmp/
RUN pip install --no-cache-dir --disable-pip-version-check --require-hashes --requirement /tmp/requirements.lock
RUN --mount=type=bind,source=dist,target=/tmp/dist \
    pip install --no-cache-dir --disable-pip-version-check --no-index --no-deps /tmp/dist/deckname-*.whl
ENV PYTHONUNBUFFERED=1 \
    DECKNAME_HOST=0.0.0.0 \
    DECKNAME_PORT=8000 \
    DECKNAME_DATA=/data \
    DECKNAME_CACHE=/data/cache \
    DECKNAME_LOG_FORMAT=json
USER 10001:10001
VOLUME ["/data"]
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=4 \
  CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8000/health', timeout=4)"]
ENTRYPOINT ["deckname"]
CMD ["serve"]
