# SPDX-License-Identifier: MIT
"""The types of many names."""

from __future__ import annotations

import os
from array import array
from ctypes import c_char
from enum import IntEnum
from importlib import import_module
from typing import (
    TYPE_CHECKING,
    Any,
    Callable,
    Dict,
    Generic,
    Iterator,
    List,
    Optional,
    Sequence,
    Tuple,
    TypeVar,
    Union,
    overload,
)

from . import _library as c
from ._library import library
from ._type import Type

if TYPE_CHECKING:
    from typing import Protocol

    from ._registry import TypeRegistry

    class ArrowArray(Protocol):
        """An array of Arrow: pyarrow, and every package with its PyCapsule interface."""

        def __arrow_c_array__(self, requested_schema: Any = None) -> Tuple[Any, Any]: ...

    class ArrowStream(Protocol):
        """A column of several arrays of Arrow."""

        def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...

    class NumPyNames(Protocol):
        """An array of NumPy."""

        @property
        def __array_interface__(self) -> Dict[str, Any]: ...

    ArrowNames = Union[ArrowArray, ArrowStream]
    Name = Union[str, bytes, os.PathLike[str], os.PathLike[bytes]]
else:
    Name = Union[str, bytes, os.PathLike]
    ArrowNames = NumPyNames = Any

T = TypeVar("T", bound=Optional[Type])
R = TypeVar("R")


class Certainty(IntEnum):
    """How the type of a file was found."""

    #: Neither name nor contents show anything.
    NOTHING = 0
    #: Nothing but that it is text.
    TEXT = 1
    #: The contents show it.
    CONTENTS = 2
    #: The name shows it, or the kind of the file.
    NAME = 3


class Types(Sequence[T], Generic[T]):
    """The types of many names, in their order. It does not change; `list()` copies it."""

    __slots__ = ("_registry", "_numbers", "_items")

    def __init__(self, registry: TypeRegistry, numbers: "array[int]", items: List[T]) -> None:
        self._registry, self._numbers, self._items = registry, numbers, items

    def __len__(self) -> int:
        return len(self._items)

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> Types[T]: ...
    def __getitem__(self, index: Union[int, slice]) -> Union[T, Types[T]]:
        if isinstance(index, slice):
            return Types(self._registry, self._numbers[index], self._items[index])
        return self._items[index]

    def __iter__(self) -> Iterator[T]:
        return iter(self._items)

    def __repr__(self) -> str:
        shown = ", ".join(str(item) for item in self._items[:5])
        return f"<{type(self).__name__} of {len(self)}: {shown}{', ...' if len(self) > 5 else ''}>"

    def _each(self, answer: Callable[[Type], R]) -> List[Optional[R]]:
        """An answer about each type, asked once for each different one."""
        different = dict(zip(self._numbers, self._items))
        known = {number: None if item is None else answer(item) for number, item in different.items()}
        return list(map(known.__getitem__, self._numbers))

    def identifiers(self) -> List[Optional[str]]:
        """The identifier of each type; `None` where there is no type."""
        return [None if item is None else item.identifier for item in self._items]

    def mime_types(self) -> List[Optional[str]]:
        """The MIME type of each type for other programs, inherited if it has none."""
        return self._each(lambda item: item.mime_type)

    def conform_to(self, supertype: Union[Type, str]) -> List[bool]:
        """Whether each type is `supertype` or one of its subtypes; `False` where there is no type."""
        registry, count = self._registry, len(self)
        wanted = registry._own(supertype)
        answers = bytearray(count)
        if count:
            view = (c_char * count).from_buffer(answers)
            with registry._handle as pointer:
                code = library.tr_conform(pointer, self._numbers.buffer_info()[0], count, wanted._number, view)
            if code == c.ERROR_TYPE:
                # Some have none, or the declarations changed since the types were found.
                return [bool(one) for one in self._each(lambda item: registry.conforms(item, wanted))]
            registry._check(code, f"the types and '{wanted}'")
        return list(map(bool, answers))

    def to_arrow(self) -> Any:
        """The identifiers as an array of pyarrow, encoded by a dictionary: four bytes for each type."""
        # Neither is needed by this package, nor are their types.
        pyarrow, compute = import_module("pyarrow"), import_module("pyarrow.compute")
        numbers = pyarrow.Array.from_buffers(pyarrow.uint64(), len(self), [None, pyarrow.py_buffer(self._numbers)])
        encoded = numbers.dictionary_encode()
        indices, different = encoded.indices, dict(zip(self._numbers, self._items))
        identifiers = [str(different[number] or "") for number in encoded.dictionary.to_pylist()]
        if 0 in different:
            indices = compute.if_else(compute.equal(numbers, 0), None, indices)
        return pyarrow.DictionaryArray.from_arrays(indices, pyarrow.array(identifiers, pyarrow.string()))

    def to_numpy(self) -> Any:
        """The identifiers as an array of NumPy, of objects: each text once."""
        return import_module("numpy").array(self.identifiers(), dtype=object)


class FileTypes(Types[Optional[Type]]):
    """The types of many files, and how each was found."""

    __slots__ = ("certainties",)

    #: How each type was found; `None` for a file that does not exist or cannot be read.
    certainties: List[Optional[Certainty]]

    def __init__(
        self,
        registry: TypeRegistry,
        numbers: "array[int]",
        items: List[Optional[Type]],
        certainties: List[Optional[Certainty]],
    ) -> None:
        super().__init__(registry, numbers, items)
        self.certainties = certainties
