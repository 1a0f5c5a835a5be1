# SPDX-License-Identifier: MIT
"""The programs under test: utcli that answers by itself, utcli beside a daemon, and the daemon's socket.

Each door answers the same questions, with documents of the same shape: the members are those of the socket.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import time
from typing import Any

Document = dict[str, Any]


class Door:
    """One way to ask."""

    name: str
    # Whether the answers come from a daemon, which has a moment to notice what changed in the files.
    is_of_daemon: bool

    def types_of(self, names: list[str]) -> list[Document]:
        raise NotImplementedError

    def reasons(self, names: list[str]) -> list[Document]:
        raise NotImplementedError

    def descriptions(self, identifiers: list[str]) -> list[Document]:
        raise NotImplementedError

    def meanings(self, mimes: list[str]) -> list[Document]:
        """The types of MIME types; what no declaration has is left without an identifier."""
        raise NotImplementedError

    def of_tags(self, tags: list[str]) -> list[Document]:
        raise NotImplementedError

    def handlers(self, operands: list[str], role: str | None) -> list[Document]:
        """What opens each operand: `name:NAME`, `.EXTENSION`, a scheme with its colon, a URL, a MIME type, a
        type."""
        raise NotImplementedError


class CommandDoor(Door):
    """A command line and an environment."""

    def __init__(self, name: str, utcli: str, environment: dict[str, str], directory: str) -> None:
        self.name = name
        self.is_of_daemon = name == "daemon"
        self.utcli = utcli
        self.environment = environment
        self.directory = directory

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([self.utcli, *arguments], env=self.environment, cwd=self.directory, text=True,
                              capture_output=True, stdin=subprocess.DEVNULL, timeout=60, check=False)

    def documents(self, *arguments: str) -> Document:
        done = self.run(*arguments)
        try:
            return json.loads(done.stdout)
        except ValueError as error:
            raise RuntimeError(f"{self.name}: utcli {' '.join(arguments)} ended with {done.returncode}, and "
                               f"wrote no JSON: {done.stdout[:300]!r} {done.stderr[:600]}") from error

    def types_of(self, names: list[str]) -> list[Document]:
        return self.documents("type-of", "--name-only", "--json", "--", *names)["files"]

    def reasons(self, names: list[str]) -> list[Document]:
        return self.documents("why", "--no-handlers", "--name-only", "--file", "--json", "--", *names)["answers"]

    def descriptions(self, identifiers: list[str]) -> list[Document]:
        return self.documents("info", "--type", "--json", "--", *identifiers)["types"]

    def meanings(self, mimes: list[str]) -> list[Document]:
        return self.documents("info", "--json", "--", *mimes)["types"]

    def of_tags(self, tags: list[str]) -> list[Document]:
        return [self.documents("dyn", "encode", "--json", "--tag", tag) for tag in tags]

    def handlers(self, operands: list[str], role: str | None) -> list[Document]:
        """Asks for names, extensions and types apart, as each is meant."""
        options = ["--role", role.lower()] if role else []
        answers: dict[str, Document] = {}
        for kind, chosen in (
                ("--file", [o for o in operands if o.startswith("name:")]),
                ("--name-only", [o for o in operands if o.startswith(".") or ":" in o and o[:5] != "name:"]),
                ("--type", [o for o in operands if not o.startswith(".") and ":" not in o])):
            words = [operand.removeprefix("name:") for operand in chosen]
            if words:
                found = self.documents("handlers", kind, "--name-only", *options, "--json", "--", *words)["answers"]
                answers.update(zip(chosen, found))
        return [answers.get(operand, {}) for operand in operands]


class SocketDoor(Door):
    """The daemon's socket, without a program of ours between."""

    def __init__(self, path: str) -> None:
        self.name = "socket"
        self.is_of_daemon = True
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(60)
        self.rest = b""
        deadline = time.monotonic() + 30
        while True:
            try:
                return self.socket.connect(path)
            except ConnectionRefusedError:
                # Its name is there a moment before it listens.
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.002)

    def call(self, method: str, **parameters: Any) -> Document:
        request = {"method": "org.typeregistry." + method, "parameters": parameters}
        self.socket.sendall(json.dumps(request).encode() + b"\0")
        while b"\0" not in self.rest:
            part = self.socket.recv(1 << 16)
            if not part:
                raise RuntimeError(f"the daemon ended the connection in {method}")
            self.rest += part
        text, _, self.rest = self.rest.partition(b"\0")
        reply = json.loads(text)
        if "error" in reply:
            raise RuntimeError(f"socket: {request} was answered by {reply}")
        return reply["parameters"]

    def types_of(self, names: list[str]) -> list[Document]:
        return self.call("types.TypeOf", names=names)["answers"]

    def reasons(self, names: list[str]) -> list[Document]:
        return self.call("types.TypeOf", names=names, explain=True)["answers"]

    def descriptions(self, identifiers: list[str]) -> list[Document]:
        return self.call("types.Describe", identifiers=identifiers)["types"]

    def meanings(self, mimes: list[str]) -> list[Document]:
        answers = self.call("types.TypeOf", items=[{"mimeType": mime} for mime in mimes])["answers"]
        return [{} if each.get("dynamic") else each for each in answers]

    def of_tags(self, tags: list[str]) -> list[Document]:
        parts = [tag.partition("=") for tag in tags]
        items = [{"tag": {"tagClass": tag_class, "value": value}} for tag_class, _, value in parts]
        return self.call("types.TypeOf", items=items)["answers"]

    def handlers(self, operands: list[str], role: str | None) -> list[Document]:
        roles = {"roles": [role]} if role else {}
        items = [self._item(operand) for operand in operands]
        answers = self.call("handlers.Rank", items=items, **roles)["answers"]
        # A type that nothing names is an error of a command; here it is one that only claims on all files open.
        named = self.descriptions([item["type"] for item in items if "type" in item])
        unknown = {each["identifier"] for each in named if each["state"] == "unknown"}
        return [{} if item.get("type") in unknown else each for item, each in zip(items, answers)]

    @staticmethod
    def _item(operand: str) -> Document:
        if operand.startswith("name:"):
            return {"name": operand[5:]}
        if operand.startswith("."):
            return {"extension": operand[1:]}
        if "://" in operand:
            return {"url": operand}
        if operand.endswith(":"):
            return {"scheme": operand[:-1]}
        return {"mimeType": operand} if "/" in operand else {"type": operand}

    def close(self) -> None:
        self.socket.close()


class Daemon:
    """A daemon of the world's own; it is started with the world, and ended with it."""

    def __init__(self, typed: str, environment: dict[str, str], log: str) -> None:
        self.socket = os.path.join(environment["XDG_RUNTIME_DIR"], "typed", "org.typeregistry")
        with open(log, "wb") as file:
            self.process = subprocess.Popen([typed], env=environment, stdin=subprocess.DEVNULL, stdout=file,
                                            stderr=file)
        deadline = time.monotonic() + 30
        while not os.path.exists(self.socket):
            if self.process.poll() is not None or time.monotonic() > deadline:
                with open(log, encoding="utf-8", errors="replace") as file:
                    raise RuntimeError(f"the daemon does not start: {file.read()[:1000]}")
            time.sleep(0.002)

    def end(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise RuntimeError("the daemon does not end at SIGTERM") from None
