#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Changes choices at random by all programs that change them, and compares utcli with GLib after each step.

    choice_model.py UTCLI [--typed TYPED] [--steps NUMBER] [--seed NUMBER] [--short] [--all]

A desktop in a temporary directory has twelve types and schemes and six applications in two directories, and
lists of applications at all levels: of the user's settings, of the site's, and beside the desktop entries,
each with and without the name of a desktop. A step is a choice by GLib (default, added and removed
associations, reset), by utcli (`default set`, `unset`, `never`, `undo`, `xdg-mime default`), or by an editor
that writes an entry of any list, with applications that may not be installed; or an application is installed
or removed, or XDG_CURRENT_DESKTOP changes. After each step the default of all types is that of GLib, but for
the rules of the table "Where the answers differ" in Documentation/freedesktop.md that have a name there.

--steps is the number of steps of each run (5,000): there are two runs without the daemon, one with
XDG_CURRENT_DESKTOP changing and one without it, and, with --typed, the same with the daemon. --short takes 100.
--all prints the differences that follow from a rule, too. A failure is reproduced by its seed.
"""

import argparse
import collections
import ctypes
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
DOCUMENTATION = os.path.join(HERE, "../../../Documentation/freedesktop.md")

TYPES = [
    "text/plain", "text/x-csrc", "image/png", "image/gif", "application/pdf",
    "application/x-model-base", "application/x-model-child", "application/x-model-grandchild",
    "application/x-model-other", "x-scheme-handler/mailto", "x-scheme-handler/irc",
    "x-scheme-handler/x-model",
]
PARENTS = {
    "text/x-csrc": ["text/plain"], "application/x-model-child": ["application/x-model-base"],
    "application/x-model-grandchild": ["application/x-model-child"],
}
# Of two applications that nothing else distinguishes GLib has the one in the home directory first, and here
# the identifier decides.
HOME_APPLICATIONS, SHARED_APPLICATIONS = ["a1", "a2", "a3"], ["b1", "b2", "b3"]
APPLICATIONS = HOME_APPLICATIONS + SHARED_APPLICATIONS
DEFAULTS, ADDED, REMOVED = "Default Applications", "Added Associations", "Removed Associations"
DESKTOPS = [None, "GNOME", "KDE", "Model:GNOME"]


class GLib:
    """GLib's answers and changes, each by a process of its own: it reads lists and variables once."""

    def __init__(self):
        self.gio = ctypes.CDLL("libgio-2.0.so.0")
        for name, result, *arguments in [
            ("g_app_info_get_default_for_type", ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int),
            ("g_app_info_get_id", ctypes.c_char_p, ctypes.c_void_p),
            ("g_desktop_app_info_new", ctypes.c_void_p, ctypes.c_char_p),
            ("g_app_info_set_as_default_for_type", ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p,
             ctypes.c_void_p),
            ("g_app_info_add_supports_type", ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p,
             ctypes.c_void_p),
            ("g_app_info_remove_supports_type", ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p,
             ctypes.c_void_p),
            ("g_app_info_reset_type_associations", None, ctypes.c_char_p),
        ]:
            function = getattr(self.gio, name)
            function.restype, function.argtypes = result, arguments

    def _in_child(self, environment, body):
        """What a child prints, in which nothing of GLib has run before."""
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            status = 1
            try:
                os.close(reading)
                # It warns of each list that holds what has no effect there.
                os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
                os.environ.clear()
                os.environ.update(environment)
                os.write(writing, json.dumps(body()).encode())
                status = 0
            finally:
                os._exit(status)
        os.close(writing)
        with os.fdopen(reading, "rb") as pipe:
            text = pipe.read()
        _, status = os.waitpid(child, 0)
        if status:
            sys.exit("GLib's process ended with %d" % status)
        return json.loads(text)

    def defaults(self, environment):
        def ask():
            found = {}
            for name in TYPES:
                info = self.gio.g_app_info_get_default_for_type(name.encode(), 0)
                found[name] = self.gio.g_app_info_get_id(info).decode() if info else None
            return found
        return self._in_child(environment, ask)

    def change(self, environment, function, name, application):
        def make():
            info = self.gio.g_desktop_app_info_new((application + ".desktop").encode())
            if not info:
                return False
            return bool(getattr(self.gio, function)(info, name.encode(), None))
        return self._in_child(environment, make)

    def reset(self, environment, name):
        return self._in_child(
            environment,
            lambda: self.gio.g_app_info_reset_type_associations(name.encode()))


class Desktop:
    """The directories, the programs, and what was done in them."""

    def __init__(self, root, utcli, typed, glib):
        self.utcli, self.typed, self.glib = utcli, typed, glib
        self.daemon = None
        self.home, self.share = os.path.join(root, "home"), os.path.join(root, "share")
        self.settings = os.path.join(self.home, ".config")
        self.site = os.path.join(root, "site")
        self.directories = {
            "a": os.path.join(self.home, ".local/share/applications"),
            "b": os.path.join(self.share, "applications"),
        }
        for path in [self.settings, self.site, *self.directories.values()]:
            os.makedirs(path)
        self.runtime = os.path.join(root, "run")
        os.makedirs(self.runtime, mode=0o700)
        self.lists = [
            os.path.join(directory, name)
            for directory in [self.settings, self.site, *self.directories.values()]
            for name in ["gnome-mimeapps.list", "kde-mimeapps.list", "mimeapps.list"]
        ] + [os.path.join(self.directories["b"], "defaults.list")]
        self.environment = {
            "PATH": os.environ.get("PATH", "/usr/bin:/bin"), "HOME": self.home, "LC_ALL": "C.UTF-8",
            "XDG_DATA_DIRS": self.share, "XDG_CONFIG_DIRS": self.site,
            "XDG_RUNTIME_DIR": self.runtime,
        }
        self.installed = {}
        packages = os.path.join(self.share, "mime/packages")
        os.makedirs(packages)
        with open(os.path.join(packages, "model.xml"), "w", encoding="utf-8") as file:
            file.write("<mime-info xmlns='http://www.freedesktop.org/standards/shared-mime-info'>")
            for name in TYPES:
                if not name.startswith("x-scheme-handler/"):
                    file.write("<mime-type type='%s'>%s<glob pattern='*.%s'/></mime-type>" % (
                        name, "".join("<sub-class-of type='%s'/>" % parent for parent in PARENTS.get(name, [])),
                        name.split("/")[1]))
            file.write("</mime-info>")
        subprocess.run(
            ["update-mime-database", os.path.join(self.share, "mime")], check=True,
            stderr=subprocess.DEVNULL)

    # Programs

    def run(self, *words):
        return subprocess.run(
            [self.utcli, *words], env=self.environment, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, check=False, encoding="utf-8")

    def ours(self):
        outcome = self.run("default", *TYPES)
        if outcome.returncode not in (0, 1):
            sys.exit("utcli default ends with %d: %s" % (outcome.returncode, outcome.stderr))
        found = dict(line.split("\t") for line in outcome.stdout.splitlines())
        return {name: found[name] + ".desktop" if name in found else None for name in TYPES}

    def is_chosen(self, application):
        """Whether the store has a choice of an application."""
        return any(
            binding.get("handler", {}).get("bundle") == application
            for binding in json.loads(self.run("dump").stdout)["bindings"])

    def serve(self):
        if not self.typed:
            return
        self.stop()
        self.daemon = subprocess.Popen(
            [self.typed], env=self.environment, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        end = time.monotonic() + 30
        while "answers-from\tembedded" in self.run("status").stdout:
            if self.daemon.poll() is not None or time.monotonic() > end:
                sys.exit("typed does not answer")
            time.sleep(0.01)

    def stop(self):
        if self.daemon:
            self.daemon.send_signal(signal.SIGTERM)
            self.daemon.wait()
            self.daemon = None

    # Files

    def install(self, application, types):
        self.installed[application] = types
        path = os.path.join(self.directories[application[0]], application + ".desktop")
        with open(path + ".new", "w", encoding="utf-8") as file:
            file.write("[Desktop Entry]\nType=Application\nName=%s\nExec=true %%U\nMimeType=%s\n" % (
                application, "".join(name + ";" for name in types)))
        os.rename(path + ".new", path)
        self.write_cache(application[0])

    def remove(self, application):
        del self.installed[application]
        os.remove(os.path.join(self.directories[application[0]], application + ".desktop"))
        self.write_cache(application[0])

    def write_cache(self, directory):
        """What update-desktop-database writes, with applications in the order of their identifiers."""
        path = os.path.join(self.directories[directory], "mimeinfo.cache")
        with open(path + ".new", "w", encoding="utf-8") as file:
            file.write("[MIME Cache]\n")
            for name in TYPES:
                found = [
                    application for application in sorted(self.installed)
                    if application[0] == directory and name in self.installed[application]]
                if found:
                    file.write("%s=%s\n" % (name, "".join(id + ".desktop;" for id in found)))
        os.rename(path + ".new", path)

    def entries(self, path):
        """The groups of a list."""
        groups = collections.OrderedDict()
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                for line in file:
                    line = line.rstrip("\n")
                    if line.startswith("["):
                        groups.setdefault(line[1:-1], collections.OrderedDict())
                    elif "=" in line:
                        key, value = line.split("=", 1)
                        groups[next(reversed(groups))][key] = [
                            name for name in value.split(";") if name]
        return groups

    def edit(self, path, group, key, applications):
        groups = self.entries(path)
        section = groups.setdefault(group, collections.OrderedDict())
        if applications:
            section[key] = applications
        else:
            section.pop(key, None)
        with open(path + ".new", "w", encoding="utf-8") as file:
            for name, section in groups.items():
                file.write("[%s]\n" % name)
                for key, values in section.items():
                    file.write("%s=%s\n" % (key, "".join(value + ";" for value in values)))
        os.rename(path + ".new", path)

    def read_lists(self):
        """The lists that this session reads, the most important one first."""
        desktops = (self.environment.get("XDG_CURRENT_DESKTOP") or "").lower().split(":")
        names = [name + "-mimeapps.list" for name in desktops if name] + ["mimeapps.list"]
        return [
            path for directory in [self.settings, self.site, *self.directories.values()]
            for path in [os.path.join(directory, name) for name in names + ["defaults.list"]]
            if path in self.lists]


def above(name):
    """A type and those above it, nearest first."""
    found = [name]
    for other in found:
        found += [parent for parent in PARENTS.get(other, []) if parent not in found]
    return found


def rule(desktop, name, theirs, ours):
    """The rule that a difference follows from, or None."""
    read = [(path, desktop.entries(path)) for path in desktop.read_lists()]

    def said(group, key, only_main=True):
        return [
            (path, application) for path, groups in read
            if not only_main or path.endswith("/mimeapps.list")
            for application in groups.get(group, {}).get(key, [])]

    names = above(name)
    for index, key in enumerate(names):
        removing = [path for path, application in said(REMOVED, key) if application == theirs]
        adding = [path for path, application in said(ADDED, key) if application == theirs]
        if set(removing) & set(adding):
            return "added-and-removed"
        if removing and any(
                application == theirs for parent in names[index + 1:]
                for _, application in said(DEFAULTS, parent, False)):
            return "removed-below"
        beside = os.path.join(desktop.directories[(theirs or "a")[0]], "mimeapps.list")
        if beside in removing and not any(path == beside for path, _ in said(ADDED, key)):
            return "removed-beside"
    for key in names:
        # A list beside entries concerns none of the directories before it; what a desktop's own list adds
        # has no effect.
        below = desktop.directories["b"]
        added = [
            (path, application) for path, application in said(ADDED, key, False)
            if not path.endswith("-mimeapps.list")]
        lists = [path for path, application in added if application == ours]
        if lists and theirs and theirs.startswith("a") and all(
                path.startswith(below) for path in lists) and not any(
                application == theirs and not path.startswith(below)
                for path, application in added + said(DEFAULTS, key, False)):
            return "added-before-claims"
    if ours and any(
            os.path.dirname(path) == desktop.settings and groups.get(DEFAULTS, {}).get(key)
            for path, groups in read if not path.endswith("/mimeapps.list") for key in names):
        if desktop.is_chosen(ours.removesuffix(".desktop")):
            return "desktop-list"
    return None


def documented_rules():
    with open(DOCUMENTATION, encoding="utf-8") as file:
        text = file.read()
    found = re.search(r"^### Where the answers differ\n(.*?)(?=^#)", text, re.M | re.S)
    return set(re.findall(r"\(`([a-z-]+)`\)", found.group(1))) if found else set()


class Run:
    def __init__(self, desktop, seed, changes_desktop):
        self.desktop, self.chance, self.log = desktop, random.Random(seed), []
        self.seed, self.changes_desktop = seed, changes_desktop
        self.counts = collections.Counter()
        self.agreed = 0

    def begin(self):
        for application in APPLICATIONS:
            self.desktop.install(application, self.some_types())
        self.desktop.serve()

    def some_types(self):
        return [name for name in TYPES if self.chance.randrange(3) == 0]

    def step(self):
        """Does something at random; returns it in words."""
        chance, desktop = self.chance, self.desktop
        name, application = chance.choice(TYPES), chance.choice(APPLICATIONS)
        kind = chance.randrange(100)
        if kind < 15:
            function = chance.choice([
                "g_app_info_set_as_default_for_type", "g_app_info_set_as_default_for_type",
                "g_app_info_add_supports_type", "g_app_info_remove_supports_type"])
            desktop.glib.change(desktop.environment, function, name, application)
            return "%s %s %s" % (function, name, application)
        if kind < 18:
            desktop.glib.reset(desktop.environment, name)
            return "g_app_info_reset_type_associations %s" % name
        if kind < 45:
            words = chance.choice([
                ["default", "set", name, application], ["default", "set", name, application],
                ["default", "unset", name], ["never", name, application],
                ["never", "--undo", name, application], ["undo"],
                ["xdg-mime", "default", application + ".desktop", name]])
            outcome = desktop.run(*words)
            return "utcli %s: %d %s" % (" ".join(words), outcome.returncode, outcome.stderr.strip())
        if kind < 80:
            path = chance.choice(desktop.lists)
            group = chance.choice([DEFAULTS, DEFAULTS, ADDED, REMOVED])
            names = chance.sample(APPLICATIONS + ["missing"], chance.randrange(4))
            desktop.edit(path, group, name, [other + ".desktop" for other in names])
            return "edit %s [%s] %s=%s" % (path, group, name, ";".join(names))
        if kind < 84:
            path = chance.choice(desktop.lists)
            if os.path.exists(path):
                os.remove(path)
            return "remove %s" % path
        if kind < 95 or not self.changes_desktop:
            if application in desktop.installed and chance.randrange(2):
                desktop.remove(application)
                return "uninstall %s" % application
            types = self.some_types()
            desktop.install(application, types)
            return "install %s: %s" % (application, " ".join(types))
        value = chance.choice(DESKTOPS)
        desktop.environment.pop("XDG_CURRENT_DESKTOP", None)
        if value:
            desktop.environment["XDG_CURRENT_DESKTOP"] = value
        # The daemon has the variables that it was started with.
        desktop.serve()
        return "XDG_CURRENT_DESKTOP=%s" % value

    def compare(self, rules, shows_all):
        """Returns the types whose answers differ without a documented rule."""
        theirs, ours = self.desktop.glib.defaults(self.desktop.environment), self.desktop.ours()
        unexplained = []
        for name in TYPES:
            if theirs[name] == ours[name]:
                self.agreed += 1
                continue
            found = rule(self.desktop, name, theirs[name], ours[name])
            text = "%s: GLib %s, here %s" % (name, theirs[name], ours[name])
            if found in rules:
                self.counts[found] += 1
                if shows_all:
                    print("    step %d: %s: %s" % (len(self.log), found, text))
                continue
            unexplained.append(name)
            print("seed %d, step %d (%s): no rule%s: %s" % (
                self.seed, len(self.log), self.log[-1], " '%s'" % found if found else "", text))
        return unexplained

    def report_state(self, types):
        """Prints what concerns some types: applications, entries of lists, steps, and what utcli says of them."""
        concerned = {key for name in types for key in above(name)}
        print("    XDG_CURRENT_DESKTOP=%s" % self.desktop.environment.get("XDG_CURRENT_DESKTOP"))
        for application, claimed in sorted(self.desktop.installed.items()):
            print("    %s: %s" % (application, " ".join(claimed)))
        for path in self.desktop.lists:
            for group, entries in self.desktop.entries(path).items():
                for key, values in entries.items():
                    if key not in concerned:
                        continue
                    print("    %s [%s] %s=%s" % (path, group, key, ";".join(values)))
        for number, line in enumerate(self.log, 1):
            if len(self.log) - number < 12 or number * 10 > len(self.log) * 9 and any(
                    name in line.split() or name + "=" in line for name in concerned):
                print("    %d: %s" % (number, line))
        for name in types:
            for line in self.desktop.run("why", name).stdout.splitlines():
                print("    | %s" % line)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("utcli")
    parser.add_argument("--typed")
    parser.add_argument("--steps", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--all", action="store_true")
    arguments = parser.parse_args()
    if not shutil.which("update-mime-database"):
        print("skipped: the model of choices, because update-mime-database was not found")
        return 0
    try:
        glib = GLib()
    except OSError as error:
        print("skipped: the model of choices, because %s" % error)
        return 0
    rules, failures = documented_rules(), 0
    steps = 100 if arguments.short else arguments.steps
    typed = os.path.abspath(arguments.typed) if arguments.typed else None
    runs = [(program, changes) for program in [None, typed][:2 if typed else 1] for changes in [True, False]]
    for number, (program, changes) in enumerate(runs):
        with tempfile.TemporaryDirectory() as root:
            desktop = Desktop(root, os.path.abspath(arguments.utcli), program, glib)
            run = Run(desktop, arguments.seed + number, changes)
            try:
                run.begin()
                while len(run.log) < steps and failures < 5:
                    run.log.append(run.step())
                    unexplained = run.compare(rules, arguments.all)
                    if unexplained:
                        run.report_state(unexplained)
                        failures += 1
            finally:
                desktop.stop()
            print("%s, XDG_CURRENT_DESKTOP %s: %d steps, %d agree%s" % (
                "with the daemon" if program else "without the daemon",
                "changes" if changes else "unset", len(run.log), run.agreed, "".join(
                    ", %d %s" % pair for pair in sorted((count, name) for name, count in run.counts.items()))))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
