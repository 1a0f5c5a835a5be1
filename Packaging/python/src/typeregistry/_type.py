# SPDX-License-Identifier: MIT
"""Types, and the applications that open them."""

from __future__ import annotations

import os
from ctypes import byref, c_char_p, c_size_t, c_uint64
from typing import TYPE_CHECKING, Any, Callable, List, NamedTuple, Optional, Tuple, Union

from . import _library as c
from ._errors import UnknownTypeError
from ._library import library

if TYPE_CHECKING:
    from ._registry import TypeRegistry

EXTENSION, MIME_TYPE = b"public.filename-extension", b"public.mime-type"


class Handler(NamedTuple):
    """An application that opens a type."""

    #: The identifier of the application's bundle.
    bundle: str
    #: The name of the application, for people.
    name: str
    #: "Editor", "Viewer", "Shell", "QLGenerator" or "None"; `None` if it was chosen and has no claim.
    role: Optional[str]
    #: The argument vector that starts it. "%f", "%F", "%u" and "%U" are to be replaced.
    arguments: Tuple[str, ...]
    #: Whether it takes any number of files at once.
    takes_many: bool
    #: Whether it works in a terminal.
    terminal: bool
    #: Whether it was installed, and the user has not confirmed it: ask before it is used.
    unconfirmed: bool
    #: Whether the registry comes from a file that another user could have written: show it, do not start it.
    unprotected: bool


class Type:
    """A type of a registry, such as `public.jpeg`.

    Two are equal if their identifiers are. After `TypeRegistry.refresh()` the properties are those of the new
    declarations.
    """

    __slots__ = ("_registry", "_number", "identifier")

    #: The identifier, in lower case. So is `str()` of a type.
    identifier: str

    def __init__(self, registry: "TypeRegistry", number: int, identifier: str) -> None:
        self._registry = registry
        self._number = number
        self.identifier = identifier

    def __str__(self) -> str:
        return self.identifier

    def __repr__(self) -> str:
        return f"<Type {self.identifier}>"

    def __eq__(self, other: object) -> bool:
        return self.identifier == other.identifier if isinstance(other, Type) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.identifier)

    def __reduce__(self) -> Any:
        raise TypeError(f"{self!r} is of a registry in this process: pickle its identifier")

    def _ask(self, function: Callable[..., int], *arguments: Any) -> int:
        """Calls a function about this type."""
        pointer = self._registry._handle.pointer
        return self._registry._renewing(
            lambda: function(pointer, self._number, *arguments), (self,), f"the type '{self.identifier}'"
        )

    def _renew(self) -> None:
        """Finds the number that the type has since the last refresh."""
        self._number = self._registry._number(self.identifier)

    def _text(self, function: Callable[..., int], *arguments: Any) -> Optional[str]:
        text = c_char_p()
        # Another thread may close the registry, whose texts then are gone, after the call and not before it was read.
        with self._registry._handle:
            if self._ask(function, *arguments, byref(text)) == c.NONE or text.value is None:
                return None
            return text.value.decode()

    def _texts(self, function: Callable[..., int], *arguments: Any) -> Tuple[str, ...]:
        capacity, count = 16, c_size_t()
        with self._registry._handle:
            while True:
                texts = (c_char_p * capacity)()
                self._ask(function, *arguments, texts, capacity, byref(count))
                if count.value <= capacity:
                    return tuple((text or b"").decode() for text in texts[: count.value])
                capacity = count.value

    @property
    def is_dynamic(self) -> bool:
        """Whether no declaration has the type: it is made from a tag, such as an unknown extension."""
        return self.identifier.startswith("dyn.")

    @property
    def description(self) -> Optional[str]:
        """The description in English, inherited if the type has none."""
        return self._text(library.tr_description, None)

    def description_in(self, locale: str) -> Optional[str]:
        """The description in the language of a locale such as "pt_BR", or of several that colons separate."""
        return self._text(library.tr_description, locale.encode())

    @property
    def extension(self) -> Optional[str]:
        """The extension for new files of the type, without the dot."""
        return self._text(library.tr_preferred_extension)

    @property
    def extensions(self) -> Tuple[str, ...]:
        """All extensions that the type declares, without dots, the preferred one first."""
        return self._texts(library.tr_tags, EXTENSION)

    @property
    def mime_type(self) -> Optional[str]:
        """The MIME type for other programs on Linux, such as a web server; inherited if the type has none."""
        return self._text(library.tr_mime_type)

    @property
    def mime_type_source(self) -> Optional[Type]:
        """The supertype that `mime_type` is inherited from; `None` if the type itself has it, or none has."""
        number = c_uint64()

        def find() -> int:
            return 0 if self._ask(library.tr_mime_type_source, byref(number)) == c.NONE else number.value

        return self._registry._found(find)

    @property
    def mime_types(self) -> Tuple[str, ...]:
        """All MIME types that the type declares, in the order of the declaration."""
        return self._texts(library.tr_tags, MIME_TYPE)

    @property
    def supertypes(self) -> List[Type]:
        """The types that this one conforms to, the nearest first, without itself."""
        return self._registry._types(lambda *rest: self._ask(library.tr_supertypes, *rest))

    @property
    def icon_names(self) -> Tuple[str, ...]:
        """The names of icons in the order of a search in an icon theme; at least one."""
        return self._texts(library.tr_icon_names)

    def conforms_to(self, supertype: Union[Type, str]) -> bool:
        """Whether this is that type or one of its subtypes."""
        return self._registry.conforms(self, supertype)

    def handlers(self, locale: Optional[str] = None) -> List[Handler]:
        """The applications that open the type, the default one first; names in the language of `locale`."""
        return self._handlers(locale, None)

    def default_handler(self, locale: Optional[str] = None) -> Optional[Handler]:
        """The application that opens the type, or `None`."""
        return next(iter(self._handlers(locale, 1)), None)

    def _handlers(self, locale: Optional[str], limit: Optional[int]) -> List[Handler]:
        capacity, count = limit or 16, c_size_t()
        language = None if locale is None else locale.encode()
        with self._registry._handle:
            while True:
                found = (c.Handler * capacity)()
                self._ask(library.tr_handlers, language, found, capacity, byref(count))
                if limit or count.value <= capacity:
                    return [_handler(one) for one in found[: min(count.value, capacity)]]
                capacity = count.value


def _handler(found: c.Handler) -> Handler:
    flags = found.flags
    return Handler(
        found.bundle.decode(),
        found.name.decode(),
        None if found.role is None else found.role.decode(),
        tuple(os.fsdecode(found.arguments[index]) for index in range(found.argument_count)),
        bool(flags & 1),
        bool(flags & 2),
        bool(flags & 4),
        bool(flags & 8),
    )


def unknown(identifier: str) -> UnknownTypeError:
    return UnknownTypeError(
        f"no type has the identifier '{identifier}': 'utcli search' finds types by words, and "
        "types_with_extension() and types_with_mime_type() by their tags"
    )
