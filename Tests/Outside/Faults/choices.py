# SPDX-License-Identifier: MIT
"""Choices are kept, and what is said of them is true."""

import json
import os
import re
import shutil

from world import IS_ROOT, NOBODY, World, expect, need, times, wait_until

HANDLERS = "org.typeregistry.handlers."
EXTENSION = "public.filename-extension"


def _two(world, *types):
    for name in "ab":
        world.application(f"com.example.{name}", *(types or ["public.data"]))


def _bindings(count, application, prefix="x"):
    return json.dumps({"schema": 1, "bindings": [
        {"tag": {"tagClass": EXTENSION, "value": f"{prefix}{index:05}"}, "handler": application}
        for index in range(count)]})


def a_large_change_is_told_as_made_and_can_be_undone_and_listed(bin):
    with World(bin) as world:
        # A long path in every edit.
        world.environment["XDG_DATA_HOME"] = os.path.join(world.root, b"data", b"d" * 200)
        world.declarations = os.path.join(world.environment["XDG_DATA_HOME"], b"typed/declarations")
        os.makedirs(world.declarations)
        world.own()
        _two(world)
        world.start()
        world.do("default", "set", "--only-extension", ".md", "com.example.b")
        file = world.write(world.path("f"), _bindings(3000, "com.example.a"))
        world.do("apply", file)
        world.do("history")
        world.do("undo", "--dry-run")
        world.do("undo")
        expect(world.choice(".md") == "com.example.b", "the choice before the large change is gone")
        left = world.do("dump", "--embedded").text
        expect('"x00001"' not in left, "'undo' left what the large change set")


def a_call_that_is_refused_for_want_of_descriptors_has_no_effect(bin):
    with World(bin) as world:
        world.application("com.example.a", "public.data")
        world.start(files=40)
        first = world.connect()
        first.call("org.varlink.service.GetInfo")
        others = []
        try:
            for _ in range(60):
                others.append(world.connect())
        except OSError:
            pass
        reply = first.call(HANDLERS + "Bind", {"requests": [
            {"extension": "abc", "handler": "com.example.a"}]})
        for client in [first, *others]:
            client.socket.close()
        made = '"abc"' in world.do("dump", "--embedded").text
        expect(made == ("error" not in reply), f"made: {made}, and told: {reply!s:.200}")


def applying_ones_own_dump_changes_nothing(bin):
    with World(bin) as world:
        for name in "ab":
            world.application(f"com.example.{name}", "public.html", schemes=["http", "https"])
        world.do("never", "http:", "com.example.a")
        world.do("default", "set", "public.html", "com.example.a")
        dump = world.do("dump").output
        for options in [[], [], ["--exact"]]:
            outcome = world.do("apply", *options, world.write(world.path("f"), dump))
            expect(not outcome.output, f"apply {options} prints {outcome.text!r}")
        expect(world.do("dump").output == dump, "the choices are others now")


def a_missing_database_is_said_and_its_copy_answers(bin):
    with World(bin) as world:
        _two(world)
        world.do("default", "set", "--only-extension", ".abc", "com.example.b")
        os.unlink(world.stored("registry.sqlite"))
        outcome = world.do("default", ".abc")
        expect(outcome.text.startswith("com.example.b"), f"default: {outcome}")
        outcome = world.ask("dump")
        expect('"abc"' in outcome.text and outcome.errors, f"dump: {outcome}")
        expect(world.ask("doctor").status == 5, "doctor finds nothing")


def a_missing_log_is_said(bin):
    with World(bin) as world:
        _two(world)
        world.do("default", "set", "--embedded", ".abc", "com.example.b")
        if not os.path.exists(world.stored("registry.sqlite-wal")):
            return  # Nothing is in the log alone.
        os.unlink(world.stored("registry.sqlite-wal"))
        outcome = world.ask("default", ".abc")
        expect(
            outcome.text.startswith("com.example.b") or outcome.errors, f"default: {outcome}")
        expect(world.ask("doctor").status == 5, "doctor finds nothing")


def a_choice_in_a_damaged_log_is_not_lost_without_a_word(bin):
    with World(bin) as world:
        _two(world)
        for extension in ["aa", "bb", "cc"]:
            world.do("default", "set", f".{extension}", "com.example.b", "--embedded")
        log = world.stored("registry.sqlite-wal")
        if not os.path.exists(log) or not os.path.getsize(log):
            return  # Nothing is in the log alone.
        os.unlink(world.stored("registry.bindings"))
        with open(log, "r+b") as file:
            # The page of the last frame.
            file.seek(-100, os.SEEK_END)
            byte = file.read(1)
            file.seek(-1, os.SEEK_CUR)
            file.write(bytes([byte[0] ^ 0xFF]))
        outcome = world.ask("default", ".cc")
        expect(
            outcome.text.startswith("com.example.b") or outcome.errors
            or world.ask("doctor").status == 5, f"default: {outcome}, and doctor finds nothing")


def _calls(world, *words):
    """The system calls of a command that matter to what is on the disk, each with its first file."""
    need(shutil.which("strace", path="/usr/bin:/bin"), "strace")
    trace = world.path("trace")
    calls = "write,pwrite64,ftruncate,fsync,fdatasync,mkdir,rename"
    outcome = world.run(["strace", "-f", "-y", "-e", "trace=" + calls, "-o", trace, world.utcli, *words])
    need(os.path.exists(trace) and os.path.getsize(trace), "the permission to trace")
    expect(outcome.status == 0, f"{words}: {outcome}")
    found = []
    with open(trace, encoding="utf-8", errors="replace") as file:
        for line in file:
            call = re.match(r'(?:\d+ +)?(\w+)\((?:(\d+)<([^>]*)>|"([^"]*)").* = [0-9]', line)
            if call:
                found.append((call[1], call[2], call[3] or call[4]))
    return found


def what_is_told_as_made_is_on_the_disk_before(bin):
    with World(bin) as world:
        _two(world)
        for extension in ["aa", "bb"]:
            # Files whose contents, and directories whose names, are not on the disk.
            unsynced, unnamed, seen = set(), set(), set()
            for call, number, path in _calls(
                    world, "default", "set", f".{extension}", "com.example.b", "--embedded"):
                # The second copy, and each unit of the cache, are read whole and have checksums; the memory
                # that processes share is made anew.
                if path.endswith((".bindings", ".bindings.new", ".units", ".units.new", "-shm")):
                    continue
                if call in ("fsync", "fdatasync"):
                    unsynced.discard(path)
                    unnamed.discard(path)
                elif call in ("mkdir", "rename"):
                    expect(path not in unsynced, f"{path} is renamed before it is on the disk")
                    # What is cached is made anew where it is lost.
                    if not path.startswith(os.fsdecode(world.environment["XDG_CACHE_HOME"])):
                        unnamed.add(os.path.dirname(path))
                elif number == "1":
                    seen.add("output")
                    expect(not unsynced, f"told before this is on the disk: {unsynced}")
                    expect(not unnamed, f"told before the names are on the disk in {unnamed}")
                elif number != "2":
                    unsynced.add(path)
                    seen.add(path.rsplit("-", 1)[-1])
            expect({"output", "wal"} <= seen, f"seen: {seen}")


def a_commit_of_another_program_is_seen_by_the_daemon(bin):
    with World(bin) as world:
        _two(world)
        world.start()
        for _ in range(10):
            world.do("default", "set", "--only-extension", ".abc", "com.example.b")
            world.sql("BEGIN IMMEDIATE", "DELETE FROM bindings", "COMMIT")
            expect(
                wait_until(lambda: world.choice(".abc") == "com.example.a", 3),
                f"{world.choice('.abc', '--embedded')} embedded, {world.choice('.abc')} after 3 s")


def a_commit_of_a_killed_writer_is_seen_by_the_daemon(bin):
    need(shutil.which("strace"), "strace")
    with World(bin) as world:
        _two(world)
        world.start()
        for call in ["unlink,unlinkat", "rename,renameat,renameat2", "fsync", "fdatasync"]:
            for count in range(1, 5):
                world.do("default", "set", "--only-extension", ".abc", "com.example.b")
                world.run([
                    "strace", "-f", "-o", "/dev/null", "-e", f"trace={call}", "-e",
                    f"inject={call}:signal=SIGKILL:when={count}", world.utcli, "default", "set",
                    "--embedded", ".abc", "com.example.a"])
                embedded = world.choice(".abc", "--embedded")
                expect(
                    wait_until(lambda: world.choice(".abc") == embedded, 3),
                    f"killed at {call} {count}: {embedded} embedded, {world.choice('.abc')} after 3 s")


def a_number_of_changes_at_its_limit_is_survived(bin):
    for number in [2**63 - 1, 2**63 - 2]:
        with World(bin) as world:
            world.application("com.example.a", "public.data")
            world.do("default", "set", "--only-extension", ".abc", "com.example.a")
            world.sql(f"UPDATE sqlite_sequence SET seq={number} WHERE name='changes'")
            daemon = world.start()
            for options in [["--embedded"], []]:
                for extension in ["x", "y"]:
                    outcome = world.ask("default", "set", f".{extension}", "com.example.a", *options)
                    expect(outcome.status in range(0, 64), f"at {number}: {outcome}")
                    world.alive(daemon)
                outcome = world.ask("undo", *options)
                expect(outcome.status in range(0, 64), f"undo at {number}: {outcome}")
            world.alive(daemon)


def more_choices_than_one_change_takes_can_be_moved(bin):
    with World(bin) as here, World(bin) as there:
        for world in [here, there]:
            world.application("com.example.a", "public.data")
        for prefix in "xy":
            here.do("apply", here.write(here.path("f"), _bindings(3000, "com.example.a", prefix)))
        dump = here.do("dump").output
        there.do("apply", there.write(there.path("f"), dump))

        def tags(dump):
            return sorted(binding["tag"]["value"] for binding in json.loads(dump)["bindings"])
        expect(
            len(tags(dump)) == 6000 and tags(there.do("dump").output) == tags(dump),
            f"of {len(tags(dump))} choices {len(tags(there.do('dump').output))} are there")
        there.do("apply", "--exact", there.write(there.path("g"), _bindings(0, "")))
        expect('"tag"' not in there.do("dump").text, "not all choices are gone")


def a_choice_is_not_taken_over_by_a_bundle_at_another_place(bin):
    with World(bin) as world:
        world.application("com.example.a", "public.data")
        chosen = world.application("com.example.b", "public.data", name=b"x\xff")
        world.do("default", "set", "--only-extension", ".abc", "com.example.b")
        expect(world.choice(".abc") == "com.example.b", "the choice has no effect")
        os.unlink(chosen)
        world.application("com.example.b", "public.data", name=b"x\xfe")
        expect(world.choice(".abc") == "com.example.a", "the bundle at the other path is used")


def the_history_says_what_was_undone(bin):
    with World(bin) as world:
        world.application("com.example.a", "public.data")
        world.do("default", "set", "--only-extension", ".abc", "com.example.a")
        world.do("undo")
        history = world.do("history", "--json").text
        expect("undoneBy" in history, history[:200])


def why_is_one_answer_with_and_without_a_daemon(bin):
    with World(bin) as world:
        _two(world, "public.image", "public.jpeg", "public.data")
        world.do("default", "set", "public.image", "com.example.a")
        world.do("default", "set", "--and-subtypes", "public.image", "com.example.b")
        for subject, name in [("public.jpeg", "a"), ("public.jpeg", "b"), ("public.data", "b")]:
            world.do("never", subject, f"com.example.{name}")
        world.start()
        there = world.ask("why", "--name-only", "x.jpg")
        here = world.ask("why", "--name-only", "x.jpg", "--embedded")
        expect(there.output == here.output, f"embedded:\n{here.text}by the daemon:\n{there.text}")
        never = [line for line in here.text.split("\n") if "com.example.b" in line and "never" in line]
        expect("public.data" not in "".join(never), f"the farther choice is named: {never}")


def a_change_that_is_refused_is_not_in_effect(bin):
    with World(bin) as world:
        world.application("com.example.a", "public.png")
        world.start()
        world.do("default", "set", "--only-extension", ".a", "com.example.a")
        os.chmod(world.store, 0o777)
        outcome = world.ask("default", "set", "--only-extension", ".b", "com.example.a")
        made = world.choice(".b") == "com.example.a"
        expect(made == (outcome.status == 0), f"made: {made}, and told: {outcome}")


def root_creates_nothing_in_the_home_of_another_user(bin):
    need(IS_ROOT, "root")
    with World(bin) as world:
        world.application("com.example.a", "public.data")
        world.user = 0
        for variable in ["XDG_STATE_HOME", "XDG_CACHE_HOME"]:
            del world.environment[variable]
        world.ask("default", "set", "--only-extension", ".abc", "com.example.a")
        home = world.path("home")
        found = [
            os.path.join(directory, name) for directory, directories, files in os.walk(home)
            for name in [*directories, *files]]
        ours = [path for path in found if os.lstat(path).st_uid != NOBODY]
        expect(not ours, f"root owns {ours}")
        target = world.path("elsewhere")
        os.makedirs(target)
        os.makedirs(os.path.join(home, b".cache"), exist_ok=True)
        os.lchown(os.path.join(home, b".cache"), NOBODY, NOBODY)
        link = os.path.join(home, b".cache/typed")
        os.symlink(target, link)
        os.lchown(link, NOBODY, NOBODY)
        world.ask("type-of", "--name-only", "a.jpg")
        expect(not os.listdir(target), f"root follows a link, and writes {os.listdir(target)}")
        world.user = NOBODY


def root_does_not_change_the_choices_of_a_user_over_the_socket(bin):
    need(IS_ROOT, "root")
    with World(bin) as world:
        world.application("com.example.a", "public.data")
        world.start()
        with world.connect(as_root=True) as client:
            reply = client.call(HANDLERS + "Bind", {"requests": [
                {"extension": "abc", "handler": "com.example.a"}]})
        # A choice is the user's; root administers the system's instance.
        expect(
            reply.get("error") == "org.varlink.service.PermissionDenied", f"{reply!s:.200}")


def leftovers_of_killed_writers_go(bin):
    need(shutil.which("strace"), "strace")
    with World(bin) as world:
        _two(world)
        for number in range(6):
            world.run([
                "strace", "-f", "-o", "/dev/null", "-e", "trace=rename,renameat,renameat2", "-e",
                "inject=rename,renameat,renameat2:signal=SIGKILL:when=1", world.utcli, "default",
                "set", "--embedded", f".x{number}", "com.example.a"])
        world.do("default", "set", "--embedded", ".abc", "com.example.a")
        world.do("default", "set", "--embedded", ".abc", "com.example.b")
        left = [
            name for directory in [world.store, world.cache] if os.path.isdir(directory)
            for name in os.listdir(directory) if name.endswith(b".new")]
        expect(not left, f"{len(left)} files are left: {left[:3]}")


def another_program_that_changes_the_list_at_once_loses_no_entry(bin):
    gio = shutil.which("gio")
    need(gio, "gio")
    with World(bin) as world:
        for name in "ab":
            directory = world.path("data", "applications")
            os.makedirs(directory, exist_ok=True)
            world.write(
                os.path.join(directory, f"{name}.desktop".encode()),
                f"[Desktop Entry]\nType=Application\nName={name}\nExec=true %f\n"
                "MimeType=application/x-asked;\n")
        world.own()
        rounds = times(60, 1000)
        for number in range(rounds):
            changes = [
                world.spawn(words) for words in [
                    [gio, "mime", f"application/x-by-gio-{number}", "a.desktop"],
                    [world.utcli, "default", "set", f"application/x-first-{number}", "b"],
                    [world.utcli, "default", "set", f"application/x-second-{number}", "b"]]]
            for change in changes:
                expect(change.wait() == 0, f"a change fails: {world.log}")
            world.children.clear()
        with open(world.path("config", "mimeapps.list"), encoding="utf-8") as file:
            defaults = file.read().split("[Default Applications]\n")[1].split("\n[")[0].split("\n")
        names = {line.split("=")[0] for line in defaults}
        lost = {
            kind: sum(f"application/x-{kind}-{number}" not in names for number in range(rounds))
            for kind in ["by-gio", "first", "second"]}
        expect(lost["by-gio"] == 0, f"of {rounds} entries of gio {lost['by-gio']} are lost")
        # What gio takes out, since it looks at the list once and not again, is kept by the store.
        expect(
            lost["first"] + lost["second"] <= rounds // 50, f"of {2 * rounds} of utcli's {lost} are lost")
        return f"{rounds} rounds, {lost['first'] + lost['second']} entries of utcli taken out by gio"
