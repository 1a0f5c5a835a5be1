# SPDX-License-Identifier: MIT
"""What the tests of the Python package share: the program that they compare with, and names."""

import json
import os
import random
import subprocess
import sys
import unittest

#: The program, where the environment of the tests is its environment, too.
UTCLI = os.environ.get("UTCLI", "utcli")
#: Whether the tests repeat what they repeat as often as they can. One Python of several does.
FULL = not os.environ.get("SHORT")

EXTENSIONS = (
    b"png jpg JPEG txt tar.gz gz ts fs d m md html HTM c++ h pdf docx mp4 zip 7z so.6 conf in bak orig unknown x1 zzz "
    b"exown \xff\xfe png\xff \xc3\xa9 a\xcc\x81 " + "été 日本 K".encode()
).split()
WHOLE = [b"Makefile", b"README", b".bashrc", b"core", b"Dockerfile", b"a", b".", b"..", b"...", b" ", b"~", b".png", b"png"]


def names(count, seed=1):
    """Names of files at random, of any bytes but NUL and the slash, each the same for a seed."""
    source = random.Random(seed)
    made = list(WHOLE)
    while len(made) < count:
        kind = source.randrange(8)
        if kind == 0:
            made.append(bytes(byte for byte in source.choices(range(1, 256), k=source.randrange(1, 40)) if byte != 47) or b"x")
        elif kind == 1:
            made.append(source.choice(WHOLE) + b"." + source.choice(EXTENSIONS))
        elif kind in (2, 3):
            # A third of these extensions is declared.
            made.append(b"a." + bytes(source.choices(b"abcdefghijklmnopqrstuvwxyz", k=source.choice((1, 2, 3, 3, 3)))))
        elif kind == 4:
            made.append(b"x" * source.randrange(200, 400) + b"." + source.choice(EXTENSIONS))
        else:
            stem = bytes(source.choices(b"abcXYZ 019-_.\n\t", k=source.randrange(0, 20)))
            made.append(stem + b"." + source.choice(EXTENSIONS))
    return made


def run(*words, **rest):
    """What a program prints."""
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **rest)
    if done.returncode != 0:
        raise AssertionError("%s: status %d: %s" % (words, done.returncode, done.stderr.decode(errors="replace")))
    return done.stdout


def asked(made, *words):
    """The identifiers that utcli has for these names."""
    said = run(UTCLI, "type-of", "--stdin", "-0", "--name-only", *(words or ("--embedded",)), input=b"\0".join(made) + b"\0")
    lines = said.split(b"\0")
    assert lines.pop() == b"" and len(lines) == len(made), "%d answers of %d" % (len(lines), len(made))
    return [line.rpartition(b"\t")[2].decode() for line in lines]


def resident():
    """The memory of this process in bytes."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")


def declare(extension, identifier, name="declared"):
    """Declares a type of the user, and returns the path of the declaration."""
    directory = os.path.join(os.environ["XDG_DATA_HOME"], "typed/declarations")
    os.makedirs(directory, exist_ok=True)
    path = os.path.join(directory, name + ".json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump({
            "CFBundleIdentifier": "org.example." + name,
            "CFBundleName": "Example",
            "CFBundleDocumentTypes": [{"LSItemContentTypes": [identifier], "CFBundleTypeRole": "Editor"}],
            "TRLaunch": {"Arguments": ["/bin/cat", "--", "%F"]},
            "UTExportedTypeDeclarations": [{
                "UTTypeIdentifier": identifier, "UTTypeConformsTo": ["public.plain-text"],
                "UTTypeDescription": "declared text",
                "UTTypeTagSpecification": {"public.filename-extension": [extension], "public.mime-type": ["text/x-declared"]},
            }],
        }, file)
    return path


class Case(unittest.TestCase):
    """A test with a limit for what memory grows by."""

    def assert_memory_grows_less(self, limit, action, times):
        for _ in range(max(times // 10, 1)):
            action()
        before = resident()
        for _ in range(times):
            action()
        grown = resident() - before
        self.assertLess(grown, limit, "%d times: %d KiB" % (times, grown >> 10))


def main():
    unittest.main(module="__main__", verbosity=0, argv=[sys.argv[0]])
