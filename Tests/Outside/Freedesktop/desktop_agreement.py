#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the answers of utcli with those of GLib (`gio`) and of xdg-mime, on a desktop of its own.

    desktop_agreement.py UTCLI [--typed TYPED] [--short] [--all]

Makes the database of the installed shared-mime-info, a few hundred desktop entries (applications.tsv) and
a home in a temporary directory, and compares

    names      the type of 10,000 names
    database   that every alias and every sub-class of the database holds
    icons      the icon names of every MIME type
    handlers   the applications and the default of every MIME type that an entry lists
    adoption   that both have one default for each of these after `utcli default adopt`, until it is undone
    choices    200 choices made in turn by `gio mime`, `xdg-mime default` and `utcli default set`, without
               the daemon and, with --typed, with it

Each difference must follow from a rule of the table "Beside GLib and xdg-utils" in Documentation/freedesktop.md,
which is read here; else it is printed, and the status is 1. --all prints those that do, too.
With --short there are 60 choices, and xdg-mime, a shell script of 60 ms a call, is asked about 20 of them.

Where a tool is missing, the script says "skipped: ..." and ends well.
"""

import argparse
import collections
import os
import re
import signal
import subprocess
import random
import sys
import tempfile
import time

import desktop_world

DOCUMENTATION = os.path.join(desktop_world.HERE, "../../../Documentation/freedesktop.md")
DECISIONS = os.path.join(desktop_world.HERE, "../../../Declarations/README.md")
UNKNOWN = "application/octet-stream"


def section(path, heading):
    """The text below a heading, up to the next one of its level or above."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    found = re.search(
        r"^(#+) %s\n(.*?)(?=^#{1,%d} |\Z)" % (re.escape(heading), 6), text, re.M | re.S)
    if not found:
        sys.exit("%s has no section '%s'" % (path, heading))
    return found.group(2)


def rows(text):
    """The cells of the tables of a text, without headings."""
    for line in text.splitlines():
        if line.startswith("|") and not re.match(r"\|[ -]*\|", line):
            yield [cell.strip() for cell in line.strip("|").split("|")]


def quoted(cell):
    return re.findall(r"`([^`]+)`", cell)


class Report:
    """Differences, by the rule that explains them."""

    def __init__(self, shows_all):
        self.shows_all = shows_all
        self.rules = {
            name for cells in rows(section(DOCUMENTATION, "Beside GLib and xdg-utils"))
            for name in quoted(cells[0])}
        self.failures = 0

    def start(self, topic):
        self.topic, self.agreed, self.counts = topic, 0, collections.Counter()

    def agree(self):
        self.agreed += 1

    def differ(self, rule, text):
        """Counts a difference; one without a rule, or with a rule that is not documented, is a failure."""
        if rule in self.rules:
            self.counts[rule] += 1
            if self.shows_all:
                print("    %s: %s" % (rule, text))
            return
        self.failures += 1
        print("%s: no rule%s: %s" % (self.topic, " '%s'" % rule if rule else "", text))

    def end(self):
        print("%s: %d agree%s" % (self.topic, self.agreed, "".join(
            ", %d %s" % (count, rule) for rule, count in sorted(self.counts.items()))))


class Facts:
    """What the comparisons look up: aliases, the types of MIME types, documented tables."""

    def __init__(self, world):
        self.world = world
        self.aliases = dict(world.table("aliases"))
        self.parents = collections.defaultdict(set)
        for child, parent in world.table("subclasses"):
            self.parents[child].add(self.name(parent))
        self.known = {}
        self.merged = {
            name for cells in rows(section(DOCUMENTATION, "Types with several MIME names"))
            for name in quoted(cells[0])}
        self.decided = {
            name.lower() for cells in rows(section(DECISIONS, "Freedesktop decisions"))
            for name in quoted(cells[0])}

    def name(self, mime_type):
        """The name that the database has for an alias."""
        return self.aliases.get(mime_type, mime_type)

    def look_up(self, operands):
        missing = sorted({name for name in operands if name and name not in self.known})
        self.known.update(self.world.types(missing))

    def mime_types(self, identifier):
        return {
            self.name(tag["value"].lower()) for tag in self.known[identifier].get("tags", [])
            if tag["tagClass"] == "public.mime-type"}

    def supertypes(self, identifier):
        """The supertypes of a type, and what it and they can be opened as."""
        found, open = set(), [identifier]
        while open:
            name = open.pop()
            if name in found:
                continue
            found.add(name)
            self.look_up([name])
            answer = self.known[name]
            open += answer.get("parents", [])
            open += [other["identifier"] for other in answer.get("opensAs", [])]
        return found

    def is_core(self, identifier):
        return any(
            declaration["active"] and declaration["source"]["origin"] == "core"
            for declaration in self.known[identifier].get("declarations", []))


# MARK: - Names

def compare_names(world, facts, report):
    report.start("names")
    names = desktop_world.names(world, 10000)
    theirs = world.glib(names=names)["names"]
    ours = world.stream("type-of", names, "--name-only")
    facts.look_up(
        name for answer in ours for name in [answer["identifier"]] + answer.get("candidates", [])
        if not answer.get("dynamic"))
    globs = desktop_world.Globs(world)
    for name, answer in zip(names, ours):
        if facts.name(theirs[name]) == facts.name(answer["mimeType"]):
            report.agree()
        else:
            report.differ(
                name_rule(name, theirs[name], answer, globs, facts),
                "%s: GLib %s, here %s (%s)" % (
                    name, theirs[name], answer["identifier"], answer["mimeType"]))
    # The library's answers are those of the program.
    for name, mime_type in gio_info(world, names[:200]).items():
        if mime_type != theirs[name]:
            report.differ(None, "%s: gio info %s, GLib %s" % (name, mime_type, theirs[name]))
    report.end()


def gio_info(world, names):
    """What `gio info` says of files of these names."""
    folder = tempfile.mkdtemp(dir=world.root)
    paths = [os.path.join(folder, name) for name in names]
    for path in paths:
        # An empty file would be text.
        with open(path, "wb") as file:
            file.write(b"\0\1")
    found, path = {}, None
    for line in world.run("gio", "info", "-a", "standard::fast-content-type", *paths).splitlines():
        key, _, value = line.strip().partition(": ")
        if key == "local path":
            path = value
        elif key == "standard::fast-content-type":
            found[os.path.basename(path)] = value
    if len(found) != len(names):
        sys.exit("gio info told of %d of %d files" % (len(found), len(names)))
    return found


def name_rule(name, theirs, answer, globs, facts):
    """The rule by which an answer differs, or None."""
    if answer.get("dynamic"):
        return None
    identifier, theirs = answer["identifier"], facts.name(theirs)
    expected = globs.types(name)
    own = facts.mime_types(identifier)
    if len(expected) > 1 and theirs in expected:
        candidates = [identifier] + answer.get("candidates", [])
        if any(own_type in expected for type in candidates for own_type in facts.mime_types(type)):
            return "tie"
    if theirs not in expected and own & set(expected):
        return "specification"
    if name.rfind(".") == 0 and identifier == "public.data":
        return "leading-dot"
    suffixes = {"*" + name[index:].lower() for index, letter in enumerate(name) if letter == "."}
    if (suffixes | {name.lower()}) & facts.decided:
        return "decision"
    if theirs in own and identifier in facts.merged:
        return "several-names"
    if not facts.is_core(identifier):
        return None
    if not expected:
        # Also where the pattern's case differs, as that of '*.gs'.
        return "case" if own & set(globs.types(name.lower())) else "core-only"
    if max(entry[0] for entry in globs.matches(name)) < 50:
        return "low-weight"
    return None


# MARK: - Database

def compare_database(world, facts, report):
    report.start("database")
    facts.look_up(
        [name for pair in world.table("aliases") + world.table("subclasses") for name in pair])
    for alias, name in world.table("aliases"):
        ours = facts.known[alias].get("identifier"), facts.known[name].get("identifier")
        if ours[0] and ours[0] == ours[1]:
            report.agree()
        else:
            report.differ(
                "alias" if ours[0] and ours[1] in facts.supertypes(ours[0]) else None, "alias %s of %s: %s and %s" % (alias, name, *ours))
    for child, parent in world.table("subclasses"):
        ours = facts.known[child].get("identifier"), facts.known[parent].get("identifier")
        if ours[0] and ours[1] in facts.supertypes(ours[0]):
            report.agree()
        else:
            report.differ(None, "sub-class %s of %s: %s and %s" % (child, parent, *ours))
    report.end()


# MARK: - Applications

def application_of(handler):
    return handler["bundle"] + ".desktop"


def candidates(answer):
    return [handler for handler in answer.get("handlers", []) if handler["placement"] != "drops"]


def subjects_of(entries):
    """The MIME types and schemes that desktop entries list."""
    return sorted({name for entry in entries.values() for name in entry.types if "*" not in name})


def compare_handlers(world, facts, report):
    report.start("handlers")
    entries = {entry.identifier + ".desktop": entry for entry in desktop_world.applications()}
    subjects = subjects_of(entries)
    theirs = world.glib(defaults=subjects, handlers=subjects)
    for subject, answer in zip(subjects, world.stream("handlers", subjects)):
        ours = candidates(answer)
        names = [application_of(handler) for handler in ours]
        for name in theirs["handlers"][subject]:
            if name not in names:
                report.differ(
                    alias_rule(entries[name], subject, facts),
                    "%s: GLib lists %s, here it is missing" % (subject, name))
        default = theirs["defaults"][subject]
        if not names:
            report.differ(None, "%s: GLib %s, here none" % (subject, default))
        elif names[0] == default:
            report.agree()
        else:
            report.differ(
                default_rule(names, ours, default, entries, subject, facts),
                "%s: GLib %s, here %s" % (subject, default, names[0]))
    report.end()


def compare_adoption(world, facts, report):
    report.start("adoption")
    entries = {entry.identifier + ".desktop": entry for entry in desktop_world.applications()}
    subjects = subjects_of(entries)
    before = world.glib(defaults=subjects)["defaults"]
    world.run(world.utcli, "default", "adopt")
    theirs = world.glib(defaults=subjects)["defaults"]
    aliases = {words[0].lower() for words in world.table("aliases")}
    types = {words[0] for words in world.table("types")}
    for subject, answer in zip(subjects, world.stream("handlers", subjects)):
        ours = [application_of(handler) for handler in candidates(answer)][:1]
        is_scheme = subject.startswith("x-scheme-handler/")
        if ours == [theirs[subject]]:
            report.agree()
        else:
            # GLib reads an entry of an alias as one of the type, which has one of its own.
            report.differ(
                "alias" if subject.lower() in aliases
                else "other-name" if subject not in types and not is_scheme else None,
                "%s: GLib %s, here %s" % (subject, theirs[subject], ours))
    world.run(world.utcli, "undo")
    after = world.glib(defaults=subjects)["defaults"]
    for subject in subjects:
        if after[subject] != before[subject]:
            report.differ(
                None, "%s: undone, GLib %s, before %s" % (subject, after[subject], before[subject]))
    report.end()


def alias_rule(entry, subject, facts):
    """Whether an application claims a MIME type, or one above it, only by aliases that are types here."""
    above, open_names = set(), [facts.name(subject)]
    while open_names:
        name = open_names.pop()
        if name not in above:
            above.add(name)
            open_names += facts.parents[name]
    claimed = [other for other in entry.types if facts.name(other) in above]
    facts.look_up(claimed + [facts.name(other) for other in claimed])
    differ = all(
        facts.known[other].get("identifier") != facts.known[facts.name(other)].get("identifier")
        for other in claimed)
    return "alias" if claimed and differ else None


def default_rule(names, ours, default, entries, subject, facts):
    """Why the first of ours comes before GLib's default; None if it should not."""
    if default not in names:
        return alias_rule(entries[default], subject, facts) if default else "merged"
    first, other = ours[0], ours[names.index(default)]
    for rule, key in [
        ("distance", lambda handler: handler["distance"]),
        ("main-use", lambda handler: handler["rank"] != "Default"),
        ("preference", lambda handler: -int(entries[application_of(handler)].weight or 0)),
        ("identifier", lambda handler: handler["bundle"].lower()),
    ]:
        if key(first) != key(other):
            return rule if key(first) < key(other) else None
    return None


# MARK: - Icons

def compare_icons(world, facts, report):
    report.start("icons")
    names = [line[0] for line in world.table("types")]
    facts.look_up(names)
    theirs = world.glib(icons=names)["icons"]
    for name in names:
        ours = facts.known[name].get("icons", [])
        expected = [icon for icon in theirs[name]["names"] if not icon.endswith("-symbolic")]
        places = [ours.index(icon) if icon in ours else None for icon in expected]
        if None not in places and places == sorted(places) and places[0] == 0:
            report.agree()
            continue
        report.differ(
            icon_rule(name, expected, ours, places, facts),
            "%s: GLib %s, here %s" % (name, " ".join(expected), " ".join(ours)))
    report.end()


def icon_rule(name, expected, ours, places, facts):
    """The rule by which the icons of a MIME type differ, or None."""
    known = [icon for icon, place in zip(expected, places) if place is not None]
    media = name.split("/")[0]
    if places[0] == 0 and len(known) == len(expected) - 1 and expected[-1] == media + "-x-generic":
        return "generic-icon"
    if places[0] is not None and facts.known[name]["identifier"] in facts.merged:
        return "several-names"
    return None


# MARK: - Choices

def compare_choices(world, facts, report, seed, topic, is_short):
    """Makes choices by three programs in turn; afterwards, all of them answer alike."""
    report.start(topic)
    chance = random.Random(seed)
    entries = {entry.identifier + ".desktop": entry for entry in desktop_world.applications()}
    subjects, seen = [], set(LINKED)
    main = {line[0] for line in world.table("types")}
    candidates = subjects_of(entries)
    chance.shuffle(candidates)
    facts.look_up([name for name in candidates if not name.startswith("x-scheme-handler/")])
    for subject in candidates:
        # Files never have an alias, which each program looks up in its own way; nor has GLib's type of
        # another spelling the choice for this one.
        known = facts.known.get(subject, {}).get("identifier")
        if subject not in main and (known or subject != subject.lower()):
            continue
        # One choice a type: two MIME types of one type have one choice here.
        key = facts.known.get(subject, {}).get("identifier", facts.name(subject))
        if key not in seen and facts.name(subject) not in seen:
            seen |= {key, facts.name(subject)}
            subjects.append(subject)
    chosen = {subject: chance.choice(sorted(entries)) for subject in subjects[:60 if is_short else 200]}
    for index, (subject, application) in enumerate(chosen.items()):
        way = index % 3
        if way == 0:
            world.run("gio", "mime", subject, application)
        elif way == 1:
            world.run("xdg-mime", "default", application, subject)
        else:
            world.run(
                world.utcli, "default", "set", "--catch-all", "--",
                subject, application.removesuffix(".desktop"))
        answer = world.run(world.utcli, "default", subject, check=False).strip()
        if answer + ".desktop" != application:
            report.differ(None, "%s: %s chose %s, at once here %s" % (
                subject, ["gio", "xdg-mime", "utcli"][way], application, answer))
    theirs = world.glib(defaults=list(chosen))["defaults"]
    ours = world.stream("handlers", list(chosen))
    asked = chance.sample(sorted(chosen), 20 if is_short else len(chosen))
    for answer, (subject, application) in zip(ours, chosen.items()):
        found = [application_of(handler) for handler in answer.get("handlers", [])][:1]
        answers = {"GLib": theirs[subject], "here": found[0] if found else None}
        if subject in asked:
            answers["xdg-mime"] = world.run("xdg-mime", "query", "default", subject).strip()
            answers["our xdg-mime"] = world.run(
                world.utcli, "xdg-mime", "query", "default", subject).strip()
        if set(answers.values()) == {application}:
            report.agree()
        else:
            report.differ(None, "%s: %s was chosen, now %s" % (
                subject, application, ", ".join(
                    "%s %s" % pair for pair in answers.items())))
    report.end()


# A choice for one of these is one for all of them.
LINKED = ["x-scheme-handler/http", "x-scheme-handler/https", "text/html", "public.html"]


def serve(world, typed):
    """Starts the daemon; returns when it answers."""
    world.environment["XDG_RUNTIME_DIR"] = world.runtime
    daemon = subprocess.Popen(
        [typed], env=world.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    end = time.monotonic() + 30
    while "answers-from\tembedded" in world.run(world.utcli, "status", check=False):
        if daemon.poll() is not None or time.monotonic() > end:
            daemon.kill()
            sys.exit("typed does not answer")
        time.sleep(0.02)
    return daemon


# MARK: - All

def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("utcli")
    parser.add_argument("--typed")
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--all", action="store_true")
    arguments = parser.parse_args()
    reason = desktop_world.missing()
    if reason:
        print("skipped: agreement with GLib and xdg-mime, because %s" % reason)
        return 0
    with tempfile.TemporaryDirectory() as root:
        world = desktop_world.World(root, arguments.utcli)
        facts, report = Facts(world), Report(arguments.all)
        compare_names(world, facts, report)
        compare_database(world, facts, report)
        compare_icons(world, facts, report)
        compare_handlers(world, facts, report)
        compare_adoption(world, facts, report)
        compare_choices(world, facts, report, 1, "choices", arguments.short)
        if arguments.typed:
            daemon = serve(world, arguments.typed)
            try:
                compare_choices(world, facts, report, 2, "choices, with the daemon", arguments.short)
            finally:
                daemon.send_signal(signal.SIGTERM)
                daemon.wait()
    return 1 if report.failures else 0


if __name__ == "__main__":
    sys.exit(main())
