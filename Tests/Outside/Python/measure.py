#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures the Python package beside the standard module 'mimetypes', in one run.

    measure.py [COUNT]    COUNT names, a million if it is not given; the least of five rounds

The interpreter has the package; without pyarrow or numpy their lines are left out.
"""
import importlib
import mimetypes
import sys
import time

import typeregistry
import typeregistry.mimetypes

ENDINGS = "jpeg png txt tar.gz html pdf swift unknown mp4 JPG c.bak csv".split()


def least(action, rounds=5):
    """The least time of some rounds, in seconds, and the last answer."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        answer = action()
        times.append(time.perf_counter() - start)
    return min(times), answer


def main(count=1000000):
    count = int(count)
    names = ["holiday %d.%s" % (index, ENDINGS[index % len(ENDINGS)]) for index in range(count)]
    registry = typeregistry.TypeRegistry()
    reference, guesses = least(lambda: [mimetypes.guess_type(name) for name in names], 2)
    wanted = [str(registry.type_of(name)) for name in names[: len(ENDINGS)]]

    def show(what, seconds):
        print("%-66s %8.1f ms  %11s names/s  %6.1f x" % (
            what, seconds * 1e3, format(round(count / seconds), ","), reference / seconds))

    def batch(what, array):
        seconds, types = least(lambda: registry.type_of(array))
        if types.identifiers()[: len(wanted)] != wanted or len(types) != count:
            sys.exit(what + ": wrong types")
        show(what, seconds)
        return types

    show("mimetypes.guess_type(name), each", reference)
    seconds, found = least(lambda: [typeregistry.mimetypes.guess_type(name) for name in names], 2)
    show("typeregistry.mimetypes.guess_type(name), each", seconds)
    if found[1] != guesses[1]:
        sys.exit("typeregistry.mimetypes: wrong types")
    show("type_of(name), each", least(lambda: [registry.type_of(name) for name in names], 2)[0])
    types = batch("type_of(list of str)", names)
    show("... and mime_types()", least(lambda: registry.type_of(names).mime_types())[0])
    show("... and conforms(types, 'public.image')", least(lambda: registry.conforms(types, "public.image"))[0])
    batch("type_of(list of str in directories)", ["some/directory/" + name for name in names])
    batch("type_of(list of bytes)", [name.encode() for name in names])
    for package in ("pyarrow", "numpy"):
        try:
            arrays = importlib.import_module(package)
        except ImportError:
            continue
        if package == "pyarrow":
            array = arrays.array(names)
            batch("type_of(array of Arrow)", array)
            show("... and to_arrow()", least(lambda: registry.type_of(array).to_arrow())[0])
            batch("type_of(array of Arrow, in directories)", arrays.array(["some/directory/" + name for name in names]))
        else:
            batch("type_of(array of NumPy, 'S%d')" % max(map(len, names)), arrays.array([name.encode() for name in names]))


if __name__ == "__main__":
    main(*sys.argv[1:])
