# SPDX-License-Identifier: MIT
"""One world: its files are written, its steps are made, and every answer is compared."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from typing import Any, Callable

from . import questions
from .changes import Changes
from .doors import CommandDoor, Daemon, Door, SocketDoor
from .places import Places
from .state import State

World = dict[str, Any]


@dataclass
class Difference:
    step: int
    question: str
    operand: str
    door: str
    expected: Any
    actual: Any

    def text(self) -> str:
        lines = [f"step {self.step}: {self.question} {self.operand!r}, {self.door}"]
        if self.question == "handlers" and isinstance(self.expected, dict) and isinstance(self.actual, dict):
            lines.append(f"  type: {self.expected.get('type')} / {self.actual.get('type')}")
            for name, answer in (("expected", self.expected), ("actual", self.actual)):
                for each in answer.get("handlers", []):
                    lines.append(f"  {name:8} " + " ".join(str(value) for value in each.values()))
        elif isinstance(self.expected, dict) and isinstance(self.actual, dict):
            for key in sorted(set(self.expected) | set(self.actual)):
                if self.expected.get(key) != self.actual.get(key):
                    lines.append(f"  {key}: expected {json.dumps(self.expected.get(key))}")
                    lines.append(f"  {' ' * len(key)}    actual {json.dumps(self.actual.get(key))}")
        else:
            lines.append(f"  expected {self.expected}\n  actual   {self.actual}")
        return "\n".join(lines)


class Trial:
    def __init__(self, world: World, places: Places, utcli: str, typed: str | None, patience: float = 15) -> None:
        self.world = world
        self.patience = patience
        self.places = places
        self.state = State(world, places)
        self.differences: list[Difference] = []
        self.answers = 0
        places.clear()
        for name, content in world["files"].items():
            places.write(name, content)
        environment = places.environment(world)
        commands = [CommandDoor("embedded", utcli, dict(environment, TYPED_SOCKET=""), places.roots["work"])]
        self.daemon: Daemon | None = None
        self.socket: SocketDoor | None = None
        if typed:
            self.daemon = Daemon(typed, environment, places.scratch + "/typed.log")
            commands.append(CommandDoor("daemon", utcli, dict(environment), places.roots["work"]))
            self.socket = SocketDoor(self.daemon.socket)
        # The desktop that the daemon serves: that of its start, or else of the first command that passes one.
        self.served: str = self.state.desktop
        self.doors: list[Door] = [*commands, *([self.socket] if self.socket else [])]
        self.changes = Changes(self.state, places, commands)

    def run(self, stop_at_first: bool = False) -> list[Difference]:
        try:
            for number, step in enumerate(self.world["steps"]):
                if "ask" in step:
                    try:
                        self._ask(number, step)
                    except RuntimeError as error:
                        self.differences.append(Difference(number, step["ask"], "all", "", "an answer", str(error)))
                else:
                    if "do" in step:
                        self._serve(self.changes.door(step))
                    wrong = self.changes.make(step)
                    if wrong:
                        self.differences.append(Difference(number, "change", json.dumps(step), "", "", wrong))
                if stop_at_first and self.differences:
                    break
        finally:
            if self.socket:
                self.socket.close()
            if self.daemon:
                self.daemon.end()
        return self.differences

    def _serve(self, door: Door) -> None:
        """Notes what a daemon without a desktop is told by a command, where there are lists of the command's desktop."""
        if door.is_of_daemon and door is not self.socket and not self.served and self.state.has_lists_of_desktop():
            self.served = self.state.desktop

    def _ask(self, number: int, step: dict[str, Any]) -> None:
        types, names, role = self.state.types(), self.state.names(), step.get("role")
        handlers = self.state.handlers()
        question, operands = step["ask"], step["operands"]
        if types.has_cycle:
            return  # which edge is left out is not documented
        kinds: dict[str, tuple[Callable[[str], Any], Callable[[Door, list[str]], list[Any]]]] = {
            "type-of": (lambda o: questions.expected_type_of(names, o), questions.actual_type_of),
            "why": (lambda o: questions.expected_why(names, o), questions.actual_why),
            "info": (lambda o: questions.expected_info(types, o), questions.actual_info),
            "handlers": (lambda o: questions.expected_handlers(handlers, names, o, role),
                         lambda d, o: questions.actual_handlers(d, o, role)),
            "dynamic": (questions.expected_dynamic, questions.actual_dynamic),
            "meaning": (lambda o: questions.expected_meaning(types, o), questions.actual_meaning),
        }
        expected, actual = kinds[question]
        wanted = [expected(operand) for operand in operands]
        for door in self.doors:
            self._serve(door)
            if door is self.socket and self.state.desktop != self.served:
                continue
            found = self._settled(door, lambda d: actual(d, operands), wanted)
            if len(found) != len(wanted):
                self.differences.append(Difference(number, question, "all", door.name, len(wanted), len(found)))
                continue
            for operand, want, have in zip(operands, wanted, found):
                self.answers += 1
                if want != have:
                    self.differences.append(Difference(number, question, operand, door.name, want, have))

    def _settled(self, door: Door, ask: Callable[[Door], list[Any]], wanted: list[Any]) -> list[Any]:
        """The answers of a door; a daemon has a moment to notice what changed in the files."""
        found = ask(door)
        pause = 0.05
        deadline = time.monotonic() + self.patience
        while found != wanted and door.is_of_daemon and time.monotonic() < deadline:
            time.sleep(pause)
            pause = min(2 * pause, 1)
            found = ask(door)
        return found
