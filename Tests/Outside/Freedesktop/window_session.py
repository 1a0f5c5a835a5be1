#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Opens a file as a person does: double clicks in a file manager, and a menu, in windows of a virtual screen.

    window_session.py UTCLI [--pictures DIRECTORY]

Starts Xvfb and pcmanfm with a home of its own, in which two applications open PNG images, and checks
which of them a double click starts: before and after `utcli default set`, and after a choice in the menus
of `utcli open --choose` (dmenu, and rofi where it is installed); also what `xdg-open` starts that is a link to
utcli. With --pictures, the screen is kept as a picture after each step, to be looked at.

Where a program is missing, the script says "skipped: ..." and ends well. On Debian:

    apt-get install xvfb pcmanfm xdotool xterm imagemagick suckless-tools rofi shared-mime-info dbus
"""

import argparse
import os
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import zlib

PROGRAMS = [
    "Xvfb", "pcmanfm", "xdotool", "xterm", "import", "dmenu", "dbus-run-session",
    "update-desktop-database",
]
PATIENCE = 30
# A colour that no theme has, by which the file's thumbnail is found on the screen.
COLOUR = (255, 0, 170)


class Failed(Exception):
    pass


def wait_for(what, condition):
    """What a condition gives as soon as it is true."""
    end = time.monotonic() + PATIENCE
    while True:
        found = condition()
        if found:
            return found
        if time.monotonic() > end:
            raise Failed("%s: not seen within %d s" % (what, PATIENCE))
        time.sleep(0.05)


def picture(width, height):
    """A PNG image of one colour."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(
            ">I", zlib.crc32(kind + data))
    row = b"\0" + bytes(COLOUR) * width
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(row * height)) + chunk(b"IEND", b""))


class Session:
    def __init__(self, root, utcli, pictures):
        self.root, self.utcli, self.pictures = root, utcli, pictures
        self.steps = 0
        self.processes = []
        self.place = None
        self.log = os.path.join(root, "started")
        open(self.log, "w").close()
        self.folder = os.path.join(root, "folder")
        self.file = os.path.join(self.folder, "photo.png")
        self.write("folder/photo.png", picture(96, 96))
        for name in ["home/.config", "run", "bin", "share/applications"]:
            os.makedirs(os.path.join(root, name), mode=0o700)
        # Everything but other people's applications.
        for name in ["mime", "icons", "glib-2.0", "themes", "fonts"]:
            if os.path.isdir("/usr/share/" + name):
                os.symlink("/usr/share/" + name, os.path.join(root, "share", name))
        os.symlink(utcli, os.path.join(root, "bin", "xdg-open"))
        for name in ["One", "Two"]:
            self.add_application(name)
        self.environment = {
            "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": os.path.join(root, "home"),
            "LC_ALL": "C.UTF-8", "XDG_RUNTIME_DIR": os.path.join(root, "run"),
            "XDG_DATA_DIRS": os.path.join(root, "share"), "XDG_CURRENT_DESKTOP": "LXDE",
            "XDG_CONFIG_DIRS": os.path.join(root, "no-config"), "GTK_A11Y": "none", "NO_AT_BRIDGE": "1",
        }
        self.run("update-desktop-database", os.path.join(root, "share/applications"))

    def write(self, name, data):
        path = os.path.join(self.root, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(data)
        return path

    def add_application(self, name):
        program = self.write("bin/" + name.lower(), (
            "#!/bin/sh\nprintf '%%s\\n' '%s' >>'%s'\n"
            "exec xterm -geometry 60x5+500+300 -T \"%s opened $1\" "
            "-e sh -c 'echo \"$0\"; exec cat' \"%s opened $1\"\n" % (
                name, self.log, name, name)).encode())
        os.chmod(program, 0o755)
        self.write("share/applications/%s.desktop" % name.lower(), (
            "[Desktop Entry]\nType=Application\nName=%s\nExec=%s %%f\n"
            "Categories=Graphics;\nMimeType=image/png;\n" % (name, program)).encode())

    # MARK: - Programs

    def run(self, *words, check=True):
        return subprocess.run(
            words, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=check,
            encoding="utf-8").stdout.strip()

    def start(self, *words, **options):
        process = subprocess.Popen(
            words, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, start_new_session=True, **options)
        self.processes.append(process)
        return process

    def start_screen(self):
        reader, writer = os.pipe()
        self.start(
            "Xvfb", "-displayfd", str(writer), "-screen", "0", "1000x600x24", "-nolisten", "tcp",
            "-noreset", pass_fds=[writer])
        os.close(writer)
        with os.fdopen(reader) as numbers:
            number = numbers.readline().strip()
        if not number:
            raise Failed("Xvfb does not start")
        self.environment["DISPLAY"] = ":" + number

    def end(self):
        for process in reversed(self.processes):
            for number in [signal.SIGTERM, signal.SIGKILL]:
                try:
                    os.killpg(process.pid, number)
                    process.wait(5)
                except (ProcessLookupError, subprocess.TimeoutExpired):
                    pass

    # MARK: - The screen

    def screen(self):
        """The pixels of the screen: width, height, three bytes each."""
        data = subprocess.run(
            ["import", "-silent", "-window", "root", "-depth", "8", "ppm:-"], env=self.environment,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True).stdout
        kind, width, height, depth, pixels = data.split(maxsplit=4)
        size = int(width) * int(height) * 3
        return int(width), int(height), data[len(data) - size:]

    def thumbnail(self):
        """The middle of what has the picture's colour; None where there is nothing."""
        width, _, pixels = self.screen()
        row = bytes(COLOUR) * 16
        start = pixels.find(row)
        while start >= 0 and start % 3:
            start = pixels.find(row, start + 1)
        end = pixels.rfind(bytes(COLOUR) * 8)
        if start < 0 or end < 0:
            return None
        return (
            (start // 3 % width + end // 3 % width) // 2, (start // 3 // width + end // 3 // width) // 2)

    def windows(self, *words):
        return self.run("xdotool", "search", *words, check=False).split()

    def keep_picture(self, name):
        if self.pictures:
            self.steps += 1
            self.run(
                "import", "-silent", "-window", "root",
                os.path.join(self.pictures, "%d-%s.png" % (self.steps, name)))

    # MARK: - Steps

    def started(self):
        with open(self.log, encoding="utf-8") as lines:
            return lines.read().split()

    def expect(self, what, application, action):
        """Checks which application an action starts, and closes its window."""
        before = len(self.started())
        action()
        wait_for(what, lambda: len(self.started()) > before)
        title = "^%s opened %s$" % (application, self.file)
        seen = self.started()[before:]
        if seen != [application]:
            raise Failed("%s: started %s instead of %s" % (what, " ".join(seen), application))
        window = wait_for(what, lambda: self.windows("--onlyvisible", "--name", title))[0]
        self.keep_picture(what.replace(" ", "-"))
        self.run("xdotool", "windowkill", window)
        wait_for("the end of " + what, lambda: not self.windows("--name", title))
        print("%s: %s opened the file" % (what, application))

    def double_click(self):
        # A selected file has another colour.
        self.place = self.place or wait_for("the file in the window", self.thumbnail)
        x, y = self.place
        self.run(
            "xdotool", "mousemove", str(x), str(y), "click", "--repeat", "2", "--delay", "60", "1")

    def choose(self, menu, keys):
        """Opens the file by a menu, in which `keys` are typed."""
        self.environment["TYPED_MENU"] = menu
        self.start(self.utcli, "open", "--choose", self.file)
        del self.environment["TYPED_MENU"]
        wait_for("the menu of " + menu, lambda: self.windows("--onlyvisible", "--class", menu))
        self.keep_picture(menu)
        self.run("xdotool", "type", "--delay", "40", keys)
        self.keep_picture(menu + "-typed")
        self.run("xdotool", "key", "Return")

    def check(self):
        self.start_screen()
        # There is no window manager: windows stay where they open.
        self.start("dbus-run-session", "--", "pcmanfm", "--new-win", self.folder)
        wait_for("the file manager", lambda: self.windows("--onlyvisible", "--name", "^folder$"))

        first = self.run(self.utcli, "default", self.file).capitalize()
        other = "Two" if first == "One" else "One"
        self.expect("double click before", first, self.double_click)
        self.run(self.utcli, "default", "set", "image/png", other.lower())
        self.expect("double click after default set", other, self.double_click)
        for menu in ["dmenu", "rofi"]:
            if not shutil.which(menu):
                print("skipped: %s, which was not found" % menu)
                continue
            self.expect("choice in " + menu, first, lambda: self.choose(menu, first))
            self.expect("double click after " + menu, other, self.double_click)
        self.expect(
            "always in dmenu", first, lambda: self.choose("dmenu", first + " (always)"))
        self.expect("double click after always", first, self.double_click)
        self.expect(
            "xdg-open", first,
            lambda: self.start(os.path.join(self.root, "bin", "xdg-open"), self.file))
        self.run(self.utcli, "undo")
        self.expect("double click after undo", other, self.double_click)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("utcli")
    parser.add_argument("--pictures")
    arguments = parser.parse_args()
    missing = [name for name in PROGRAMS if not shutil.which(name)]
    if missing:
        print("skipped: a session in windows, because %s was not found" % ", ".join(missing))
        return 0
    if arguments.pictures:
        os.makedirs(arguments.pictures, exist_ok=True)
    with tempfile.TemporaryDirectory() as root:
        session = Session(root, os.path.abspath(arguments.utcli), arguments.pictures)
        try:
            session.check()
        except Failed as failure:
            session.keep_picture("failed")
            print("FAILED: %s" % failure)
            return 1
        finally:
            session.end()
    return 0


if __name__ == "__main__":
    sys.exit(main())
