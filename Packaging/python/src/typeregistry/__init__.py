# SPDX-License-Identifier: MIT
"""The uniform types of files: `public.jpeg` for a name, for contents, or for millions of names at once.

from typeregistry import TypeRegistry

with TypeRegistry() as registry:
    type = registry.type_of("holiday.JPG")
    print(type, type.mime_type, type.conforms_to("public.image"))
"""

from ._errors import ClosedError, ExplanationError, LibraryError, RegistryError, RegistryFileError, UnknownTypeError
from ._library import VERSION as __version__
from ._registry import TypeRegistry
from ._type import Handler, Type
from ._types import Certainty, FileTypes, Types

__all__ = [
    "Certainty",
    "ClosedError",
    "ExplanationError",
    "FileTypes",
    "Handler",
    "LibraryError",
    "RegistryError",
    "RegistryFileError",
    "Type",
    "TypeRegistry",
    "Types",
    "UnknownTypeError",
    "__version__",
]

# Errors and types are shown by the names that programs import.
for _name in __all__[:-1]:
    globals()[_name].__module__ = __name__
del _name
