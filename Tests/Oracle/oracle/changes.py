# SPDX-License-Identifier: MIT
"""Changes between questions: by utcli, by other programs, by an editor; and their effect on the resolver."""

from __future__ import annotations

import copy
import subprocess
from typing import Any

from .choices import Choice, Subject, subject_of
from .doors import CommandDoor
from .lists import said_of
from .places import Places
from .state import State
from .values import EXTENSION, MIME

Step = dict[str, Any]


class Changes:
    def __init__(self, state: State, places: Places, doors: list[CommandDoor]) -> None:
        self.state = state
        self.places = places
        self.doors = doors
        self.history: list[tuple[list[Choice], dict[Any, str]]] = []

    def make(self, step: Step) -> str | None:
        """Makes the change of a step; returns what is wrong with how it went."""
        if "write" in step:
            self.places.write(step["write"], step["content"])
            self.state.files[step["write"]] = step["content"]
            self.state.changed()
        elif "remove" in step:
            self.places.remove(step["remove"])
            self.state.files.pop(step["remove"], None)
            self.state.changed()
        elif "desktop" in step:
            self.state.desktop = step["desktop"]
            for door in self.doors:
                door.environment.pop("XDG_CURRENT_DESKTOP", None)
                if step["desktop"]:
                    door.environment["XDG_CURRENT_DESKTOP"] = step["desktop"]
        elif "other" in step:
            return self._by_another_program(step["other"])
        elif "do" in step:
            return self._by_utcli(step["do"], self.door(step))
        return None

    def door(self, step: dict[str, Any]) -> CommandDoor:
        """The door by which a step changes something."""
        return self.doors[step.get("door", 0) % len(self.doors)]

    def _by_another_program(self, words: list[str]) -> str | None:
        done = subprocess.run(words, env=self.doors[0].environment, capture_output=True, text=True, check=False,
                              stdin=subprocess.DEVNULL)
        self.state.read_list()
        return None if done.returncode in (0, 1, 2, 3, 4) else f"{words} ended with {done.returncode}"

    def _by_utcli(self, words: list[str], door: CommandDoor) -> str | None:
        before = (copy.deepcopy(self.state.stored), dict(self.state.preferences))
        wanted = self._is_possible(words)
        # The words of a case name an extension where they have one, and not the type that alone has it.
        for_extensions = ["--only-extension"] if words[0] == "default" and words[2].startswith(".") else []
        done = door.run(*words, *for_extensions)
        self.state.read_list()
        if (done.returncode == 0) != wanted:
            return f"utcli {' '.join(words)} ended with {done.returncode}: {done.stdout[:200]} {done.stderr[:300]}"
        if wanted:
            changed = self._effect(words)
            if changed:
                self.history.append(before)
        return None

    def _is_possible(self, words: list[str]) -> bool:
        if words[0] == "undo":
            return bool(self.history)
        operand = words[1 if words[0] in ("never", "prefer") else 2]
        types = self.state.types()
        if operand[0] != "." and ":" not in operand and operand not in types.active and not types.is_named(operand):
            return False
        if words[0] == "never":
            return "." in words[2] or words[2] in {each[0] for each in self.state.entries()}
        if words[:2] == ["default", "set"]:
            application = self.state.application(words[3])
            return application is not None and application.arguments is not None
        if words[0] == "prefer":
            tag = (EXTENSION, words[1][1:].lower())
            return words[2] == "--none" or words[2] in [h.type for h in types.holders.get(tag, [])]
        return True

    def _subject(self, operand: str, words: list[str]) -> Subject:
        def meaning(mime: str) -> str | None:
            found = self.state.types().meanings((MIME, mime))
            return found[0].type if found else None

        subject = subject_of(operand, "--and-subtypes" in words, meaning)
        assert subject is not None
        return subject

    def _means(self, tag: tuple[str, str], wanted: str) -> bool:
        """Whether a tag means a type by the rules alone, and not by the order of files."""
        types = self.state.types()
        found = types.meanings(tag)
        return bool(found) and found[0].type == wanted and not types.tied(found)

    def _effect(self, words: list[str]) -> bool:
        role = words[words.index("--role") + 1].title() if "--role" in words else None
        stored = self.state.stored
        if words[0] == "undo":
            self.state.stored, self.state.preferences = self.history.pop()
            return False
        if words[0] == "prefer":
            tag = (EXTENSION, words[1][1:].lower())
            wanted = None if words[2] == "--none" else words[2]
            known = self.state.preferences.get(tag)
            # A choice that says what the rules say is not stored.
            if wanted == known or known is None and wanted is not None and self._means(tag, wanted):
                return False
            self.state.preferences.pop(tag, None)
            if wanted is not None:
                self.state.preferences[tag] = wanted
            return True
        blocks = words[0] == "never"
        subject = self._subject(words[1 if blocks else 2], words)
        bundle = words[2 if blocks else 3] if words[:2] != ["default", "unset"] else None
        old = [c for c in stored if c.subject == subject and c.role == role and c.blocks == blocks
               and (not blocks or bundle in c.bundles)]
        opposite = [c for c in stored if c.subject == subject and c.blocks != blocks and bundle in c.bundles]
        kept = [c for c in stored if c not in old and c not in opposite]
        if bundle is not None:
            application = None if blocks else self.state.application(bundle)
            kept.insert(0, Choice(subject, [bundle], role, blocks,
                                  lists=said_of(self.state.files, self.state.keys_of_lists(subject)),
                                  chosen=application and (application.source.origin, application.source.path)))
        changed = [str(c) for c in kept] != [str(c) for c in stored]
        self.state.stored = kept
        return changed
