# SPDX-License-Identifier: MIT
"""Stores and images that other versions wrote: older ones are taken over, newer ones are left unchanged."""

import contextlib
import os
import sqlite3
import struct
import textwrap

from world import World, expect, times

# The tables of the first schema, as its version made them. The sums of rows are those of today's rows whose
# newer columns are empty.
FIRST_SCHEMA = [textwrap.dedent(statement).strip() for statement in [
    """
    CREATE TABLE bindings (
      subject TEXT NOT NULL, role TEXT NOT NULL, kind TEXT NOT NULL, never TEXT NOT NULL,
      target TEXT NOT NULL, origin TEXT NOT NULL, path TEXT NOT NULL,
      sum INTEGER NOT NULL,
      UNIQUE (subject, role, kind, never)
    )
    """,
    """
    CREATE TABLE changes (
      number INTEGER PRIMARY KEY AUTOINCREMENT, time INTEGER NOT NULL, uid INTEGER NOT NULL,
      program TEXT NOT NULL, action TEXT NOT NULL, undoes INTEGER, undone_by INTEGER,
      edits INTEGER NOT NULL, sum INTEGER NOT NULL
    )
    """,
    """
    CREATE TABLE edits (
      change INTEGER NOT NULL REFERENCES changes (number), position INTEGER NOT NULL,
      subject TEXT NOT NULL, role TEXT NOT NULL, kind TEXT NOT NULL, never TEXT NOT NULL,
      target_before TEXT, origin_before TEXT, path_before TEXT,
      target_after TEXT, origin_after TEXT, path_after TEXT,
      sum INTEGER NOT NULL,
      UNIQUE (change, position)
    )
    """,
    """
    CREATE TABLE known_applications (
      bundle TEXT NOT NULL, origin TEXT NOT NULL, path TEXT NOT NULL, since INTEGER NOT NULL,
      sum INTEGER NOT NULL,
      UNIQUE (bundle, origin, path)
    )
    """,
    """
    CREATE TABLE notices (
      number INTEGER PRIMARY KEY AUTOINCREMENT, time INTEGER NOT NULL, kind TEXT NOT NULL,
      message TEXT NOT NULL, file TEXT, acknowledged INTEGER NOT NULL DEFAULT 0
    )
    """,
    "CREATE TABLE facts (name TEXT NOT NULL UNIQUE, value INTEGER NOT NULL)",
    "PRAGMA application_id = 1431587187",
    "PRAGMA user_version = 1",
]]
_TABLES = {
    "bindings": "subject, role, kind, never, target, origin, path, sum",
    "changes": "number, time, uid, program, action, undoes, undone_by, edits, sum",
    "edits": "change, position, subject, role, kind, never, target_before, origin_before, path_before, "
             "target_after, origin_after, path_after, sum",
    "known_applications": "bundle, origin, path, since, sum",
    "notices": "number, time, kind, message, file, acknowledged",
    "facts": "name, value",
}


def make_first_schema(world):
    """Puts the rows of the store into a database of the first schema; there is no other file then."""
    old, new = world.stored("old"), world.stored("registry.sqlite")
    world.sql("PRAGMA wal_checkpoint(TRUNCATE)")
    os.rename(new, old)
    for name in ["registry.sqlite-wal", "registry.sqlite-shm", "registry.bindings"]:
        if os.path.exists(world.stored(name)):
            os.unlink(world.stored(name))
    world.write(new, b"", mode=0o600)
    world.sql(
        "PRAGMA journal_mode = WAL", *FIRST_SCHEMA, f"ATTACH '{os.fsdecode(old)}' AS old",
        *(f"INSERT INTO main.{table} ({columns}) SELECT {columns} FROM old.{table}"
          for table, columns in _TABLES.items()),
        "DETACH old", "PRAGMA wal_checkpoint(TRUNCATE)")
    for name in ["old", "old-wal", "old-shm"]:
        if os.path.exists(world.stored(name)):
            os.unlink(world.stored(name))


def _with_choices(world):
    for name in "ab":
        world.application(f"com.example.{name}", "public.data")
    for index in range(3):
        world.do("default", "set", "--only-extension", f".x{index}", f"com.example.{'ab'[index % 2]}")
    return world.do("dump").output, world.do("history", "--json").output


def _expect_answers(world, answers, words, *options):
    found = world.ask("dump", *options), world.ask("history", "--json", *options)
    for outcome, right in zip(found, answers):
        expect(outcome.status == 0 and outcome.output == right, f"{words}: {outcome}")


def _schema(world):
    name = f"file:{os.fsdecode(world.stored('registry.sqlite'))}?mode=ro"
    with contextlib.closing(sqlite3.connect(name, uri=True)) as store:
        return store.execute("PRAGMA user_version").fetchone()[0]


def a_store_of_the_first_schema_is_read_and_taken_over(bin):
    for options in [["--embedded"], []]:
        with World(bin) as world:
            answers = _with_choices(world)
            make_first_schema(world)
            _expect_answers(world, answers, "read before it is migrated", "--embedded")
            expect(_schema(world) == 1, f"reading makes it schema {_schema(world)}")
            if not options:
                world.start()
                _expect_answers(world, answers, "read by the daemon")
            outcome = world.do("default", "set", "--only-extension", ".y", "com.example.a", *options)
            expect("aside" not in outcome.said, f"the first change: {outcome}")
            expect(_schema(world) == 2, f"a change leaves it at schema {_schema(world)}")
            world.do("undo", *options)
            outcome = world.ask("dump", *options)
            expect(outcome.output == answers[0], f"after the change is undone: {outcome}")
            left = [name for name in os.listdir(world.store) if b"corrupt" in name or b"left-over" in name]
            expect(not left, f"it was set aside as {left}")
            expect(world.ask("doctor").status == 0, f"{world.ask('doctor')}")


def a_store_of_a_later_schema_is_read_and_left_unchanged(bin):
    for options in [["--embedded"], []]:
        with World(bin) as world:
            answers = _with_choices(world)
            world.sql("CREATE TABLE labels (name TEXT NOT NULL)", "PRAGMA user_version = 3")
            # The snapshot of the later version is of its schema, which other versions leave out.
            os.unlink(world.stored("registry.bindings"))
            if not options:
                world.start()
            _expect_answers(world, answers, "read", *options)
            for words in [["default", "set", "--only-extension", ".y", "com.example.a"], ["undo"]]:
                outcome = world.ask(*words, *options)
                expect(outcome.status != 0 and "newer" in outcome.said, f"{words}: {outcome}")
            expect(_schema(world) == 3, f"it is schema {_schema(world)}")
            _expect_answers(world, answers, "read after a change was refused", *options)
            expect(
                not [name for name in os.listdir(world.store) if b"corrupt" in name], "it was set aside")


def an_image_of_another_format_is_never_answered_from(bin):
    """Every format that an image has had, and later ones, under the name that the present one has."""
    with World(bin) as world:
        world.declare("q", {
            "CFBundleIdentifier": "com.example.q", "UTExportedTypeDeclarations": [{
                "UTTypeIdentifier": "com.example.zq", "UTTypeConformsTo": ["public.data"],
                "UTTypeTagSpecification": {"public.filename-extension": ["zqzq"]}}]})
        file = world.path("file.image")
        world.do("image", "-o", file)
        world.do("type-of", "--name-only", "a.zqzq")
        image, = [name for name in os.listdir(world.cache) if name.endswith(b".image")]
        units, = [name for name in os.listdir(world.cache) if name.endswith(b".units")]
        contents = {}
        for name in [image, units]:
            with open(os.path.join(world.cache, name), "rb") as opened:
                contents[name] = opened.read()
        present = struct.unpack_from("<Q", contents[image], 8)[0]
        formats = [*times([1, present - 1], range(1, present)), present + 1, 2**64 - 1]
        for format in formats:
            # Such an image has other identifiers at other places.
            wrong = contents[image].replace(b"com.example.zq", b"com.example.zr")
            changed = wrong[:8] + struct.pack("<Q", format) + wrong[16:]
            world.write(os.path.join(world.cache, image), changed, mode=0o600)
            outcome = world.do("type-of", "--name-only", "a.zqzq")
            expect(outcome.text == "com.example.zq\n", f"from format {format}: {outcome}")
            changed_units = contents[units][:8] + struct.pack("<Q", format) + contents[units][16:]
            world.write(os.path.join(world.cache, units), changed_units, mode=0o600)
            os.utime(os.path.join(world.declarations, b"q.json"))
            outcome = world.do("type-of", "--name-only", "a.zqzq")
            expect(outcome.text == "com.example.zq\n", f"from units of format {format}: {outcome}")
            world.write(file, changed)
            outcome = world.ask("--registry", file, "type-of", "--name-only", "a.zqzq")
            expect(outcome.status != 0 and "format" in outcome.said, f"a file of format {format}: {outcome}")
        return f"{len(formats)} formats beside {present}"
