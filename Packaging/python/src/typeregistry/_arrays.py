# SPDX-License-Identifier: MIT
"""Names in lists and in the arrays of other packages, as the library reads them: where they are."""

from __future__ import annotations

import ctypes
import os
from array import array
from ctypes import CFUNCTYPE, POINTER, Structure, byref, c_char_p, c_int, c_int64, c_size_t, c_void_p, cast
from itertools import accumulate
from typing import Any, Callable, Dict, Iterable, Iterator, Optional, Sequence, Tuple, Union

from . import _library as c
from ._library import library

# Answers with an array of the numbers of types, or with less than 0.
Answer = Union["array[int]", int]


def room(count: int) -> "array[int]":
    """Room for the numbers of types."""
    return array("Q", bytes(8 * count))


def encoded(name: str) -> bytes:
    """The bytes of a name. Bytes that are not UTF-8 are in it as os.listdir() has them; everything has bytes."""
    try:
        return name.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return name.encode("utf-8", "surrogatepass")


def bytes_of(name: object, index: int) -> bytes:
    """The bytes of a name, or of a path, in a list."""
    if isinstance(name, str):
        return encoded(name)
    if isinstance(name, (bytes, bytearray)):
        return bytes(name)
    if isinstance(name, os.PathLike):
        return os.fsencode(name)
    raise TypeError(f"name {index} is of {type(name).__name__}: names are str, bytes or os.PathLike")


def in_list(pointer: c_void_p, names: Sequence[Any]) -> Answer:
    """The types of names in a list.

    The quickest way of ctypes is one text in which NULs separate the names: to join a million takes ten
    milliseconds. Paths, of which the last part is meant, and names with NULs go by offsets.
    """
    if not names:
        return room(0)
    try:
        text = "\0".join(names)
        if "/" not in text:
            answer = _by_separators(pointer, encoded(text), len(names))
        elif text.isascii():
            answer = _by_offsets(pointer, "".join(names).encode(), names)
        else:
            answer = None
    except TypeError:
        try:
            joined = b"\0".join(names)
            answer = None if b"/" in joined else _by_separators(pointer, joined, len(names))
        except TypeError:
            answer = None
    if answer is None:
        each = [bytes_of(name, index) for index, name in enumerate(names)]
        answer = _by_offsets(pointer, b"".join(each), each)
    return answer


def _by_separators(pointer: c_void_p, joined: bytes, expected: int) -> Optional[Answer]:
    """The types of names that NULs separate; `None` if a name has a NUL, or there are too many for one call."""
    # With the NUL that ends each 'bytes' object, so that an empty name at the end is one.
    length = len(joined) + 1
    if length > c.LONGEST_NAMES:
        return None
    types, count = room(expected), c_size_t()
    code = library.tr_types_of_names(pointer, _address(joined), length, types.buffer_info()[0], expected, byref(count))
    if code != c.OK:
        return code
    return types if count.value == expected else None


def _by_offsets(pointer: c_void_p, joined: bytes, names: Sequence[Any]) -> Answer:
    """The types of names of which each has as many elements as it has bytes in the text of all."""
    offsets, types = array("q", accumulate(map(len, names), initial=0)), room(len(names))
    code = library.tr_types_of_slices(
        pointer, _address(joined), len(joined), offsets.buffer_info()[0], 8, types.buffer_info()[0], len(names)
    )
    return types if code == c.OK else code


def _address(text: bytes) -> c_void_p:
    return cast(c_char_p(text), c_void_p)


def in_numpy(pointer: c_void_p, interface: Dict[str, Any], names: Any) -> Answer:
    """The types of names in an array of NumPy; those of bytes are read where they are."""
    shape, kind = interface["shape"], interface["typestr"]
    if len(shape) != 1:
        raise ValueError(f"the array has {len(shape)} dimensions: pass one with names in one dimension")
    if kind[1] == "S":
        width, count = int(kind[2:]), shape[0]
        stride = width if interface.get("strides") is None else interface["strides"][0]
        types = room(count)
        if width == 0 or count == 0:
            return in_list(pointer, [b""] * count)
        code = library.tr_types_of_cells(pointer, interface["data"][0], width, stride, types.buffer_info()[0], count)
        return types if code == c.OK else code
    if kind[1] in "UOT":
        # Characters of four bytes each, or objects.
        return in_list(pointer, names.tolist())
    raise TypeError(f"the array is of '{kind}': names are bytes ('S'), str ('U') or objects ('O')")


class _Schema(Structure):
    """`ArrowSchema` of Arrow's C data interface."""


class _Array(Structure):
    """`ArrowArray`."""


class _Stream(Structure):
    """`ArrowArrayStream`."""


_Schema._fields_ = [
    ("format", c_char_p),
    ("name", c_char_p),
    ("metadata", c_void_p),
    ("flags", c_int64),
    ("n_children", c_int64),
    ("children", c_void_p),
    ("dictionary", POINTER(_Schema)),
    ("release", CFUNCTYPE(None, POINTER(_Schema))),
    ("private_data", c_void_p),
]
_Array._fields_ = [
    ("length", c_int64),
    ("null_count", c_int64),
    ("offset", c_int64),
    ("n_buffers", c_int64),
    ("n_children", c_int64),
    ("buffers", POINTER(c_void_p)),
    ("children", c_void_p),
    ("dictionary", POINTER(_Array)),
    ("release", CFUNCTYPE(None, POINTER(_Array))),
    ("private_data", c_void_p),
]
_Stream._fields_ = [
    ("get_schema", CFUNCTYPE(c_int, POINTER(_Stream), POINTER(_Schema))),
    ("get_next", CFUNCTYPE(c_int, POINTER(_Stream), POINTER(_Array))),
    ("get_last_error", CFUNCTYPE(c_char_p, POINTER(_Stream))),
    ("release", CFUNCTYPE(None, POINTER(_Stream))),
    ("private_data", c_void_p),
]

_capsule_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_capsule_pointer.argtypes, _capsule_pointer.restype = (ctypes.py_object, c_char_p), c_void_p


def in_arrow_array(pointer: c_void_p, capsules: Tuple[object, object]) -> Answer:
    """The types of names in an array of Arrow. The capsules keep it, and release it."""
    schema = _Schema.from_address(_capsule_pointer(capsules[0], b"arrow_schema"))
    values = _Array.from_address(_capsule_pointer(capsules[1], b"arrow_array"))
    return _in_arrow(pointer, schema, values)


def in_arrow_stream(pointer: c_void_p, capsule: object) -> Answer:
    """The types of names in a stream of Arrow's arrays, such as a column of a table."""
    stream = _Stream.from_address(_capsule_pointer(capsule, b"arrow_array_stream"))
    schema, types = _Schema(), room(0)
    _check(stream, stream.get_schema(byref(stream), byref(schema)))
    try:
        while True:
            values = _Array()
            _check(stream, stream.get_next(byref(stream), byref(values)))
            if not values.release:
                return types
            try:
                more = _in_arrow(pointer, schema, values)
            finally:
                values.release(byref(values))
            if isinstance(more, int):
                return more
            types.extend(more)
    finally:
        schema.release(byref(schema))


def _check(stream: _Stream, code: int) -> None:
    if code != 0:
        text = stream.get_last_error(byref(stream)) or os.strerror(code).encode()
        raise OSError(code, f"the stream of Arrow's arrays ends with an error: {text.decode(errors='replace')}")


def _in_arrow(pointer: c_void_p, schema: _Schema, values: _Array) -> Answer:
    kind = schema.format.decode()
    if schema.dictionary:
        return _in_dictionary(pointer, kind, schema.dictionary[0], values)
    count, start = values.length, values.offset
    if kind == "n":
        return room(count)
    if count == 0:
        return room(0)
    if kind in ("vu", "vz"):
        views = list(_views(values))
        types = _by_offsets(pointer, b"".join(views), views)
    elif kind in ("u", "z", "U", "Z"):
        width = 4 if kind in "uz" else 8
        offsets = values.buffers[1] + start * width
        last = (ctypes.c_int32 if width == 4 else c_int64).from_address(offsets + count * width)
        types = room(count)
        code = library.tr_types_of_slices(
            pointer, values.buffers[2] or offsets, last.value, offsets, width, types.buffer_info()[0], count
        )
        if code != c.OK:
            return code
    elif kind.startswith("w:"):
        width = int(kind[2:])
        types = room(count)
        code = library.tr_types_of_cells(
            pointer, values.buffers[1] + start * width, width, width, types.buffer_info()[0], count
        )
        if code != c.OK:
            return code
    else:
        shown = "a table: pass one of its columns" if kind == "+s" else f"an array of Arrow of the format '{kind}'"
        raise TypeError(f"this is {shown}; names are of a type for strings or binary")
    if not isinstance(types, int):
        for index in _nulls(values):
            types[index] = 0
    return types


# The numbers of Arrow's formats.
_INDICES: Dict[str, Any] = {
    "c": ctypes.c_int8,
    "C": ctypes.c_uint8,
    "s": ctypes.c_int16,
    "S": ctypes.c_uint16,
    "i": ctypes.c_int32,
    "I": ctypes.c_uint32,
    "l": ctypes.c_int64,
    "L": ctypes.c_uint64,
}


def _in_dictionary(pointer: c_void_p, kind: str, schema: _Schema, values: _Array) -> Answer:
    """The types of the names in the dictionary, each once, and then those of the array."""
    known = _in_arrow(pointer, schema, values.dictionary[0])
    if isinstance(known, int):
        return known
    number = _INDICES[kind]
    address = values.buffers[1] + values.offset * ctypes.sizeof(number)
    indices = (number * values.length).from_address(address)
    nulls = set(_nulls(values))
    # The index of a null may be any number.
    return array("Q", (0 if position in nulls else known[index] for position, index in enumerate(indices)))


def _views(values: _Array) -> Iterator[bytes]:
    """The names in an array of views: up to twelve bytes in a view, or in one of further buffers."""
    nulls = set(_nulls(values))
    for index in range(values.length):
        view = values.buffers[1] + (values.offset + index) * 16
        length = c_int.from_address(view).value
        if index in nulls or length == 0:
            yield b""
        elif length <= 12:
            yield ctypes.string_at(view + 4, length)
        else:
            buffer, offset = c_int.from_address(view + 8).value, c_int.from_address(view + 12).value
            yield ctypes.string_at(values.buffers[2 + buffer] + offset, length)


def _nulls(values: _Array) -> Iterable[int]:
    """The positions of an array's elements that are null."""
    bitmap = values.buffers[0] if values.n_buffers else None
    if not bitmap or values.null_count == 0:
        return ()
    start, count = values.offset, values.length
    size = (start + count + 7) // 8
    # One number that has the bit of each element, which is 0 for null.
    bits = int.from_bytes(ctypes.string_at(bitmap, size), "little") >> start
    text = bin((bits & ((1 << count) - 1)) | 1 << count)[3:]
    return _positions(text)


def _positions(text: str) -> Iterator[int]:
    last = len(text) - 1
    found = text.find("0")
    while found >= 0:
        yield last - found
        found = text.find("0", found + 1)


Finder = Callable[[c_void_p], Answer]


def finder(names: Any) -> Finder:
    """A function that finds the types of these names."""
    if hasattr(names, "__arrow_c_array__"):
        return lambda pointer: in_arrow_array(pointer, names.__arrow_c_array__())
    if hasattr(names, "__arrow_c_stream__"):
        return lambda pointer: in_arrow_stream(pointer, names.__arrow_c_stream__())
    interface = getattr(names, "__array_interface__", None)
    if interface is not None:
        return lambda pointer: in_numpy(pointer, interface, names)
    if not isinstance(names, (list, tuple)):
        try:
            names = list(names)
        except TypeError:
            raise TypeError(
                f"names are a str, bytes or os.PathLike, several of them, or an array: not {type(names).__name__}"
            ) from None
    return lambda pointer: in_list(pointer, names)
