# SPDX-License-Identifier: MIT
"""The questions about types: what the resolver answers, and what of a program's answer is compared with it."""

from __future__ import annotations

from typing import Any

from .doors import Door
from .names import Names
from .types import Types, in_order
from .values import MIME

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
    for file in door.documents("type-of", "--name-only", "--json", "--", *operands)["files"]:
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
    for each in door.documents("why", "--no-handlers", "--name-only", "--file", "--json", "--", *operands)["answers"]:
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
    for each in door.documents("info", "--type", "--json", "--", *operands)["types"]:
        if "error" in each:
            answers.append({"state": "unknown"})
            continue
        if each["state"] != "declared":
            answers.append({"state": each["state"]})
            continue
        declarations = [[d["kind"], d["source"]["bundle"], d["source"]["path"], d["active"]]
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


def expected_meaning(types: Types, mime: str) -> Answer:
    found = types.meanings((MIME, mime.split(";")[0].strip().lower()))
    return {"identifier": found[0].type if found else None}


def actual_meaning(door: Door, operands: list[str]) -> list[Answer]:
    return [{"identifier": None if "error" in each else each["identifier"]}
            for each in door.documents("info", "--json", "--", *operands)["types"]]

