# SPDX-License-Identifier: MIT
"""A desktop of its own in a temporary directory: the database of shared-mime-info, desktop entries, a home.

Nothing of the machine's own desktop counts in it, so that two machines give the same answers.
"""

import json
import os
import random
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
DATABASE = "/usr/share/mime/packages/freedesktop.org.xml"
VERSION = "2.2"


def missing():
    """What the comparison needs and this machine lacks, or None."""
    for program in ["gio", "update-mime-database", "update-desktop-database"]:
        if not shutil.which(program):
            return "%s was not found" % program
    if not os.path.isfile(DATABASE):
        return "shared-mime-info is not installed"
    words = subprocess.run(
        ["update-mime-database", "-v"], stderr=subprocess.PIPE, stdout=subprocess.PIPE, check=False,
        text=True)
    # Debian's is "(shared-mime-info) 2.2"; the tables of the documentation are about that version.
    found = re.search(r"shared-mime-info\) (\S+)", words.stdout + words.stderr)
    if not found or found.group(1) != VERSION:
        return "shared-mime-info is %s, and the tables are about %s" % (
            found.group(1) if found else "of an unknown version", VERSION)
    return None


class Application:
    def __init__(self, line):
        self.identifier, categories, self.weight, types = line.rstrip("\n").split("\t")
        self.categories = categories.split(";") if categories else []
        self.types = types.split(";")

    def entry(self):
        return "\n".join([
            "[Desktop Entry]", "Type=Application", "Name=" + self.identifier, "Exec=true %U",
            "Categories=" + "".join(name + ";" for name in self.categories),
        ] + (["InitialPreference=" + self.weight] if self.weight else []) + [
            "MimeType=" + "".join(name + ";" for name in self.types), ""])


def applications():
    with open(os.path.join(HERE, "applications.tsv"), encoding="utf-8") as lines:
        return [Application(line) for line in lines if not line.startswith("#")]


class World:
    """Directories below `root`, and programs that run in them."""

    def __init__(self, root, utcli):
        self.root, self.utcli = root, os.path.abspath(utcli)
        self.share = os.path.join(root, "share")
        self.home = os.path.join(root, "home")
        self.runtime = os.path.join(root, "run")
        os.makedirs(os.path.join(self.share, "mime", "packages"))
        os.makedirs(os.path.join(self.share, "applications"))
        os.makedirs(os.path.join(self.home, ".config"))
        os.makedirs(self.runtime, mode=0o700)
        self.environment = {
            "PATH": os.environ.get("PATH", "/usr/bin:/bin"), "HOME": self.home, "LC_ALL": "C.UTF-8",
            "XDG_DATA_DIRS": self.share, "XDG_CONFIG_DIRS": os.path.join(root, "no-config"),
            "XDG_CURRENT_DESKTOP": "GNOME",
            # The database need not survive a crash.
            "PKGSYSTEM_ENABLE_FSYNC": "0",
        }
        shutil.copy(DATABASE, os.path.join(self.share, "mime", "packages"))
        self.run("update-mime-database", os.path.join(self.share, "mime"))
        for application in applications():
            path = os.path.join(self.share, "applications", application.identifier + ".desktop")
            with open(path, "w", encoding="utf-8") as file:
                file.write(application.entry())
        self.run("update-desktop-database", os.path.join(self.share, "applications"))

    def run(self, *words, text=None, check=True):
        """The standard output of a program."""
        return subprocess.run(
            words, input=text, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            check=check, encoding="utf-8").stdout

    def glib(self, **questions):
        return json.loads(self.run(
            sys.executable, os.path.join(HERE, "glib_answers.py"), text=json.dumps(questions)))

    def stream(self, command, operands, *options):
        """The answer of utcli for each operand, in order."""
        lines = self.run(
            self.utcli, command, "--json", "--stdin", *options,
            text="".join(operand + "\n" for operand in operands), check=False).splitlines()
        return [json.loads(line) for line in lines]

    def types(self, operands):
        """What `info` says of each type or MIME type; None of one that is not known."""
        answers = {}
        for start in range(0, len(operands), 400):
            part = operands[start:start + 400]
            found = json.loads(self.run(self.utcli, "info", "--json", *part, check=False))
            answers.update(zip(part, found["types"]))
        return answers

    def table(self, name):
        """The lines of a file of the database, in words."""
        with open(os.path.join(self.share, "mime", name), encoding="utf-8") as lines:
            return [line.split() for line in lines if not line.startswith("#")]


class Globs:
    """The patterns of the database, looked up as the specification says."""

    def __init__(self, world):
        self.literals, self.suffixes, self.others = {}, {}, []
        with open(os.path.join(world.share, "mime", "globs2"), encoding="utf-8") as lines:
            for line in lines:
                if line.startswith("#"):
                    continue
                weight, mime_type, pattern, *flags = line.rstrip("\n").split(":")
                cased = "cs" in flags
                entry = (int(weight), len(pattern), mime_type, cased)
                if not cased and any(entry[2] == other[2] for other in self.listed(pattern)):
                    # The copy of a case-sensitive pattern, for readers that do not know the flag.
                    continue
                if re.search(r"[*?\[]", pattern[1:] if pattern.startswith("*.") else pattern):
                    self.others.append((re.compile(glob_expression(pattern)), entry))
                elif pattern.startswith("*."):
                    self.suffixes.setdefault(pattern[1:], []).append(entry)
                else:
                    self.literals.setdefault(pattern, []).append(entry)

    def listed(self, pattern):
        return self.suffixes.get(pattern[1:], []) + self.literals.get(pattern, [])

    def matches(self, name):
        """All patterns of a name: weight, length, MIME type, whether case counts. Literals alone if any."""
        found = []
        for text, cased in [(name, True), (name.lower(), False)]:
            found += [entry for entry in self.literals.get(text, []) if entry[3] == cased]
        if found:
            return found
        for text, cased in [(name, True), (name.lower(), False)]:
            for index, letter in enumerate(text):
                if letter == ".":
                    found += [
                        entry for entry in self.suffixes.get(text[index:], []) if entry[3] == cased]
            found += [
                entry for expression, entry in self.others
                if entry[3] == cased and expression.fullmatch(text)]
        return found

    def types(self, name):
        """The MIME types of the patterns that decide: the highest weight, then the longest."""
        found = self.matches(name)
        best = max(((entry[0], entry[1]) for entry in found), default=None)
        return sorted({entry[2] for entry in found if entry[:2] == best})


def glob_expression(pattern):
    """A regular expression for a pattern of shell wildcards."""
    parts = re.split(r"(\[[^\]]*\]|\*|\?)", pattern)
    return "".join(
        ".*" if part == "*" else "." if part == "?" else part if part.startswith("[")
        else re.escape(part) for part in parts)


def names(world, count):
    """File names, the same ones each time: each pattern in several ways, compound ones, unknown ones."""
    chance = random.Random(20)
    patterns = []
    with open(os.path.join(world.share, "mime", "globs2"), encoding="utf-8") as lines:
        for line in lines:
            if not line.startswith("#"):
                patterns.append(re.sub(r"\[(.)[^\]]*\]", r"\1", line.split(":")[2].rstrip("\n")))
    extensions = [pattern[2:] for pattern in patterns if pattern.startswith("*.")]
    letters = "abcdefghijklmnopqrstuvwxyz0123456789"
    result = {
        ".png", ".bashrc", "name.", "a..b", "x. y", "été.PNG", "notes~", "notes.txt~", "100%.gif",
        "archive.tar.gz.", "-rf.pdf", "?.jpg", "a b.tar.xz", ".hidden.tar.gz", "...", "日本語.ods",
    }
    for pattern in patterns:
        name = pattern.replace("*", chance.choice(["holiday", "My Report 2024", "x.y", "archive.tar"]))
        result |= {name, name.upper(), name.capitalize(), pattern.replace("*", "README")}
    while len(result) < count:
        kind = chance.randrange(10)
        if kind < 4:
            name = "%s.%s.%s" % (
                chance.choice(["a", "v1", "lib"]), chance.choice(extensions), chance.choice(extensions))
        elif kind < 8:
            name = "n%d.%s" % (
                chance.randrange(1000), "".join(chance.choices(letters, k=chance.randrange(1, 5))))
        else:
            name = "doc%d" % chance.randrange(10 ** 6)
        result.add(name)
    result = sorted(name for name in result if "/" not in name)
    chance.shuffle(result)
    return result[:count]
