# SPDX-License-Identifier: MIT
"""The programs under test: utcli that answers by itself, and utcli beside a daemon."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from typing import Any


class Door:
    """One way to ask: a command line and an environment."""

    def __init__(self, name: str, utcli: str, environment: dict[str, str], directory: str) -> None:
        self.name = name
        self.utcli = utcli
        self.environment = environment
        self.directory = directory

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([self.utcli, *arguments], env=self.environment, cwd=self.directory, text=True,
                              capture_output=True, stdin=subprocess.DEVNULL, timeout=60, check=False)

    def documents(self, *arguments: str) -> dict[str, Any]:
        done = self.run(*arguments)
        try:
            return json.loads(done.stdout)
        except ValueError as error:
            raise RuntimeError(f"{self.name}: utcli {' '.join(arguments)} ended with {done.returncode}, and "
                               f"wrote no JSON: {done.stdout[:300]!r} {done.stderr[:600]}") from error


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
