// SPDX-License-Identifier: MIT

/// Answers which applications open what, from one registry and the bindings of one moment.
///
/// Both back ends use it, the one in its own process, the other in the daemon, so that they answer
/// alike.
public struct HandlerDirectory: Sendable {
  /// The registry; tags in it mean the types that the user's bindings choose.
  public let registry: CompiledRegistry
  package let table: BindingTable
  package let memory = RankingMemory()

  /// A directory of one moment.
  ///
  /// - Parameters:
  ///   - registry: The registry, with the user's choices of types for tags.
  ///   - bindings: The user's: all of them, or those that concern the queries.
  ///   - known: The applications that need no confirmation; `nil` if none were recorded.
  /// - Complexity: O(*n* + *b*) for *n* bindings and *b* bundles.
  public init(
    _ registry: CompiledRegistry, bindings: [Binding], known: [HandlerIdentity]? = nil
  ) {
    self.registry = registry
    table = BindingTable(bindings, over: registry, knownApplications: known)
  }

  /// The applications that open the subject of a query.
  public func handlers(for query: HandlerQuery, in languages: LanguageList) -> HandlerAnswer {
    registry.handlers(for: query, with: table, in: languages)
  }

  /// Like ``handlers(for:in:)``, but looks up handlers one by one.
  package func answers(to query: HandlerQuery, in languages: LanguageList) -> HandlerAnswerBuilder {
    HandlerAnswerBuilder(to: query, from: registry, with: table, in: languages)
  }

  /// The site's bindings, in the order of the declarations.
  public func siteBindings() -> [DeclaredSiteBinding] {
    siteBindingNumbers.compactMap(siteBinding(_:))
  }

  /// The numbers of the site's bindings, in the same order.
  package var siteBindingNumbers: Range<Int> { table.siteEntries }

  /// The binding of one of ``siteBindingNumbers``.
  package func siteBinding(_ number: Int) -> DeclaredSiteBinding? {
    let entry = table.entry(number)
    return entry.source.map { DeclaredSiteBinding(binding: entry.binding, source: $0) }
  }
}

extension HandlerQuery {
  /// The longest application name that is looked up, in bytes.
  static let longestOwnHandler = 1_024

  /// The name of an application, cut and with NUL replaced so that every message can carry it.
  package static func checked(ownHandler own: String) -> String {
    guard own.utf8.contains(0) || own.utf8.count > longestOwnHandler else { return own }
    let bytes = own.utf8.prefix(longestOwnHandler).map { $0 == 0 ? UInt8(ascii: "?") : $0 }
    return String(decoding: bytes, as: UTF8.self)
  }
}
