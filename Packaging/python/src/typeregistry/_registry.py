# SPDX-License-Identifier: MIT
"""Registries: the declarations of this machine, or those in a file."""

from __future__ import annotations

import json
import os
import subprocess
from array import array
from ctypes import byref, c_char_p, c_int, c_size_t, c_uint64
from typing import Any, Callable, Dict, Iterable, List, Optional, Tuple, Type as Class, Union, overload

from . import _arrays, _library as c
from ._errors import ExplanationError, RegistryError, RegistryFileError
from ._library import library
from ._type import EXTENSION, MIME_TYPE, Handler, Type, unknown
from ._types import ArrowNames, Certainty, FileTypes, Name, NumPyNames, Types


# The frequent call: without 'argtypes' ctypes takes half the time, and each argument has its type.
_type_of_name = library.untyped("tr_type_of_name")


class _Stale(Exception):
    """The number of a type is of a generation before a refresh."""


class _KnownTypes(Dict[int, Optional[Type]]):
    """The types by their numbers, which no two generations share."""

    # Most names have one of some thousand types; other people's names can have any number of unknown extensions.
    _MOST = 1 << 16

    def __init__(self, registry: TypeRegistry) -> None:
        super().__init__({0: None})
        self._registry = registry

    def __missing__(self, number: int) -> Type:
        text = c_char_p()
        with self._registry._handle as pointer:
            code = library.tr_identifier(pointer, number, byref(text))
            if code == c.ERROR_TYPE:
                raise _Stale
            if code != c.OK or text.value is None:
                raise self._registry._error(code, f"the type {number}")
            identifier = text.value.decode()
        if len(self) >= self._MOST:
            self.clear()
            self[0] = None
        made = self[number] = Type(self._registry, number, identifier)
        return made


class TypeRegistry:
    """A registry of types.

    Without a path it has the declarations that are installed on this machine, and the choices of its user, as the
    environment names them; the core types are part of this package. With a path it has what is in that file alone, as
    `utcli image --write-to FILE` writes it: the same answers on every machine.

    Any number of threads may use a registry at once; while it answers about many names or files, other threads
    of Python run. It is closed by `close()`, at the end of a `with`, or when nothing refers to it.

    A child of `os.fork()` may use its copy if no other thread used a registry at the moment of the fork; else it can
    wait for ever. In a program with threads start processes by the methods `spawn` or `forkserver` of
    `multiprocessing`; a registry that is passed to them is opened there.
    """

    def __init__(self, path: Union[str, bytes, "os.PathLike[Any]", None] = None) -> None:
        self._path = None if path is None else os.path.abspath(os.fsencode(path))
        if self._path is not None and b"\0" in self._path:
            raise ValueError(f"the path {path!r} has a NUL")
        self._handle = c.Handle(self._path)
        code = self._handle.code
        if code == c.ERROR_LIMIT:
            raise RegistryError(f"{library.message(code)}: close a registry before you open another one, or share one")
        if code != c.OK and self._path is not None:
            raise _file_error(self._path, code)
        if code != c.OK:
            raise self._error(code, "the registry of this machine")
        self._known = _KnownTypes(self)

    # Opening and closing

    @property
    def path(self) -> Optional[str]:
        """The file of the registry, or `None` for the one of this machine."""
        return None if self._path is None else os.fsdecode(self._path)

    def __repr__(self) -> str:
        return f"<TypeRegistry {self.path or 'of this machine'}{', closed' if self._handle.pointer is None else ''}>"

    def __enter__(self) -> TypeRegistry:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the registry. Calls of other threads that run are answered; later ones are errors."""
        self._handle.close()

    def __reduce__(self) -> Tuple[Class[TypeRegistry], Tuple[Optional[bytes]]]:
        # Another process opens it itself.
        return type(self), (self._path,)

    def refresh(self) -> bool:
        """Uses changed declarations and choices, if there are any; whether there were."""
        changed = c_int()
        with self._handle as pointer:
            self._check(library.tr_refresh(pointer, byref(changed)), "the registry")
        if changed.value:
            self._known = _KnownTypes(self)
        return bool(changed.value)

    def watch(self) -> Optional[int]:
        """A descriptor that `select` finds readable when `refresh()` has something to do; it is the registry's.

        `None` for the registry in a file, which does not change. A child of `os.fork()` calls this again: its parent
        takes the events of the descriptor that it inherits.
        """
        descriptor = c_int()
        with self._handle as pointer:
            code = self._check(library.tr_watch(pointer, byref(descriptor)), "watching the registry")
        return None if code == c.NONE else descriptor.value

    # Finding types

    @overload
    def type_of(self, names: Name) -> Type: ...  # type: ignore[overload-overlap]
    @overload
    def type_of(self, names: ArrowNames) -> Types[Optional[Type]]: ...
    @overload
    def type_of(self, names: NumPyNames) -> Types[Type]: ...
    @overload
    def type_of(self, names: Iterable[Name]) -> Types[Type]: ...
    def type_of(self, names: Any) -> Any:
        """The type of a file name, or the types of many; the files need not exist.

        Of a path the last part is meant. Always a type: for an unknown extension a dynamic one, without an extension
        `public.data`. Many names are a list or another iterable of `str`, `bytes` or `os.PathLike`; an array of Arrow,
        or a column of a table, of strings or binary (null has the type `None`); or an array of NumPy. The texts in
        arrays of Arrow, and of NumPy's fixed-width bytes ('S'), are read where they are, without a copy.
        """
        if isinstance(names, str):
            try:
                name = names.encode()
            except UnicodeEncodeError:
                name = _arrays.encoded(names)
            number = c_uint64()
            if b"/" not in name and _type_of_name(self._handle.pointer, name, c_size_t(len(name)), byref(number)) == 0:
                try:
                    return self._known[number.value]
                except _Stale:
                    pass
            return self._type_of_name(name)
        if isinstance(names, (bytes, bytearray, os.PathLike)):
            return self._type_of_name(_arrays.bytes_of(names, 0))
        return self._batch(_arrays.finder(names))

    def _type_of_name(self, name: bytes) -> Type:
        if b"/" in name:
            name = name.rstrip(b"/").rpartition(b"/")[2]
        number = c_uint64()
        while True:
            code = library.tr_type_of_name(self._handle.pointer, name, len(name), byref(number))
            if code != c.OK:
                raise self._error(code, f"the name {name[:40]!r}")
            try:
                # Never None, which has the number 0.
                return self._known[number.value]  # type: ignore[return-value]
            except _Stale:
                continue

    def type_of_file(self, path: Name) -> Type:
        """The type of a file, by its name and kind, and by its contents where these leave it open."""
        spelled = _path(path, 0)
        number = c_uint64()

        def find() -> int:
            with self._handle as pointer:
                code = library.tr_type_of_file(pointer, spelled, byref(number), None)
            if code != c.OK:
                raise _file_error(spelled, code)
            return number.value

        return self._found(find)  # type: ignore[return-value]

    def types_of_files(self, paths: Iterable[Name]) -> FileTypes:
        """The types of many files, like `type_of_file()`; several threads read them.

        A file that does not exist, or cannot be read, has the type `None`.
        """
        if isinstance(paths, (str, bytes, os.PathLike)):
            raise TypeError("one path is not a list of paths: use type_of_file()")
        spelled = [_path(path, index) for index, path in enumerate(paths)]
        joined = b"\0".join(spelled) + b"\0" if spelled else b""
        count, total = len(spelled), c_size_t()
        certainties = (c_int * count)()

        def find(pointer: Any) -> _arrays.Answer:
            numbers = _arrays.room(count)
            code = library.tr_types_of_files(
                pointer, joined, len(joined), numbers.buffer_info()[0], certainties, count, byref(total)
            )
            return numbers if code == c.OK else code

        numbers, items = self._find(find)
        found = [None if value < 0 else Certainty(value) for value in certainties]
        return FileTypes(self, numbers, items, found)

    def type_of_contents(
        self, contents: Union[bytes, bytearray, memoryview], name: Name = "", size: Optional[int] = None
    ) -> Type:
        """The type of a file of that name, which may be empty, and these contents, as `type_of_file()` has it.

        `contents` is the beginning of a file that has `size` bytes; without `size`, all of it.
        """
        data = bytes(contents)
        spelled, number = _arrays.bytes_of(name, 0).rpartition(b"/")[2], c_uint64()
        length = len(data) if size is None else size
        if length < 0:
            raise ValueError(f"the size {length} is negative")

        def find() -> int:
            with self._handle as pointer:
                code = library.tr_type_of_contents(
                    pointer, data, len(data), length, spelled, len(spelled), byref(number), None
                )
            if code != c.OK:
                raise self._error(code, f"contents of {len(data)} bytes")
            return number.value

        return self._found(find)  # type: ignore[return-value]

    def type(self, identifier: str) -> Type:
        """The type of that identifier, in any case. `UnknownTypeError` if it is neither known nor dynamic."""
        return self._found(lambda: self._number(identifier))  # type: ignore[return-value]

    def types_with_extension(self, extension: str, conforming_to: Union[Type, str, None] = None) -> List[Type]:
        """All types that an extension can mean, with or without a dot, the one that it means first."""
        return self._types_of_tag(EXTENSION, extension[1:] if extension[:1] == "." else extension, conforming_to)

    def types_with_mime_type(self, mime_type: str, conforming_to: Union[Type, str, None] = None) -> List[Type]:
        """All types that a MIME type can mean, the one that it means first; one dynamic type if none is declared."""
        return self._types_of_tag(MIME_TYPE, mime_type, conforming_to)

    # Relations and applications

    @overload
    def conforms(self, types: Union[Type, str], supertype: Union[Type, str]) -> bool: ...
    @overload
    def conforms(self, types: Types[Any], supertype: Union[Type, str]) -> List[bool]: ...
    def conforms(self, types: Any, supertype: Union[Type, str]) -> Any:
        """Whether a type is `supertype` or one of its subtypes; of many types, as `type_of()` has them, for each."""
        if isinstance(types, Types):
            return types.conform_to(supertype)
        one, other, pointer = self._own(types), self._own(supertype), self._handle.pointer
        answer = self._renewing(
            lambda: library.tr_conforms(pointer, one._number, other._number), (one, other), f"'{one}' and '{other}'"
        )
        return answer == 1

    def handlers(self, type: Union[Type, str], locale: Optional[str] = None) -> List[Handler]:
        """The applications that open a type, the default one first; names in the language of `locale`.

        The user's choices are read once, and again by `refresh()`.
        """
        return self._own(type).handlers(locale)

    def default_handler(self, type: Union[Type, str], locale: Optional[str] = None) -> Optional[Handler]:
        """The application that opens a type, or `None`."""
        return self._own(type).default_handler(locale)

    def why(self, subject: Union[Name, Type], *, program: str = "utcli") -> Dict[str, Any]:
        """Why a file name has its type and opens in its application, or why a type has its declaration.

        The answer is the one of `utcli why --json`, which has a schema: the library itself does not explain. It is
        of the present declarations, or of the file as it is now.
        """
        words = [program, "why", "--json"] + (["--registry", self.path] if self.path else ["--embedded"])
        if isinstance(subject, Type):
            words += ["--type", "--", subject.identifier]
        else:
            words += ["--name-only", "--file", "--", os.fsdecode(_path(subject, 0))]
        try:
            said = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        except OSError as error:
            raise ExplanationError(
                f"'{program}' cannot be started ({error.strerror}): install the package 'typed', or name the "
                "program with program="
            ) from error
        try:
            answer = json.loads(said.stdout)["answers"][0]
        except (ValueError, LookupError) as error:
            text = said.stderr.decode(errors="replace").strip()
            raise ExplanationError(
                f"'{program}' does not explain '{subject!s}' (status {said.returncode}): {text}"
            ) from error
        if not isinstance(answer, dict):
            raise ExplanationError(f"'{program}' has an answer of another version")
        return answer

    # What types and batches ask

    def _find(self, find: _arrays.Finder) -> "Tuple[array[int], List[Any]]":
        while True:
            known = self._known
            with self._handle as pointer:
                numbers = find(pointer)
            if isinstance(numbers, int):
                raise self._error(numbers, "the names")
            try:
                return numbers, list(map(known.__getitem__, numbers))
            except _Stale:
                # The declarations changed between the answer and its texts.
                continue

    def _batch(self, find: _arrays.Finder) -> Types[Any]:
        return Types(self, *self._find(find))

    def _type(self, number: int) -> Type:
        found = self._known[number]
        assert found is not None
        return found

    def _found(self, find: Callable[[], int]) -> Optional[Type]:
        """The type of the number that `find` returns, which is found again if the registry was refreshed since.

        `None` only for the number 0.
        """
        while True:
            try:
                return self._known[find()]
            except _Stale:
                continue

    def _number(self, identifier: str) -> int:
        number = c_uint64()
        spelled = _arrays.encoded(identifier)
        code = library.tr_type_named(self._handle.pointer, spelled, byref(number))
        if code in (c.NONE, c.ERROR_ARGUMENT, c.ERROR_LENGTH) or b"\0" in spelled:
            raise unknown(identifier[:200])
        if code != c.OK:
            raise self._error(code, f"the identifier '{identifier}'")
        return number.value

    def _own(self, type: Union[Type, str]) -> Type:
        """The type in this registry."""
        if isinstance(type, Type):
            return type if type._registry is self else self.type(type.identifier)
        return self.type(type)

    def _renewing(self, call: Callable[[], int], types: Tuple[Type, ...], subject: str) -> int:
        """Makes a call about types, again if they have other numbers since a refresh.

        Another thread can refresh the registry between two calls, but not without end.
        """
        for _ in range(1000):
            code = call()
            if code != c.ERROR_TYPE:
                return self._check(code, subject)
            for one in types:
                one._renew()
        raise self._error(code, subject)

    def _types(self, ask: Callable[..., int]) -> List[Type]:
        capacity, count = 64, c_size_t()
        while True:
            numbers = (c_uint64 * capacity)()
            ask(numbers, capacity, byref(count))
            if count.value > capacity:
                capacity = count.value
                continue
            try:
                return [self._type(number) for number in numbers[: count.value]]
            except _Stale:
                continue

    def _types_of_tag(self, tag_class: bytes, tag: str, supertype: Union[Type, str, None]) -> List[Type]:
        spelled = _arrays.encoded(tag)
        if b"\0" in spelled:
            raise ValueError(f"'{tag}' has a NUL")

        wanted = () if supertype is None else (self._own(supertype),)

        def ask(*rest: Any) -> int:
            def call() -> int:
                number = wanted[0]._number if wanted else 0
                code = library.tr_types_of_tag(self._handle.pointer, tag_class, spelled, number, *rest)
                if code == c.ERROR_ARGUMENT:
                    form = "an extension" if tag_class == EXTENSION else "a MIME type, such as 'image/png'"
                    raise ValueError(f"'{tag}' is not {form}")
                return code

            return self._renewing(call, wanted, f"'{tag}'")

        return self._types(ask)

    def _check(self, code: int, subject: str) -> int:
        if code < 0:
            raise self._error(code, subject)
        return code

    def _error(self, code: int, subject: str) -> Exception:
        if code == c.ERROR_REGISTRY:
            return c.closed()
        text = f"{subject}: {library.message(code)}"
        return ValueError(text) if code in (c.ERROR_ARGUMENT, c.ERROR_LENGTH) else RegistryError(text)


def _path(path: object, index: int) -> bytes:
    spelled = _arrays.bytes_of(path, index)
    if b"\0" in spelled:
        raise ValueError(f"path {index}, {spelled[:80]!r}, has a NUL, which no path can have")
    return spelled


def _file_error(path: bytes, code: int) -> Exception:
    """The error of the system for a file that was not read, if there is one."""
    shown = os.fsdecode(path)
    if code not in (c.ERROR_IMAGE, c.ERROR_FILE):
        return ValueError(f"the path '{shown[:80]}': {library.message(code)}")
    try:
        with open(path, "rb", opener=lambda name, flags: os.open(name, flags | os.O_NONBLOCK)):
            pass
    except OSError as error:
        return error
    if code == c.ERROR_FILE:
        return OSError(5, library.message(code), shown)
    return RegistryFileError(
        f"'{shown}' is not a registry of this version, or is damaged: write it with "
        f"'utcli image --write-to FILE' of version {c.VERSION}"
    )
