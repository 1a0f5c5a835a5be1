# SPDX-License-Identifier: MIT
"""A headless Chromium that is driven by its DevTools protocol over a pipe."""

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"]
DEADLINE = 60


def find():
    """The path of a browser; None if there is none."""
    return next((path for path in map(shutil.which, NAMES) if path), None)


class Browser:
    """One page of one browser, which ends with this object."""

    def __init__(self, program):
        self.directory = tempfile.mkdtemp(prefix="graph-browser-")
        # The browser reads commands from descriptor 3 and writes answers to descriptor 4.
        command_read, self.commands = os.pipe()
        self.answers, answer_write = os.pipe()
        words = [program, "--headless=new", "--disable-gpu", "--no-first-run", "--hide-scrollbars",
                 "--disable-background-networking", "--disable-component-update", "--disable-sync",
                 "--disable-dev-shm-usage", "--remote-debugging-pipe",
                 # A page may otherwise not change its address as often as the check does.
                 "--disable-ipc-flooding-protection",
                 f"--user-data-dir={self.directory}/profile", "about:blank"]
        if os.geteuid() == 0:
            words.insert(1, "--no-sandbox")
        environment = {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "HOME": self.directory,
                       "XDG_RUNTIME_DIR": self.directory, "TMPDIR": self.directory, "LANG": "C.UTF-8"}
        self.log = open(f"{self.directory}/log", "wb")
        self.process = subprocess.Popen(
            ["sh", "-c", f'exec "$@" 3<&{command_read} 4>&{answer_write}', "sh"] + words,
            pass_fds=[command_read, answer_write], env=environment, stdin=subprocess.DEVNULL,
            stdout=self.log, stderr=self.log)
        os.close(command_read)
        os.close(answer_write)
        self.buffer = b""
        self.number = 0
        self.session = None
        # What went wrong in the page, and the addresses that it asked for.
        self.errors = []
        self.requests = []
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Log", "Network", "DOM", "Accessibility"]:
            self.send(f"{domain}.enable")

    def close(self):
        try:
            self.session = None
            self.send("Browser.close")
            self.process.wait(timeout=10)
        except (OSError, RuntimeError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        self.log.close()
        shutil.rmtree(self.directory, ignore_errors=True)

    def receive(self, deadline):
        while b"\0" not in self.buffer:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.answers], [], [], left)[0]:
                raise RuntimeError("the browser does not answer")
            piece = os.read(self.answers, 1 << 20)
            if not piece:
                raise RuntimeError("the browser has ended")
            self.buffer += piece
        line, _, self.buffer = self.buffer.partition(b"\0")
        return json.loads(line)

    def send(self, method, **parameters):
        """Sends a command and waits for its answer; events before it are noted."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + DEADLINE
        while True:
            answer = self.receive(deadline)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.note(answer)

    def note(self, event):
        method, values = event.get("method"), event.get("params", {})
        if method == "Runtime.exceptionThrown":
            details = values["exceptionDetails"]
            self.errors.append(details.get("exception", {}).get("description", details["text"]))
        elif method == "Runtime.consoleAPICalled" and values["type"] in ("error", "warning", "assert"):
            self.errors.append(f"console: {values['args']}")
        elif method == "Log.entryAdded" and values["entry"]["level"] in ("error", "warning"):
            self.errors.append(f"log: {values['entry']['text']}")
        elif method == "Page.javascriptDialogOpening":
            self.errors.append(f"dialog: {values['message']}")
        elif method == "Network.requestWillBeSent":
            self.requests.append(values["request"]["url"])

    def open(self, address):
        """Opens an address and waits until the page's script has run."""
        # From elsewhere: another fragment of the same page would load nothing.
        self.send("Page.navigate", url="about:blank")
        self.send("Page.navigate", url=address)
        deadline = time.monotonic() + DEADLINE
        while not self.run("location.protocol === 'file:' && document.readyState === 'complete'"):
            if time.monotonic() > deadline:
                raise RuntimeError("the page does not load")

    def run(self, script):
        """The value of an expression in the page."""
        answer = self.send("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"].get("exception", {}).get("description", script))
        return answer["result"].get("value")

    def frame(self):
        """Waits until the page was drawn."""
        self.run("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")

    KEYS = {"Enter": 13, "Escape": 27, "Home": 36, "End": 35, "ArrowLeft": 37, "ArrowUp": 38,
            "ArrowRight": 39, "ArrowDown": 40, "Tab": 9}

    def press(self, key):
        """Presses a key as a person does."""
        text = {"Enter": "\r"}.get(key, key if len(key) == 1 else "")
        code = self.KEYS.get(key) or (ord(key.upper()) if key.isalnum() else 0)
        values = {"key": key, "windowsVirtualKeyCode": code}
        self.send("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", text=text, **values)
        self.send("Input.dispatchKeyEvent", type="keyUp", **values)

    def type(self, text):
        self.send("Input.insertText", text=text)

    def click(self, expression):
        """Clicks in the middle of an element."""
        x, y = self.run(
            f"(() => {{ const e = {expression}; e.scrollIntoView({{block: 'nearest'}});"
            "const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2] })()")
        for kind in ["mousePressed", "mouseReleased"]:
            self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def view(self, width, height, scheme):
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=False)
        self.send("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.frame()

    def picture(self, path):
        self.frame()
        image = self.send("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(image))
