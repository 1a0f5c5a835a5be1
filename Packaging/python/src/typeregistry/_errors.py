# SPDX-License-Identifier: MIT
"""The errors of this package."""

from __future__ import annotations


class RegistryError(Exception):
    """The base of all errors of this package."""


class LibraryError(RegistryError, ImportError):
    """The library cannot be loaded, or has another version than this package."""


class RegistryFileError(RegistryError, OSError):
    """A file is not a registry that this version can use."""


class ClosedError(RegistryError, ValueError):
    """The registry is closed."""


class UnknownTypeError(RegistryError, LookupError):
    """There is no type of that identifier."""


class ExplanationError(RegistryError):
    """`why()` has no answer, because the program that explains was not found or failed."""
