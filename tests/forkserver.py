"""A fork server: programs of the bot start as copies of one process that has read all modules and texts.

    python -m tests.forkserver FD

Reading modules and texts takes longer than most tests of a process. Programs started by root are refused
access to files as if they had an account of their own, as a service's programs are.
"""

from __future__ import annotations

import asyncio
import atexit
import ctypes
import functools
import gc
import importlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PR_SET_PDEATHSIG, PR_CAPBSET_DROP = 1, 24
CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH = 1, 2
REQUEST_FDS = 4
"""File descriptors of a request: a program's standard input, output and error, and its status pipe."""


class ForkedProgram:
    """A running program in a session and process group of its own.

    Args:
        module: the module to run, as with ``python -m``.
        environ: its whole environment.
        stdin, stdout, stderr: descriptors, which stay open in this process.
        is_fresh: start a new interpreter instead of a copy, for measurements.
    """

    def __init__(
        self,
        module: str,
        arguments: Sequence[str],
        *,
        environ: Mapping[str, str],
        folder: Path,
        stdin: int,
        stdout: int,
        stderr: int,
        is_fresh: bool = False,
    ) -> None:
        self._line, theirs = socket.socketpair()
        with theirs:
            socket.send_fds(_server(), [b"."], [stdin, stdout, stderr, theirs.fileno()])
        request = (module, list(arguments), dict(environ), str(folder), is_fresh)
        self._line.sendall(json.dumps(request).encode() + b"\n")
        with self._line.makefile("rb", buffering=0) as replies:
            self.pid = int(replies.readline())

    def wait(self) -> int:
        """Wait until the program ends; return its exit code, negative if a signal ended it."""
        with self._line:
            return int(self._line.recv(16))

    async def ended(self) -> int:
        """Wait for the program's end without blocking the event loop; return the exit code."""
        reader, writer = await asyncio.open_connection(sock=self._line)
        status = int(await reader.readline())
        writer.close()
        return status


def run(
    module: str,
    *arguments: str,
    environ: Mapping[str, str],
    folder: Path | None = None,
    given: str = "",
) -> subprocess.CompletedProcess[str]:
    """Run a program to its end, as ``subprocess.run`` does; return the finished process."""
    with tempfile.TemporaryFile() as stdin, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        stdin.write(given.encode())
        stdin.seek(0)
        lines: Any = {"stdin": stdin.fileno(), "stdout": out.fileno(), "stderr": err.fileno()}
        status = ForkedProgram(
            module, arguments, environ=environ, folder=folder or Path.cwd(), **lines
        ).wait()
        out.seek(0)
        err.seek(0)
        return subprocess.CompletedProcess(arguments, status, out.read().decode(), err.read().decode())


@functools.cache
def _server() -> socket.socket:
    ours, theirs = socket.socketpair()
    with theirs:
        server = subprocess.Popen(
            [sys.executable, "-m", "tests.forkserver", str(theirs.fileno())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            pass_fds=[theirs.fileno()],
            cwd=ROOT,
            preexec_fn=_drop_rights_to_files,
            start_new_session=True,
        )

    def stop() -> None:
        ours.close()
        server.communicate()

    atexit.register(stop)
    return ours


def _drop_rights_to_files() -> None:
    if sys.platform == "linux" and not os.geteuid():
        for capability in (CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH):
            ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)


# --- the server's side ----------------------------------------------------------------------------------


def main() -> None:
    """Read modules and texts, then start requested programs until all clients are gone."""
    control = socket.socket(fileno=int(sys.argv[1]))
    importlib.import_module("storage.postgres.store")  # the bot imports it only when it needs it
    importlib.import_module("tests.wire.runner").read_texts()
    gc.collect()
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        request, fds, _, _ = socket.recv_fds(control, 1, REQUEST_FDS)
        if not request:
            return
        if not os.fork():
            control.close()
            _watch(fds)
            return
        for fd in fds:
            os.close(fd)


def _watch(fds: Sequence[int]) -> None:
    _end_with_parent()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    line = socket.socket(fileno=fds[-1])
    with line.makefile("r") as requests:
        request = json.loads(requests.readline())
    pid = os.fork()
    if not pid:
        line.close()
        _end_with_parent()
        _be(fds[:-1], *request)
        return
    for fd in fds[:-1]:
        os.close(fd)
    line.sendall(b"%d\n" % pid)
    _, status = os.waitpid(pid, 0)
    line.sendall(b"%d\n" % os.waitstatus_to_exitcode(status))
    os._exit(0)


def _be(fds: Sequence[int], module: str, arguments: list[str], env: Any, folder: str, fresh: bool) -> None:
    os.setsid()
    for number, fd in enumerate(fds):
        os.dup2(fd, number)
        os.close(fd)
    os.chdir(folder)
    if fresh:
        os.execve(sys.executable, [sys.executable, "-m", module, *arguments], env)
    os.environ.clear()
    os.environ.update(env)
    time.tzset()
    sys.argv = [module, *arguments]
    importlib.import_module(module).main()


def _end_with_parent() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


if __name__ == "__main__":
    main()
