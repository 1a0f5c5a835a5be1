# SPDX-License-Identifier: MIT
"""Single calls of the system fail: a program ends with words about it or succeeds, and nothing is lost.

For each command, each of its calls that concern the state, the cache or the configuration fails once with each
error that it can have, and some fail from then on (interposed.py). A program may also be killed at a call.
"""

import concurrent.futures
import errno
import json
import os
import random
import shutil
import signal
import time

from interposed import KILL, SHORT, Interposed
from world import IS_LONG, Closed, Failed, binding, expect, times, wait_until

HANDLERS = "org.typeregistry.handlers."
E = errno
# The errors of each kind of calls; those of a second list last. SQLite takes a lock that it never gets for one
# that another program has, and waits for it: so none is refused for long.
ERRORS = {
    "OPEN": ([E.EIO, E.ENOSPC, E.EMFILE, E.ENFILE, E.ENOMEM, E.EACCES, E.EINTR, KILL], [E.EMFILE, E.EACCES]),
    "READ": ([E.EIO, E.EINTR, SHORT, KILL], [E.EIO, SHORT]),
    "WRITE": ([E.EIO, E.ENOSPC, E.EDQUOT, E.EINTR, SHORT, KILL], [E.EIO, E.ENOSPC, SHORT]),
    "SYNC": ([E.EIO, E.ENOSPC, E.EINTR, KILL], [E.EIO]),
    "TRUNCATE": ([E.EIO, E.ENOSPC, E.EINTR, KILL], [E.EIO]),
    "RENAME": ([E.EIO, E.ENOSPC, E.EACCES, E.ENOMEM, KILL], [E.EIO]),
    "LINK": ([E.EIO, E.ENOSPC, E.EPERM, KILL], [E.EIO]),
    "UNLINK": ([E.EIO, E.EACCES, E.ENOMEM, KILL], [E.EIO]),
    "MKDIR": ([E.EIO, E.ENOSPC, E.EACCES, KILL], [E.ENOSPC]),
    "RMDIR": ([E.EIO, E.EACCES, KILL], []),
    "MMAP": ([E.ENOMEM, E.EACCES], [E.ENOMEM]),
    "LOCK": ([E.EINTR, E.ENOLCK, E.EIO, E.EAGAIN], []),
    "STATUS": ([E.EIO, E.EACCES, E.ENOMEM], [E.EIO]),
    "MODE": ([E.EIO, E.EPERM, KILL], [E.EPERM]),
    "CLOSE": ([E.EIO, E.EINTR], [E.EIO]),
}
# Calls of a kind that are tried at most, spread over all.
MOST = 120
FOREVER = 1 << 30
# How soon a daemon has to be right again.
SOON = 10


def _name(error):
    return {SHORT: "short", KILL: "SIGKILL"}.get(error) or errno.errorcode[error]


def _cases(counts):
    """Each kind, call, last call that fails and error."""
    for kind, (once, lasting) in ERRORS.items():
        count = counts[kind]
        step = max(1, -(-count // MOST))
        for number in range(1, count + 1, step):
            for error in once:
                yield kind, number, number, error
            for error in lasting if number // step % 3 == 0 else []:
                yield kind, number, FOREVER, error


class _Command:
    """A command, and how to see that it has done its work."""

    def __init__(self, name, *words, input=b"", is_first=False, done):
        self.name, self.words, self.input, self.is_first, self.done = name, words, input, is_first, done


def _chosen(extension, application):
    return lambda choices, world: None if choices.get(extension) == application else (
        f".{extension} is {choices.get(extension)}")


def _all(count):
    return lambda choices, world: None if sum(key.startswith("m") for key in choices) == count else (
        f"{sum(key.startswith('m') for key in choices)} of {count} are there")


def _is_registered(bundle, wanted):
    def done(_, world):
        found = bundle in world.do("bundles", "--embedded").text
        return None if found == wanted else f"{bundle} is registered: {found}"
    return done


def _is_listed(type, entry):
    def done(_, world):
        path = world.path("config", "mimeapps.list")
        text = open(path, encoding="utf-8").read() if os.path.exists(path) else ""
        answer = world.choice(type, "--embedded")
        return None if f"{type}={entry}" in text and answer == entry.split(".")[0] else f"{text}, {answer}"
    return done


def _nothing(_, __):
    return None


_BUNDLE = json.dumps({"CFBundleIdentifier": "com.example.new", "CFBundleName": "New"}).encode()
_MANY = json.dumps({"schema": 1, "bindings": [
    {"tag": {"tagClass": "public.filename-extension", "value": f"m{index}"}, "handler": "com.example.a"}
    for index in range(30)]}).encode()
_SET = ["default", "set", "--only-extension"]
COMMANDS = [
    _Command("set", *_SET, ".x0", "com.example.b", done=_chosen("x0", "com.example.b")),
    _Command("first set", *_SET, ".x0", "com.example.b", is_first=True, done=_chosen("x0", "com.example.b")),
    _Command("unset", "default", "unset", "--only-extension", ".x0", done=_chosen("x0", None)),
    _Command("undo", "undo", done=_chosen("x2", None)),
    _Command("apply", "apply", "-", input=_MANY, done=_all(30)),
    _Command("register", "register", "-", input=_BUNDLE, done=_is_registered("com.example.new", True)),
    _Command("unregister", "unregister", "com.example.old", done=_is_registered("com.example.old", False)),
    _Command(
        "list", "default", "set", "application/x-one", "f", done=_is_listed("application/x-one", "f.desktop")),
    _Command("default", "default", ".x0", ".x1", done=_nothing),
    _Command("dump", "dump", done=_nothing),
    _Command("type-of", "type-of", "--name-only", "a.jpg", "a.zold", done=_nothing),
]


class _Injected:
    """A world whose state is made again before each case."""

    def __init__(self, bin):
        self.world = world = Interposed(bin)
        for name in "ab":
            world.application(f"com.example.{name}", "public.data")
        directory = world.path("data", "applications")
        os.makedirs(directory)
        for name in "ef":
            world.write(
                os.path.join(directory, f"{name}.desktop".encode()),
                f"[Desktop Entry]\nType=Application\nName={name}\nExec=true %f\n"
                "MimeType=application/x-one;\n")
        world.own()
        world.do("register", "-", "--embedded", input=json.dumps({
            "CFBundleIdentifier": "com.example.old", "UTExportedTypeDeclarations": [{
                "UTTypeIdentifier": "com.example.old.type", "UTTypeConformsTo": ["public.data"],
                "UTTypeTagSpecification": {"public.filename-extension": ["zold"]}}]}).encode())
        world.do("default", "set", "application/x-one", "e", "--embedded")
        for index in range(3):
            world.do(*_SET, f".x{index}", "com.example.a", "--embedded")
        self.before = self.choices()
        self.saved = world.path("saved")
        os.mkdir(self.saved)
        for name in ["state", "config"]:
            shutil.copytree(world.path(name), os.path.join(self.saved, name.encode()))

    def restore(self, is_first):
        for name in ["state", "config"]:
            shutil.rmtree(self.world.path(name))
            if is_first:
                os.mkdir(self.world.path(name), 0o700)
            else:
                shutil.copytree(os.path.join(self.saved, name.encode()), self.world.path(name))
            for directory, _, files in os.walk(self.world.path(name)):
                for path in [directory, *(os.path.join(directory, file) for file in files)]:
                    os.chown(path, self.world.user, self.world.user)

    def choices(self):
        outcome = self.world.do("dump", "--embedded")
        return {
            each["tag"]["value"]: each["handler"]["bundle"]
            for each in json.loads(outcome.output)["bindings"] if "tag" in each}

    def cases(self, command):
        """All cases of a command; its output without a fault."""
        self.restore(command.is_first)
        # Twice: the first time may write to the cache.
        for _ in range(2):
            self.restore(command.is_first)
            self.world.arm()
            outcome = self.world.failing(*command.words, "--embedded", input=command.input)
            expect(outcome.status == 0, f"{command.name}: {outcome}")
        cases = list(_cases(self.world.counts()))
        if command.done is _nothing:
            # Known and not mended: a file that cannot be examined is none for a look-up, which does not say so.
            cases = [case for case in cases if case[0] != "STATUS"]
        return cases, outcome.text

    def run(self, command, case, right):
        """What is wrong then, or `None`; whether it failed, and whether it was in effect nevertheless."""
        kind, first, last, error = case
        world = self.world
        self.restore(command.is_first)
        world.arm(kind, first, last, error)
        try:
            outcome = world.failing(*command.words, "--embedded", input=command.input)
        except Failed as failure:
            return f"{failure}", True, False
        finally:
            fired = world.control.fired
            world.arm()
        is_killed = error == KILL and outcome.status == -signal.SIGKILL and fired
        if outcome.status not in range(128) and not is_killed:
            return f"it ended with {outcome}", True, False
        if outcome.status > 0 and not outcome.errors:
            return f"it says nothing: {outcome}", True, False
        if command.done is _nothing and outcome.status == 0 and outcome.text != right and not outcome.errors:
            return f"another answer without a word: {outcome.text!r}", False, False
        try:
            found = self.choices()
        except Failed as failure:
            return f"{failure}", True, False
        problem = command.done(found, world)
        # The choice is made, and a note says that the list could not be written.
        is_said = command.name == "list" and outcome.errors
        if outcome.status == 0 and problem and not is_said:
            return f"it succeeded, and {problem}", False, False
        before = {} if command.is_first else self.before
        concerned = {"set": "x0", "first set": "x0", "unset": "x0", "undo": "x2", "list": "application/x-one"}
        lost = {
            extension for extension, name in before.items()
            if extension != concerned.get(command.name) and found.get(extension) != name}
        if lost:
            return f"{lost} are lost", False, False
        outcome_after = world.ask(*_SET, ".probe", "com.example.b", "--embedded")
        if outcome_after.status != 0 or self.choices() != {**found, "probe": "com.example.b"}:
            return f"without the fault: {outcome_after}", False, False
        is_effective = outcome.status > 0 and command.done is not _nothing and problem is None
        return None, outcome.status != 0, is_effective


def _commands(bin, share, count):
    """Runs so many cases of some commands."""
    site = _Injected(bin)
    failed = effective = done = 0
    wrong = []
    with site.world:
        plan = []
        for command in share:
            cases, right = site.cases(command)
            plan += [(command, case, right) for case in cases]
        possible = len(plan)
        if count < possible:
            # In the check the same ones each time: some of the others are faults that are not mended yet.
            plan = (random if IS_LONG else random.Random(7)).sample(plan, count)
        for command, case, right in plan:
            problem, has_failed, is_effective = site.run(command, case, right)
            done += 1
            failed += has_failed
            effective += is_effective
            if problem:
                kind, first, last, error = case
                wrong.append(
                    f"{command.name}, {kind} {first}{' and all after it' if last == FOREVER else ''}, "
                    f"{_name(error)}: {problem}")
    return done, possible, failed, effective, wrong


def a_call_that_fails_loses_nothing_and_is_said(bin):
    count = times(60, 4_510)
    started = time.monotonic()
    shares = [COMMANDS[index::times(2, 4)] for index in range(times(2, 4))]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda share: _commands(bin, share, count // len(shares)), shares))
    done, possible, failed, effective = (sum(result[index] for result in results) for index in range(4))
    wrong = [each for *_, some in results for each in some]
    expect(not wrong, f"{len(wrong)} of {done}:\n" + "\n".join(sorted(wrong)[:20]))
    return (
        f"{done} of {possible} faults in {time.monotonic() - started:.0f} s, {failed} failed with words, of which "
        f"{effective} were in effect; 0 lost")


def _bindings(client):
    """The choices that the daemon has; an error that it answers."""
    found = {}
    client.send(HANDLERS + "Bindings", more=True)
    while True:
        reply = client.receive()
        if "error" in reply:
            return reply
        for each in reply["parameters"]["bindings"]:
            if "tag" in each:
                found[each["tag"]["value"]] = each["handler"]["bundle"]
        if not reply.get("continues"):
            return found


class _Daemon:
    """A daemon whose calls fail while it makes a change, and what is right of its answers."""

    def __init__(self, site, client):
        self.site, self.client = site, client
        self.right = _bindings(client)
        self.refused = self.slowest = 0

    def bind(self, extension, name):
        return self.client.call(
            HANDLERS + "Bind", binding(extension, to=f"com.example.{name}"))

    def fail(self, number, kind, first, last, error):
        where = f"{kind} {first}{' and all after it' if last == FOREVER else ''}, {_name(error)}"
        extension, name = f"d{number % 20}", "ab"[number // 20 % 2]
        self.site.world.arm(kind, first, last, error)
        reply = self.bind(extension, name)
        self.site.world.arm()
        started, found = time.monotonic(), None
        # It may take a moment until it has read again what it could not read.
        while True:
            found = _bindings(self.client)
            if "error" not in found or time.monotonic() > started + SOON:
                break
            time.sleep(0.01)
        self.slowest = max(self.slowest, time.monotonic() - started)
        expect("error" not in found, f"{where}: without the fault: {found!s:.300}")
        self.refused += "error" in reply
        allowed = {f"com.example.{name}"} | ({self.right.get(extension)} if "error" in reply else set())
        expect(
            found.get(extension) in allowed,
            f"{where}: {extension} is {found.get(extension)}, {allowed} is right: {reply!s:.200}")
        expect(
            {**found, extension: None} == {**self.right, extension: None},
            f"{where}: {found}, {self.right} is right")
        self.right = found
        name, after = "ab"[number % 2], []
        expect(
            wait_until(lambda: "error" not in (after.append(self.bind("probe", name)) or after[-1]), SOON),
            f"{where}: a change without the fault: {after[-1:]!s:.300}")
        self.right["probe"] = f"com.example.{name}"
        if number % 10 == 0:
            stored = self.site.choices()
            expect(stored == self.right, f"{where}: {stored} is stored, {self.right} is right")


def memory_that_sqlite_lacks_is_said(bin):
    site = _Injected(bin)
    unset = next(command for command in COMMANDS if command.name == "unset")
    with site.world as world:
        _, right = site.cases(unset)
        count = world.counts()["MALLOC"]
        # Where the choices are read; what comes before opens the store.
        plan = range(count * 8 // 10, count * times(87, 100) // 100, times(15, 3))
        wrong = []
        for number in plan:
            problem, *_ = site.run(unset, ("MALLOC", number, number, E.ENOMEM), right)
            if problem:
                wrong.append(f"{number} of {count}: {problem}")
        expect(not wrong, f"{len(wrong)} of {len(plan)} without memory: {wrong[0] if wrong else ''}")
        return f"{len(plan)} calls"


def a_call_that_fails_in_the_daemon_loses_nothing_and_it_recovers(bin):
    count = times(60, 1_500)
    started = time.monotonic()
    site = _Injected(bin)
    with site.world as world:
        process = world.spawn_failing()
        expect(wait_until(world.is_answered), f"it does not answer: {world.log}")
        with world.connect() as client:
            daemon = _Daemon(site, client)
            world.arm()
            daemon.right["x0"] = "com.example.b"
            expect("error" not in daemon.bind("x0", "b"), "a choice is refused")
            # With what it does after the reply.
            time.sleep(0.2)
            cases = [case for case in _cases(world.counts()) if case[3] != KILL]
            plan = random.sample(cases, count) if count < len(cases) else random.choices(cases, k=count)
            for number, case in enumerate(plan):
                try:
                    daemon.fail(number, *case)
                except (Closed, OSError) as problem:
                    raise Failed(f"{case}: {problem} (status {process.poll()}): {world.log}") from None
        world.alive(process)
    return (
        f"{count} faults of {len(cases)} kinds in {time.monotonic() - started:.0f} s, {daemon.refused} changes "
        f"refused, 0 lost, right again after {daemon.slowest * 1000:.0f} ms at most")
