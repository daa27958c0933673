"""Free ports for servers that tests start in other processes."""

from __future__ import annotations

import os
import socket
from contextlib import closing

FIRST_PORT = 20_000
"""Ports from here on are below those that systems give to outgoing connections, which could take them."""

EACH = 100
"""Number of ports for each process of tests."""


def free_port() -> int:
    """Return a port of this process that nobody listens at.

    Raises:
        OSError: all of the process's ports are taken.
    """
    first = FIRST_PORT + os.getpid() % 100 * EACH
    for port in range(first, first + EACH):
        with closing(socket.socket()) as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise OSError("no port is free")
