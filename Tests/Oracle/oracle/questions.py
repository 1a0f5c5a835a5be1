# SPDX-License-Identifier: MIT
"""The questions about types: what the resolver answers, and what of a program's answer is compared with it."""

from __future__ import annotations

import os
from typing import Any

from .doors import Door
from .handlers import CHOSEN, Handlers
from .names import Names
from .types import Types, in_order
from .values import EXTENSION, MIME, Tag, dynamic_identifier, extensions, normal_tag

Answer = dict[str, Any]


def sorted_tags(tags: list[Any]) -> list[str]:
    return sorted(f"{tag_class}={value}" for tag_class, value in tags)


def expected_type_of(names: Names, operand: str) -> Answer:
    answer = names.answer(operand)
    result: Answer = {"identifier": answer.type, "mime": names.mime_type(answer.type)}
    if answer.type.startswith("dyn."):
        result["mime"] = "application/octet-stream"
    if answer.tied:
        result["tie"] = answer.tied
    return result


def actual_type_of(door: Door, operands: list[str]) -> list[Answer]:
    answers = []
    for file in door.types_of(operands):
        answer: Answer = {"identifier": file.get("identifier"), "mime": file.get("mimeType")}
        if file.get("tie"):
            answer["tie"] = file.get("candidates")
        answers.append(answer)
    return answers


def expected_why(names: Names, operand: str) -> Answer:
    answer = names.answer(operand)
    return {"identifier": answer.type, "candidates": answer.candidates}


def actual_why(door: Door, operands: list[str]) -> list[Answer]:
    answers = []
    for each in door.reasons(operands):
        steps = each.get("explanation", {}).get("steps", [])
        deciding = [[candidate["identifier"] for candidate in step["candidates"]] for step in steps
                    if step["candidates"] and step["candidates"][0]["identifier"] == each.get("identifier")]
        answers.append({"identifier": each.get("identifier"), "candidates": deciding[-1] if deciding else []})
    return answers


def expected_info(types: Types, identifier: str) -> Answer:
    if identifier not in types.active:
        return {"state": "undeclared" if types.is_named(identifier) else "unknown"}
    declarations = [["exported" if d.exported else "imported", d.source.bundle, d.source.path,
                     d is types.active[identifier]] for d in in_order(types.declarations[identifier])]
    for supplement in types.supplements.get(identifier, []):
        declarations.append(["supplement", supplement.source.bundle, supplement.source.path, True])
    return {
        "state": "declared",
        "parents": types.parents[identifier],
        "supertypes": list(types.closure(identifier))[1:],
        "tags": sorted_tags(types.tags(identifier)),
        "opensAs": sorted(types.opens_as.get(identifier, [])),
        "declarations": sorted(declarations, key=str),
    }


def actual_info(door: Door, operands: list[str]) -> list[Answer]:
    answers = []
    for each in door.descriptions(operands):
        if "error" in each:
            answers.append({"state": "unknown"})
            continue
        if each["state"] != "declared":
            answers.append({"state": each["state"]})
            continue
        declarations = [[d["kind"], d["source"]["bundle"], path_of(d["source"]), d["active"]]
                        for d in each.get("declarations", [])]
        answers.append({
            "state": "declared",
            "parents": each.get("parents", []),
            "supertypes": each.get("supertypes", []),
            "tags": sorted_tags([(tag["tagClass"], tag["value"]) for tag in each.get("tags", [])]),
            "opensAs": sorted(other["identifier"] for other in each.get("opensAs", [])),
            "declarations": sorted(declarations, key=str),
        })
    return answers


def path_of(source: Answer) -> str:
    """The path of a file; of the core its name, because its directory is that of the program."""
    return os.path.basename(source["path"]) if source["origin"] == "core" else source["path"]


def expected_meaning(types: Types, mime: str) -> Answer:
    found = types.meanings((MIME, mime.split(";")[0].strip().lower()))
    return {"identifier": found[0].type if found else None}


def actual_meaning(door: Door, operands: list[str]) -> list[Answer]:
    return [{"identifier": None if "error" in each else each.get("identifier")} for each in door.meanings(operands)]


def operand_of_handlers(types: Types, names: Names, operand: str) -> tuple[str, list[Tag]]:
    """The type and the tags by which an operand is opened."""
    if operand.startswith("."):
        tag = (EXTENSION, operand[1:].lower())
        preferred = names.preferences.get(tag)
        means = types.meanings(tag)
        if preferred in [each.type for each in means]:
            return preferred, [tag]
        return (means[0].type if means else dynamic_identifier(tag)), [tag]
    if operand.startswith("name:"):
        answer = names.answer(operand[5:])
        found = extensions(operand[5:])
        return answer.type, [(EXTENSION, text) for text in found]
    if "/" in operand:
        found = types.meanings((MIME, operand))
        return (found[0].type if found else dynamic_identifier((MIME, operand))), [(MIME, operand)]
    return operand, []


def expected_handlers(handlers: Handlers, names: Names, operand: str, role: str | None) -> Answer:
    types = names.types
    if ":" in operand and not operand.startswith("name:"):
        ranked = handlers.answer_url(operand, role)
        return {"type": None, "handlers": [each.answer() for each in ranked]}
    identifier, tags = operand_of_handlers(types, names, operand)
    if identifier not in types.active and not types.is_named(identifier) and not tags:
        return {"type": None, "handlers": []}
    tags += [tag for tag in types.tags(identifier) if tag[0] == MIME and tag not in tags]
    ranked = handlers.answer(identifier, tags, role)
    return {"type": identifier, "handlers": [each.answer() for each in ranked]}


def actual_handlers(door: Door, operands: list[str], role: str | None) -> list[Answer]:
    return [handlers_answer(each) for each in door.handlers(operands, role)]


def handlers_answer(each: Answer) -> Answer:
    handlers = [{
        "bundle": h["bundle"], "placement": h["placement"], "distance": h.get("distance"),
        "role": None if h["placement"] in CHOSEN else h.get("role"),
        "rank": None if h["placement"] in CHOSEN else h.get("rank"),
        "origin": h["origin"], "arguments": h.get("arguments"),
    } for h in each.get("handlers", [])]
    return {"type": each.get("type"), "handlers": handlers}


def expected_dynamic(operand: str) -> Answer:
    tag_class, _, value = operand.partition("=")
    return {"identifier": dynamic_identifier(normal_tag(tag_class, value))}


def actual_dynamic(door: Door, operands: list[str]) -> list[Answer]:
    return [{"identifier": each.get("identifier")} for each in door.of_tags(operands)]
