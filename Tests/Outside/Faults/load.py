#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""All methods of the daemon at once, while what it answers from changes.

    load.py BIN [SECONDS [SEED]]

Run by itself for a daemon that was built with ThreadSanitizer, as 'make tsan-load' does. It fails if
there is a report. Otherwise it is one of the faults.
"""

import json
import os
import random
import sys
import threading
import time

sys.dont_write_bytecode = True
from world import Failed, World, expect, times

TYPES = "org.typeregistry.types."
HANDLERS = "org.typeregistry.handlers."
REGISTRY = "org.typeregistry.registry."
NAMES = ["a.jpg", "b.tar.gz", "Makefile", "c.x1", "d.unknown", "e.png", "f"]
IDENTIFIERS = ["public.jpeg", "public.data", "com.example.type1", "com.example.nope", "dyn.age81a"]
# The longest wait for one reply: a sanitizer makes everything ten times slower.
ANSWER_TIME = 120


def _requests(chance):
    handler = f"com.example.app{chance.randrange(4)}"
    return [
        {"extension": f"x{chance.randrange(30)}", "handler": handler}
        for _ in range(chance.choice([1, 1, 3, 300]))]


def _declaration(number, version):
    return {
        "CFBundleIdentifier": f"com.example.app{number}", "CFBundleVersion": str(version),
        "UTExportedTypeDeclarations": [{
            "UTTypeIdentifier": f"com.example.type{number}", "UTTypeConformsTo": ["public.data"],
            "UTTypeTagSpecification": {"public.filename-extension": [f"x{number}", f"v{version}"]}}],
        "CFBundleDocumentTypes": [{"LSItemContentTypes": ["public.data", "public.jpeg"]}],
        "TRLaunch": {"Arguments": ["/bin/true", "%F"]}}


# The parameters of each method; those that take a series are also called with 'more'.
CALLS = {
    TYPES + "TypeOf": lambda chance: {"names": chance.choices(NAMES, k=chance.choice([1, 9, 4000]))},
    TYPES + "TypesForTag": lambda chance: {
        "tagClass": "public.filename-extension", "tag": f"x{chance.randrange(9)}"},
    TYPES + "DeclaredTypes": lambda chance: {},
    TYPES + "Describe": lambda chance: {
        "identifiers": chance.choices(IDENTIFIERS, k=chance.choice([1, 500]))},
    TYPES + "Conforms": lambda chance: {"explain": chance.random() < 0.5, "pairs": [
        {"identifier": chance.choice(IDENTIFIERS), "supertype": "public.data"}
        for _ in range(chance.choice([1, 300]))]},
    TYPES + "Supertypes": lambda chance: {"identifier": chance.choice(IDENTIFIERS)},
    TYPES + "Subtypes": lambda chance: {"identifier": chance.choice(IDENTIFIERS)},
    TYPES + "Tags": lambda chance: {
        "identifier": chance.choice(IDENTIFIERS), "subtypes": chance.random() < 0.5},
    TYPES + "SuggestName": lambda chance: {"name": "x", "identifier": chance.choice(IDENTIFIERS)},
    TYPES + "Negotiate": lambda chance: {
        "offered": ["public.jpeg", "public.png"], "accepted": ["public.image"]},
    TYPES + "Search": lambda chance: {"text": "e", "similar": chance.random() < 0.3},
    HANDLERS + "Rank": lambda chance: {
        "names": chance.choices(NAMES, k=chance.choice([1, 300])), "explain": chance.random() < 0.5},
    HANDLERS + "Applications": lambda chance: {},
    HANDLERS + "Bindings": lambda chance: {},
    HANDLERS + "History": lambda chance: {},
    HANDLERS + "Bind": lambda chance: {
        "requests": _requests(chance), "dryRun": chance.random() < 0.2},
    HANDLERS + "Unbind": lambda chance: {
        "requests": [{"extension": f"x{chance.randrange(30)}"}]},
    HANDLERS + "Undo": lambda chance: {},
    HANDLERS + "Confirm": lambda chance: {},
    REGISTRY + "Status": lambda chance: {},
    REGISTRY + "Bundles": lambda chance: {},
    REGISTRY + "Diagnostics": lambda chance: {},
    REGISTRY + "Register": lambda chance: {
        "declaration": _declaration(7 + chance.randrange(2), chance.randrange(9))},
    REGISTRY + "Unregister": lambda chance: {
        "bundle": f"com.example.app{7 + chance.randrange(2)}"},
    REGISTRY + "Reload": lambda chance: {},
    REGISTRY + "Monitor": lambda chance: {"extensions": [f"x{chance.randrange(9)}"]},
}
SINGLE = {
    TYPES + "TypesForTag", TYPES + "Supertypes", TYPES + "SuggestName", TYPES + "Negotiate",
    REGISTRY + "Status", HANDLERS + "Confirm", REGISTRY + "Register"}
# What one thread asks again and again: the history beside what reads the same store.
ALWAYS = [HANDLERS + "History", HANDLERS + "History", REGISTRY + "Status"]
# Outcomes that depend on what others do at the same time.
EXPECTED = {
    # A batch of long answers without 'more'.
    HANDLERS + "ReplyTooLong", TYPES + "ReplyTooLong",
    HANDLERS + "NothingToUndo", HANDLERS + "ChangedSince", HANDLERS + "NoSuchApplication",
    REGISTRY + "NotRegistered", REGISTRY + "Installed", TYPES + "TypeNotFound"}


class _Load:
    def __init__(self, world, seed, seconds):
        self.world, self.seed = world, seed
        self.end = time.monotonic() + seconds
        self.calls, self.problems = 0, []
        self.lock = threading.Lock()

    @property
    def goes_on(self):
        return time.monotonic() < self.end and not self.problems

    def run(self, count):
        bodies = [lambda chance: self.repeat(chance, None)] * count
        bodies += [lambda chance, method=method: self.repeat(chance, method) for method in ALWAYS]
        bodies += [self.subscribe, self.declare]
        threads = [
            threading.Thread(target=self.guard, args=(body, random.Random(f"{self.seed}/{number}")))
            for number, body in enumerate(bodies)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def guard(self, body, chance):
        try:
            body(chance)
        except (OSError, Failed) as problem:
            with self.lock:
                self.problems.append(f"{problem!r}")

    def connect(self):
        client = self.world.connect()
        client.socket.settimeout(ANSWER_TIME)
        return client

    def repeat(self, chance, method):
        while self.goes_on:
            with self.connect() as client:
                for _ in range(chance.choice([1, 20])):
                    if not self.goes_on or not self.ask(
                            client, chance, method or chance.choice(list(CALLS))):
                        break

    def ask(self, client, chance, method):
        """Makes one call; whether another one can follow on the connection."""
        is_monitor = method == REGISTRY + "Monitor"
        more = is_monitor or method not in SINGLE and chance.random() < 0.6
        client.send(method, CALLS[method](chance), more)
        while True:
            reply = client.receive()
            error = reply.get("error")
            if error and error not in EXPECTED:
                raise Failed(f"{method}: {json.dumps(reply):.300}")
            if is_monitor or not reply.get("continues"):
                break
        with self.lock:
            self.calls += 1
        return not is_monitor

    def subscribe(self, chance):
        while self.goes_on:
            with self.connect() as client:
                client.socket.settimeout(1)
                client.send(REGISTRY + "Monitor", more=True)
                try:
                    for _ in range(50):
                        client.receive()
                except TimeoutError:
                    pass

    def declare(self, chance):
        version = 0
        while self.goes_on:
            version += 1
            number = chance.randrange(4)
            entry = self.world.path("data", "applications", f"org.example.e{number}.desktop")
            with self.world.identity:
                self.world.declare(f"app{number}", _declaration(number, version))
                self.world.write(
                    entry, f"[Desktop Entry]\nType=Application\nName=E{version}\n"
                    f"Exec=/bin/true %f\nMimeType=image/x{version};image/jpeg;\n")
            time.sleep(chance.choice([0, 0.05, 0.3]))


def _load(bin, seconds, seed, callers, variables=()):
    """The log of a daemon under load, and the number of calls that it answered."""
    with World(bin) as world:
        world.environment.update(variables)
        os.makedirs(world.path("data", "applications"))
        world.own()
        for number in range(4):
            world.declare(f"app{number}", _declaration(number, 0))
        daemon = world.start()
        load = _Load(world, seed, seconds)
        load.run(callers)
        if not load.problems and not world.is_answered():
            load.problems.append("it does not answer any more")
        if daemon.poll() is None:
            world.stop(daemon)
        with open(world.path("log"), encoding="utf-8", errors="replace") as file:
            log = file.read()
        for problem in load.problems[:1]:
            raise Failed(
                f"seed {seed}, {load.calls} calls: {problem} (status {daemon.returncode}): {log[-300:]}")
        return load.calls, daemon.returncode, log


def no_order_of_all_methods_at_once_ends_the_daemon(bin):
    seed = random.randrange(1_000_000)
    calls, status, log = _load(bin, times(5, 60), seed, callers=8)
    expect(status == 0, f"seed {seed}: it ends with {status}: {log[-300:]}")
    return f"{calls} calls, seed {seed}"


def main(words):
    if not 2 <= len(words) <= 4:
        print(__doc__, file=sys.stderr)
        return 2
    seconds = float(words[2]) if len(words) > 2 else 20
    seed = int(words[3]) if len(words) > 3 else 1
    print(f"{seconds:g} s, seed {seed}", flush=True)
    try:
        calls, status, log = _load(
            os.path.abspath(words[1]), seconds, seed, callers=8,
            variables={
                "TSAN_OPTIONS": "halt_on_error=0:exitcode=0",
                "SWIFT_BACKTRACE": "enable=no"})
    except Failed as failure:
        print(failure, file=sys.stderr)
        return 1
    reports = log.split("==================\n")[1::2]
    for report in reports[:20]:
        print(report)
    print(f"{calls} calls, {len(reports)} reports, status {status}")
    return 1 if reports or status != 0 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
