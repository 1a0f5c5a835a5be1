#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the examples of a page: sessions of Python ('pycon'), and of a shell ('console'), in a directory of their own.

    page.py PAGE
"""
import doctest
import os
import re
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"^```(pycon|console)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def shell(text):
    """Whether each command of a session prints what the page has."""
    parts = re.split(r"^\$ (.*)\n", text, flags=re.MULTILINE)
    for command, wanted in zip(parts[1::2], parts[2::2]):
        done = subprocess.run(["bash", "-c", command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8")
        if done.stdout != wanted:
            sys.exit("'%s' prints:\n%sand the page has:\n%s" % (command, done.stdout, wanted))
    return len(parts) // 2


def main(page):
    with open(page, encoding="utf-8") as file:
        blocks = BLOCK.findall(file.read())
    count, names, runner = 0, {}, doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    with tempfile.TemporaryDirectory() as directory:
        os.chdir(directory)
        for kind, text in blocks:
            if kind == "console":
                count += shell(text)
                continue
            test = doctest.DocTestParser().get_doctest(text, names, "example", page, 0)
            count += len(test.examples)
            if runner.run(test, clear_globs=False).failed:
                sys.exit(1)
            names = test.globs
    # A page without examples would prove nothing.
    if not count:
        sys.exit("there are no examples in " + page)
    print("%d examples of %s" % (count, os.path.basename(page)))


main(*sys.argv[1:])
