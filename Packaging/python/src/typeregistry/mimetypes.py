# SPDX-License-Identifier: MIT
"""The functions of the standard module `mimetypes`, answered by the registry.

    import typeregistry.mimetypes as mimetypes

`guess_type()`, `guess_file_type()`, `guess_extension()`, `guess_all_extensions()`, `add_type()` and `init()` have the
parameters and the forms of answers of that module, and encodings (`.gz`) are those of its tables. All other names
(`MimeTypes`, `types_map` and so on) are the standard module's own.
"""

from __future__ import annotations

import mimetypes as _standard
import os
import posixpath
import threading
import urllib.parse
from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

from ._registry import TypeRegistry
from ._type import Type

__all__ = [
    "add_type",
    "guess_all_extensions",
    "guess_extension",
    "guess_file_type",
    "guess_type",
    "init",
    "use",
]

_Path = Union[str, "os.PathLike[str]"]
_registry: Optional[TypeRegistry] = None
_lock = threading.Lock()
# What add_type() added, by extension with its dot.
_added: Dict[str, str] = {}
# The answers by the numbers of types, which no two registries or generations share.
_known: Dict[int, Optional[str]] = {}


def __getattr__(name: str) -> Any:
    if name.startswith("_"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(_standard, name)


def use(registry: Optional[TypeRegistry]) -> None:
    """Answers from this registry, such as one in a file; with `None` from the one of this machine."""
    global _registry
    _registry = registry


def init(files: Optional[Sequence[str]] = None) -> None:
    """Uses changed declarations, and forgets the types that were added.

    `files` are tables like `mime.types`, whose types are added.
    """
    _shared().refresh()
    _added.clear()
    for file in files or ():
        for extension, mime_type in (_standard.read_mime_types(file) or {}).items():
            add_type(mime_type, extension)


def guess_type(url: _Path, strict: bool = True) -> Tuple[Optional[str], Optional[str]]:
    """The MIME type and the encoding of a file by its URL or path.

    `(None, encoding)` if no declaration has the name. `strict` has no effect: the registry
    has one answer.
    """
    text = os.fspath(url)
    if ":" in text:
        parts = urllib.parse.urlparse(text)
        if parts.scheme == "data":
            return _type_of_data(parts.path), None
        if len(parts.scheme) > 1:
            text = parts.path
    return _guess(text)


def guess_file_type(
    path: Union[_Path, bytes, "os.PathLike[bytes]"], *, strict: bool = True
) -> Tuple[Optional[str], Optional[str]]:
    """The MIME type and the encoding of a file by its path."""
    return _guess(os.fsdecode(path))


def guess_extension(type: str, strict: bool = True) -> Optional[str]:
    """The extension, with its dot, for new files of a MIME type; `None` if there is none."""
    return next(iter(_extensions(type)), None)


def guess_all_extensions(type: str, strict: bool = True) -> List[str]:
    """All extensions of a MIME type, with their dots, the one for new files first."""
    return list(_extensions(type))


def add_type(type: str, ext: str, strict: bool = True) -> None:
    """Adds an extension to a MIME type, for this process and before the registry."""
    _shared()
    _added[ext.lower()] = type


def _shared() -> TypeRegistry:
    global _registry
    with _lock:
        if _registry is None:
            _registry = TypeRegistry()
        return _registry


def _guess(path: str) -> Tuple[Optional[str], Optional[str]]:
    name, encoding = path, None
    extension = path[path.rfind(".") :]
    if extension in _standard.encodings_map or extension.lower() in _standard.suffix_map:
        base, extension = posixpath.splitext(path)
        while extension.lower() in _standard.suffix_map:
            base, extension = posixpath.splitext(base + _standard.suffix_map[extension.lower()])
        encoding = _standard.encodings_map.get(extension)
        name = base if encoding else base + extension
    if _added:
        known = _added.get(posixpath.splitext(name)[1].lower())
        if known is not None:
            return known, encoding
    type = (_registry or _shared()).type_of(name)
    try:
        return _known[type._number], encoding
    except KeyError:
        if len(_known) > 1 << 16:
            _known.clear()
        found = _known[type._number] = _mime_type(type)
        return found, encoding


def _mime_type(type: Type) -> Optional[str]:
    # What no declaration has is bytes to everyone else, and unknown to callers of this module.
    return None if type.is_dynamic or type.identifier == "public.data" else type.mime_type


def _type_of_data(path: str) -> Optional[str]:
    """The MIME type in a 'data:' URL, RFC 2397."""
    head, comma, _ = path.partition(",")
    if not comma:
        return None
    mime_type = head.partition(";")[0]
    return "text/plain" if "=" in mime_type or "/" not in mime_type else mime_type


def _extensions(mime_type: str) -> Dict[str, None]:
    """In their order, each once."""
    wanted = mime_type.lower()
    found = {}
    try:
        types = _shared().types_with_mime_type(wanted)
    except ValueError:
        types = []
    for one in types:
        found.update(dict.fromkeys("." + extension for extension in one.extensions if not one.is_dynamic))
    found.update(dict.fromkeys(extension for extension, added in _added.items() if added.lower() == wanted))
    return found
