#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares utcli's answers with the test list of shared-mime-info.

    agreement.py UTCLI DIRECTORY [--all]

DIRECTORY is tests/mime-detection of the source package of shared-mime-info, in the version that is
installed (on Debian: `apt-get source shared-mime-info`). Prints each difference that agreement.tsv does
not decide, and the counts; the status is 1 if there is one, or if a decided one is none any more. A line of the list names a file and its type; of the letters after it, the
first says by `x` that the name alone is not expected to give that type, the second the contents alone,
the third both together. Where a failure is expected and the answer is right nevertheless, it counts as
right. With --all, expected failures are printed, too.

An answer is right if the expected MIME type is one of those of the answered type, or the one that it has
by its supertypes; an answer by name also if it is a tie, and one of the candidates is right.
"""

import json
import os
import subprocess
import sys
import tempfile


def cases(directory):
    """The lines of the list: name, expected type, and the letters."""
    with open(os.path.join(directory, "list"), encoding="utf-8") as lines:
        for line in lines:
            words = line.split("#")[0].split()
            if len(words) < 2 or not os.path.isfile(os.path.join(directory, words[0])):
                continue
            marks = (words[2] if len(words) > 2 else "").ljust(3, "o")
            yield words[0], words[1], marks


def decisions():
    """The differences that are decided: by way and file, the answer."""
    decided = {}
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "agreement.tsv")
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            if line.startswith("#"):
                continue
            name, ways, answer, _ = line.rstrip("\n").split("\t")
            for way in ways.split(","):
                decided[way, name] = answer
    return decided


class Registry:
    def __init__(self, utcli, home):
        self.utcli = utcli
        self.environment = dict(os.environ, HOME=home, XDG_CACHE_HOME=home + "/cache")
        for name in ["XDG_RUNTIME_DIR", "XDG_DATA_HOME", "XDG_STATE_HOME", "TYPED_DECLARATIONS"]:
            self.environment.pop(name, None)
        self.names = {}

    def ask(self, *words):
        result = subprocess.run(
            [self.utcli, *words], env=self.environment, stdout=subprocess.PIPE, check=False)
        return json.loads(result.stdout)

    def types(self, paths, *options):
        """The answer for each path, in order."""
        return self.ask("type-of", "--json", *options, *paths)["files"]

    def mime_types(self, identifiers):
        """All MIME types of each type, in lower case."""
        missing = sorted({name for name in identifiers if name not in self.names})
        for start in range(0, len(missing), 500):
            part = missing[start:start + 500]
            for name, answer in zip(part, self.ask("info", "--json", *part)["types"]):
                self.names[name] = {
                    tag["value"].lower() for tag in answer.get("tags", [])
                    if tag["tagClass"] == "public.mime-type"}
        return self.names


def main():
    utcli, directory = os.path.abspath(sys.argv[1]), sys.argv[2]
    shows_all = "--all" in sys.argv[3:]
    found = list(cases(directory))
    with tempfile.TemporaryDirectory() as home, tempfile.TemporaryDirectory() as nameless:
        registry = Registry(utcli, home)
        paths = [os.path.join(directory, name) for name, _, _ in found]
        # The contents alone: copies with names that mean nothing.
        copies = []
        for number, path in enumerate(paths):
            copies.append(os.path.join(nameless, "file%d" % number))
            with open(path, "rb") as source, open(copies[-1], "wb") as target:
                target.write(source.read())
        ways = [
            ("name", 0, registry.types(paths, "--name-only")),
            ("contents", 1, registry.types(copies, "--sniff")),
            ("both", 2, registry.types(paths, "--sniff")),
        ]
        identifiers = set()
        for _, _, answers in ways:
            for answer in answers:
                identifiers.add(answer.get("identifier"))
                identifiers.update(answer.get("candidates", []))
        names = registry.mime_types({name for name in identifiers if name})
    differences = 0
    decided = decisions()
    used = set()
    for way, index, answers in ways:
        right = excused = rows = 0
        for (name, expected, marks), answer in zip(found, answers):
            given = [answer.get("identifier")] + answer.get("candidates", [])
            if expected.lower() == (answer.get("mimeType") or "").lower() or any(
                    expected.lower() in names.get(type, ()) for type in given if type):
                right += 1
                continue
            isExpected = marks[index] == "x"
            if not isExpected and decided.get((way, name)) == given[0]:
                used.add((way, name))
                rows += 1
                continue
            excused += isExpected
            differences += not isExpected
            if shows_all or not isExpected:
                print("%s\t%s\texpected %s%s\tanswered %s (%s)" % (
                    way, name, expected, " (failure expected)" if isExpected else "",
                    " or ".join(str(type) for type in given), answer.get("mimeType")))
        print("%s: %d right, %d failures expected, %d decided, %d differences" % (
            way, right, excused, rows, len(found) - right - excused - rows))
    unused = sorted(set(decided) - used)
    for way, name in unused:
        print("%s\t%s\tno difference any more: remove its row of agreement.tsv" % (way, name))
    return 1 if differences or unused else 0


if __name__ == "__main__":
    sys.exit(main())
