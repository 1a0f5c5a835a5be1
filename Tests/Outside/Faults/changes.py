# SPDX-License-Identifier: MIT
"""What changes while the daemon runs is noticed, and soon, and nothing is missed."""

import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import time

from world import IS_LONG, World, digests_agree, expect, percentiles, times, wait_until

TYPES = "org.typeregistry.types."
HANDLERS = "org.typeregistry.handlers."
REGISTRY = "org.typeregistry.registry."


def _bundle(name, extension=None):
    """A bundle with one type, which has an extension of the same name."""
    return json.dumps({
        "CFBundleIdentifier": f"com.example.{name}",
        "UTExportedTypeDeclarations": [{
            "UTTypeIdentifier": f"com.example.{name}", "UTTypeConformsTo": "public.data",
            "UTTypeTagSpecification": {"public.filename-extension": extension or name}}],
    }).encode()


def _type_of(client, extension):
    reply = client.call(TYPES + "TypeOf", {"names": [f"a.{extension}"]})
    return reply["parameters"]["answers"][0]["identifier"]


def _known_after(client, name, limit):
    """How long it takes until a type is known, in seconds; `None` if that is beyond a limit."""
    started = time.monotonic()
    if wait_until(lambda: _type_of(client, name) == f"com.example.{name}", limit):
        return time.monotonic() - started
    return None


class _Places:
    """Directories of declarations that come and go, in whatever way directories do."""

    PARTS = [b"deep", b"share", b"typed", b"declarations"]

    def __init__(self, world, count, chance):
        self.world, self.chance = world, chance
        self.tops = [world.path("places", str(index)) for index in range(count)]
        self.staged = 0
        for name in ["places", "staging", "gone"]:
            os.mkdir(world.path(name))
        world.environment["XDG_DATA_DIRS"] = b":".join(
            os.path.join(top, *self.PARTS[:2]) for top in self.tops)
        world.own()

    def _unused(self, directory):
        self.staged += 1
        return self.world.path(directory, str(self.staged))

    def remove_some(self, top):
        """Removes or moves away what is there, at some depth; perhaps nothing."""
        path = os.path.join(top, *self.PARTS[:self.chance.randrange(7)])
        if os.path.islink(path):
            os.unlink(path)
        elif os.path.isdir(path) and self.chance.random() < 0.5:
            shutil.rmtree(path)
        elif os.path.isdir(path):
            os.rename(path, self._unused("gone"))

    def fill(self, top, name):
        """Makes a bundle there, with all directories that are missing; what way was taken."""
        path = os.path.join(top, *self.PARTS)
        inner = self.chance.choice([[name.encode() + b".json"], [name.encode(), b"Info.json"]])
        way = self.chance.choice(["made", "made slowly", "moved", "moved below", "linked"])
        contents = _bundle(name)
        if way == "linked" and os.path.lexists(path):
            way = "made"
        if way.startswith("made"):
            self._make(os.path.join(path, *inner), contents, way == "made slowly")
        elif way == "linked":
            real = self._unused("staging")
            self._make(os.path.join(real, *inner), contents, False)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            os.symlink(real, path)
        else:
            # From the first directory that is missing, or the second one.
            missing = top
            rest = [*self.PARTS, *inner]
            while os.path.lexists(missing):
                missing = os.path.join(missing, rest.pop(0))
            if way == "moved below" and len(rest) > 1:
                os.mkdir(missing)
                self._pause()
                missing = os.path.join(missing, rest.pop(0))
            staged = self._unused("staging")
            self._make(os.path.join(staged, *rest), contents, False)
            os.rename(staged, missing)
        return way

    def _make(self, path, contents, slowly):
        step = b"/"
        for part in path.split(b"/")[1:-1]:
            step = os.path.join(step, part)
            if not os.path.lexists(step):
                os.mkdir(step)
                if slowly:
                    self._pause()
        with open(path, "wb") as file:
            file.write(contents)

    def _pause(self):
        """For as long as the daemon takes to notice, or to plan what it watches."""
        time.sleep(self.chance.choice([0, 0.0001, 0.001, 0.005, 0.02, 0.08]) * self.chance.random())


def no_directory_that_is_made_and_filled_at_once_is_missed(bin):
    seed = random.SystemRandom().randrange(1 << 30)
    chance = random.Random(seed)
    with World(bin) as world:
        places = _Places(world, 6, chance)
        world.start()
        waits = []
        with world.connect() as client:
            for number in range(times(30, 1000)):
                top = chance.choice(places.tops)
                places.remove_some(top)
                # The new ones come while the loss is unknown, is being looked at, or is known.
                time.sleep(chance.choice([0, chance.uniform(0, 0.15)]))
                way = places.fill(top, f"race{number}")
                wait = _known_after(client, f"race{number}", 1.5)
                expect(
                    wait is not None,
                    f"number {number} of seed {seed}, {way}, is not known after 1.5 s")
                waits.append(wait)
        expect(digests_agree(world), "at the end the registry is not that of a fresh start")
        middle, _, most = percentiles(waits)
        return f"{len(waits)} noticed, median {middle:.0f} ms, at most {most:.0f} ms"


def more_events_than_the_kernel_keeps_lead_to_what_a_fresh_start_finds(bin):
    with World(bin) as world:
        for index in range(300):
            world.write(os.path.join(world.declarations, b"f%d.json" % index), _bundle(f"f{index}"))
        daemon = world.start()
        chance = random.Random(1)
        kept = int(pathlib.Path("/proc/sys/fs/inotify/max_queued_events").read_text())
        daemon.send_signal(signal.SIGSTOP)
        events = 0
        while events < max(times(0, 50_000), kept + 2_000):
            path = os.path.join(world.declarations, b"f%d.json" % chance.randrange(400))
            # Each reports two events: made or moved from, and closed or moved to.
            if not os.path.exists(path):
                world.write(path, _bundle(f"f{chance.randrange(10_000)}"))
            elif chance.random() < 0.8:
                os.rename(path, os.path.join(
                    world.declarations, b"f%d.json" % chance.randrange(400)))
            else:
                os.unlink(path)
                events -= 1
            events += 2
        daemon.send_signal(signal.SIGCONT)
        started = time.monotonic()
        expect(digests_agree(world), "the registry is not that of a fresh start")
        wait = time.monotonic() - started
        # And goes on: the watches are whole.
        world.write(os.path.join(world.declarations, b"last.json"), _bundle("last"))
        with world.connect() as client:
            expect(_known_after(client, "last", 5) is not None, "a later file is not noticed")
        return f"{events} events, right after {wait:.1f} s"


def a_commit_of_another_process_is_in_the_next_answer(bin):
    with World(bin) as world:
        for name in "ab":
            world.application(f"com.example.{name}", "public.data")
        world.do("default", "set", "--embedded", ".other", "com.example.a")
        world.start()
        count = times(15, 1000)
        with world.connect() as client:
            def chosen():
                reply = client.call(HANDLERS + "Rank", {"names": ["x.abc"], "limit": 1})
                return reply["parameters"]["answers"][0]["handlers"][0]["bundle"]
            late = {"with": 0, "without": 0}
            for _ in range(count):
                # A snapshot follows.
                world.do("default", "set", "--embedded", ".abc", "com.example.b")
                late["with"] += chosen() != "com.example.b"
                # None does.
                world.sql("BEGIN IMMEDIATE", "DELETE FROM bindings", "COMMIT")
                late["without"] += chosen() != "com.example.a"
        for how, number in late.items():
            expect(number == 0, f"{number} of {count} commits {how} a snapshot are not in it")
        return f"{count} commits with a snapshot behind them, {count} without"


# How long the daemon waits for quiet after an event, in milliseconds. All else is compared with the time of a program
# with an empty cache, which reads and compiles everything on the same machine.
QUIET = 75


def _answer_time(world, cache, name, answer):
    """The seconds that a program without a daemon takes to say what a file is, with the given cache."""
    environment = {**world.environment, "XDG_CACHE_HOME": cache}
    started = time.monotonic()
    done = subprocess.run(
        [world.utcli, "type-of", "--embedded", "--name-only", name], env=environment, cwd=world.root,
        stdout=subprocess.PIPE, check=False, user=world.user, group=world.user)
    took = time.monotonic() - started
    expect(done.stdout.decode() == answer + "\n", f"the answer is {done.stdout!r}")
    return took


def a_declaration_that_appears_is_soon_known_to_a_subscriber(bin):
    with World(bin) as world:
        world.start()
        waits = []
        with world.connect() as client:
            client.send(REGISTRY + "Monitor", more=True)
            client.receive()
            for index in range(times(5, 100)):
                staged = world.write(world.path("staged"), _bundle(f"new{index}"))
                # Not at the same moment after each: the daemon is idle before.
                time.sleep(random.uniform(0.2, 0.4))
                started = time.monotonic()
                os.rename(staged, os.path.join(world.declarations, b"new%d.json" % index))
                event = client.receive()["parameters"]
                waits.append(time.monotonic() - started)
                told = [change["identifier"] for change in event.get("types", [])]
                expect(told == [f"com.example.new{index}"], f"{event!s:.200} is told")
        whole, _, _ = percentiles([
            _answer_time(world, world.path(f"empty{index}"), "a.jpg", "public.jpeg")
            for index in range(times(5, 100))])
        middle, late, _ = percentiles(waits)
        figures = (
            f"median {middle:.0f} ms, p99 {late:.0f} ms of {len(waits)}; "
            f"a program with an empty cache {whole:.0f} ms")
        limit = QUIET + 4 * whole
        expect(not IS_LONG or late < limit, f"{figures}; the goal is {limit:.0f} ms")
        return figures


def a_declaration_that_appears_is_soon_known_without_a_daemon(bin):
    with World(bin) as world:
        cache = world.environment["XDG_CACHE_HOME"]
        waits, wholes = [], []
        for index in range(times(5, 100)):
            world.do("type-of", "--embedded", "--name-only", "a.jpg")
            world.write(os.path.join(world.declarations, b"new%d.json" % index), _bundle(f"new{index}"))
            for taken, directory in [(waits, cache), (wholes, world.path(f"empty{index}"))]:
                taken.append(_answer_time(world, directory, f"a.new{index}", f"com.example.new{index}"))
        middle, late, _ = percentiles(waits)
        whole, late_whole, _ = percentiles(wholes)
        figures = (
            f"median {middle:.1f} ms, p99 {late:.1f} ms of {len(waits)}; "
            f"with an empty cache {whole:.1f} ms and {late_whole:.1f} ms")
        expect(not IS_LONG or middle < 1.25 * whole, f"{figures}; the goal is 1.25 of that")
        return figures
