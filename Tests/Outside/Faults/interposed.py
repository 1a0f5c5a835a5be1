# SPDX-License-Identifier: MIT
"""Programs whose calls of the system are recorded, or fail: interposer.c beside this file is preloaded.

That needs programs that are linked dynamically, as a debug build has them: TYPED_DEBUG_BIN names their
directory, else '.build/debug' of the checkout is taken.
"""

import ctypes
import mmap
import os
import pathlib
import re
import shutil
import signal
import struct
import subprocess
import threading

from world import World, expect, need

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE / "interposer.c"
# The kinds of calls that are counted and can fail, as the source names them; and errors that it has of its own.
KINDS = re.search(r"enum kind \{([^}]*)\}", SOURCE.read_text()).group(1).replace(",", " ").split()[:-1]
SHORT, KILL = 1000, 1001


class _Control(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int32) for name in ["kind", "first", "last", "error", "fired"]]
    _fields_ += [("counts", ctypes.c_uint32 * len(KINDS))]


def debug_programs():
    """The directory of the programs of a debug build; `None` if there is none."""
    directory = pathlib.Path(os.environ.get("TYPED_DEBUG_BIN", HERE.parents[2] / ".build/debug"))
    return directory if all((directory / name).exists() for name in ["utcli", "typed"]) else None


def _interposer(bin):
    """The library beside the programs, compiled by the first that needs it."""
    library = os.path.join(bin, "interposer.so")
    if not os.path.exists(library):
        compiler = shutil.which("cc") or shutil.which("clang")
        need(compiler, "a C compiler")
        made = f"{library}.{os.getpid()}.{threading.get_ident()}"
        words = [compiler, "-shared", "-fPIC", "-O2", "-o", made, os.fspath(SOURCE), "-ldl", "-lpthread"]
        done = subprocess.run(words, stderr=subprocess.PIPE, check=False)
        expect(done.returncode == 0, done.stderr.decode()[-500:])
        os.rename(made, library)
    return library


class Interposed(World):
    """A world with programs of a debug build, too, between which and the system something comes."""

    def __init__(self, bin):
        debug = os.path.join(os.path.dirname(bin), "debug")
        need(os.path.exists(debug), "the programs of a debug build, in TYPED_DEBUG_BIN or .build/debug")
        library = _interposer(debug)
        super().__init__(bin, as_root=True, in_memory=True)
        self.debug_utcli, self.debug_typed = os.path.join(debug, "utcli"), os.path.join(debug, "typed")
        self.tape, control = os.path.join(self.base, "tape"), os.path.join(self.base, "control")
        pathlib.Path(self.tape).touch()
        with open(control, "wb") as file:
            file.write(bytes(4096))
        with open(control, "r+b") as file:
            self._page = mmap.mmap(file.fileno(), 4096)
        self.control = _Control.from_buffer(self._page)
        self.own()
        # What is kept, below the state, the cache and the configuration.
        self.kept = [self.environment[name] for name in ["XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"]]
        self._plain = self.environment
        self._between = {
            **self._plain, "LD_PRELOAD": library, "FAULTS_BELOW": b":".join(self.kept),
            "SWIFT_BACKTRACE": "enable=no"}
        self._recording = {**self._between, "FAULTS_TAPE": self.tape}
        self._failing = {**self._between, "FAULTS_CONTROL": control}
        self._both = {**self._recording, "FAULTS_CONTROL": control}

    def _with(self, environment, action, words):
        # One thread has one world.
        self.environment = environment
        try:
            return action(words)
        finally:
            self.environment = self._plain

    # Recording

    def recorded(self, *words, input=b""):
        """A command that is recorded."""
        return self._with(
            self._recording, lambda words: self.run(words, input=input), [self.debug_utcli, *words])

    def recorded_killed(self, *words, input=b"", kind, number):
        """A command that is recorded, and killed at a call."""
        self.arm(kind, number, error=KILL)
        outcome = self._with(self._both, lambda words: self.run(words, input=input), [self.debug_utcli, *words])
        self.arm()
        expect(outcome.status == -signal.SIGKILL, f"{words} is not killed at {kind} {number}: {outcome}")

    def spawn_recorded(self):
        """A daemon that is recorded."""
        return self._with(self._recording, self.spawn, [self.debug_typed])

    def mark(self, kind, number):
        """A record of this process."""
        with open(self.tape, "ab") as file:
            file.write(RECORD.pack(RECORD.size, ord(kind), 0, -1, number, *[0] * 8))

    # Failing

    def arm(self, kind=None, first=0, last=None, error=0):
        """The calls of a kind that fail from now on; the counts begin again."""
        self.control.first = 0
        for index in range(len(KINDS)):
            self.control.counts[index] = 0
        self.control.fired = 0
        self.control.kind = KINDS.index(kind) if kind else -1
        self.control.last, self.control.error = last or first, error
        self.control.first = first

    def counts(self):
        return dict(zip(KINDS, self.control.counts))

    def failing(self, *words, input=b"", timeout=30):
        """A command whose calls fail as armed."""
        return self._with(
            self._failing, lambda words: self.run(words, input=input, timeout=timeout),
            [self.debug_utcli, *words])

    def spawn_failing(self):
        return self._with(self._failing, self.spawn, [self.debug_typed])


RECORD = struct.Struct("=IIiiqqqqqIIII")


class Record:
    """A call, as interposer.c has it."""

    def __init__(self, head, path, other, data):
        _, kind, self.process, self.descriptor, self.number, self.extra = head[:6]
        seconds, nanoseconds, self.inode = head[6:9]
        self.kind, self.time = chr(kind), seconds * 1_000_000_000 + nanoseconds
        self.path, self.other, self.data = path, other, data


def records(path):
    """All records of a tape."""
    found, offset = [], 0
    bytes = pathlib.Path(path).read_bytes()
    while offset < len(bytes):
        head = RECORD.unpack_from(bytes, offset)
        parts, end = [], offset + RECORD.size
        for length in head[9:12]:
            parts.append(bytes[end:end + length])
            end += length
        found.append(Record(head, *parts))
        offset = end
    return found
