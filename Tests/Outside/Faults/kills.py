# SPDX-License-Identifier: MIT
"""Programs are killed at any moment of their work: nothing that was acknowledged is lost, or half there."""

import concurrent.futures
import json
import os
import random
import shutil
import signal
import threading
import time

from endurance import Registrations
from formats import make_first_schema
from world import Closed, Failed, World, binding, expect, times, wait_until

HANDLERS = "org.typeregistry.handlers."


class _Victim:
    """A command that is killed while it runs, unless it ends before."""

    def __init__(self, world, *words, input=b""):
        path = world.write(os.path.join(world.base, f"input{threading.get_ident()}"), input)
        with open(path, "rb") as file:
            self.process = world.popen([world.utcli, *words], stdin=file)

    def kill(self):
        """Whether it was killed; if not, it has succeeded."""
        self.process.kill()
        return self.end()

    def end(self):
        output, errors = self.process.communicate()
        status = self.process.returncode
        expect(status in (0, -signal.SIGKILL), f"status {status}: {output!r:.200} {errors!r:.200}")
        return status != 0


class _Site:
    """A world in which programs are killed, so many of them, and what is right there."""

    def __init__(self, bin, count):
        self.world, self.count = World(bin, as_root=True, in_memory=True), count
        self.kills = self.acknowledged = 0
        self.chance = random.Random()
        # How long a command takes that is not killed, which the first ones show.
        self.length, self.measured = 0, 0
        for name in "ab":
            self.world.application(f"com.example.{name}", "public.data")

    def run(self):
        with self.world:
            self.prepare()
            self.world.own()
            number = 0
            while self.kills < self.count:
                self.cycle(number)
                number += 1
        return self.kills, self.acknowledged

    def prepare(self):
        pass

    def strike(self, *commands, killed_too=()):
        """Runs commands at once, each with words and input, and kills them; those that were killed."""
        started = time.monotonic()
        victims = [_Victim(self.world, *words, input=input) for words, input in commands]
        if self.measured < 3 and not killed_too:
            killed = [victim.end() for victim in victims]
            self.length = max(self.length, 0.8 * (time.monotonic() - started)) if self.measured else 1e-3
            self.measured += 1
        else:
            time.sleep(max(0, self.chance.uniform(0, self.length) - (time.monotonic() - started)))
            for process in killed_too:
                process.kill()
            killed = [victim.kill() for victim in victims]
            # One in ten ends before, so that the last moments are hit, too.
            self.length *= 1.01 if killed[0] else 0.91
        self.kills += sum(killed)
        self.acknowledged += len(killed) - sum(killed)
        return killed

    def choices(self):
        """What is chosen, by extension."""
        outcome = self.world.do("dump", "--embedded")
        return {
            each["tag"]["value"]: each["handler"]["bundle"]
            for each in json.loads(outcome.output)["bindings"] if "tag" in each}


class _Choices(_Site):
    """One command, or some at once, that choose."""

    def prepare(self):
        self.right = {}

    def cycle(self, number):
        extensions = self.chance.sample([f"x{index}" for index in range(12)], self.chance.choice([1, 1, 2, 3]))
        wanted = {extension: f"com.example.{self.chance.choice('ab')}" for extension in extensions}
        killed = self.strike(*(
            (["default", "set", "--only-extension", f".{extension}", name, "--embedded"], b"")
            for extension, name in wanted.items()))
        self.compare(wanted, killed, number)

    def compare(self, wanted, killed, number):
        found = self.choices()
        for extension, name in self.right.items() | wanted.items():
            if extension not in wanted:
                allowed = {self.right[extension]}
            else:
                was_killed = killed[list(wanted).index(extension)]
                allowed = {wanted[extension]} | ({self.right.get(extension)} if was_killed else set())
            expect(
                found.get(extension) in allowed,
                f"cycle {number}: .{extension} is {found.get(extension)}, {allowed} is right")
        self.right = found


class _First(_Choices):
    """The first choices of all, which make the store."""

    def cycle(self, number):
        shutil.rmtree(self.world.store, ignore_errors=True)
        self.right = {}
        super().cycle(number)


class _Large(_Site):
    """A change of many choices is there whole, or not at all."""

    def cycle(self, number):
        name, count = f"com.example.{'ab'[number % 2]}", 150
        text = json.dumps({"schema": 1, "bindings": [
            {"tag": {"tagClass": "public.filename-extension", "value": f"x{index}"}, "handler": name}
            for index in range(count)]}).encode()
        before = self.choices()
        killed, = self.strike((["apply", "-", "--embedded"], text))
        found = self.choices()
        expect(
            found == dict.fromkeys((f"x{index}" for index in range(count)), name)
            or killed and found == before,
            f"cycle {number}: of {count} choices {sum(each == name for each in found.values())} are there")


class _Registered(_Site):
    """Bundles are registered and removed by commands."""

    def prepare(self):
        self.right = {}

    def cycle(self, number):
        bundle = f"com.example.k{self.chance.randrange(5)}"
        if self.chance.random() < 0.7 or bundle not in self.right:
            wanted = f"number {number}" + "." * self.chance.choice([0, 500])
            command = ["register", "-", "--embedded"], json.dumps(
                {"CFBundleIdentifier": bundle, "CFBundleName": wanted}).encode()
        else:
            wanted, command = None, (["unregister", bundle, "--embedded"], b"")
        killed, = self.strike(command)
        outcome = self.world.do("bundles", "--json", "--embedded")
        found = {
            each["identifier"]: each.get("name") for each in json.loads(outcome.output)["bundles"]
            if each["identifier"].startswith("com.example.k")}
        for each in self.right.keys() | found.keys() | {bundle}:
            allowed = {self.right.get(each)} if each != bundle or killed else set()
            if each == bundle:
                allowed.add(wanted)
            expect(
                found.get(each) in allowed,
                f"cycle {number}: {each} is {found.get(each)!s:.40}, {allowed!s:.200} is right")
        self.right = found


class _Listed(_Site):
    """Choices that are also written to the user's list; what other programs read there is the answer here."""

    def prepare(self):
        directory = self.world.path("data", "applications")
        os.makedirs(directory)
        for name in "ef":
            self.world.write(
                os.path.join(directory, f"{name}.desktop".encode()),
                f"[Desktop Entry]\nType=Application\nName={name}\nExec=true %f\n"
                f"MimeType={''.join(f'application/x-{index};' for index in range(5))}\n")
        self.right = {}

    def listed(self, type):
        path = self.world.path("config", "mimeapps.list")
        text = open(path, encoding="utf-8").read() if os.path.exists(path) else ""
        section = text.partition("[Default Applications]\n")[2].partition("\n[")[0]
        entries = dict(line.split("=", 1) for line in section.splitlines() if "=" in line)
        return entries.get(type, "").split(".desktop")[0] or None

    def cycle(self, number):
        type, wanted = f"application/x-{self.chance.randrange(5)}", self.chance.choice("ef")
        killed, = self.strike((["default", "set", type, wanted, "--embedded"], b""))
        answer, listed = self.world.choice(type, "--embedded"), self.listed(type)
        allowed = {wanted} | ({self.right.get(type)} if killed else set())
        expect(listed in allowed, f"cycle {number}: {type} is {listed} in the list, {allowed} is right")
        expect(
            listed is None or answer == listed,
            f"cycle {number}: {type} is {listed} in the list, and answered {answer}")
        self.right[type] = listed
        if number % 10 == 0:
            self.world.do("default", "set", type, wanted, "--embedded")
            dump = self.world.do("dump", "--embedded").text
            expect(self.listed(type) == wanted and self.world.choice(type, "--embedded") == wanted, dump)
            self.right[type] = wanted


class _Upgraded(_Choices):
    """A store of the first schema, which the first change brings to the present one."""

    def prepare(self):
        super().prepare()
        for index in range(9):
            self.world.do("default", "set", "--only-extension", f".x{index}", "com.example.a", "--embedded")
        make_first_schema(self.world)
        self.kept = self.world.path("kept")
        shutil.copytree(self.world.store, self.kept)

    def cycle(self, number):
        shutil.rmtree(self.world.store)
        shutil.copytree(self.kept, self.world.store)
        self.world.own()
        self.right = {f"x{index}": "com.example.a" for index in range(9)}
        for _ in range(self.chance.choice([1, 2])):
            super().cycle(number)


class _Served(_Choices):
    """A daemon with clients that choose and register, beside a command; all are killed."""

    def prepare(self):
        super().prepare()
        self.length = 0.02
        self.registrations = Registrations(self.world, 6, self.chance)
        self.served, self.unanswered = {}, {}

    def choose(self):
        """Chooses over the socket, one after the other, until the daemon is gone."""
        chance = random.Random()
        try:
            with self.world.connect() as client:
                while True:
                    extension, name = f"s{chance.randrange(9)}", f"com.example.{chance.choice('ab')}"
                    self.unanswered.setdefault(extension, []).append(name)
                    reply = client.call(
                        HANDLERS + "Bind", binding(extension, to=name))
                    expect("error" not in reply, f"{reply!s:.200}")
                    self.served[extension], self.unanswered[extension] = name, []
                    self.acknowledged += 1
        except (OSError, Closed):
            pass
        except Failed as problem:
            self.problem = problem

    def cycle(self, number):
        self.problem = None
        daemon = self.world.start()
        self.registrations.check(f"after {self.kills} kills")
        bundles = list(self.registrations.acknowledged)
        clients = [
            threading.Thread(target=self.choose),
            threading.Thread(target=self.registrations.write, args=(bundles, number))]
        for client in clients:
            client.start()
        wanted = self.registrations.written + self.chance.randrange(3)
        wait_until(lambda: self.registrations.written >= wanted, 5)
        extension, name = f"x{self.chance.randrange(12)}", f"com.example.{self.chance.choice('ab')}"
        command = ["default", "set", "--only-extension", f".{extension}", name, "--embedded"]
        killed = self.strike((command, b""), killed_too=[daemon])
        daemon.wait()
        self.kills += 1
        for client in clients:
            client.join()
        self.world.children.clear()
        if self.problem:
            raise self.problem
        found = self.choices()
        for each in self.served.keys() | self.unanswered.keys():
            allowed = [self.served.get(each), *self.unanswered.get(each, [])]
            expect(
                found.get(each) in allowed,
                f"cycle {number}: .{each} is {found.get(each)}, {allowed} is right")
            self.served[each], self.unanswered[each] = found.get(each), []
        self.right = {each: app for each, app in self.right.items() if each[0] == "x"}
        self.compare({extension: name}, killed, number)


# Who is killed, and how many of 100 kills.
_SITES = {_Choices: 20, _First: 10, _Listed: 15, _Registered: 15, _Large: 5, _Upgraded: 20, _Served: 15}


def nothing_acknowledged_is_lost_when_programs_are_killed(bin):
    count = times(100, 10_000)
    started = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(times(3, 2 * os.cpu_count())) as pool:
        # Each kind in some worlds of its own, so that all are done at about the same time.
        parts = times(1, 4)
        sites = [
            site(bin, count * share // 100 // parts) for site, share in _SITES.items() for _ in range(parts)]
        results = list(pool.map(lambda site: (type(site).__name__, *site.run()), sites))
    kills = {
        name: sum(count for kind, count, _ in results if kind == name) for name in dict.fromkeys(
            kind for kind, *_ in results)}
    return (
        f"{sum(kills.values())} kills in {time.monotonic() - started:.0f} s ("
        + ", ".join(f"{name.strip('_').lower()} {count}" for name, count in kills.items())
        + f"), {sum(count for *_, count in results)} acknowledged, 0 lost")
