// SPDX-License-Identifier: MIT

/// The applications that open something, in order; their texts are read when the caller reads them.
///
/// They have the order of ``HandlerAnswer/handlers``, which also has reasons and sources.
public struct RankedHandlers: RandomAccessCollection, Sendable {
  private let registry: CompiledRegistry
  private let rows: [HandlerRow]

  package init(_ rows: [HandlerRow], in registry: CompiledRegistry) {
    self.rows = rows
    self.registry = registry
  }

  /// The position of the first application.
  public var startIndex: Int { 0 }

  /// The number of applications.
  public var endIndex: Int { rows.count }

  /// The application at a position.
  public subscript(position: Int) -> RankedHandler {
    RankedHandler(rows[position], in: registry)
  }
}

/// One of ``RankedHandlers``.
public struct RankedHandler: Sendable {
  private let registry: CompiledRegistry
  private let row: HandlerRow

  package init(_ row: HandlerRow, in registry: CompiledRegistry) {
    self.row = row
    self.registry = registry
  }

  private var record: BundleRecord { registry.bundleRecords[row.bundle] }

  /// `CFBundleIdentifier`.
  ///
  /// - Complexity: O(1) after the first query of the bundle in its registry; no allocation then.
  public var bundle: String {
    registry.keptBundleTexts.text(0, of: Int(row.bundle)) { registry.text(record.identifier) } ?? ""
  }

  /// The application's name in the caller's language, else its identifier.
  public func name(in languages: LanguageList = .none) -> String {
    let name = registry.localized(
      record.name, ofBundle: UInt16(clamping: row.bundle), in: languages)
    return name.isEmpty ? bundle : name
  }

  /// The file that the bundle was read from.
  public var path: String { registry.path(record.path) }

  /// The name of the application's icon.
  public var iconName: String? { registry.optionalText(record.icon) }

  /// How far the bundle is trusted.
  public var origin: Origin { registry.origin(ofBundle: row.bundle) }

  /// The argument vector that starts it, the program's path first, placeholders not replaced.
  public var arguments: [String] { registry.launchVector(ofBundle: row.bundle) }

  /// The reason for it to be among the answers.
  public var placement: Handler.Placement { row.placement }

  /// The application as a binding names it.
  package var identity: HandlerIdentity { registry.identity(ofBundle: row.bundle) }
}
