# SPDX-License-Identifier: MIT
"""Starts programs in sessions of their own, and ends all that they started."""

import os
import select
import signal
import subprocess
import threading
import time

# A mutant may allocate and write without end: kilobytes of memory, and blocks of a file.
LIMITED = ["sh", "-c", 'ulimit -c 0; ulimit -d 6000000; ulimit -f 4000000; exec "$@"', "sh"]

_running = set()
_lock = threading.Lock()
stopping = threading.Event()


class Interrupted(Exception):
    """A signal asked the tool to end."""


def members(session):
    """The processes of a session, whatever groups they have made since."""
    found = []
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat") as file:
                    fields = file.read().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[3]) == session and fields[0] != "Z":
                found.append(int(name))
    return found


def end(session):
    """Kills the processes of a session until none is left."""
    for _ in range(100):
        left = members(session)
        if not left:
            return
        for process in left:
            try:
                os.kill(process, signal.SIGKILL)
            except OSError:
                pass
        time.sleep(0.01)


def end_all():
    """Kills what still runs."""
    stopping.set()
    with _lock:
        sessions = list(_running)
    for session in sessions:
        end(session)


def run(words, environment, seconds=None, fails=None, limited=True):
    """Runs a program to its end: status, seconds and output.

    The status is None where the time was over. `fails` is told each line; where it returns True, the program is
    ended, and its status is 1.
    """
    if stopping.is_set():
        raise Interrupted
    began = time.monotonic()
    process = subprocess.Popen((LIMITED if limited else []) + words, env=environment, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
    with _lock:
        _running.add(process.pid)
    output, line, status, ended = [], b"", None, False
    try:
        while True:
            ready = select.select([process.stdout], [], [], 0.05)[0]
            chunk = os.read(process.stdout.fileno(), 1 << 16) if ready else b""
            *lines, line = (line + chunk).split(b"\n")
            output += lines
            if fails and any(map(fails, lines)):
                status = 1
                break
            if not chunk and ended:
                status = process.returncode
                break
            # What it has written by then is still read.
            ended = process.poll() is not None
            if stopping.is_set():
                raise Interrupted
            if seconds is not None and time.monotonic() - began > seconds:
                break
            # A descendant may keep the pipe open.
            if ready and not chunk and not ended:
                time.sleep(0.05)
    finally:
        end(process.pid)
        process.wait()
        process.stdout.close()
        with _lock:
            _running.discard(process.pid)
    return status, time.monotonic() - began, output + [line]
