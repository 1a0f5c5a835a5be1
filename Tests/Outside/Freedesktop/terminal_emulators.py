#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Opens files with hostile names in every terminal emulator that is installed.

    terminal_emulators.py UTCLI [--only NAME] [--seconds N]

An application that needs a terminal, and records its arguments, is started by `utcli open` with each emulator as TERMINAL, on
a virtual screen (Xvfb; foot on a Weston in it), once for a plain name and once for all hostile names. Each file has to arrive
byte for byte, in this emulator or in another one that utcli takes in its place, or utcli has to refuse with status 6; and no
part of a name may run. Prints one line for each emulator; the status is 1 if one fails.

An emulator that is not installed, or does not start here, is skipped, as everything is without Xvfb and dbus-run-session.
"""

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

EMULATORS = [
    "xterm", "uxterm", "lxterm", "urxvt", "st", "stterm", "Eterm", "pterm", "mlterm", "zutty", "lxterminal",
    "konsole", "alacritty", "kitty", "qterminal", "cool-retro-term", "terminator", "xfce4-terminal",
    "xfce4-terminal.wrapper", "mate-terminal", "mate-terminal.wrapper", "gnome-terminal", "gnome-terminal.wrapper",
    "kgx", "tilix", "tilix.wrapper", "sakura", "terminology", "termit", "deepin-terminal", "guake", "tilda",
    "yakuake", "foot", "footclient", "koi8rxterm", "xiterm+thai", "weston-terminal", "x-terminal-emulator",
]
# The variable names a file: a name cannot hold the slashes of a path.
RUN = b"touch $PWNED"
HOSTILE = [
    b";%s;.txt" % RUN, b"$(%s).txt" % RUN, b"`%s`.txt" % RUN, b"&%s&.txt" % RUN, b"|%s|.txt" % RUN,
    b"';%s;'.txt" % RUN, b'";%s;".txt' % RUN, b"\n%s\n.txt" % RUN, b"a -c ':!%s' x.txt" % RUN, b"a -e sh -c '%s'" % RUN,
    b"a b.txt", b"a'b.txt", b'a"b.txt', b"a\\b.txt", b"a\tb.txt", b"-e.txt", b"--help", b"*.txt", b"~.txt", b"$HOME.txt",
    b"%f%s.txt", b"#.txt", b"{a,b}.txt", b"!x.txt", b"\xc3\xa9.txt", b"\xc3\xa9\xff.txt", b"x ", b" ",
]


def is_text(name):
    """Whether a name is UTF-8, and has no character that KDE's terminal replaces."""
    try:
        return "$" not in name.decode() and "~" not in name.decode()
    except UnicodeDecodeError:
        return False


class World:
    """A home with an application that needs a terminal, and the files."""

    def __init__(self, utcli, seconds):
        self.root, self.utcli, self.seconds = tempfile.mkdtemp(), os.path.abspath(utcli), seconds
        self.record, self.pwned = self.root + "/record", self.root + "/pwned"
        for name in ["home/.local/share/applications", "files", "data", "etc", "state", "cache"]:
            os.makedirs(os.path.join(self.root, name))
        os.mkdir(self.root + "/run", 0o700)
        for name in [b"plain.rec"] + HOSTILE:
            open(os.path.join(os.fsencode(self.root), b"files", name), "wb").close()
        # The emulator's own server may have another environment, so the program's text has the paths.
        program = self.write("recorder", (
            "#!%s\nimport json, os, sys\nfile = open('%s.new', 'a')\n"
            "json.dump([os.fsencode(a).hex() for a in sys.argv[1:]], file)\nfile.close()\n"
            "os.rename('%s.new', '%s')\n") % (sys.executable, self.record, self.record, self.record))
        os.chmod(program, 0o755)
        self.write("home/.local/share/applications/recorder.desktop", (
            "[Desktop Entry]\nType=Application\nName=Recorder\nTerminal=true\nExec=%s %%F\n"
            "MimeType=application/octet-stream;text/plain;\n") % program)
        self.environment = {
            "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": self.root + "/home", "LC_ALL": "C.UTF-8",
            "XDG_DATA_DIRS": "/usr/local/share:/usr/share", "XDG_CONFIG_DIRS": self.root + "/etc",
            "XDG_STATE_HOME": self.root + "/state", "XDG_CACHE_HOME": self.root + "/cache",
            "XDG_RUNTIME_DIR": self.root + "/run", "SHELL": "/bin/sh", "PWNED": self.pwned,
            "LIBGL_ALWAYS_SOFTWARE": "1", "NO_AT_BRIDGE": "1",
        }
        for name in ["DISPLAY", "DBUS_SESSION_BUS_ADDRESS"]:
            if name in os.environ:
                self.environment[name] = os.environ[name]

    def write(self, name, text):
        path = os.path.join(self.root, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def clear(self):
        for path in [self.record, self.record + ".new", self.pwned]:
            if os.path.exists(path):
                os.remove(path)

    def open(self, emulator, names, variables):
        """What becomes of files: "arrive", "refused: ...", "nothing", or "WRONG: ..."."""
        self.clear()
        paths = [os.path.join(os.fsencode(self.root), b"files", name) for name in names]
        environment = dict(self.environment, TERMINAL=emulator, **variables)
        process = subprocess.Popen(
            [self.utcli, "open", "--embedded", "--wait", "--file", "--with", "recorder", "--", *paths], env=environment,
            cwd=self.root, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
        end = time.monotonic() + self.seconds
        while time.monotonic() < end and not os.path.exists(self.record) and not os.path.exists(self.pwned):
            if process.poll() == 6:
                break
            time.sleep(0.05)
        # What runs beside the application has the time to do so.
        time.sleep(0.5)
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        text = process.communicate()[0].decode("utf-8", "replace")
        if os.path.exists(self.pwned):
            return "WRONG: a part of a name ran"
        if os.path.exists(self.record):
            with open(self.record, encoding="utf-8") as file:
                got = [bytes.fromhex(word) for word in json.load(file)]
            instead = "is used" in text
            if got == paths:
                return "arrive, by another emulator" if instead else "arrive"
            return "WRONG: %r" % next(
                ((a, b) for a, b in zip(paths, got + [None] * len(paths)) if a != b), got)
        if process.returncode == 6 and "does not pass on every name" in text:
            return "refused"
        return "nothing"


def weston(world):
    """A Wayland compositor on the virtual screen; None without one."""
    program = shutil.which("weston")
    if not program:
        return None, {}
    process = subprocess.Popen(
        [program, "--backend=x11-backend.so", "--socket=terminals"], env=dict(world.environment), stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    path = world.environment["XDG_RUNTIME_DIR"] + "/terminals"
    for _ in range(100):
        if os.path.exists(path):
            return process, {"WAYLAND_DISPLAY": "terminals"}
        time.sleep(0.1)
    return process, {}


def run(arguments):
    world = World(arguments.utcli, arguments.seconds)
    compositor, wayland = weston(world)
    failed = tried = 0
    try:
        for name in [arguments.only] if arguments.only else EMULATORS:
            path = shutil.which(name, path=world.environment["PATH"])
            if not path:
                print("%-24s not installed" % name)
                continue
            variables = wayland if name in ["foot", "footclient"] else {}
            plain = world.open(path, [b"plain.rec"], variables)
            text = world.open(path, [name for name in HOSTILE if is_text(name)], variables)
            hostile = world.open(path, HOSTILE, variables)
            if plain == "nothing" and hostile == "nothing":
                print("%-24s skipped: does not start here" % name)
                continue
            tried += 1
            # A name that is not passed on is lost, and not opened; but nothing else happens.
            is_wrong = "WRONG" in plain + text + hostile or "nothing" in [text, hostile]
            failed += is_wrong
            print("%-24s plain: %s; hostile in UTF-8 without '$': %s; all: %s%s" % (
                name, plain, text, hostile, "  <- FAILS" if is_wrong else ""), flush=True)
    finally:
        if compositor:
            compositor.kill()
            compositor.wait()
        shutil.rmtree(world.root, ignore_errors=True)
    print("terminal emulators: %d tried with %d hostile names, %d fail" % (tried, len(HOSTILE), failed))
    return 1 if failed else 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("utcli")
    parser.add_argument("--only")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.inside:
        return run(arguments)
    for program in ["Xvfb", "dbus-run-session"]:
        if not shutil.which(program):
            print("skipped: terminal emulators, because %s was not found" % program)
            return 0
    reading, writing = os.pipe()
    screen = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1024x768x24"], pass_fds=[writing],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as file:
            display = ":" + file.readline().strip()
        return subprocess.run(
            ["dbus-run-session", "--", sys.executable, *sys.argv, "--inside"],
            env=dict(os.environ, DISPLAY=display), stderr=subprocess.DEVNULL, check=False).returncode
    finally:
        screen.kill()
        screen.wait()


if __name__ == "__main__":
    sys.exit(main())
