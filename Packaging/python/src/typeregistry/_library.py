# SPDX-License-Identifier: MIT
"""The functions of typeregistry.h, as ctypes calls them."""

from __future__ import annotations

import ctypes
import os
import threading
from ctypes import POINTER, Structure, c_char_p, c_int, c_size_t, c_ssize_t, c_uint32, c_uint64, c_void_p
from typing import Callable, Optional

from ._errors import ClosedError, LibraryError

# Until version 1.0 the interface may change with each version, so that this package is of one.
VERSION = "0.1.0"

OK, NONE = 0, 1
ERROR_ARGUMENT, ERROR_LENGTH, ERROR_REGISTRY, ERROR_TYPE = -1, -2, -3, -4
ERROR_IMAGE, ERROR_LIMIT, ERROR_FILE = -5, -6, -7
BY_NOTHING, BY_TEXT, BY_CONTENTS, BY_NAME = 0, 1, 2, 3
LONGEST_TEXT = 65536
LONGEST_NAMES = 1 << 28


class Handler(Structure):
    """`tr_handler`."""

    _fields_ = [
        ("bundle", c_char_p),
        ("name", c_char_p),
        ("role", c_char_p),
        ("arguments", POINTER(c_char_p)),
        ("argument_count", c_size_t),
        ("flags", c_uint32),
        ("icon", c_char_p),
        ("entry", c_char_p),
        ("path", c_char_p),
        ("directory", c_char_p),
    ]


_registry, _type, _text = c_void_p, c_uint64, c_char_p
_types, _texts, _count, _answer = POINTER(c_uint64), POINTER(c_char_p), POINTER(c_size_t), POINTER(c_char_p)

# Functions that take a moment: other threads run meanwhile. 'void *' takes addresses in the memory of arrays.
_LONG = {
    "tr_open": (POINTER(c_void_p),),
    "tr_open_image": (_text, POINTER(c_void_p)),
    "tr_refresh": (_registry, POINTER(c_int)),
    "tr_watch": (_registry, POINTER(c_int)),
    "tr_types_of_names": (_registry, c_void_p, c_size_t, c_void_p, c_size_t, _count),
    "tr_types_of_slices": (_registry, c_void_p, c_size_t, c_void_p, c_size_t, c_void_p, c_size_t),
    "tr_types_of_cells": (_registry, c_void_p, c_size_t, c_ssize_t, c_void_p, c_size_t),
    "tr_type_of_file": (_registry, _text, _types, POINTER(c_int)),
    "tr_types_of_files": (_registry, c_void_p, c_size_t, c_void_p, c_void_p, c_size_t, _count),
    "tr_type_of_contents": (_registry, c_void_p, c_size_t, c_size_t, _text, c_size_t, _types, POINTER(c_int)),
    "tr_conform": (_registry, c_void_p, c_size_t, _type, c_void_p),
    "tr_handlers": (_registry, _type, _text, POINTER(Handler), c_size_t, _count),
}
# Those that are answered before another thread could be woken up.
_SHORT = {
    # Not while another thread calls: see Handle.
    "tr_close": (_registry,),
    "tr_type_of_name": (_registry, _text, c_size_t, _types),
    "tr_type_named": (_registry, _text, _types),
    "tr_types_of_tag": (_registry, _text, _text, _type, c_void_p, c_size_t, _count),
    "tr_conforms": (_registry, _type, _type),
    "tr_supertypes": (_registry, _type, c_void_p, c_size_t, _count),
    "tr_identifier": (_registry, _type, _answer),
    "tr_preferred_extension": (_registry, _type, _answer),
    "tr_preferred_mime_type": (_registry, _type, _answer),
    "tr_mime_type": (_registry, _type, _answer),
    "tr_mime_type_source": (_registry, _type, _types),
    "tr_description": (_registry, _type, _text, _answer),
    "tr_tags": (_registry, _type, _text, _texts, c_size_t, _count),
    "tr_icon_names": (_registry, _type, _texts, c_size_t, _count),
}


class Library:
    """The library, loaded once."""

    def __init__(self, path: str) -> None:
        try:
            # PyDLL keeps the lock of the interpreter, and CDLL gives it to other threads.
            long, short = ctypes.CDLL(path), ctypes.PyDLL(path)
        except OSError as error:
            raise LibraryError(
                f"the library '{path}' cannot be loaded: {error}; install this package from a wheel for this "
                "system ('make wheel' builds one), or the package libtyperegistry0"
            ) from error
        short.tr_version.restype = short.tr_message.restype = c_char_p
        version = short.tr_version().decode()
        if version != VERSION:
            raise LibraryError(
                f"the library '{path}' has version {version}, and this package needs {VERSION}: "
                "install both of one version"
            )
        self.path = path
        self._message = short.tr_message
        self._short = short
        for library, functions in ((long, _LONG), (short, _SHORT)):
            for name, arguments in functions.items():
                function = getattr(library, name)
                function.argtypes, function.restype = arguments, c_int
                setattr(self, name, function)

    def untyped(self, name: str) -> Callable[..., int]:
        """A short function that takes objects of ctypes and bytes alone, for calls that have to be quick."""
        function: Callable[..., int] = self._short[name]
        return function

    def __getattr__(self, name: str) -> Callable[..., int]:
        raise AttributeError(name)

    def message(self, code: int) -> str:
        """The meaning of a returned number."""
        text: bytes = self._message(code)
        return text.decode()


def _find() -> Library:
    own = os.path.join(os.path.dirname(os.path.abspath(__file__)), "libtyperegistry.so")
    return Library(own if os.path.exists(own) else f"libtyperegistry.so.{VERSION}")


library = _find()


class Handle:
    """An open registry, which is closed by `close()`, or when nothing refers to it any more.

    No call may run while the library closes a registry, and its texts end with it. A short call that answers with
    numbers keeps the lock of the interpreter, as closing does. A long call, and one for texts until they are copied,
    uses the handle as a context; the last one that ends closes what was to be closed.
    """

    def __init__(self, path: Optional[bytes]) -> None:
        opened = c_void_p()
        if path is None:
            self.code: int = library.tr_open(ctypes.byref(opened))
        else:
            self.code = library.tr_open_image(path, ctypes.byref(opened))
        self._opened: Optional[c_void_p] = opened if self.code == OK else None
        #: For short calls, which answer ERROR_REGISTRY for `None`.
        self.pointer = self._opened
        self._lock = threading.Lock()
        self._calls = 0

    def __enter__(self) -> c_void_p:
        with self._lock:
            if self.pointer is None:
                raise closed()
            self._calls += 1
            return self.pointer

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._calls -= 1
            self._close_if_unused()

    def close(self) -> None:
        with self._lock:
            self.pointer = None
            self._close_if_unused()

    def _close_if_unused(self) -> None:
        if self.pointer is None and self._calls == 0 and self._opened is not None:
            opened, self._opened = self._opened, None
            library.tr_close(opened)

    def __del__(self) -> None:
        # Nothing refers to it, so no call runs. What __init__ did not finish has nothing open.
        opened = self.__dict__.get("_opened")
        if opened is not None:
            library.tr_close(opened)


def closed() -> ClosedError:
    return ClosedError("the registry is closed: open another one with TypeRegistry()")
