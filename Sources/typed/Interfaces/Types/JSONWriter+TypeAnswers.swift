// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

// Values of the library as `org.typeregistry.types` describes them.
extension JSONWriter {
  mutating func value(_ tag: Tag) {
    beginObject()
    member("tagClass", tag.tagClass.text)
    member("value", tag.value)
    endObject()
  }

  mutating func value(_ source: SourceReference) {
    beginObject()
    member("bundle", source.bundle)
    if !source.bundleVersion.isEmpty { member("bundleVersion", source.bundleVersion) }
    member("origin", source.origin.name)
    member("path", source.path)
    if source.line != 0 {
      member("line", source.line)
      member("column", source.column)
    }
    endObject()
  }

  mutating func explanation(_ explanation: Explanation) {
    name("explanation")
    beginObject()
    member("verdict", explanation.verdict)
    name("steps")
    beginArray()
    for step in explanation.steps { value(step) }
    endArray()
    endObject()
  }

  private mutating func value(_ step: Explanation.Step) {
    beginObject()
    name("tag")
    value(step.tag)
    member("pattern", step.pattern)
    name("candidates")
    beginArray()
    for candidate in step.candidates {
      beginObject()
      member("identifier", candidate.type.text)
      member("kind", candidate.kind.rawValue)
      member("rule", candidate.rule.rawValue)
      member("reason", candidate.reason)
      name("source")
      value(candidate.source)
      endObject()
    }
    endArray()
    if !step.excluded.isEmpty {
      name("excluded")
      beginArray()
      for excluded in step.excluded {
        beginObject()
        member("identifier", excluded.type.text)
        member("reason", excluded.reason)
        name("source")
        value(excluded.source)
        endObject()
      }
      endArray()
    }
    endObject()
  }

  mutating func value(_ declaration: DeclarationInformation) {
    beginObject()
    member("kind", declaration.kind.rawValue)
    member("active", declaration.isActive)
    member("reason", declaration.reason?.word)
    member("explanation", declaration.reason?.explanation)
    name("source")
    value(declaration.source)
    endObject()
  }

  mutating func value(_ conformance: ConformanceInformation) {
    beginObject()
    member("supertype", conformance.supertype.text)
    name("path")
    strings(conformance.path.map(\.text))
    if let source = conformance.source {
      name("source")
      value(source)
    }
    endObject()
  }
}
