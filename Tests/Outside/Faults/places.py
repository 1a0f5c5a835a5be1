# SPDX-License-Identifier: MIT
"""The daemon has its place for itself, and leaves what belongs to others."""

import ctypes
import os
import random
import shutil
import socket
import stat
import time

from world import World, expect, times, wait_until

_AT_FDCWD = -100
_libc = ctypes.CDLL(None, use_errno=True)

# How long what happens to the socket may go unnoticed.
SOON = 10


def _identity(path):
    """What is at a path, by which it is known again."""
    status = os.lstat(path)
    return status.st_ino, status.st_mtime_ns, stat.S_IFMT(status.st_mode)


def of_daemons_that_start_at_once_one_serves(bin):
    chance = random.Random()
    with World(bin) as world:
        directory = os.path.dirname(world.socket)
        os.mkdir(directory, 0o700)
        kept = {}
        for name in [b"notes", b"org.typeregistry.old", b"other.lock"]:
            path = world.write(os.path.join(directory, name), "not the daemon's")
            kept[path] = _identity(path)
        world.own()
        is_stale = False
        for round in range(times(4, 50)):
            count = chance.choice([2, 3])
            daemons = []
            for _ in range(count):
                daemons.append(world.spawn([world.typed]))
                time.sleep(chance.choice([0, 0, chance.uniform(0, 0.01)]))

            def running():
                return [daemon for daemon in daemons if daemon.poll() is None]
            where = f"round {round}, {count} of them, {'with' if is_stale else 'without'} a stale socket"
            expect(
                wait_until(lambda: len(running()) == 1 and world.is_answered()),
                f"{where}: {len(running())} run")
            losers = [daemon for daemon in daemons if daemon.poll() is not None]
            for loser in losers:
                expect(loser.returncode == 4, f"{where}: one ends with {loser.returncode}")
            with open(world.path("log"), "r+", encoding="utf-8") as log:
                said = log.read().count("another process listens there")
                log.truncate(0)
            expect(said == len(losers), f"{where}: {said} of {len(losers)} say why")
            for path, identity in kept.items():
                expect(_identity(path) == identity, f"{where}: {path} is another file")
            winner, = running()
            # Every other time the next ones find what a killed one leaves.
            is_stale = round % 2 == 0
            if is_stale:
                winner.kill()
                winner.wait()
            else:
                world.stop(winner)
                expect(not os.path.lexists(world.socket), f"{where}: the socket is left")
        return f"{round + 1} times"


class _Foreign:
    """What another program puts somewhere, and may not be touched."""

    def __init__(self, world, kind):
        """Made elsewhere: the daemon may make its place anew before a socket could be bound there."""
        self.path, self.socket = world.path("foreign"), None
        if kind == "file":
            world.write(self.path, "not the daemon's")
        elif kind == "directory":
            os.mkdir(self.path, 0o700)
        elif kind == "link":
            os.symlink("/nowhere", self.path)
        elif kind == "socket":
            self.socket = socket.socket(socket.AF_UNIX)
            self.socket.bind(self.path)
            self.socket.listen(8)
        self.exists = kind != "nothing"
        if self.exists:
            os.lchown(self.path, world.user, world.user)
        self.identity = _identity(self.path) if kind not in ["nothing", "directory"] else None

    def take(self, path, away):
        """Comes to `path`; what was there is removed, or moved elsewhere."""
        if not self.exists:
            _leave(path, away)
        else:
            # In one step: the daemon may make its place anew as soon as it is missing.
            _exchange(self.path, path)
            _leave(self.path, away)
        self.path = path

    def is_kept(self):
        return self.identity is None or _identity(self.path) == self.identity


def _exchange(first, second):
    """Swaps two files: renameat2(2) with RENAME_EXCHANGE."""
    if _libc.renameat2(_AT_FDCWD, os.fsencode(first), _AT_FDCWD, os.fsencode(second), 2):
        raise OSError(ctypes.get_errno(), f"{second!r} cannot be replaced")


def _leave(path, away):
    """What was there is removed, or moved elsewhere."""
    if away:
        os.rename(path, away)
    elif os.path.isdir(path):
        shutil.rmtree(path)
    else:
        os.unlink(path)


def what_happens_to_the_place_of_the_socket_is_noticed(bin):
    """Whatever is removed or moved, and whatever takes its place: within some seconds the daemon can be
    reached again, or has ended and says so."""
    slowest = 0
    kinds = ["nothing", "file", "directory", "link", "socket"]
    with World(bin) as world:
        cases = [
            (depth, is_moved, kind)
            for depth in ["socket", "directory", "runtime directory", "above"]
            for is_moved in [False, True] for kind in kinds]
    if not times(0, 1):
        # Many take some seconds, because the daemon has patience: a few of them suffice.
        cases = cases[::7]
    for depth, is_moved, kind in cases:
        with World(bin) as world:
            run = world.path("above", "run")
            os.makedirs(run, 0o700)
            world.own()
            world.environment["XDG_RUNTIME_DIR"] = run
            world.socket = os.path.join(run, b"typed/org.typeregistry")
            daemon = world.start()
            # The last connection may be a reason to look.
            time.sleep(0.2)
            path = {
                "socket": world.socket, "directory": os.path.dirname(world.socket),
                "runtime directory": run, "above": os.path.dirname(run)}[depth]
            what = f"{depth} {'moved' if is_moved else 'removed'}, {kind} in its place"
            foreign = _Foreign(world, kind)
            foreign.take(path, world.path("away") if is_moved else None)

            def is_reached():
                # Not by whom the other socket belongs to.
                return foreign.socket is None and world.is_answered()
            started = time.monotonic()
            expect(
                wait_until(lambda: daemon.poll() is not None or is_reached(), SOON),
                f"{what}: after {SOON} s it neither ended nor can be reached")
            slowest = max(slowest, time.monotonic() - started)
            if daemon.poll() is not None:
                expect(daemon.returncode == 4, f"{what}: it ends with {daemon.returncode}")
                expect("clients can no longer reach it" in world.log, f"{what}: {world.log}")
            expect(foreign.is_kept(), f"{what}: the other file is not left alone")
            if foreign.socket:
                foreign.socket.close()
    return f"{len(cases)} ways, at most {slowest:.1f} s"


def a_file_system_that_is_mounted_over_the_place_of_the_socket_is_noticed(bin):
    for name in ["run", "run/typed"]:
        with World(bin) as world:
            daemon = world.start()
            time.sleep(0.2)
            path = world.path(*name.split("/"))
            world.mount(path, "-o", f"size=1m,mode=700,uid={world.user},gid={world.user}")
            expect(
                wait_until(lambda: daemon.poll() is not None or world.is_answered(), SOON),
                f"over {name}: after {SOON} s it neither ended nor can be reached")


def a_link_above_the_socket_that_leads_elsewhere_is_noticed(bin):
    with World(bin) as world:
        for name in ["one", "two"]:
            os.mkdir(world.path(name), 0o700)
        link = world.path("link")
        os.symlink("one", link)
        world.own()
        world.environment["XDG_RUNTIME_DIR"] = link
        world.socket = os.path.join(link, b"typed/org.typeregistry")
        daemon = world.start()
        time.sleep(0.2)
        os.symlink("two", world.path("next"))
        os.rename(world.path("next"), link)
        expect(
            wait_until(lambda: daemon.poll() is not None or world.is_answered(), SOON),
            f"after {SOON} s it neither ended nor can be reached")
