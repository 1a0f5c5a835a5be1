#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares what programs answer without and with the package of `utcli export mime-package`.

    mime_package_agreement.py UTCLI [--all]

Makes two desktops in temporary directories, one with the database of the installed shared-mime-info alone, one
with the package beside it, and compares

    package    that the package is valid, the same when it is written again, and declares nothing of the database
    database   the files that `update-mime-database` makes: every type, alias, sub-class, icon, pattern and
               rule of the database is there, and no type of the database has more of them than patterns
    GLib       10,000 names, all relations, descriptions, icons and default applications of the database
    Qt         the same names, and everything that QMimeDatabase says of each type and alias
    xdg-mime   `xdg-mime query filetype` of a sample of names
    gains      that GLib and Qt know each pattern of the package, and mean the type that utcli means
    utcli      that its own answers for all types, MIME types, extensions and patterns are the same bytes

A difference must follow from a rule of the table "Beside the package of the core's types" in
Documentation/freedesktop.md, which is read here; else it is printed, and the status is 1. --all prints those
that do, too. Where a tool is missing, the script says "skipped: ..." and goes on without it.
"""

import argparse
import collections
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

import desktop_agreement
import desktop_world

NAMESPACE = "{http://www.freedesktop.org/standards/shared-mime-info}"
UNKNOWN = "application/octet-stream"
PACKAGE = "typeregistry.xml"
HEADING = "Beside the package of the core's types"


class Report:
    """Differences, by the rule that explains them."""

    def __init__(self, shows_all):
        self.shows_all, self.failures = shows_all, 0
        self.rules = {
            name for cells in desktop_agreement.rows(
                desktop_agreement.section(desktop_agreement.DOCUMENTATION, HEADING))
            for name in desktop_agreement.quoted(cells[0])}

    def start(self, topic):
        self.topic, self.agreed, self.counts = topic, 0, collections.Counter()

    def compare(self, what, before, after, rule=None):
        if before == after:
            self.agreed += 1
        elif rule in self.rules:
            self.counts[rule] += 1
            if self.shows_all:
                print("    %s: %s: %s, then %s" % (rule, what, before, after))
        else:
            self.fail("%s: %s, then %s" % (what, before, after))

    def fail(self, text):
        self.failures += 1
        if self.failures <= 50:
            print("%s: %s" % (self.topic, text))

    def end(self):
        print("%s: %d agree%s" % (self.topic, self.agreed, "".join(
            ", %d %s" % (count, rule) for rule, count in sorted(self.counts.items()))))


class Package:
    """The types of a package, and what each of them says."""

    def __init__(self, path):
        self.types = collections.OrderedDict()
        for element in ElementTree.parse(path).getroot():
            self.types.setdefault(element.get("type"), []).extend(element)

    def of(self, tag, attribute):
        """Pairs of a type and an attribute of each of its elements of a kind."""
        for name, children in self.types.items():
            for child in children:
                if child.tag == NAMESPACE + tag:
                    yield name, child.get(attribute)

    def names(self):
        """All names of its types in lower case, aliases among them."""
        return {name.lower() for name in self.types} | {
            alias.lower() for _, alias in self.of("alias", "type")}


def export(world, path, **variables):
    """Writes the package to a file."""
    environment = dict(world.environment, **variables)
    subprocess.run(
        [world.utcli, "export", "mime-package", "--beyond", desktop_world.DATABASE, "-o", path],
        env=environment, check=True, stdout=subprocess.DEVNULL)


def compare_package(world, package, database, report):
    report.start("package")
    again = os.path.join(world.root, "again.xml")
    export(world, again, TZ="Pacific/Auckland", LC_ALL="C", LANG="de_DE.UTF-8")
    with open(again, "rb") as second, open(os.path.join(world.root, PACKAGE), "rb") as first:
        if first.read() != second.read():
            report.fail("the package has other bytes when it is written again")
    if shutil.which("xmllint"):
        world.run("xmllint", "--noout", again)
    else:
        print("skipped: xmllint was not found")
    known = database.names()
    globs = {pattern.lower() for _, pattern in database.of("glob", "pattern")}
    meanings = {}
    for name, pattern in package.of("glob", "pattern"):
        if pattern.lower() in globs:
            report.fail("the database has the pattern %s of %s" % (pattern, name))
        if meanings.setdefault(pattern.lower(), name) != name:
            report.fail("%s and %s have the pattern %s" % (meanings[pattern.lower()], name, pattern))
        report.agreed += 1
    for name, weight in package.of("glob", "weight"):
        if weight != "5":
            report.fail("a pattern of %s has the weight %s" % (name, weight))
    for name, children in package.types.items():
        kinds = {child.tag for child in children}
        if name.lower() in known and kinds != {NAMESPACE + "glob"}:
            report.fail("the database has %s, and the package says more than patterns" % name)
        if name.startswith("x-scheme-handler/") or not kinds:
            report.fail("%s says nothing" % name)
        report.agreed += 1
    for name, alias in package.of("alias", "type"):
        if alias.lower() in known or alias.lower() in {other.lower() for other in package.types}:
            report.fail("alias %s of %s is a type" % (alias, name))
    names = known | package.names()
    for name, parent in package.of("sub-class-of", "type"):
        if parent.lower() not in names:
            report.fail("%s is a sub-class of %s, which nothing declares" % (name, parent))
    report.end()


def compare_database(before, after, database, report):
    report.start("database")
    known = {name.lower() for name in database.types}
    for file, column, separator in [
        ("types", 0, None), ("aliases", 1, None), ("subclasses", 0, None), ("icons", 0, ":"),
        ("generic-icons", 0, ":"), ("globs", 0, ":"), ("globs2", 1, ":"), ("XMLnamespaces", 2, None),
    ]:
        lines = []
        for world in [before, after]:
            with open(os.path.join(world.share, "mime", file), encoding="utf-8") as text:
                lines.append([line.rstrip("\n") for line in text if not line.startswith("#")])
        for line in sorted(set(lines[0]) - set(lines[1])):
            report.fail("%s: '%s' is missing" % (file, line))
        report.agreed += len(set(lines[0]) & set(lines[1]))
        # Of equal patterns the types stay in their order, which decides between them.
        kept = set(lines[0])
        if file.startswith("globs"):
            orders = [
                patterns([line for line in found if line in kept], column) for found in lines]
            for pattern, types in orders[0].items():
                report.compare(file + " " + pattern, types, orders[1][pattern])
        for line in sorted(set(lines[1]) - kept):
            if file.startswith("globs"):
                continue
            if line.split(separator)[column].lower() in known:
                report.fail("%s: '%s' is new for a type of the database" % (file, line))
    for file in ["magic", "treemagic"]:
        bytes_of = []
        for world in [before, after]:
            with open(os.path.join(world.share, "mime", file), "rb") as data:
                bytes_of.append(data.read())
        report.compare(file, *[len(data) for data in bytes_of])
        if bytes_of[0] != bytes_of[1]:
            report.fail("%s has other bytes" % file)
    # What a file manager shows of a type.
    for name in database.types:
        texts = []
        for world in [before, after]:
            path = os.path.join(world.share, "mime", name.lower() + ".xml")
            children = ElementTree.parse(path).getroot()
            texts.append([
                ElementTree.tostring(child).strip() for child in children
                if child.tag != NAMESPACE + "glob"])
        report.compare(name + ".xml", *texts)
    report.end()


def patterns(lines, column):
    """The lines of each pattern, in their order."""
    found = {}
    for line in lines:
        found.setdefault(line.split(":")[column + 1], []).append(line)
    return found


def low_patterns(world):
    """The patterns of the database whose weight is below the usual one, and that are no extension."""
    for line in world.table("globs2"):
        weight, _, pattern, *_ = " ".join(line).split(":")
        if int(weight) < 50 and not pattern.startswith("*"):
            yield pattern


def sample(pattern):
    """A name that a pattern matches."""
    return re.sub(r"\[(.)[^\]]*\]", r"\1", pattern).replace("*", "holiday").replace("?", "x")


def all_names(before, package):
    """Names of the comparison, and those that match a weak pattern of the database and one of the package."""
    names = desktop_world.names(before, 10000)
    patterns = sorted({pattern for _, pattern in package.of("glob", "pattern")})
    extensions = [pattern[1:] for pattern in patterns if re.fullmatch(r"\*\.[^*?\[]+", pattern)]
    chance = random.Random(26)
    weak = [
        pattern.replace("*", "x" + extension) for pattern in sorted(set(low_patterns(before)))
        for extension in chance.sample(extensions, min(200, len(extensions)))]
    every = [
        known.replace("*", "a" + extension) for known in ["*.gz", "*.xml", "*.txt"]
        for extension in extensions]
    return names + [name.lower() for name in every], weak


def compare_glib(before, after, package, database, report):
    report.start("GLib")
    names, weak = all_names(before, package)
    known = sorted(database.names())
    pairs = [line[:2] for line in before.table("aliases") + before.table("subclasses")]
    chance = random.Random(27)
    pairs += [[chance.choice(known), chance.choice(known)] for _ in range(20000)]
    questions = {
        "names": names + weak, "icons": known, "types": known, "relations": pairs,
        "defaults": known, "handlers": known}
    answers = [world.glib(**questions) for world in [before, after]]
    for topic in ["icons", "types", "defaults", "handlers"]:
        for key in answers[0][topic]:
            report.compare("%s of %s" % (topic, key), *[answer[topic][key] for answer in answers])
    for pair, *found in zip(pairs, *[answer["relations"] for answer in answers]):
        report.compare("%s and %s" % tuple(pair), *found)
    expressions = [
        re.compile(desktop_world.glob_expression(pattern)) for pattern in set(low_patterns(before))]
    for name in names + weak:
        old, new = [answer["names"][name] for answer in answers]
        if old != UNKNOWN:
            is_weak = any(expression.fullmatch(name.lower()) for expression in expressions)
            report.compare(name, old, new, "suffix-first" if is_weak else None)
    report.end()


def interpreter(world):
    """An interpreter of Python that has Qt, or None."""
    for path in [sys.executable, "/usr/bin/python3"]:
        script = os.path.join(desktop_world.HERE, "qt_answers.py")
        result = subprocess.run(
            [path, script], input="{}", env=world.environment, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, check=False, text=True) if os.path.exists(path) else None
        if result and result.returncode == 0:
            return [path, script]
    return None


def compare_qt(before, after, package, database, program, report):
    report.start("Qt")
    names, weak = all_names(before, package)
    questions = json.dumps({"names": names + weak, "types": sorted(database.names())})
    answers = [
        json.loads(world.run(*program, text=questions)) for world in [before, after]]
    for name in names + weak:
        old, new = [answer["names"][name] for answer in answers]
        if old[0] != UNKNOWN:
            report.compare(name, old, new)
    for name in answers[0]["types"]:
        old, new = [answer["types"][name] for answer in answers]
        if old["suffixes"]:
            report.compare(name + " suffixes", old["suffixes"], [
                suffix for suffix in new["suffixes"] if suffix in old["suffixes"]])
        else:
            # It had none, and has its first one now.
            new["suffix"] = old["suffix"]
        new["suffixes"] = old["suffixes"]
        report.compare(name, old, new)
    report.end()


def compare_gains(after, package, database, program, report):
    report.start("gains")
    known = database.names()
    literal = {sample(pattern): pattern for _, pattern in package.of("glob", "pattern")}
    expected = {}
    for name, pattern in package.of("glob", "pattern"):
        expected[sample(pattern)] = name
    names = sorted(expected)
    theirs = after.glib(names=names)["names"]
    qt = json.loads(after.run(*program, text=json.dumps({"names": names})))["names"] if program else {}
    ours = after.stream("type-of", names, "--name-only")
    meanings = {
        name: answer.get("identifier")
        for name, answer in after.types(sorted(set(expected.values()))).items()}
    for name, answer in zip(names, ours):
        pattern = literal[name]
        is_extension = re.fullmatch(r"\*\.[^*?\[]+", pattern)
        found = [theirs[name]] + ([qt[name][0]] if program else [])
        for answer_of_other in found:
            rule = None
            if answer_of_other == UNKNOWN and (not is_extension or not pattern.isascii()):
                rule = "unmatched"
            elif "*" in pattern and not is_extension:
                rule = "suffix-first"
            report.compare(name, expected[name], answer_of_other, rule)
        # One type of the database is several here.
        if expected[name].lower() not in known:
            report.compare(name + " here", meanings[expected[name]], answer["identifier"])
    report.end()


def compare_xdg(before, after, package, report):
    report.start("xdg-mime")
    chance = random.Random(28)
    names = chance.sample(desktop_world.names(before, 10000), 20)
    for name in names:
        found = []
        for world in [before, after]:
            folder = os.path.join(world.root, "files")
            os.makedirs(folder, exist_ok=True)
            path = os.path.join(folder, name)
            with open(path, "wb") as file:
                file.write(b"\0\1")
            found.append(world.run("xdg-mime", "query", "filetype", path, check=False).strip())
        if found[0] != UNKNOWN:
            report.compare(name, *found)
    report.end()


def compare_utcli(before, after, package, report):
    """All answers of this registry, byte by byte, but for the path of the database."""
    report.start("utcli")
    types = before.run(before.utcli, "types").split("\n")[:-1]
    report.compare("types", types, after.run(after.utcli, "types").split("\n")[:-1])
    tags = set()
    described = []
    for world in [before, after]:
        answers = world.types(types)
        described.append({
            name: json.dumps(answer).replace(world.root, "") for name, answer in answers.items()})
        for answer in answers.values():
            tags.update((tag["tagClass"], tag["value"]) for tag in answer.get("tags", []))
    for name in types:
        report.compare(name, *[answers[name] for answers in described])
    mime_types = sorted(
        {value for kind, value in tags if kind == "public.mime-type"} | set(package.types))
    found = [world.types(mime_types) for world in [before, after]]
    for name in mime_types:
        report.compare(name, *[
            json.dumps(answers[name]).replace(world.root, "")
            for world, answers in zip([before, after], found)])
    names = sorted(
        {"a." + value for kind, value in tags if kind == "public.filename-extension"}
        | {sample(value) for kind, value in tags if kind.endswith("-glob")})
    names = [name for name in names if "/" not in name and "\n" not in name]
    for command, options in [("type-of", ["--name-only"]), ("handlers", ["--name-only"])]:
        found = [world.stream(command, names, *options) for world in [before, after]]
        for name, *answers in zip(names, *found):
            report.compare("%s %s" % (command, name), *[
                json.dumps(answer).replace(world.root, "")
                for world, answer in zip([before, after], answers)])
    report.end()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("utcli")
    parser.add_argument("--all", action="store_true")
    arguments = parser.parse_args()
    reason = desktop_world.missing()
    if reason:
        print("skipped: %s" % reason)
        return 0
    report = Report(arguments.all)
    with tempfile.TemporaryDirectory() as root:
        before, after = [
            desktop_world.World(os.path.join(root, name), arguments.utcli) for name in ["before", "after"]]
        path = os.path.join(after.root, PACKAGE)
        export(after, path)
        shutil.copy(path, os.path.join(after.share, "mime", "packages", PACKAGE))
        result = subprocess.run(
            ["update-mime-database", os.path.join(after.share, "mime")], env=after.environment,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=True, text=True)
        if result.stdout:
            report.topic = "package"
            report.fail("update-mime-database says: " + result.stdout)
        package, database = Package(path), Package(desktop_world.DATABASE)
        kinds = collections.Counter(
            "of the database" if name.lower() in database.names() else "new" for name in package.types)
        print("the package has %d bytes, %d new types, patterns for %d types of the database, %d patterns, "
              "%d aliases, %d sub-classes, %d comments" % (
                  os.path.getsize(path), kinds["new"], kinds["of the database"],
                  *[len(list(package.of(tag, "type"))) for tag in ["glob", "alias", "sub-class-of", "comment"]]))
        compare_package(after, package, database, report)
        compare_database(before, after, database, report)
        compare_glib(before, after, package, database, report)
        program = interpreter(before)
        if program:
            compare_qt(before, after, package, database, program, report)
        else:
            print("skipped: Qt, because PyQt5 was not found")
        if shutil.which("xdg-mime"):
            compare_xdg(before, after, package, report)
        else:
            print("skipped: xdg-mime was not found")
        compare_gains(after, package, database, program, report)
        compare_utcli(before, after, package, report)
    return 1 if report.failures else 0


if __name__ == "__main__":
    sys.exit(main())
