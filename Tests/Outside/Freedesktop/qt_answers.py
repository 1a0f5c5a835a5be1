#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Answers questions with Qt's QMimeDatabase, whose answers are those of KDE and of every Qt program.

Reads a JSON object of questions from standard input and writes one of answers. It is a process of its own
because Qt reads the XDG variables once. Status 3: PyQt5 is not installed for this interpreter.

    names      the MIME types of each name, and the one that a program takes
    types      what each MIME type or alias is: its name, aliases, supertypes, comment, icons and suffixes
"""

import json
import sys


def main():
    try:
        from PyQt5.QtCore import QMimeDatabase
    except ImportError as error:
        print(error, file=sys.stderr)
        return 3
    questions = json.load(sys.stdin)
    database = QMimeDatabase()
    answers = {"names": {}, "types": {}}
    for name in questions.get("names", []):
        answers["names"][name] = [
            database.mimeTypeForFile(name, QMimeDatabase.MatchExtension).name(),
            [found.name() for found in database.mimeTypesForFileName(name)]]
    for name in questions.get("types", []):
        found = database.mimeTypeForName(name)
        answers["types"][name] = {
            "name": found.name(), "aliases": found.aliases(), "parents": found.allAncestors(),
            "comment": found.comment(), "icon": found.iconName(),
            "generic-icon": found.genericIconName(), "suffixes": found.suffixes(),
            "suffix": found.preferredSuffix()}
    json.dump(answers, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
