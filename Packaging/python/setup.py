# SPDX-License-Identifier: MIT
"""The library that is built beside: its version, and its processor in the name of the wheel."""

import ctypes
import os
import sysconfig

from setuptools import setup
from setuptools.dist import Distribution
from wheel.bdist_wheel import bdist_wheel

_LIBRARY = os.path.join(os.path.dirname(os.path.abspath(__file__)), "src", "typeregistry", "libtyperegistry.so")
if not os.path.exists(_LIBRARY):
    raise SystemExit(f"{_LIBRARY} is missing: run 'make wheel' at the top of the repository, which builds it")


def _version() -> str:
    library = ctypes.CDLL(_LIBRARY)
    library.tr_version.restype = ctypes.c_char_p
    version: bytes = library.tr_version()
    return version.decode()


class _Distribution(Distribution):
    def has_ext_modules(self) -> bool:
        return True


class _Wheel(bdist_wheel):  # type: ignore[misc]
    """One wheel for every Python: the library is called by ctypes, and knows none."""

    def get_tag(self) -> "tuple[str, str, str]":
        return "py3", "none", sysconfig.get_platform().replace("-", "_").replace(".", "_")


setup(version=_version(), distclass=_Distribution, cmdclass={"bdist_wheel": _Wheel})
