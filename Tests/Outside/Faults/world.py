# SPDX-License-Identifier: MIT
"""Directories, programs and a daemon of one fault's own, and the words in which faults are told."""

import contextlib
import ctypes
import json
import os
import pathlib
import resource
import shutil
import signal
import socket
import sqlite3
import subprocess
import tempfile
import threading
import time

# Another user than root, without privileges.
NOBODY = 65534
IS_ROOT = os.geteuid() == 0
# Whether there is time to repeat what depends on chance often enough, and to measure.
IS_LONG = "TYPED_FAULTS_LONG" in os.environ
# The longest wait for what takes no time, on a slow machine.
PATIENCE = 20


class Failed(Exception):
    """What was seen instead of what should be."""


class Closed(Failed):
    """The daemon has closed a connection."""


class Skipped(Exception):
    """What the machine lacks."""


def expect(condition, seen):
    if not condition:
        raise Failed(seen)


def need(condition, what):
    if not condition:
        raise Skipped(what)


def wait_until(condition, seconds=PATIENCE):
    """Whether a condition comes to hold in time."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


class Outcome:
    def __init__(self, status, output, errors):
        self.status, self.output, self.errors = status, output, errors

    @property
    def text(self):
        return self.output.decode(errors="replace")

    @property
    def said(self):
        return self.errors.decode(errors="replace")

    def __str__(self):
        return f"status {self.status}, {self.text.strip()!r:.160}, {self.said.strip()!r:.200}"


def end_with_parent():
    """The process that is about to be run ends when this one does."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


class World:
    """A home and a store, and the installed programs in it.

    As root the programs run as another user, for whom permissions count; `as_root` runs them as root.
    In memory nothing waits for a disk.
    """

    def __init__(self, bin, as_root=False, root_name=b"world", in_memory=False):
        self.utcli, self.typed = os.path.join(bin, "utcli"), os.path.join(bin, "typed")
        memory = "/dev/shm" if in_memory and os.access("/dev/shm", os.W_OK) else None
        self.base = tempfile.mkdtemp(prefix="typed-fault-", dir=memory)
        self.user = NOBODY if IS_ROOT and not as_root else os.geteuid()
        self.root = os.path.join(os.fsencode(self.base), root_name)
        names = {
            "HOME": b"home", "XDG_RUNTIME_DIR": b"run", "XDG_STATE_HOME": b"state",
            "XDG_CACHE_HOME": b"cache", "XDG_CONFIG_HOME": b"config", "XDG_DATA_HOME": b"data",
            "XDG_DATA_DIRS": b"dd",
        }
        self.environment = {
            variable: os.path.join(self.root, name) for variable, name in names.items()}
        self.environment.update({"PATH": b"/usr/bin:/bin", "LC_ALL": b"C"})
        self.declarations = os.path.join(self.root, b"data/typed/declarations")
        self.store = os.path.join(self.root, b"state/typed")
        self.cache = os.path.join(self.root, b"cache/typed")
        self.socket = os.path.join(self.root, b"run/typed/org.typeregistry")
        for directory in [*self.environment.values(), self.declarations]:
            if directory.startswith(self.root):
                os.makedirs(directory, mode=0o700, exist_ok=True)
        self.children, self.mounts = [], []
        # Held by a thread while it is another user, or while it must not become one.
        self.identity = threading.Lock()
        self.own()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for child in self.children:
            if child.poll() is None:
                child.send_signal(signal.SIGCONT)
                child.kill()
            child.wait()
        for mount in self.mounts:
            subprocess.run(["umount", "-l", mount], check=False)
        for directory, _, _ in os.walk(self.base):
            with contextlib.suppress(OSError):
                os.chmod(directory, 0o700)
        shutil.rmtree(self.base, ignore_errors=True)

    def own(self):
        """Gives everything to the user of this world."""
        if self.user == os.geteuid():
            return
        for directory, _, files in os.walk(os.fsencode(self.base)):
            for path in [directory, *(os.path.join(directory, name) for name in files)]:
                os.lchown(path, self.user, self.user)

    # Files

    def path(self, *names):
        return os.path.join(self.root, *(os.fsencode(name) for name in names))

    def write(self, path, contents, mode=0o644):
        with open(path, "wb") as file:
            file.write(contents if isinstance(contents, bytes) else contents.encode())
        os.chmod(path, mode)
        os.chown(path, self.user, self.user)
        return path

    def declare(self, name, bundle):
        """A declaration file."""
        return self.write(
            os.path.join(self.declarations, os.fsencode(name) + b".json"),
            json.dumps(bundle, separators=(",", ":")))

    def application(self, identifier, *types, program="/bin/true", schemes=(), name=None):
        """An application that opens types."""
        bundle = {
            "CFBundleIdentifier": identifier,
            "CFBundleDocumentTypes": [{"LSItemContentTypes": list(types)}],
            "TRLaunch": {"Arguments": [program, "%F"]},
        }
        if schemes:
            bundle["CFBundleURLTypes"] = [{"CFBundleURLSchemes": list(schemes)}]
            bundle["TRLaunch"]["Arguments"] = [program, "%U"]
        return self.declare(identifier if name is None else name, bundle)

    def stored(self, name):
        """A file of the store."""
        return os.path.join(self.store, name.encode())

    def sql(self, *statements):
        """Another program that changes the database, as the user of this world."""
        child = os.fork()
        if child == 0:
            status = 1
            with contextlib.suppress(sqlite3.Error):
                self.prepare()()
                connection = sqlite3.connect(self.stored("registry.sqlite"), isolation_level=None)
                for statement in statements:
                    connection.execute(statement)
                # Not closed: the last one to close would write the log to the database.
                status = 0
            os._exit(status)
        expect(os.waitpid(child, 0)[1] == 0, f"{statements} cannot be executed")

    # Programs

    def prepare(self, files=None):
        def prepare():
            os.umask(0o022)
            if files is not None:
                resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
            if self.user != os.geteuid():
                os.setgroups([])
                os.setgid(self.user)
                os.setuid(self.user)
            # Last, because another user is not tied to the parent any more.
            end_with_parent()
        return prepare

    def popen(self, words, stdin):
        """A process whose output can be read; without a change of user it costs half as much to start."""
        return subprocess.Popen(
            words, env=self.environment, cwd=self.root, umask=0o022,
            stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            preexec_fn=self.prepare() if self.user != os.geteuid() else None)

    def run(self, words, input=b"", timeout=60):
        process = self.popen(words, stdin=subprocess.PIPE)
        try:
            output, errors = process.communicate(input, timeout=timeout)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise Failed(f"{words[1:3]} does not end within {timeout} s") from None
        return Outcome(process.returncode, output, errors)

    def ask(self, *words, **options):
        return self.run([self.utcli, *words], **options)

    def do(self, *words, **options):
        """A command that must succeed."""
        outcome = self.ask(*words, **options)
        expect(outcome.status == 0, f"utcli {' '.join(map(str, words))}: {outcome}")
        return outcome

    def choice(self, subject, *options):
        """The application that opens something; what was said instead if there is none."""
        outcome = self.ask("default", subject, *options)
        line = outcome.text.split("\n")[0].split("\t")[0]
        return line if outcome.status == 0 else f"status {outcome.status}"

    def start(self, *options, files=None):
        """A daemon; waits until it answers."""
        process = self.spawn([self.typed, *options], files=files)
        expect(
            wait_until(lambda: process.poll() is not None or self.is_answered()),
            "the daemon does not answer")
        self.alive(process)
        return process

    def spawn(self, words, passing=None, files=None):
        """A process that ends with this world, and whose output is the log.

        A passed descriptor gets the number 3, the first of those that a service manager passes.
        """
        def prepare():
            if passing is not None:
                os.dup2(passing, 3, inheritable=True)
            self.prepare(files)()
        with open(self.path("log"), "ab") as log:
            process = subprocess.Popen(
                words, env=self.environment, cwd=self.root, stdin=subprocess.DEVNULL, stdout=log,
                stderr=log, pass_fds=() if passing is None else [3], preexec_fn=prepare)
        self.children.append(process)
        return process

    @property
    def log(self):
        with open(self.path("log"), encoding="utf-8", errors="replace") as file:
            return file.read().strip()[-300:]

    def is_answered(self):
        with contextlib.suppress(OSError, Failed):
            with self.connect() as client:
                return "parameters" in client.call("org.varlink.service.GetInfo")
        return False

    def connect(self, as_root=False, as_user=None):
        """A connection of the user of this world, of root, or of another user."""
        user = 0 if as_root else self.user if as_user is None else as_user
        # Meanwhile all threads of this process are that user.
        with self.identity, contextlib.ExitStack() as stack:
            if user != os.geteuid():
                os.seteuid(user)
                stack.callback(os.seteuid, 0)
            return Client(self.socket)

    def stop(self, process):
        process.terminate()
        process.wait(PATIENCE)

    def alive(self, process):
        expect(process.poll() is None, f"the daemon ended with {process.poll()}: {self.log}")

    def mount(self, path, *options):
        """An own file system of the memory there."""
        need(IS_ROOT, "root, to mount a file system")
        done = subprocess.run(
            ["mount", "-t", "tmpfs", *options, "none", path], stderr=subprocess.DEVNULL, check=False)
        need(done.returncode == 0, "the permission to mount a file system")
        self.mounts.append(path)

    def remount(self, path, options):
        done = subprocess.run(["mount", "-o", f"remount,{options}", path], check=False)
        need(done.returncode == 0, "the permission to mount a file system")


class Client:
    """A connection to a daemon, by hand."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(PATIENCE)
        # A path of any length, also below a directory whose name is not text.
        self.socket.connect(path)
        self.rest = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    @staticmethod
    def message(method, parameters, more=False):
        call = {"method": method, "parameters": parameters}
        if more:
            call["more"] = True
        return json.dumps(call).encode() + b"\0"

    def send(self, method, parameters=None, more=False):
        self.socket.sendall(self.message(method, parameters or {}, more))

    def receive(self):
        while b"\0" not in self.rest:
            try:
                piece = self.socket.recv(1 << 20)
            except ConnectionResetError:
                piece = b""
            if not piece:
                raise Closed("the connection is closed before the answer")
            self.rest += piece
        frame, self.rest = self.rest.split(b"\0", 1)
        return json.loads(frame)

    def call(self, method, parameters=None):
        self.send(method, parameters)
        return self.receive()


def times(short, long):
    """How often something is repeated, or for how long."""
    return long if IS_LONG else short


def percentiles(seconds):
    """The median, the 99th percentile and the greatest of some times, in milliseconds."""
    ordered = sorted(seconds)
    middle, late = ordered[len(ordered) // 2], ordered[min(len(ordered) * 99 // 100, len(ordered) - 1)]
    return middle * 1000, late * 1000, ordered[-1] * 1000


def served_digest(world):
    """The digest of what the daemon answers from."""
    with world.connect() as client:
        return client.call("org.typeregistry.registry.Status")["parameters"]["digest"]


def fresh_digest(world):
    """The digest of what a program finds that starts now, and knows of no image."""
    before = world.environment["XDG_CACHE_HOME"]
    # A directory that does not exist, and cannot be made.
    world.environment["XDG_CACHE_HOME"] = b"/dev/null/none"
    try:
        return json.loads(world.do("status", "--embedded", "--json").output)["digest"]
    finally:
        world.environment["XDG_CACHE_HOME"] = before


def digests_agree(world, seconds=10):
    """Whether the daemon soon answers from what a program finds that starts then."""
    return wait_until(lambda: served_digest(world) == fresh_digest(world), seconds)


def loop_time(process):
    """The processor time that the first thread of a process has taken, in milliseconds."""
    with open(f"/proc/{process.pid}/task/{process.pid}/schedstat", encoding="ascii") as file:
        return int(file.read().split()[0]) / 1e6


def process_time(process):
    """The processor time that a process has taken, in seconds."""
    fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def descriptors(process):
    """The number of open descriptors of a process."""
    return len(os.listdir(f"/proc/{process.pid}/fd"))


def thread_count(process):
    """The number of threads of a process."""
    return len(os.listdir(f"/proc/{process.pid}/task"))


def resident(process, kind="VmRSS"):
    """The memory of a process, in MiB: all, or RssAnon for what is in no file."""
    for line in pathlib.Path(f"/proc/{process.pid}/status").read_text().splitlines():
        if line.startswith(kind + ":"):
            return int(line.split()[1]) / 1024
    return 0


def binding(*extensions, to):
    """The parameters of a call that chooses an application for extensions."""
    return {"requests": [{"extension": extension, "handler": to} for extension in extensions]}


def many_types(world, files=20, count=4096, name="many"):
    """Declarations of many types, in files of at most 1 MiB."""
    for index in range(files):
        world.declare(f"{name}{index:02}", {
            "CFBundleIdentifier": f"com.example.{name}{index}",
            "UTImportedTypeDeclarations": [
                {"UTTypeIdentifier": f"com.example.{name}-{index}.type-{number}",
                 "UTTypeConformsTo": ["public.data"]} for number in range(count)],
        })
