// SPDX-License-Identifier: MIT

internal import StrictJSON

// The values of answers as the interfaces describe them.

extension Tag {
  init(_ answer: AnswerObject) throws(RegistryClientError) {
    let (name, value) = (try answer.string("tagClass"), try answer.string("value"))
    guard let tagClass = try? TagClass(name), let tag = try? Tag(tagClass, value) else {
      throw .invalidAnswer("tag")
    }
    self = tag
  }
}

extension SourceReference {
  init(_ answer: AnswerObject) throws(RegistryClientError) {
    self.init(
      bundle: try answer.string("bundle"),
      bundleVersion: try answer.optionalString("bundleVersion") ?? "",
      origin: try answer.origin("origin"), path: try answer.string("path"),
      line: try answer.optionalCount("line") ?? 0,
      column: try answer.optionalCount("column") ?? 0)
  }
}

extension FileTypeAnswer {
  /// Reads an answer of `TypeOf`, in one pass: there may be very many.
  init(reading answer: JSONValue) throws(RegistryClientError) {
    guard answer.kind == .object else { throw .invalidAnswer("answers") }
    var identifier: TypeIdentifier?
    self.init(identifier: FileKind.regular.typeIdentifier)
    for (name, value) in answer.members where !value.isNull {
      if name.equals("identifier") {
        identifier = try AnswerObject.identifier(value, "identifier")
      } else if name.equals("mimeType") {
        mimeType = try AnswerObject.string(value, "mimeType")
      } else if name.equals("mimeTypeFrom") {
        mimeTypeSource = try AnswerObject.identifier(value, "mimeTypeFrom")
      } else if name.equals("dynamic") {
        isDynamic = try AnswerObject.flag(value, "dynamic")
      } else if name.equals("tie") {
        isTie = try AnswerObject.flag(value, "tie")
      } else if name.equals("candidates") {
        guard value.kind == .array else { throw .invalidAnswer("candidates") }
        candidates = []
        for element in value.elements {
          candidates.append(try AnswerObject.identifier(element, "candidates"))
        }
      }
    }
    guard let identifier else { throw .invalidAnswer("identifier") }
    self.identifier = identifier
  }
}

extension Explanation {
  /// The explanation of an answer of `TypeOf`.
  init(_ answer: AnswerObject, of subject: String) throws(RegistryClientError) {
    let explanation = try answer.object("explanation")
    self.init(
      subject: subject,
      identifier: try answer.optionalIdentifier("identifier")
        ?? FileKind.regular.typeIdentifier,
      isDynamic: try answer.flag("dynamic"), isTie: try answer.flag("tie"),
      verdict: try explanation.string("verdict"),
      steps: try explanation.objects("steps", Step.init(_:)))
  }
}

extension Explanation.Step {
  init(_ answer: AnswerObject) throws(RegistryClientError) {
    self.init(
      tag: try Tag(answer.object("tag")), pattern: try answer.string("pattern"),
      candidates: try answer.objects("candidates", Explanation.Candidate.init(_:)),
      excluded: try answer.objects("excluded", Explanation.Excluded.init(_:)))
  }
}

extension Explanation.Candidate {
  init(_ answer: AnswerObject) throws(RegistryClientError) {
    self.init(
      type: try answer.identifier("identifier"),
      source: try SourceReference(answer.object("source")), kind: try answer.word("kind"),
      rule: try answer.word("rule"), reason: try answer.string("reason"))
  }
}

extension Explanation.Excluded {
  init(_ answer: AnswerObject) throws(RegistryClientError) {
    self.init(
      type: try answer.identifier("identifier"),
      source: try SourceReference(answer.object("source")), reason: try answer.string("reason"))
  }
}

extension DeclarationInformation {
  init(_ answer: AnswerObject) throws(RegistryClientError) {
    var reason: InactiveReason?
    if let word = try answer.optionalString("reason") {
      reason = InactiveReason.allCases.first { $0.word == word }
      guard reason != nil else { throw .invalidAnswer("reason") }
    }
    self.init(
      kind: try answer.word("kind"), isActive: try answer.flag("active"), reason: reason,
      source: try SourceReference(answer.object("source")))
  }
}

extension TypeInformation {
  /// What an answer of `Describe` tells; `nil` if that is nothing.
  static func read(_ answer: AnswerObject) throws(RegistryClientError) -> TypeInformation? {
    let state: TypeSummary.State = try answer.word("state")
    guard state != .unknown else { return nil }
    return TypeInformation(
      identifier: try answer.identifier("identifier"), isDeclared: state == .declared,
      isDynamic: state == .dynamic, description: try answer.optionalString("description"),
      descriptionInheritedFrom: try answer.optionalIdentifier("descriptionFrom"),
      iconName: try answer.optionalString("icon"), version: try answer.optionalString("version"),
      referenceURL: try answer.optionalString("referenceURL"),
      tags: try answer.objects("tags", Tag.init(_:)), parents: try answer.identifiers("parents"),
      supertypes: try answer.identifiers("supertypes"),
      declarations: try answer.objects("declarations", DeclarationInformation.init(_:)))
  }
}

extension TypeSummary {
  init(_ answer: AnswerObject) throws(RegistryClientError) {
    self.init(
      identifier: try answer.identifier("identifier"), state: try answer.word("state"),
      description: try answer.optionalString("description"),
      iconName: try answer.optionalString("icon"), parents: try answer.identifiers("parents"))
  }
}

extension ConformanceInformation {
  init(_ answer: AnswerObject) throws(RegistryClientError) {
    self.init(
      supertype: try answer.identifier("supertype"), path: try answer.identifiers("path"),
      source: try answer.optionalObject("source").map { (source) throws(RegistryClientError) in
        try SourceReference(source)
      })
  }
}

extension NegotiatedPair {
  init(_ answer: AnswerObject) throws(RegistryClientError) {
    self.init(
      offered: try answer.identifier("offered"), accepted: try answer.identifier("accepted"),
      distance: try answer.count("distance"))
  }
}

extension SearchResult {
  init(_ answer: AnswerObject) throws(RegistryClientError) {
    let word = try answer.string("quality")
    guard let quality = Quality.allCases.first(where: { $0.word == word }) else {
      throw .invalidAnswer("quality")
    }
    self.init(
      identifier: try answer.identifier("identifier"),
      description: try answer.optionalString("description"), quality: quality)
  }
}

extension BundleInformation {
  init(_ answer: AnswerObject) throws(RegistryClientError) {
    self.init(
      identifier: try answer.string("identifier"), name: try answer.optionalString("name"),
      version: try answer.optionalString("version") ?? "", path: try answer.string("path"),
      origin: try answer.origin("origin"), declarations: try answer.count("declarations"),
      supplements: try answer.count("supplements"), claims: try answer.count("claims"),
      maskedBy: try answer.optionalString("maskedBy"))
  }
}

extension Diagnostic {
  init(_ answer: AnswerObject) throws(RegistryClientError) {
    var position = Position.file
    if let line = try answer.optionalCount("line") {
      position = .location(SourceLocation(line: line, column: try answer.count("column")))
    } else if let keyPath = try answer.optionalString("keyPath") {
      position = .keyPath(keyPath)
    }
    self.init(
      try answer.word("severity"), Code(rawValue: try answer.string("code")),
      path: try answer.string("path"), position: position, message: try answer.string("message"),
      hint: try answer.optionalString("hint"),
      isAcceptedByApple: try answer.optionalFlag("acceptedByApple"))
  }
}

extension RegistryStatus {
  init(_ answer: AnswerObject) throws(RegistryClientError) {
    self.init(
      version: try answer.string("version"), generation: UInt64(try answer.count("generation")),
      digest: try answer.string("digest"),
      searchPathDigest: try answer.string("searchPathDigest"),
      source: try answer.string("source"), typeCount: try answer.count("types"),
      bundleCount: try answer.count("bundles"), diagnosticCount: try answer.count("diagnostics"),
      imageSize: try answer.count("imageSize"), core: try answer.optionalString("core"),
      directories: try answer.objects("directories", Directory.init(_:)),
      image: try answer.optionalString("image"),
      cacheProblem: try answer.optionalString("cacheProblem"),
      store: try answer.optionalObject("store").map(StoreStatus.init(_:)))
  }
}

extension StoreStatus {
  init(_ answer: AnswerObject) throws(RegistryClientError) {
    self.init(
      path: try answer.string("path"), bindingCount: try answer.count("bindings"),
      lastChange: Int64(try answer.count("lastChange")),
      problem: try answer.optionalString("problem"), hint: try answer.optionalString("hint"),
      notices: try answer.strings("notices"))
  }
}

extension RegistryStatus.Directory {
  init(_ answer: AnswerObject) throws(RegistryClientError) {
    self.init(
      path: try answer.string("path"), origin: try answer.origin("origin"),
      exists: try answer.flag("exists"))
  }
}
