# SPDX-License-Identifier: MIT
"""What one user's calls hold in the daemon is limited, and is given back."""

import base64
import contextlib
import os
import random
import signal
import socket
import time

from interfaces import extreme_calls
from world import (
    IS_LONG, IS_ROOT, NOBODY, Client, World, end_with_parent, expect, many_types, need, percentiles, resident, times,
    wait_until)

TYPES = "org.typeregistry.types."
HANDLERS = "org.typeregistry.handlers."
REGISTRY = "org.typeregistry.registry."
CONNECTIONS = 126
# The largest call, and how much more memory than before all calls may take, in MiB.
CALL = 1_000_000
MOST = 32
# The most that may be left of it after 10 s: what the first call of a kind fills for all others.
BACK = 8


def _names(count, length):
    return [f"{index:04}" + "n" * (length - 8) + ".jpg" for index in range(count)]


def _identifiers(count, length):
    labels = "a" * 60 + "."
    return [f"{labels * (length // 61)}t{index:04}" for index in range(count)]


# A call of each method that takes much, whose reply is large or late, and whether it takes a series.
CALLS = {
    "TypeOf": (TYPES, {"names": _names(4096, 240)}, True),
    "TypeOf of items": (TYPES, {"items": [{"name": name} for name in _names(4096, 220)]}, True),
    "Describe": (TYPES, {"identifiers": _identifiers(4096, 230)}, True),
    "Conforms": (TYPES, {"pairs": [
        {"identifier": name, "supertype": "public.data"} for name in _identifiers(4096, 180)]}, True),
    "Negotiate": (TYPES, {
        "offered": _identifiers(256, 240), "accepted": _identifiers(256, 240)}, False),
    "Search": (TYPES, {"text": "e" * (CALL // 2)}, True),
    "Search of a letter": (TYPES, {"text": "e"}, True),
    "Supertypes": (TYPES, {"identifier": "x" * (CALL // 2)}, False),
    "Subtypes": (TYPES, {"identifier": "x" * (CALL // 2)}, True),
    "Tags": (TYPES, {"identifier": "x" * (CALL // 2)}, True),
    "TypesForTag": (TYPES, {"tagClass": "public.filename-extension", "tag": "x" * CALL}, False),
    "SuggestName": (TYPES, {
        "nameBytes": base64.b64encode(b"x" * (CALL // 2)).decode(),
        "identifier": "public.jpeg"}, False),
    "DeclaredTypes": (TYPES, {}, True),
    "Rank": (HANDLERS, {"names": _names(4096, 230)}, True),
    "Applications": (HANDLERS, {"locale": "x" * CALL}, True),
    "Bindings": (HANDLERS, {}, True),
    "History": (HANDLERS, {}, True),
    "Bind": (HANDLERS, {"requests": [
        {"extension": name, "handler": "com.example.a"} for name in _identifiers(3000, 240)]}, True),
    "Unbind": (HANDLERS, {"requests": [
        {"extension": name} for name in _identifiers(3500, 240)]}, True),
    "Undo": (HANDLERS, {"number": 1}, True),
    "Confirm": (HANDLERS, {"bundles": _identifiers(4000, 240)}, False),
    "Status": (REGISTRY, {}, False),
    "Bundles": (REGISTRY, {"locale": "x" * CALL}, True),
    "Diagnostics": (REGISTRY, {}, True),
    "Reload": (REGISTRY, {}, True),
    "Register": (REGISTRY, {"text": "x" * 500_000}, False),
    "Unregister": (REGISTRY, {"bundle": "x" * CALL}, True),
    "Monitor": (REGISTRY, {"bundles": _identifiers(1020, 240)}, True),
    "Monitor of types": (REGISTRY, {"types": _identifiers(1020, 240)}, True),
}


def _hold(world, message, count):
    """Connections of another user, each of which has sent a call and reads nothing."""
    clients = []
    for _ in range(count):
        client = world.connect(as_user=NOBODY)
        client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.socket.settimeout(5)
        # The daemon closes those that are too many, and reads no faster than it answers.
        with contextlib.suppress(OSError):
            client.socket.sendall(message)
        clients.append(client)
    return clients


def _most(daemon, seconds):
    """The most memory that is seen for some time, in MiB."""
    most, end = 0, time.monotonic() + seconds
    while time.monotonic() < end:
        most = max(most, resident(daemon))
        time.sleep(0.005)
    return most


@contextlib.contextmanager
def _system(bin):
    """A world with a system's daemon, and that daemon."""
    need(IS_ROOT, "root, to be another user of the system's daemon")
    with World(bin, as_root=True) as world:
        os.chmod(world.base, 0o755)
        for directory in [world.root, world.path("run")]:
            os.chmod(directory, 0o755)
        # Where the system's daemon finds declarations.
        world.declarations = world.path("dd", "typed", "declarations")
        os.makedirs(world.declarations)
        many_types(world, files=times(4, 20))
        world.application("com.example.a", "public.data")
        world.socket = world.path("run", "socket")
        # As the unit of the system's daemon has them; without a cache a client could have it compile.
        for variable in ["CACHE_DIRECTORY", "STATE_DIRECTORY"]:
            world.environment[variable] = world.path(variable)
            os.mkdir(world.environment[variable], 0o700)
        yield world, world.start("--system", "--socket", os.fsdecode(world.socket))


def _burden(world, daemon, message, seconds):
    """Has many connections send a call; how much more memory the daemon takes, and keeps when they are gone."""
    before = resident(daemon)
    clients = _hold(world, message, CONNECTIONS)
    most = _most(daemon, seconds)
    for client in clients:
        client.socket.close()
    wait_until(lambda: resident(daemon) < before + BACK, 10)
    world.alive(daemon)
    return most - before, resident(daemon) - before


def calls_of_another_user_hold_little_memory_and_give_it_back(bin):
    with _system(bin) as (world, daemon):
        names = list(CALLS) if IS_LONG else ["TypeOf", "Describe", "Search", "DeclaredTypes", "Monitor"]
        figures, problems = [], []
        for name in names:
            interface, parameters, more = CALLS[name]
            message = Client.message(interface + name.split()[0], parameters, more)
            expect(len(message) < 1 << 20, f"{name} has {len(message)} bytes")
            most, left = _burden(world, daemon, message, times(1, 4))
            figures.append(f"{name} {most:+.0f}, then {left:+.0f}")
            if most >= MOST or left >= BACK:
                problems.append(name)
        expect(not problems, f"{', '.join(problems)}; MiB: {'; '.join(figures)}")
        return "MiB: " + "; ".join(figures)


class _Neighbour:
    """A process that asks again and again, and how long it waits."""

    def __init__(self, world):
        self.told, telling = os.pipe()
        asked, self.asking = os.pipe()
        self.process = os.fork()
        if self.process == 0:
            with contextlib.suppress(BaseException):
                end_with_parent()
                self._ask(world, asked, telling)
            os._exit(1)

    def _ask(self, world, asked, telling):
        os.set_blocking(asked, False)
        client, waits = world.connect(), []
        while True:
            with contextlib.suppress(BlockingIOError):
                os.read(asked, 1)
                os.write(telling, b"%f\n" % percentiles(waits or [0])[1])
                waits.clear()
            started = time.perf_counter()
            client.call(TYPES + "TypeOf", {"names": ["a.jpg"]})
            waits.append(time.perf_counter() - started)
            time.sleep(0.002)

    def late(self):
        """The 99th percentile of the waits since this was called last, in milliseconds."""
        os.write(self.asking, b"1")
        return float(os.read(self.told, 100))

    def end(self):
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)


def no_call_of_another_user_however_large_holds_much_memory_or_delays_a_neighbour(bin):
    """Every method that the daemon describes, with each parameter as large as can be, 126 times at once."""
    with _system(bin) as (world, daemon), contextlib.ExitStack() as stack:
        calls = extreme_calls(world)
        chosen = calls if IS_LONG else random.sample(calls, 2)
        neighbour = _Neighbour(world)
        stack.callback(neighbour.end)
        seconds = 0.5
        # The first call of a kind fills what all others use.
        for _, message in chosen[:times(0, 20)]:
            _burden(world, daemon, message, seconds)
        greatest, kept, worst, slow, large = 0, 0, 0, [], []
        for words, message in chosen:
            # A process of another program may have been in the way: then it is measured again.
            for _ in range(times(1, 3)):
                time.sleep(seconds)
                neighbour.late()
                time.sleep(seconds)
                quiet = neighbour.late()
                most, left = _burden(world, daemon, message, seconds)
                ratio = neighbour.late() / quiet
                greatest, kept = max(greatest, most), max(kept, left)
                if ratio < 2:
                    break
            worst = max(worst, ratio)
            if ratio >= 2:
                slow.append(f"{words}: {ratio:.1f} times {quiet:.2f} ms")
            if most >= MOST or left >= BACK:
                large.append(f"{words}: {most:+.0f}, then {left:+.0f} MiB")
        expect(not large, "; ".join(large[:10]))
        expect(not slow or not IS_LONG, f"{len(slow)} of {len(chosen)}: " + "; ".join(slow[:10]))
        return (
            f"{len(chosen)} of {len(calls)} calls, {CONNECTIONS} at once: {greatest:+.0f} MiB at most, then "
            f"{kept:+.0f}; a neighbour waits {worst:.1f} times as long")
