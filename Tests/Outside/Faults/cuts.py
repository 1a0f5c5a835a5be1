# SPDX-License-Identifier: MIT
"""The power goes: what was acknowledged before is there afterwards, and nothing damaged is answered.

Programs are recorded while they make changes (interposed.py); what a file system may hold after a cut at any
moment is worked out by a model (crashes.py) and built; and the installed programs are asked.
"""

import concurrent.futures
import copy
import json
import os
import random

from crashes import Disk, Stage
from interposed import Interposed, records
from tapes import TAPES
from world import IS_LONG, expect, times, wait_until

# How much of the pending names and contents is there; the last ones again and again, by chance.
VARIANTS = [
    ("all", "none"), ("none", "all"), ("all", "torn"), ("all", "some"), ("none", "none"), ("none", "torn"),
    ("some", "none"), ("some", "all"), ("all", "mixed"), ("some", "torn"), ("some", "mixed"),
    ("some", "mixed")]


class _Tape:
    """Changes that are recorded, and the answers after each of them."""

    def __init__(self, bin, name):
        self.name, self.world = name, Interposed(bin)
        # Operands of 'default' and names of files that are asked; whether the history may be another one.
        self.subjects, self.names, self.is_mended = [".probe"], [], False
        self.asks_bundles = self.has_cache = False
        # Whether the last answers came with words about the store, and how often that was so.
        self.said, self.notes = False, 0
        self.base, self.steps = None, 0
        for application in "ab":
            self.world.application(f"com.example.{application}", "public.data", "public.png")

    def set(self, extension, application="b"):
        """The words of a choice."""
        self.subjects.append(f".{extension}")
        return "default", "set", "--only-extension", f".{extension}", f"com.example.{application}"

    def begin(self):
        """From here on it is recorded; what is there is on the disk."""
        self.world.own()
        self.base = Disk.read(self.world.kept, order=False)

    def step(self, *words, input=b""):
        self._mark("B")
        outcome = self.world.recorded(*words, "--embedded", input=input)
        expect(outcome.status == 0, f"{self.name}: {words}: {outcome}")
        self._mark("E")

    def call(self, client, method, parameters):
        self._mark("B")
        reply = client.call(method, parameters)
        expect("error" not in reply, f"{self.name}: {method}: {reply!s:.300}")
        self._mark("E")

    def _mark(self, kind):
        self.steps += kind == "B"
        self.world.mark(kind, self.steps)

    def start(self):
        """A daemon that is recorded."""
        daemon = self.world.spawn_recorded()
        expect(wait_until(self.world.is_answered), f"{self.name}: the daemon does not answer: {self.world.log}")
        return daemon

    # Replaying

    def finish(self):
        """Reads the tape, and asks what is right after each step; proves that the model does as the system did."""
        self.calls = records(self.world.tape)
        expect(
            not any(call.kind == "M" for call in self.calls if self._is_file(call)),
            f"{self.name}: a file is written through memory")
        # When each step began, and when it was acknowledged: what was told first, if it succeeded.
        self.begun, self.acknowledged, told = {}, {}, None
        boundaries = [0]
        for index, call in enumerate(self.calls):
            if call.kind == "B":
                self.begun[call.number], told = index, None
            elif call.kind == "A" and told is None:
                told = index
            elif call.kind == "E":
                self.acknowledged[call.number] = index if told is None else told
                boundaries.append(index + 1)
        disk = self._disk(order=False)
        chance = random.Random(0)
        states = []
        for index, call in enumerate(self.calls):
            if index in boundaries:
                states.append(disk.crashed(chance, "all", "all"))
            disk.do(call)
        last = disk.crashed(chance, "all", "all")
        states += [last] * (len(boundaries) - len(states))
        now = Disk.read(self.world.kept, order=False).crashed(chance, "all", "all")
        expect(
            _flat(now) == _flat(last),
            f"{self.name}: the model has others than the system: {_differences(now, last)}")
        self.stage = Stage(self.world, {
            node.inode for path, (node, *_) in _files(last) if b"registry.sqlite" in path and node.inode})
        self.right = []
        for state in states:
            self.stage.build(state, chance)
            self.right.append(self.ask())

    def _is_file(self, call):
        return b"-shm" not in self._opened(call)

    def _opened(self, call):
        """The path that the descriptor of a call was opened with."""
        key = call.process, call.descriptor
        paths = [
            each.path for each in self.calls[:self.calls.index(call)]
            if each.kind == "O" and (each.process, each.descriptor) == key]
        return paths[-1] if paths else b""

    def _disk(self, order, syncs=True):
        disk = copy.deepcopy(self.base)
        disk.is_ordered, disk.syncs = order, syncs
        return disk

    def do(self, *words):
        """A command of the installed programs; with a cache that no cut concerns, unless it matters."""
        world = self.world
        environment = world.environment
        if not self.has_cache:
            world.environment = {**environment, "XDG_CACHE_HOME": world.path("warm")}
        try:
            return world.ask(*words, "--embedded")
        finally:
            world.environment = environment

    def ask(self):
        """The answers of the installed programs."""
        world = self.world
        answers, self.said = {}, False

        def take(name, *words):
            outcome = self.do(*words)
            answers[name] = (outcome.status, outcome.text)
            # Ties are said because of the declarations.
            self.said |= any("note: tie" not in line for line in outcome.said.splitlines())
        take("default", "default", *self.subjects)
        take("dump", "dump")
        if not self.is_mended:
            take("history", "history", "--json")
        if self.asks_bundles:
            take("bundles", "bundles")
        if self.names:
            take("types", "type-of", "--name-only", *self.names)
        path = world.path("config", "mimeapps.list")
        answers["list"] = open(path, "rb").read() if os.path.exists(path) else None
        return answers

    def check(self, acknowledged, begun):
        """What is wrong with the state that is there now; `None` if nothing is."""
        allowed = self.right[acknowledged:begun + 1]
        found = self.ask()
        self.notes += self.said
        for name, answer in found.items():
            if answer not in [right[name] for right in allowed]:
                return (
                    f"'{name}' is {answer!s:.300} after {acknowledged} steps, {allowed[0][name]!s:.300} is right")
        outcome = self.do("default", "set", "--only-extension", ".probe", "com.example.b")
        if outcome.status != 0:
            return f"a further choice: {outcome}"
        outcome = self.do("dump")
        if outcome.status != 0:
            return f"dump after a further choice: {outcome}"
        before, after = (_choices(text) for text in (found["dump"][1], outcome.text))
        if after != before | {".probe com.example.b"}:
            return f"after a further choice the others are {after}, before {before}"
        return None

    def replay(self, count, seed, order, syncs=True):
        """So many states after cuts; what was wrong, each with words that repeat it."""
        chance = random.Random(seed)
        cuts = [
            index + 1 for index, call in enumerate(self.calls)
            if call.kind in "WTSRLUDXABE" or call.kind == "O" and call.extra & 1]
        plan = [(cut, variant) for variant in VARIANTS for cut in cuts]
        if count < len(plan):
            plan = chance.sample(plan, count)
        while len(plan) < count:
            plan.append((chance.choice(cuts), ("some", chance.choice(["mixed", "torn"]))))
        plan.sort()
        disk, wrong = self._disk(order, syncs), []
        done = acknowledged = begun = 0
        for cut, (names, contents) in plan:
            while done < cut:
                disk.do(self.calls[done])
                done += 1
                acknowledged = sum(index < cut for index in self.acknowledged.values())
                begun = sum(index < cut for index in self.begun.values())
            self.stage.build(disk.crashed(chance, names, contents), chance)
            problem = self.check(acknowledged, begun)
            if problem:
                wrong.append(
                    f"{self.name}, cut after call {cut} of {len(self.calls)}, names {names} "
                    f"{'in order' if order else 'apart'}, contents {contents}, seed {seed}: {problem}")
        return wrong


def _choices(dump):
    return {
        "{} {}".format(
            next(f".{each['tag']['value']}" if key == "tag" else each[key]
                 for key in ["tag", "type", "scheme", "url"] if key in each),
            each["handler"]["bundle"] if isinstance(each.get("handler"), dict) else json.dumps(
                {key: value for key, value in each.items() if key != "tag"}))
        for each in json.loads(dump)["bindings"]}


def _files(state):
    """The files of a state with their paths."""
    for name, node in state.items():
        if isinstance(node, dict):
            for path, file in _files(node):
                yield os.path.join(name, path), file
        else:
            yield name, node


def _flat(state):
    return {path: contents for path, (_, contents, _) in _files(state)}


def _differences(one, other):
    one, other = _flat(one), _flat(other)
    return [path for path in one.keys() | other.keys() if one.get(path) != other.get(path)][:5]


# What a short run records: a new store, one with a log, a list, registrations, the daemon, a killed writer.
_SHORT = ["first choices", "choices after one", "listed", "registered", "served", "killed at write 40"]


def _prepared(bin, name):
    tape = _Tape(bin, name)
    try:
        TAPES[name](tape)
        tape.finish()
    except BaseException:
        tape.world.__exit__()
        raise
    return tape


def _cut(bin, name, count, control):
    """What is lost in so many states of one tape, and in those of the control."""
    tape = _prepared(bin, name)
    with tape.world:
        wrong = []
        seed = random.randrange(1 << 30)
        for order in [False, True]:
            wrong += tape.replay(count // 2, seed, order)
        return wrong, tape.replay(control, seed, order=True, syncs=False)


def what_was_acknowledged_is_there_after_a_power_cut(bin):
    """Without any synchronisation in the model the same check finds losses: it is not blind."""
    names = list(TAPES) if IS_LONG else _SHORT
    states, control = times(96, 10_000), times(24, 1_000)
    share, control = -(-states // len(names) // 2) * 2, -(-control // len(names))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda name: _cut(bin, name, share, control), names))
    wrong = [each for found, _ in results for each in found]
    lost = sum(len(found) for _, found in results)
    expect(
        not wrong, f"wrong after {len(wrong)} of {share * len(names)} cuts: " + "\n".join(wrong[:5]))
    expect(lost > 0, f"the check finds nothing in {control * len(names)} states without synchronisation")
    return (
        f"{share * len(names)} cuts of {len(names)} tapes, 0 lost; the control lost in {lost} of "
        f"{control * len(names)}")
