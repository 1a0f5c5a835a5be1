#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares utcli under the names xdg-mime and xdg-open with the programs of xdg-utils.

    drop_in_agreement.py UTCLI [--all]

Runs each command line twice, by the original and by a link to utcli, each in a home of its own, and compares
the exit status, standard output, whether there is a message, what is left in the home, and what was started.
Prints what differs; the status is 1 if anything does. --all prints every command line and what it gave.

What differs on purpose has a rule in "Beside xdg-utils" of Documentation/freedesktop.md. Where xdg-utils is not installed, or
not in the version whose answers are taken as a model, the script says "skipped: ..." and ends well.
"""

import argparse
import collections
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse

VERSION = "1.1.3"
PACKAGE = """<?xml version="1.0" encoding="UTF-8"?>
<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
  <mime-type type="application/x-drop-in-test"><comment>test</comment><glob pattern="*.dropintest"/></mime-type>
</mime-info>
"""

MIME = [
    [], [""], ["query"], ["query", ""], ["query", "other"], ["query", "--other"],
    ["query", "filetype"], ["query", "filetype", "missing"], ["query", "filetype", "-option"],
    ["query", "filetype", "photo.png"], ["query", "filetype", "notes.txt"],
    ["query", "filetype", "folder"], ["query", "filetype", "link.png"],
    ["query", "filetype", "empty"], ["query", "filetype", "text"], ["query", "filetype", "two words.pdf"],
    ["query", "filetype", "photo.png", "notes.txt"], ["query", "filetype", "dangling"],
    ["query", "filetype", "./photo.png"], ["query", "filetype", "archive.tar.gz"],
    ["query", "filetype", "name.of-no-type"], ["query", "filetype", "pipe"],
    ["query", "default"], ["query", "default", "png"], ["query", "default", "-option"],
    ["query", "default", "image/png"], ["query", "default", "image/x-none"],
    ["query", "default", "x-scheme-handler/test"], ["query", "default", "image/png", "text/plain"],
    ["default"], ["default", "one"], ["default", "one.desktop"], ["default", "-option"],
    ["default", "one.desktop", ""], ["default", "one.desktop", "-option"],
    ["default", "one.desktop", "image/png"], ["default", "two.desktop", "image/png", "image/gif"],
    ["default", "one.desktop", "x-scheme-handler/test"],
    ["install"], ["install", "missing.xml"], ["install", "types.xml"], ["install", "acme-types.xml"],
    ["install", "--novendor", "types.xml"], ["install", "--mode"], ["install", "--mode", "other"],
    ["install", "--mode", "user", "acme-types.xml"], ["install", "--other", "acme-types.xml"],
    ["install", "acme-types.xml", "other-types.xml"], ["install", "folder/acme-types.xml"],
    ["uninstall"], ["uninstall", "missing.xml"], ["uninstall", "types.xml"],
    ["uninstall", "acme-types.xml"], ["uninstall", "--mode", "user", "acme-types.xml"],
    ["uninstall", "--novendor", "acme-types.xml"],
    ["other"], ["--other"], ["-h"], ["--help"], ["--version"], ["query", "--help"],
]

OPEN = [
    [], [""], ["--other"], ["-o"], ["missing"], ["photo.png"], ["./photo.png"], ["two words.pdf"],
    ["photo.png", "notes.txt"], ["link.png"], ["dangling"], ["folder"],
    ["FILE:photo.png"], ["FILE:missing"], ["FILE:two%20words.pdf"], ["file://localhostPATH/photo.png"],
    ["test:anything"], ["test://host/path?a=b&c=d#e"], ["none-such:anything"], ["http://example.com/a%20b"],
    ["report"], ["notes"], ["script.orig"], ["empty"], ["program.ts"], ["stream.ts"], ["noise"],
    ["--help"], ["--version"],
]

# Where a snap's variable is set, the original opens, so that nothing may differ.
SANDBOXED = [["photo.png"], ["two words.pdf"], ["test:anything"], ["missing"], ["--other"]]


class Home:
    """A home for one run of one program."""

    def __init__(self, root, name, program, database):
        self.root, self.database = os.path.join(root, name), database
        self.program = program
        self.files = os.path.join(self.root, "files")
        self.environment = {
            "PATH": os.environ.get("PATH", "/usr/bin:/bin"), "HOME": self.root + "/home",
            "LC_ALL": "C.UTF-8", "XDG_DATA_DIRS": self.root + "/share",
            "XDG_CONFIG_DIRS": self.root + "/none", "XDG_CURRENT_DESKTOP": "GNOME",
            "XDG_UTILS_INSTALL_MODE": "user", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent",
        }
        self.install()

    def install(self):
        """The applications and the database, which no program changes."""
        for name in ["share/applications", "bin"]:
            os.makedirs(os.path.join(self.root, name))
        os.symlink(self.database, self.root + "/share/mime")
        for name, types in [
            ("one", "image/png;image/gif;text/plain;application/pdf;inode/directory;x-scheme-handler/test;"
                    "x-scheme-handler/http;"), ("two", "image/jpeg;")]:
            program = self.write("bin/" + name, (
                "#!/bin/sh\nprintf '%%s\\n' \"%s:$@\" >>'%s/started'\n" % (name, self.root)).encode())
            os.chmod(program, 0o755)
            self.write("share/applications/%s.desktop" % name, (
                "[Desktop Entry]\nType=Application\nName=%s\nExec=%s %%u\nMimeType=%s\n" % (
                    name, program, types)).encode())
        subprocess.run(
            ["update-desktop-database", self.root + "/share/applications"], env=self.environment,
            check=True)

    def fill(self):
        """A home without files, and the files that the command lines name."""
        for name in ["home", "files"]:
            shutil.rmtree(os.path.join(self.root, name), ignore_errors=True)
        if os.path.exists(self.root + "/started"):
            os.remove(self.root + "/started")
        for name in ["home/.config", "files/folder"]:
            os.makedirs(os.path.join(self.root, name))
        self.write("files/photo.png", "\x89PNG\r\n\x1a\n".encode("latin-1"))
        for name in ["notes.txt", "text"]:
            self.write("files/" + name, b"words\n")
        for name in ["two words.pdf", "name.of-no-type"]:
            self.write("files/" + name, b"%PDF-1.5\n")
        self.write("files/empty", b"")
        # What people expect of files whose names do not say what they are.
        self.write("files/report", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
        self.write("files/notes", b"milk and bread\n")
        self.write("files/script.orig", b"#!/bin/sh\necho done\n")
        self.write("files/program.ts", b"import { a } from './a';\nexport interface B { c: string }\n")
        self.write("files/stream.ts", (b"G@\x11\x10" + bytes(184)) * 8)
        self.write("files/noise", b"\x01\x02\x03\x00" * 8)
        self.write("files/archive.tar.gz", b"\x1f\x8b\x08\x00")
        for name in ["types.xml", "acme-types.xml", "other-types.xml", "folder/acme-types.xml"]:
            self.write("files/" + name, PACKAGE.encode())
        os.symlink("photo.png", self.files + "/link.png")
        os.symlink("nothing", self.files + "/dangling")
        os.mkfifo(self.files + "/pipe")

    def write(self, name, data):
        path = os.path.join(self.root, name)
        with open(path, "wb") as file:
            file.write(data)
        return path

    def run(self, words, variables):
        """What a command line gives with further variables."""
        words = [
            word.replace("FILE:", "file://%s/" % self.files).replace("PATH", self.files)
            for word in words]
        result = subprocess.run(
            [self.program, *words], env=dict(self.environment, **variables), cwd=self.files, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=30, check=False)
        return {
            "status": result.returncode, "output": self.plain(result.stdout),
            "message": bool(result.stderr.strip()), "left": self.left(), "started": self.started(),
            "text": self.plain(result.stderr),
        }

    def plain(self, data):
        return data.decode("utf-8", "replace").replace(self.root, "ROOT")

    def left(self):
        """The files that were made, with the contents of those that are read by people."""
        found = {}
        for folder, _, names in os.walk(self.root + "/home"):
            for name in names:
                path = os.path.join(folder, name)
                short = os.path.relpath(path, self.root + "/home")
                if short.startswith((".cache/", ".local/state/")):
                    continue
                with open(path, "rb") as file:
                    data = file.read()
                found[short] = sorted(
                    line for line in data.decode().splitlines() if line.strip()
                ) if name.endswith(".list") else len(data) if name.endswith("-types.xml") else True
        return found

    def started(self):
        try:
            with open(self.root + "/started", "rb") as file:
                return self.plain(file.read()).splitlines()
        except FileNotFoundError:
            return []


def reason_to_skip():
    for program in ["xdg-mime", "xdg-open", "gio", "update-mime-database", "update-desktop-database"]:
        if not shutil.which(program):
            return "%s was not found" % program
    words = subprocess.run(
        ["xdg-mime", "--version"], stdout=subprocess.PIPE, encoding="utf-8", check=False).stdout
    if not re.search(r"\b%s\b" % re.escape(VERSION), words):
        return "xdg-utils is not %s" % VERSION
    return None


def documented_rules():
    """The rules of the table in the documentation."""
    path = os.path.join(
        os.path.dirname(os.path.abspath(__file__)), "../../../Documentation/freedesktop.md")
    with open(path, encoding="utf-8") as file:
        text = file.read().partition("\n### Beside xdg-utils\n")[2].partition("\n#")[0]
    return set(re.findall(r"^\| `([^`]+)` \|", text, re.M))


def rule(key, theirs, ours):
    """The rule by which answers differ, or None."""
    if key == "started":
        plain = [urllib.parse.unquote(line.replace(":file://", ":", 1)) for line in ours]
        return "url" if plain == theirs else None
    if key == "left":
        plain = {
            name: [line for line in lines if line != "[Added Associations]" and line[-1] != ";"]
            if name.endswith(".list") else lines for name, lines in ours.items()}
        return "association" if plain == theirs else None
    if key == "output" and ours == "application/x-zerosize\n":
        return "empty"
    if key == "status" and theirs == 4:
        return {2: "missing", 3: "no-application"}.get(ours)
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("utcli")
    parser.add_argument("--all", action="store_true")
    arguments = parser.parse_args()
    reason = reason_to_skip()
    if reason:
        print("skipped: agreement with xdg-utils, because %s" % reason)
        return 0
    agreed = different = 0
    counts, rules = collections.Counter(), documented_rules()
    with tempfile.TemporaryDirectory() as root:
        database = os.path.join(root, "mime")
        os.makedirs(database + "/packages")
        shutil.copy("/usr/share/mime/packages/freedesktop.org.xml", database + "/packages")
        subprocess.run(["update-mime-database", database], stderr=subprocess.DEVNULL, check=True)
        for name, sandbox, lines in [
            ("xdg-mime", {}, MIME), ("xdg-open", {}, OPEN), ("xdg-open", {"SNAP": "/snap/some/1"}, SANDBOXED),
        ]:
            link = os.path.join(root, name)
            if not os.path.lexists(link):
                os.symlink(os.path.abspath(arguments.utcli), link)
            folder = tempfile.mkdtemp(dir=root)
            homes = [
                Home(folder, "theirs", shutil.which(name), database),
                Home(folder, "ours", link, database)]
            for words in lines:
                answers = []
                for home in homes:
                    home.fill()
                    answers.append(home.run(words, sandbox))
                if words[-1:] in (["--help"], ["--version"]):
                    for answer in answers:
                        answer["output"] = answer["output"].split()[:2]
                keys = [key for key in answers[0] if key != "text" and answers[0][key] != answers[1][key]]
                found = [
                    None if sandbox else rule(key, answers[0][key], answers[1][key]) for key in keys]
                counts.update(name for name in found if name in rules)
                keys = [key for key, name in zip(keys, found) if name not in rules]
                agreed += not found
                different += bool(keys)
                if keys or arguments.all:
                    print("%s %s%s%s" % (
                        name, " ".join(map(repr, words)), " in a sandbox" if sandbox else "",
                        ": differs" if keys else ""))
                    for key in keys or ["status", "output", "text"]:
                        print("    %-8s theirs %r, ours %r" % (key, answers[0][key], answers[1][key]))
                    if "message" in keys or "status" in keys:
                        print("    %-8s theirs %r, ours %r" % (
                            "text", answers[0]["text"], answers[1]["text"]))
    print("xdg-utils: %d agree, %s%s" % (
        agreed, ", ".join("%d %s" % (count, name) for name, count in sorted(counts.items())),
        ", %d differ" % different if different else ""))
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
