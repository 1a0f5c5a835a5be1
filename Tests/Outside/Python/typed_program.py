# SPDX-License-Identifier: MIT
"""A program whose types mypy checks with those of the package; it is not run."""

import pathlib
from typing import Any, Dict, List, Optional, Tuple

import typeregistry
import typeregistry.mimetypes as mimetypes
from typeregistry import Handler, Type, TypeRegistry


class Column:
    """An array of Arrow."""

    def __arrow_c_array__(self, requested_schema: Any = None) -> Tuple[Any, Any]:
        raise NotImplementedError


class Numbers:
    """An array of NumPy."""

    @property
    def __array_interface__(self) -> Dict[str, Any]:
        raise NotImplementedError


def program() -> None:
    with TypeRegistry(pathlib.Path("types.registry")) as registry:
        one: Type = registry.type_of("a.png")
        same: Type = registry.type_of(pathlib.Path("a.png"))
        for found in registry.type_of(["a.png", b"b.png", pathlib.Path("c")]):
            text: str = found.identifier
        first: Type = registry.type_of(("a", "b"))[0]
        nullable: Optional[Type] = registry.type_of(Column())[0]
        number: Type = registry.type_of(Numbers())[0]
        files: typeregistry.FileTypes = registry.types_of_files([pathlib.Path("a")])
        certainty: Optional[typeregistry.Certainty] = files.certainties[0]
        is_image: bool = registry.conforms(one, "public.image")
        are_images: List[bool] = registry.conforms(files[1:], same)
        handler: Optional[Handler] = registry.default_handler(first)
        guess: Tuple[Optional[str], Optional[str]] = mimetypes.guess_type("a.png")
        print(text, nullable, number, certainty, is_image, are_images, handler and handler.arguments, guess)
