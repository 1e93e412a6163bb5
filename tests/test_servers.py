"""The servers that other tests rely on, in so far as no other test shows that they work."""

import socket

from tests.servers import PATIENCE, Server


def test_redis_answers_and_comes_back(redis: Server) -> None:
    for _ in range(2):
        with socket.create_connection(("127.0.0.1", redis.port), timeout=PATIENCE) as connection:
            connection.sendall(b"PING\r\n")
            assert connection.recv(100) == b"+PONG\r\n"
        redis.stop()
        redis.start()
