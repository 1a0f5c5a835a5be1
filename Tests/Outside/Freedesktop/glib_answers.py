#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Answers questions with GLib, whose answers are those of `gio` and of every GTK program.

Reads a JSON object of questions from standard input and writes one of answers. It is a process of its own
because GLib reads the XDG variables once. Status 3: GLib is not installed.

    names      the MIME type of each name, as `gio info -a standard::fast-content-type` gives it
    defaults   the default application of each MIME type or x-scheme-handler, as `gio mime` gives it
    handlers   all applications of each
    icons      the icon names of each MIME type, and its generic one last
    relations  of pairs of MIME types, whether the first is a kind of the second, and whether they are equal
    types      the description of each MIME type
"""

import ctypes
import json
import sys


def strings(array):
    """The members of a NULL-terminated array."""
    result = []
    while array and array[len(result)]:
        result.append(array[len(result)].decode())
    return result


class List(ctypes.Structure):
    pass


List._fields_ = [
    ("data", ctypes.c_void_p), ("next", ctypes.POINTER(List)), ("previous", ctypes.POINTER(List))]


def main():
    try:
        gio = ctypes.CDLL("libgio-2.0.so.0")
    except OSError as error:
        print(error, file=sys.stderr)
        return 3

    def function(name, result, *arguments):
        found = getattr(gio, name)
        found.restype, found.argtypes = result, arguments
        return found

    guess = function(
        "g_content_type_guess", ctypes.c_char_p, ctypes.c_char_p, ctypes.c_void_p, ctypes.c_size_t,
        ctypes.c_void_p)
    default = function(
        "g_app_info_get_default_for_type", ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int)
    every = function("g_app_info_get_all_for_type", ctypes.POINTER(List), ctypes.c_char_p)
    identifier = function("g_app_info_get_id", ctypes.c_char_p, ctypes.c_void_p)
    is_a = function("g_content_type_is_a", ctypes.c_int, ctypes.c_char_p, ctypes.c_char_p)
    equals = function("g_content_type_equals", ctypes.c_int, ctypes.c_char_p, ctypes.c_char_p)
    description = function("g_content_type_get_description", ctypes.c_char_p, ctypes.c_char_p)
    icon = function("g_content_type_get_icon", ctypes.c_void_p, ctypes.c_char_p)
    generic = function("g_content_type_get_generic_icon_name", ctypes.c_char_p, ctypes.c_char_p)
    icon_names = function(
        "g_themed_icon_get_names", ctypes.POINTER(ctypes.c_char_p), ctypes.c_void_p)

    def application(info):
        return identifier(info).decode() if info else None

    def applications(mime_type):
        found, node = [], every(mime_type.encode())
        while node:
            found.append(application(node.contents.data))
            node = node.contents.next
        return found

    questions = json.load(sys.stdin)
    answers = {
        "names": {
            # As in a file's information: no contents are given, and nothing is uncertain.
            name: guess(name.encode(), None, 0, None).decode() for name in questions.get("names", [])},
        "defaults": {
            mime_type: application(default(mime_type.encode(), 0))
            for mime_type in questions.get("defaults", [])},
        "handlers": {mime_type: applications(mime_type) for mime_type in questions.get("handlers", [])},
        "icons": {},
        "relations": [
            [bool(is_a(first.encode(), second.encode())), bool(equals(first.encode(), second.encode()))]
            for first, second in questions.get("relations", [])],
        "types": {
            mime_type: description(mime_type.encode()).decode()
            for mime_type in questions.get("types", [])},
    }
    for mime_type in questions.get("icons", []):
        last = generic(mime_type.encode())
        answers["icons"][mime_type] = {
            "names": strings(icon_names(icon(mime_type.encode()))),
            "generic": last.decode() if last else None,
        }
    json.dump(answers, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
