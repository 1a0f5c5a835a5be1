# SPDX-License-Identifier: MIT
"""The changes that are recorded for cuts of the power: each script has a world prepared, and makes steps.

Before 'begin' all is on the disk; from there on it is recorded.
"""

import json
import os

from formats import make_first_schema
from interposed import KILL
from world import binding, wait_until

HANDLERS = "org.typeregistry.handlers."
REGISTRY = "org.typeregistry.registry."


def _first_choices(tape):
    tape.begin()
    for index in range(3):
        tape.step(*tape.set(f"x{index}"))


def _choices_after(count):
    def script(tape):
        for index in range(count):
            tape.world.do(*tape.set(f"w{index % 7}", "ab"[index % 2]))
        tape.begin()
        for index in range(4):
            tape.step(*tape.set(f"x{index}", "ab"[index % 2]))
        tape.step(*tape.set("x1", "a"))
        tape.step("default", "unset", "--only-extension", ".x0")
        tape.step(*tape.set("x0"))
    return script


def _undone(tape):
    for index in range(2):
        tape.world.do(*tape.set(f"w{index}"))
    tape.begin()
    tape.step(*tape.set("x", "a"))
    for _ in range(3):
        tape.step("undo")
    tape.step(*tape.set("x"))


def _many(prefix, count, application="com.example.b"):
    return json.dumps({"schema": 1, "bindings": [
        {"tag": {"tagClass": "public.filename-extension", "value": f"{prefix}{index:04}"},
         "handler": application} for index in range(count)]}).encode()


def _applied(count):
    def script(tape):
        tape.world.do(*tape.set("w"))
        tape.begin()
        tape.subjects += [".x0000", f".x{count - 1:04}"]
        tape.step("apply", "-", input=_many("x", count))
        tape.step("apply", "-", "--exact", input=_many("y", 3))
        tape.step("undo")
    return script


def _never_and_preferred(tape):
    tape.names = ["a.ts"]
    tape.begin()
    tape.step("never", "public.png", "com.example.a")
    tape.step("prefer", ".ts", "com.microsoft.typescript")
    tape.step("never", ".jpg", "com.example.b")
    tape.step("prefer", "unset", ".ts")


def _declaration(name, version):
    return json.dumps({
        "CFBundleIdentifier": f"com.example.{name}", "CFBundleVersion": str(version),
        "UTExportedTypeDeclarations": [{
            "UTTypeIdentifier": f"com.example.{name}.type", "UTTypeConformsTo": ["public.data"],
            "UTTypeTagSpecification": {"public.filename-extension": [f"z{name}", f"v{version}"]}}]}).encode()


def _registered(tape):
    tape.asks_bundles, tape.names = True, ["a.zone", "a.ztwo", "a.v1", "a.v2"]
    tape.begin()
    tape.step("register", "-", input=_declaration("one", 1))
    tape.step("register", "-", input=_declaration("two", 1))
    tape.step("register", "-", input=_declaration("one", 2))
    tape.step("unregister", "com.example.one")
    tape.step("unregister", "com.example.two")
    tape.step("register", "--extension", ".own", "--as", "public.plain-text")


def _collected(tape):
    tape.asks_bundles, tape.names = True, ["a.zone", "a.ztwo"]
    for name in ["one", "two"]:
        path = tape.world.write(tape.world.path(f"{name}.json"), _declaration(name, 1))
        if name == "one":
            tape.world.do("register", path)
            os.unlink(path)
    tape.begin()
    tape.step("register", tape.world.path("two.json"))
    tape.step("gc")
    tape.step("unregister", tape.world.path("two.json"))


def _entries(tape):
    directory = tape.world.path("data", "applications")
    os.makedirs(directory, exist_ok=True)
    for name in "ef":
        tape.world.write(
            os.path.join(directory, f"org.example.{name}.desktop".encode()),
            f"[Desktop Entry]\nType=Application\nName={name}\nExec=true %f\n"
            "MimeType=application/x-one;application/x-two;image/png;\n")


def _listed(tape):
    _entries(tape)
    tape.subjects += ["application/x-one", "application/x-two", "image/png"]
    tape.begin()
    for subject, name in [("x-one", "e"), ("x-two", "f"), ("x-one", "f")]:
        tape.step("default", "set", f"application/{subject}", f"org.example.{name}")
    tape.step("default", "set", "image/png", "org.example.e")
    tape.step("default", "unset", "application/x-two")
    tape.step("undo")


def _listed_before(tape):
    _entries(tape)
    tape.subjects += ["application/x-one", "application/x-two", "image/png"]
    tape.world.write(
        tape.world.path("config", "mimeapps.list"),
        "# Mine\n[Default Applications]\ntext/plain=else.desktop\napplication/x-one=org.example.e.desktop\n")
    tape.begin()
    tape.step("default", "set", "application/x-one", "org.example.f")
    tape.step("default", "adopt")
    tape.step("undo")


def _served(tape):
    tape.world.do(*tape.set("w"))
    tape.begin()
    daemon = tape.start()
    with tape.world.connect() as client:
        for index in range(12):
            tape.subjects.append(f".x{index % 5}")
            tape.call(client, HANDLERS + "Bind", binding(f"x{index % 5}", to=f"com.example.{'ab'[index % 2]}"))
        tape.call(client, HANDLERS + "Undo", {})
    tape.world.stop(daemon)


def _served_first(tape):
    tape.begin()
    daemon = tape.start()
    with tape.world.connect() as client:
        for index in range(4):
            tape.subjects.append(f".x{index}")
            tape.call(client, HANDLERS + "Bind", binding(f"x{index}", to="com.example.b"))
    tape.world.stop(daemon)


def _served_much(tape):
    """So much that the log is written to the database meanwhile."""
    tape.begin()
    daemon = tape.start()
    with tape.world.connect() as client:
        for index in range(4):
            extensions = [f"x{number:04}" for number in range(900)]
            tape.call(client, HANDLERS + "Bind", binding(*extensions, to=f"com.example.{'ab'[index % 2]}"))
    tape.subjects += [".x0000", ".x0899"]
    tape.world.stop(daemon)


def _served_registrations(tape):
    tape.asks_bundles, tape.names = True, ["a.zone", "a.ztwo", "a.v1", "a.v2"]
    tape.begin()
    daemon = tape.start()
    with tape.world.connect() as client:
        for name, version in [("one", 1), ("two", 1), ("one", 2)]:
            tape.call(client, REGISTRY + "Register", {"declaration": json.loads(_declaration(name, version))})
        tape.call(client, REGISTRY + "Unregister", {"bundle": "com.example.one"})
    tape.world.stop(daemon)


def _of_the_first_schema(tape):
    for index in range(3):
        tape.world.do(*tape.set(f"w{index}"))
    make_first_schema(tape.world)
    tape.begin()
    tape.step(*tape.set("x"))
    tape.step(*tape.set("w0", "a"))


def _killed_before(count):
    """A writer was killed at a write to the log, and leaves frames there that the next change writes over."""
    def script(tape):
        for index in range(3):
            tape.world.do(*tape.set(f"w{index}"))
        tape.world.arm("WRITE", first=count, error=KILL)
        tape.world.failing("apply", "-", input=_many("k", 40))
        tape.world.arm()
        # The second copy is made again, and has the stamps of that log.
        tape.world.ask("default", "unset", "--only-extension", ".none")
        tape.begin()
        tape.step(*tape.set("x"))
        tape.step(*tape.set("y", "a"))
        tape.step(*tape.set("x", "a"))
    return script


def _served_beside_a_killed(count):
    """The daemon writes over what a killed writer has left in the log, which does not get longer then."""
    def script(tape):
        tape.world.do(*tape.set("w"))
        tape.begin()
        daemon = tape.start()
        tape.subjects += [f".x{index}" for index in range(5)]
        with tape.world.connect() as client:
            tape.call(client, HANDLERS + "Bind", binding("x0", to="com.example.b"))
            tape.world.recorded_killed(
                "apply", "-", "--embedded", input=_many("k", 120), kind="WRITE", number=count)
            for index in range(1, 5):
                tape.call(client, HANDLERS + "Bind", binding(f"x{index}", to="com.example.b"))
                # Until the second copy is there again.
                wait_until(lambda: os.path.exists(tape.world.stored("registry.bindings")), 2)
        tape.world.stop(daemon)
    return script


def _damaged(tape):
    tape.is_mended = True
    for index in range(3):
        tape.world.do(*tape.set(f"w{index}"))
    # Everything is in the database, and in the second copy.
    daemon = tape.world.start()
    tape.world.do("default", "set", "--only-extension", ".w0", "com.example.a")
    tape.world.stop(daemon)
    path = tape.world.stored("registry.sqlite")
    with open(path, "r+b") as file:
        file.seek(4096 + 100)
        file.write(b"\xff" * 600)
    tape.begin()
    tape.step(*tape.set("x"))


def _without_database(tape):
    tape.is_mended = True
    for index in range(3):
        tape.world.do(*tape.set(f"w{index}"))
    for name in ["", "-wal", "-shm"]:
        path = tape.world.stored(f"registry.sqlite{name}")
        if os.path.exists(path):
            os.unlink(path)
    tape.begin()
    tape.step(*tape.set("x"))


def _looked_up(tape):
    """An image and units in the cache, which is no more than a cache."""
    tape.world.write(
        os.path.join(tape.world.declarations, b"one.json"), _declaration("one", 1))
    tape.names, tape.has_cache = ["a.zone", "a.v1", "a.jpg"], True
    tape.begin()
    for words in [["type-of", "--name-only", "a.zone"], ["default", ".png"], ["handlers", ".zone"]]:
        tape.step(*words)


TAPES = {
    "first choices": _first_choices, "choices after one": _choices_after(1),
    "choices after 8": _choices_after(8), "choices after 60": _choices_after(60), "undone": _undone,
    "applied": _applied(40),
    "applied many": _applied(1500), "never and preferred": _never_and_preferred, "registered": _registered,
    "collected": _collected, "listed": _listed, "listed before": _listed_before, "served": _served,
    "served first": _served_first, "served much": _served_much, "served registrations": _served_registrations,
    "of the first schema": _of_the_first_schema, "damaged": _damaged, "without database": _without_database,
    "looked up": _looked_up, "served beside a killed": _served_beside_a_killed(26),
    **{f"killed at write {count}": _killed_before(count) for count in [9, 26, 32, 40, 46]},
}
