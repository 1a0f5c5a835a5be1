# SPDX-License-Identifier: MIT
"""A daemon that met a mishap answers rightly after it is mended, without a restart."""

import os
import signal

from world import World, expect, wait_until

# How soon after its state was mended a daemon has to be right.
SOON = 10


def _agree_soon(world, daemon, subject, application):
    """The choice can be made, and the daemon answers with it."""
    outcome = None

    def made():
        nonlocal outcome
        outcome = world.ask("default", "set", subject, application)
        return outcome.status == 0
    expect(wait_until(made, SOON), f"after {SOON} s, set: {outcome}")
    expect(
        wait_until(lambda: world.choice(subject) == application, SOON),
        f"{world.choice(subject, '--embedded')} embedded, {world.choice(subject)} after {SOON} s")
    status = world.ask("status")
    expect(status.status == 0, f"status: {status}")
    world.alive(daemon)


def _with_a_choice(world):
    world.application("com.example.a", "public.png")
    daemon = world.start()
    world.do("default", "set", "--only-extension", ".a", "com.example.a")
    world.stop(daemon)


def started_without_permission_for_the_directory_it_recovers(bin):
    with World(bin) as world:
        _with_a_choice(world)
        for name in ["registry.sqlite-wal", "registry.sqlite-shm"]:
            if os.path.exists(world.stored(name)):
                os.unlink(world.stored(name))
        os.chmod(world.store, 0o500)
        daemon = world.start()
        os.chmod(world.store, 0o700)
        _agree_soon(world, daemon, ".b", "com.example.a")


def started_without_permission_for_the_log_it_recovers(bin):
    for name in ["registry.sqlite-wal", "registry.sqlite-shm"]:
        with World(bin) as world:
            world.application("com.example.a", "public.png")
            daemon = world.start()
            world.do("default", "set", "--only-extension", ".a", "com.example.a")
            daemon.kill()
            daemon.wait()
            path = world.stored(name)
            if not os.path.exists(path):
                continue
            os.chmod(path, 0)
            daemon = world.start()
            os.chmod(path, 0o600)
            _agree_soon(world, daemon, ".b", "com.example.a")


def started_with_files_that_can_only_be_read_it_recovers(bin):
    with World(bin) as world:
        _with_a_choice(world)
        files = [os.path.join(world.store, name) for name in os.listdir(world.store)]
        for path in files:
            os.chmod(path, 0o400)
        daemon = world.start()
        for path in files:
            if os.path.exists(path):
                os.chmod(path, 0o600)
        _agree_soon(world, daemon, ".b", "com.example.a")


def started_on_a_file_system_that_can_only_be_read_it_recovers(bin):
    with World(bin) as world:
        state = world.path("state")
        world.mount(state, "-o", f"size=16m,mode=700,uid={world.user},gid={world.user}")
        _with_a_choice(world)
        world.remount(state, "ro")
        daemon = world.start()
        world.remount(state, "rw")
        _agree_soon(world, daemon, ".b", "com.example.a")


def started_on_a_full_disk_it_recovers(bin):
    with World(bin) as world:
        state = world.path("state")
        world.mount(state, "-o", f"size=64k,mode=700,uid={world.user},gid={world.user}")
        world.application("com.example.a", "public.png")
        daemon = world.start()
        world.ask("default", "set", "--only-extension", ".a", "com.example.a")
        world.remount(state, "size=16m")
        for extension in "bcd":
            _agree_soon(world, daemon, f".{extension}", "com.example.a")


def started_without_its_directory_it_recovers(bin):
    with World(bin) as world:
        world.application("com.example.a", "public.png")
        os.chmod(world.path("state"), 0o500)
        daemon = world.start()
        os.chmod(world.path("state"), 0o700)
        _agree_soon(world, daemon, ".b", "com.example.a")


def the_log_that_goes_under_the_daemon_stops_no_later_change(bin):
    with World(bin) as world:
        for index in range(500):
            world.application(f"com.example.a{index}", "public.png")
        daemon = world.start()
        for index in range(8):
            world.do("default", "set", f".d{index}", f"com.example.a{index}")
        if os.path.exists(world.stored("registry.sqlite-wal")):
            os.unlink(world.stored("registry.sqlite-wal"))
        _agree_soon(world, daemon, ".e", "com.example.a9")
        for index in range(8):
            here, there = world.choice(f".d{index}", "--embedded"), world.choice(f".d{index}")
            expect(here == there, f"{here} embedded, {there} by the daemon")


def the_directory_that_goes_under_the_daemon_is_said(bin):
    with World(bin) as world:
        world.application("com.example.a", "public.png")
        world.application("com.example.b", "public.data")
        daemon = world.start()
        world.do("default", "set", "--only-extension", ".abc", "com.example.a")
        os.rename(world.store, world.path("away"))
        outcome = world.ask("default", ".abc")
        expect(
            outcome.text.startswith("com.example.a") or outcome.errors,
            f"default: {outcome}, without a word")
        os.rename(world.path("away"), world.store)
        _agree_soon(world, daemon, ".b", "com.example.a")
        expect(world.choice(".abc") == "com.example.a", "the choice is not back")


def the_cached_image_may_be_cut_under_the_daemon(bin):
    _damage_the_image(bin, lambda path: os.truncate(path, 0))


def the_cached_image_may_be_overwritten_under_the_daemon(bin):
    def overwrite(path):
        size = os.path.getsize(path)
        with open(path, "r+b") as file:
            file.write(bytes(size))
    _damage_the_image(bin, overwrite)


def _damage_the_image(bin, damage):
    with World(bin) as world:
        world.declare("q", {
            "CFBundleIdentifier": "com.example.q", "UTExportedTypeDeclarations": [{
                "UTTypeIdentifier": "com.example.zq", "UTTypeConformsTo": ["public.data"],
                "UTTypeTagSpecification": {"public.filename-extension": ["zqzq"]}}]})
        image = _image(world)
        daemon = world.start()
        damage(image)
        for name, type in [("a.zqzq", "com.example.zq"), ("a.jpg", "public.jpeg")]:
            answer = world.ask("type-of", "--name-only", name).text.split("\t")[0].strip()
            expect(daemon.poll() is None, f"the daemon ended with {daemon.poll()}")
            expect(answer == type, f"{name} is '{answer}'")


def _image(world):
    """Asks until an image is kept and used; its path."""
    expect(
        wait_until(lambda: "cached image" in world.ask("doctor").text, 10),
        "no image is kept")
    names = [name for name in os.listdir(world.cache) if name.endswith(b".image")]
    return os.path.join(world.cache, names[0])


def a_cached_image_with_a_changed_byte_is_not_taken(bin):
    with World(bin) as world:
        world.declare("q", {
            "CFBundleIdentifier": "com.example.q", "UTExportedTypeDeclarations": [{
                "UTTypeIdentifier": "com.example.zq", "UTTypeConformsTo": ["public.data"],
                "UTTypeTagSpecification": {"public.filename-extension": ["zqzq"]}}]})
        image = _image(world)
        with open(image, "rb") as file:
            contents = file.read()
        expect(b"com.example.zq" in contents, "the identifier is not found in the image")
        with open(image, "wb") as file:
            file.write(contents.replace(b"com.example.zq", b"com.example.zr"))
        world.start()
        answer = world.do("type-of", "--name-only", "a.zqzq").text
        expect(answer.startswith("com.example.zq"), f"the daemon answers {answer!r}")


def the_shared_memory_of_the_log_may_be_cut_and_no_choice_is_lost(bin):
    """SQLite maps it, so a running daemon may end; nothing is lost, and the next one is right."""
    with World(bin) as world:
        world.application("com.example.a", "public.png")
        daemon = world.start()
        world.do("default", "set", "--only-extension", ".abc", "com.example.a")
        if os.path.exists(world.stored("registry.sqlite-shm")):
            os.truncate(world.stored("registry.sqlite-shm"), 0)
        for words in [["default", ".abc"], ["default", "set", "--only-extension", ".b", "com.example.a"]]:
            world.ask(*words)
        if wait_until(lambda: daemon.poll() is not None, 1):
            daemon = world.start()
        _agree_soon(world, daemon, ".b", "com.example.a")
        expect(world.choice(".abc") == "com.example.a", "the choice is lost")


def a_hanging_daemon_does_not_hang_a_look_up(bin):
    with World(bin) as world:
        daemon = world.start()
        daemon.send_signal(signal.SIGSTOP)
        outcome = world.ask("type-of", "--name-only", "a.jpg", timeout=30)
        daemon.send_signal(signal.SIGCONT)
        expect(outcome.text.strip() == "public.jpeg", str(outcome))


def a_daemon_that_closes_at_once_is_none(bin):
    import socket
    import threading
    with World(bin) as world:
        os.makedirs(os.path.dirname(world.socket), mode=0o700)
        world.own()
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(world.socket)
            os.chown(world.socket, world.user, world.user)
            server.listen(8)

            def serve():
                try:
                    while True:
                        server.accept()[0].close()
                except OSError:
                    pass
            threading.Thread(target=serve, daemon=True).start()
            outcome = world.ask("type-of", "--name-only", "a.jpg")
            server.shutdown(socket.SHUT_RDWR)
        expect(outcome.text.strip() == "public.jpeg", str(outcome))


def a_directory_in_the_place_of_a_file_is_named(bin):
    for name in ["registry.sqlite-wal", "registry.sqlite-shm", "registry.bindings", "registry.sqlite.lock"]:
        with World(bin) as world:
            world.application("com.example.a", "public.png")
            world.do("default", "set", "--embedded", ".abc", "com.example.a")
            path = world.stored(name)
            if os.path.exists(path):
                os.unlink(path)
            os.mkdir(path)
            world.own()
            for outcome in [
                    world.ask("default", ".abc"),
                    world.ask("default", "set", "--only-extension", ".b", "com.example.a")]:
                for wrong in ["repaired by another process", "check the disk"]:
                    expect(wrong not in outcome.said, f"{name}: {outcome}")
                # A change may have set it aside.
                expect(outcome.status == 0 or outcome.errors, f"{name}: {outcome}")


def doctor_finds_what_cannot_be_written(bin):
    def mode(path, value):
        return lambda world: os.chmod(world.stored(path) if path else world.store, value)

    def directory(name):
        def make(world):
            if os.path.exists(world.stored(name)):
                os.unlink(world.stored(name))
            os.mkdir(world.stored(name))
            world.own()
        return make
    for what, damage in [
            ("the directory has mode 500", mode("", 0o500)),
            ("the database has mode 400", mode("registry.sqlite", 0o400)),
            ("the lock is a directory", directory("registry.sqlite.lock")),
            ("the snapshot is a directory", directory("registry.bindings"))]:
        with World(bin) as world:
            _with_a_choice(world)
            damage(world)
            doctor = world.ask("doctor")
            expect(doctor.status == 5, f"{what}: doctor ends with {doctor.status}")
