# SPDX-License-Identifier: MIT
"""The daemon serves every client, and its place is its own."""

import array
import json
import os
import signal
import socket
import threading
import time

from world import (
    IS_ROOT, NOBODY, PATIENCE, Client, World, expect, loop_time, many_types, need, resident, wait_until)

TYPES = "org.typeregistry.types."
HANDLERS = "org.typeregistry.handlers."
REGISTRY = "org.typeregistry.registry."


def _cost(daemon, client, method, parameters, times=10):
    """The time of the loop's thread that one call takes, in milliseconds; the least of some."""
    least = float("inf")
    for _ in range(times):
        before = loop_time(daemon)
        client.call(method, parameters)
        # Far less than this is what a wait costs.
        least = min(least, loop_time(daemon) - before)
    return least


def _wait_beside(world, method, parameters, times=60):
    """What a small call waits, in milliseconds, while another client repeats a call; the median."""
    waits = []
    with world.connect() as heavy, world.connect() as small:
        stop = threading.Event()

        def repeat():
            while not stop.is_set():
                heavy.call(method, parameters)

        thread = threading.Thread(target=repeat)
        thread.start()
        try:
            for _ in range(times):
                started = time.monotonic()
                small.call(TYPES + "TypeOf", {"names": ["a.jpg"]})
                waits.append((time.monotonic() - started) * 1000)
        finally:
            stop.set()
            thread.join()
    return sorted(waits)[times // 2]


def an_unknown_identifier_does_not_hold_up_others_among_many_types(bin):
    with World(bin) as world:
        many_types(world)
        world.start()
        for method, parameters in [
                (TYPES + "Supertypes", {"identifier": "com.apple.abcdefghijklmnopqrst"}),
                (TYPES + "Subtypes", {"identifier": "com.example.many-3.type-4711x"}),
                (TYPES + "Tags", {"identifier": "com.apple.abcdefghijklmnopqrst"}),
                (TYPES + "Search", {"text": "e"})]:
            wait = _wait_beside(world, method, parameters)
            expect(wait < 3, f"beside {method} of {parameters} a call waits {wait:.1f} ms")


def _serve_4000_choices(world):
    world.application("com.example.a", "public.data")
    bindings = [
        {"tag": {"tagClass": "public.filename-extension", "value": f"x{index:05}"},
         "handler": "com.example.a"} for index in range(4000)]
    world.do("apply", world.write(
        world.path("f"), json.dumps({"schema": 1, "bindings": bindings})))
    return world.start()


def status_costs_the_loop_little_among_many_choices(bin):
    with World(bin) as world:
        daemon = _serve_4000_choices(world)
        with world.connect() as client:
            cost = _cost(daemon, client, REGISTRY + "Status", {})
            expect(cost < 3, f"one Status takes {cost:.1f} ms of the loop")


def a_change_costs_the_loop_little_among_many_choices(bin):
    with World(bin) as world:
        daemon = _serve_4000_choices(world)
        with world.connect() as client:
            costs = []
            for index in range(5):
                before = loop_time(daemon)
                client.call(HANDLERS + "Bind", {"requests": [
                    {"extension": f"y{index}", "handler": "com.example.a"}]})
                time.sleep(0.1)
                costs.append(loop_time(daemon) - before)
            expect(min(costs) < 10, f"one Bind takes {min(costs):.1f} ms of the loop")


def a_client_that_sent_its_calls_is_not_cut_for_slow_answers(bin):
    with World(bin) as world:
        world.start("--limit-frame-time=50ms")
        with world.connect() as client:
            call = Client.message(TYPES + "Search", {"text": "e", "limit": 3})
            count = 60
            client.socket.sendall(call * count)
            for index in range(count):
                try:
                    client.receive()
                except OSError as error:
                    expect(False, f"{index} of {count} answers, then {error}")


def a_runtime_directory_that_is_made_anew_is_noticed(bin):
    with World(bin) as world:
        daemon = world.start()
        # The connection by which it was found ready is over, too; it could remind the daemon to look.
        time.sleep(0.5)
        # Nothing in the old directory is touched, and when it looks, the new one is there already.
        daemon.send_signal(signal.SIGSTOP)
        os.rename(world.path("run"), world.path("run.old"))
        os.mkdir(world.path("run"), 0o700)
        os.chown(world.path("run"), world.user, world.user)
        daemon.send_signal(signal.SIGCONT)

        def is_reachable_or_gone():
            return daemon.poll() is not None or world.is_answered()
        expect(
            wait_until(is_reachable_or_gone, 11),
            "after 10 s it neither ended nor listens in the new directory")


def _passing(world, descriptor, expected):
    """The daemon is started with a passed descriptor 3, and ends with a status."""
    process = world.spawn(
        ["/bin/sh", "-c", 'LISTEN_PID=$$ LISTEN_FDS=1 exec "$0"', world.typed], passing=descriptor)
    ended = wait_until(lambda: process.poll() is not None, PATIENCE)
    expect(ended, f"it does not end: {world.log}")
    expect(process.returncode == expected, f"it ends with {process.returncode}: {world.log}")


def a_passed_connection_of_another_user_ends_the_daemon(bin):
    need(IS_ROOT, "root")
    with World(bin, as_root=True) as world:
        ours, theirs = socket.socketpair()
        child = os.fork()
        if child == 0:
            os.setuid(NOBODY)
            pair = socket.socketpair()
            theirs.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [
                pair[0].fileno(), pair[1].fileno()]))])
            os._exit(0)
        _, control, _, _ = ours.recvmsg(1, socket.CMSG_SPACE(8))
        os.waitpid(child, 0)
        first, second = array.array("i", control[0][2])
        _passing(world, first, 4)
        os.close(second)


def a_passed_socket_that_does_not_listen_ends_the_daemon(bin):
    for is_bound in [True, False]:
        with World(bin) as world:
            with socket.socket(socket.AF_UNIX) as passed:
                if is_bound:
                    passed.bind(world.path("unheard"))
                    os.chown(world.path("unheard"), world.user, world.user)
                _passing(world, passed.fileno(), 4)


def few_descriptors_do_not_stop_the_change_of_a_served_client(bin):
    with World(bin) as world:
        world.application("com.example.a", "public.data")
        world.start(files=64)
        first = world.connect()
        first.call("org.varlink.service.GetInfo")
        others = []
        try:
            for _ in range(100):
                others.append(world.connect())
        except OSError:
            pass
        # Until as many as can be are accepted.
        for _ in range(200):
            first.call("org.varlink.service.GetInfo")
        try:
            for index in range(3):
                reply = first.call(HANDLERS + "Bind", {"requests": [
                    {"extension": f"abc{index}", "handler": "com.example.a"}]})
                expect("error" not in reply, f"{len(others)} others: {reply!s:.200}")
        finally:
            for client in [first, *others]:
                client.socket.close()


def memory_after_ten_reloads_is_that_of_one_registry(bin):
    with World(bin) as world:
        for index in range(500):
            world.application(f"com.example.a{index}", "public.png")
        daemon = world.start()
        with world.connect() as client:
            client.call(TYPES + "TypeOf", {"names": ["a.jpg"] * 4096})
            for index in range(10):
                world.application(f"com.example.b{index}", "public.png")
                client.send(REGISTRY + "Reload", more=True)
                while client.receive().get("continues"):
                    pass
                expect(
                    wait_until(lambda: resident(daemon) <= 20),
                    f"{resident(daemon):.1f} MiB are resident after {index + 1}, and the goal is 20")


def a_stopped_daemon_closes_and_leaves_no_process(bin):
    with World(bin) as world:
        daemon = world.start()
        with world.connect() as client:
            client.socket.sendall(Client.message(TYPES + "TypeOf", {"names": ["a.jpg"]}) * 200)
            daemon.terminate()
            client.socket.settimeout(PATIENCE)
            received = b""
            try:
                while piece := client.socket.recv(1 << 20):
                    received += piece
            except ConnectionResetError:
                pass
            # Each call was answered as a whole or not at all.
            expect(received == b"" or received.endswith(b"\0"), "half an answer was sent")
        expect(wait_until(lambda: daemon.poll() is not None), "it does not end")
        expect(daemon.returncode == 0, f"it ends with {daemon.returncode}")
