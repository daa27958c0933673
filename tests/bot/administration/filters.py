"""The system-call filters of a systemd unit, applied to a program without systemd.

``systemd-analyze`` knows which system calls belong to a set such as ``@system-service``. libseccomp, which
systemd itself uses, applies them to a process. The program is started by this module as a script:

python filters.py UNIT PROGRAM ARGUMENTS...
"""

from __future__ import annotations

import ctypes
import ctypes.util
import errno
import functools
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

ALLOW = 0x7FFF0000
ERRNO = 0x00050000
KILL = 0x80000000
NO_NEW_PRIVILEGES = 38


def missing_requirement() -> str | None:
    """Return the reason why filters cannot be applied on this machine; ``None`` if they can."""
    if platform.system() != "Linux" or shutil.which("systemd-analyze") is None:
        return "systemd's programs are not here"
    return None if ctypes.util.find_library("seccomp") else "libseccomp is not here"


def run_filtered(unit: Path, command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Run a program under a unit's filters; return the finished process."""
    here = Path(__file__)
    return subprocess.run(
        [sys.executable, here, unit, *command],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "PYTHONPATH": str(here.parents[3])},
    )


@functools.cache
def system_calls_of(name: str) -> frozenset[str]:
    """Return the names of the calls in a filter's entry, which is one call or a named set."""
    if not name.startswith("@"):
        return frozenset([name])
    output = subprocess.run(
        ["systemd-analyze", "syscall-filter", name], capture_output=True, text=True, check=True
    ).stdout
    words = [line.strip() for line in output.splitlines()[1:]]
    return frozenset().union(*(system_calls_of(word) for word in words if word and not word.startswith("#")))


class AllowedCalls(NamedTuple):
    names: frozenset[str]
    error: int  # error number for all other calls; 0 ends the process


def allowed_system_calls(unit: Path) -> AllowedCalls:
    """Return the system calls that a unit allows."""
    common: frozenset[str] | None = None
    end = 0
    for line in unit.read_text("utf-8").splitlines():
        name, _, given = line.partition("=")
        if name == "SystemCallErrorNumber":
            end = getattr(errno, given)
        elif name == "SystemCallFilter":
            named = frozenset().union(*(system_calls_of(word) for word in given.lstrip("~").split()))
            if given.startswith("~"):
                assert common is not None, "a unit that only forbids"
                common -= named
            else:
                common = named if common is None else common | named
    assert common is not None, f"{unit} has no filter"
    # systemd allows these in any case, or nothing could be started.
    return AllowedCalls(common | system_calls_of("@default") | {"execve"}, end)


def apply_filter(names: frozenset[str], end: int) -> None:
    """Limit this process and its children to the named system calls."""
    seccomp = ctypes.CDLL(ctypes.util.find_library("seccomp"), use_errno=True)
    seccomp.seccomp_init.restype = ctypes.c_void_p
    context = ctypes.c_void_p(seccomp.seccomp_init(ctypes.c_uint32(ERRNO | end if end else KILL)))
    for name in names:
        number = seccomp.seccomp_syscall_resolve_name(name.encode())
        if number >= 0:
            seccomp.seccomp_rule_add(context, ctypes.c_uint32(ALLOW), number, 0)
    libc = ctypes.CDLL(None, use_errno=True)
    assert libc.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0) == 0
    assert seccomp.seccomp_load(context) == 0


if __name__ == "__main__":
    apply_filter(*allowed_system_calls(Path(sys.argv[1])))
    os.execv(sys.argv[2], sys.argv[2:])
