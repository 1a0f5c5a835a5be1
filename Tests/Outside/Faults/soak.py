# SPDX-License-Identifier: MIT
"""The daemon serves many clients for long, hostile ones too, and grows in nothing."""

import contextlib
import os
import random
import statistics
import threading
import time

from world import (
    IS_LONG, PATIENCE, Client, Failed, World, binding, descriptors, expect, process_time, resident,
    thread_count, times, wait_until)

TYPES = "org.typeregistry.types."
HANDLERS = "org.typeregistry.handlers."
REGISTRY = "org.typeregistry.registry."
# Look-ups that are sent and read together, so that a client in Python costs little, and so many a second.
BATCH, RATE = 100, 2500


class Visitors:
    """Clients of all kinds, hostile ones too, until they are stopped."""

    def __init__(self, world):
        self.world = world
        self.stopping = threading.Event()
        self.counts, self.calls, self.problems = {}, {}, []
        works = [
            self._stream, self._look_up, self._reload, self._subscribe, self._register, self._choose,
            self._declare, self._stay_half_open, self._never_read, self._talk_nonsense, self._send_too_much]
        self.calls = {work.__name__: 0 for work in works}
        self.threads = [
            threading.Thread(target=self._repeat, args=(work,), name=work.__name__) for work in works]
        for thread in self.threads:
            thread.start()

    def stop(self):
        self.stopping.set()
        for thread in self.threads:
            thread.join(PATIENCE)

    def _repeat(self, work):
        chance = random.Random()
        number = 0
        try:
            while not self.stopping.is_set():
                work(chance, number)
                number += 1
        except (OSError, Failed, KeyError) as problem:
            self.problems.append(f"{work.__name__}: {problem!r}")
        self.counts[work.__name__] = number

    def _answered(self, count=1):
        self.calls[threading.current_thread().name] += count

    def _call(self, client, method, parameters):
        reply = client.call(method, parameters)
        expect("error" not in reply, f"{method}: {reply!s:.200}")
        self._answered()

    def _stream(self, chance, _):
        """Look-ups, many a second."""
        calls = [
            (TYPES + "TypeOf", {"names": ["a.jpg", "b.abc", "Makefile"]}),
            (TYPES + "TypeOf", {"names": ["c.tar.gz"]}),
            (TYPES + "Conforms", {"pairs": [{"identifier": "public.jpeg", "supertype": "public.data"}]}),
            (TYPES + "Describe", {"identifiers": ["public.png"]}),
            (HANDLERS + "Rank", {"names": ["a.jpg"]}),
            (REGISTRY + "Status", {})]
        with self.world.connect() as client:
            due = time.monotonic()
            for _ in range(50):
                client.socket.sendall(b"".join(
                    client.message(*chance.choice(calls)) for _ in range(10)) * (BATCH // 10))
                left = BATCH
                while left:
                    piece = client.socket.recv(1 << 18)
                    expect(piece and b'"error"' not in piece, f"{piece!s:.300}")
                    left -= piece.count(b"\0")
                self._answered(BATCH)
                due = max(due + BATCH / RATE, time.monotonic() - 0.5)
                if self.stopping.wait(max(0, due - time.monotonic())):
                    break

    def _look_up(self, chance, _):
        with self.world.connect() as client:
            for _ in range(chance.randrange(1, 100)):
                method, parameters = chance.choice([
                    (TYPES + "TypeOf", {"names": [f"n{index}.x{index}" for index in range(300)]}),
                    (TYPES + "Describe", {"identifiers": ["public.jpeg", "public.png"]}),
                    (TYPES + "Search", {"text": "e", "similar": True}),
                    (HANDLERS + "Rank", {"names": ["a.jpg", "b.abc"]})])
                self._call(client, method, parameters)
                self.stopping.wait(0.01)

    def _reload(self, _, __):
        with self.world.connect() as client:
            client.send(REGISTRY + "Reload", more=True)
            while client.receive().get("continues"):
                pass
            self._answered()
        self.stopping.wait(1)

    def _subscribe(self, chance, _):
        with self.world.connect() as client:
            filters = chance.choice([{}, {"extensions": ["abc", "jpg"]}, {"types": ["public.jpeg"]}])
            client.send(REGISTRY + "Monitor", filters, more=True)
            # Some read, others do not, and some leave within a message.
            client.socket.settimeout(chance.uniform(0.01, 0.5))
            with contextlib.suppress(TimeoutError):
                for _ in range(chance.randrange(4)):
                    client.receive()
            self._answered()

    def _register(self, chance, number):
        with self.world.connect() as client:
            self._call(client, REGISTRY + "Register", {"declaration": {
                "CFBundleIdentifier": f"com.example.r{number % 20}", "CFBundleName": str(number)}})
            if number % 2:
                self._call(client, REGISTRY + "Unregister", {"bundle": f"com.example.r{number % 20}"})
        self.stopping.wait(0.2)

    def _choose(self, chance, number):
        with self.world.connect() as client:
            for _ in range(20):
                self._call(client, HANDLERS + "Bind", binding(
                    f"c{chance.randrange(200)}", to=f"com.example.{chance.choice('ab')}"))
                self.stopping.wait(0.02)

    def _declare(self, chance, number):
        with self.world.identity:
            self.world.application(
                "com.example.c", chance.choice(["public.png", "public.data"]), name=f"c{number % 3}")
        self.stopping.wait(chance.uniform(0.05, 1))

    # Hostile ones

    def _at_once(self, chance, message):
        """Some connections, each with bytes that the daemon has to bear; it may close them."""
        with contextlib.ExitStack() as stack:
            for _ in range(chance.randrange(1, 8)):
                client = stack.enter_context(self.world.connect())
                client.socket.settimeout(0.2)
                with contextlib.suppress(OSError):
                    client.socket.sendall(message)
            self.stopping.wait(chance.uniform(0.01, 0.5))

    def _stay_half_open(self, chance, _):
        message = Client.message(TYPES + "TypeOf", {"names": ["a.jpg"] * 50})
        self._at_once(chance, message[:chance.randrange(len(message))])

    def _never_read(self, chance, _):
        self._at_once(chance, Client.message(TYPES + "DeclaredTypes", {}, more=True) * 5)

    def _talk_nonsense(self, chance, _):
        self._at_once(chance, chance.choice([
            b"{\0", b"\0" * 1000, b"[]\0", chance.randbytes(3000) + b"\0", b"{\"method\":\"a.b\"}\0" * 100,
            b'{"method":"org.varlink.service.GetInfo","parameters":' + b"[" * 5000 + b"\0"]))

    def _send_too_much(self, chance, _):
        self._at_once(chance, b'{"method":"' + b"x" * chance.choice([1 << 20, 3 << 20]))


def a_long_run_grows_neither_memory_nor_descriptors_nor_threads(bin):
    """As long as TYPED_FAULTS_SOAK says in seconds ('run --soak'), or ten minutes with '--long'."""
    # As one user: for each connection of another one all threads would have to become that one.
    with World(bin, as_root=True) as world:
        for name in "ab":
            world.application(f"com.example.{name}", "public.data")
        daemon = world.start()
        with world.connect() as client:
            # So long a history that what SQLite keeps of it in memory, 2 MB, does not grow any more.
            for number in range(times(1, 150)):
                client.call(HANDLERS + "Bind", binding(
                    *(f"c{index}" for index in range(200)), to=f"com.example.{'ab'[number % 2]}"))
        idle = descriptors(daemon)
        visitors = Visitors(world)
        length = float(os.environ.get("TYPED_FAULTS_SOAK", times(8, 600)))
        samples = []
        try:
            started, used = time.monotonic(), time.process_time()
            while time.monotonic() < started + length and not visitors.problems:
                with world.identity:
                    samples.append((
                        resident(daemon), resident(daemon, "RssAnon"), descriptors(daemon),
                        thread_count(daemon)))
                time.sleep(0.25)
            share = process_time(daemon) / (time.monotonic() - started)
            answered, took = sum(visitors.calls.values()), time.monotonic() - started
            used = time.process_time() - used
        finally:
            visitors.stop()
        expect(not visitors.problems, f"{visitors.problems}")
        world.alive(daemon)
        # One more for the store, which is open between two changes, and what it needs for that.
        expect(
            wait_until(lambda: descriptors(daemon) <= idle + 6),
            f"{idle} descriptors before, {descriptors(daemon)} after all clients are gone")
        # Ten parts.
        part = len(samples) // 10
        parts = [samples[index * part:(index + 1) * part] for index in range(10)]
        memory, anonymous, opened, threads = [
            [statistics.median(sample[kind] for sample in some) for some in parts] for kind in range(4)]
        most = [max(sample[kind] for sample in samples) for kind in (2, 3)]
        rounds = ", ".join(
            f"{name.strip('_').replace('_', ' ')} {count}" for name, count in visitors.counts.items())

        def row(numbers, digits=0):
            return " ".join(f"{number:.{digits}f}" for number in numbers)
        figures = (
            f"{answered} calls in {took:.0f} s, {answered / took:.0f} a second by {used / took:.2f} of a processor, "
            f"the daemon {share:.2f}; memory {row(memory, 1)} MiB, without files {row(anonymous, 1)}; "
            f"descriptors {row(opened)}, at most {most[0]}, {idle} and {descriptors(daemon)} without clients; "
            f"threads {row(threads)}, at most {most[1]}; rounds: {rounds}")
        if not IS_LONG:
            return figures
        expect(answered / took > 2000, f"goal 2,000 calls a second: {figures}")

        def grown(kind):
            """After warming up, and at the end."""
            first, last = (statistics.mean(kind[index:index + 3]) for index in (2, 7))
            return last / first - 1
        expect(grown(memory) < 0.06, f"memory: {figures}")
        # Clients come and go by chance.
        expect(grown(threads) < 0.1 and grown(opened) < 0.2, f"threads or descriptors: {figures}")
        return figures
