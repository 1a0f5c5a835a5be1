// SPDX-License-Identifier: MIT

extension CompiledRegistry {
  /// A query in terms of this registry, and its type.
  ///
  /// - Parameters:
  ///   - query: The subject to open.
  ///   - table: The bindings, whose patterns may match a URL; `nil` for a query that is not about one.
  /// - Returns: The query, and the type if it is about one.
  /// - Complexity: As resolving the name or tag; for a URL as ``BindingTable/patterns(matching:)``.
  package func question(_ query: HandlerQuery, with table: BindingTable?) -> (
    question: ResolvedHandlerQuery, type: TypeIdentifier?
  ) {
    var question = ResolvedHandlerQuery()
    question.roles = query.roles
    question.ownBundle = query.ownHandler.flatMap(bundle(named:))
    var identifier: TypeIdentifier?
    switch query.subject {
    case .type(let type):
      identifier = type
    case .file(let file):
      let resolution = resolve(name: file.name.span, kind: file.kind)
      identifier = query.typeByContents ?? self.identifier(of: resolution, name: file.name.span)
      question.contentsDecide =
        query.typeByContents == nil && file.kind == .regular && dependsOnContents(resolution)
      question.tags = tags(of: resolution, name: file.name)
    case .url(let url):
      question.add(url, table)
    case .tag(let tag):
      if let url = TargetURL(pattern: tag) {
        question.add(url, table)
        break
      }
      question.tags = [tag]
      if tag.tagClass != .urlScheme {
        identifier = usualType(of: tag)
      }
    }
    guard let identifier else { return (question, nil) }
    switch reference(identifier) {
    case .registered(let type):
      question.type = type
    case .dynamic(let dynamic):
      question.identifier = identifier
      question.supertype = dynamic.supertype.map(find(_:)) ?? .none
      question.suffixType = suffixType(of: dynamic)?.type ?? .none
      for tag in dynamic.tags where !question.tags.contains(tag) { question.tags.append(tag) }
    case .unknown:
      question.identifier = identifier
    }
    return (question, identifier)
  }

  /// The tags of a file: the one that decided its type, then its path extension.
  private func tags(of resolution: NameResolution, name: [UInt8]) -> [Tag] {
    var tags: [Tag] = []
    if resolution.match != .none, let tag = tag(inSlot: resolution.slot) { tags.append(tag) }
    if let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0, dot + 1 < name.count,
      let text = String(validating: name[(dot + 1)...], as: UTF8.self),
      let tag = try? Tag(.filenameExtension, text), !tags.contains(tag)
    {
      tags.append(tag)
    }
    return tags
  }
}

extension ResolvedHandlerQuery {
  /// Adds the tags of a URL, which has none before.
  fileprivate mutating func add(_ url: TargetURL, _ table: BindingTable?) {
    tags = table?.patterns(matching: url) ?? []
    patternCount = tags.count
    tags.append(url.scheme)
  }
}

extension TargetURL {
  /// An example of the URLs that match a pattern: the pattern's text, which the pattern and all more general
  /// ones match; `nil` for a tag of another class.
  package init?(pattern tag: Tag) {
    guard tag.tagClass == .urlPattern else { return nil }
    let isOfTheWeb = tag.value.utf8.first == UInt8(ascii: "*")
    try? self.init(isOfTheWeb ? "https" + tag.value.dropFirst() : tag.value)
  }
}
