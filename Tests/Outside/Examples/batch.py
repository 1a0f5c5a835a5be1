#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Counts the types of 100,000 file names, and the images among them, in two calls."""
import collections, ctypes, sys, time

library = ctypes.CDLL(sys.argv[1] if len(sys.argv) > 1 else "libtyperegistry.so")
library.tr_message.restype = ctypes.c_char_p
Registry, Type, Size = ctypes.c_void_p, ctypes.c_uint64, ctypes.c_size_t


def call(function, *arguments):
    code = getattr(library, function)(*arguments)
    if code < 0:
        sys.exit(function + ": " + library.tr_message(code).decode())
    return code


registry, image, count = Registry(), Type(), Size()
call("tr_open", ctypes.byref(registry))
call("tr_type_named", registry, b"public.image", ctypes.byref(image))

names = [b"holiday-%d.%s" % (i, e) for i in range(25000) for e in (b"jpeg", b"png", b"txt", b"swift")]
joined = b"\0".join(names)
types, answers = (Type * len(names))(), (ctypes.c_uint8 * len(names))()
start = time.perf_counter()
call("tr_types_of_names", registry, joined, Size(len(joined)), types, Size(len(types)), ctypes.byref(count))
call("tr_conform", registry, types, count, image, answers)
seconds = time.perf_counter() - start

for type_, number in sorted(collections.Counter(types).items()):
    text = ctypes.c_char_p()
    call("tr_identifier", registry, Type(type_), ctypes.byref(text))
    print(text.value.decode(), number, sep="\t")
print("images", sum(answers), sep="\t")
print("%.1f million names a second" % (count.value / seconds / 1e6), file=sys.stderr)
call("tr_close", registry)
