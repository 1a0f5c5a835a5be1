// SPDX-License-Identifier: MIT

/// What can be asked and changed about handlers, whoever holds the bindings.
///
/// ``EmbeddedClient`` and ``SocketClient`` both conform, and answer alike, errors included.
public protocol HandlerClient: AnyObject {
  /// Who opens things, in the order of the queries.
  func handlers(
    for queries: [HandlerQuery], in languages: LanguageList
  ) throws(RegistryClientError) -> [HandlerAnswer]

  /// The applications that open something or can be started, in byte order of their identifiers.
  func applications(
    in languages: LanguageList
  ) throws(RegistryClientError) -> [ApplicationInformation]

  /// A person's bindings, in a total order.
  func bindings() throws(RegistryClientError) -> [Binding]

  /// The site's bindings, in the order of the declarations.
  func siteBindings() throws(RegistryClientError) -> [DeclaredSiteBinding]

  /// Meets wishes, all of them or none, as one change.
  ///
  /// - Parameters:
  ///   - requests: The wishes.
  ///   - action: What the history calls the change: bind, unbind or apply.
  ///   - dryRun: Whether to say what would change, and change nothing.
  /// - Returns: The change; its number is 0 in a dry run. `nil` if nothing is to change.
  /// - Throws: ``RegistryClientError``, for wishes that cannot be met too.
  func change(
    _ requests: [BindingRequest], as action: BindingChange.Action, dryRun: Bool
  ) throws(RegistryClientError) -> BindingChange?

  /// Changes of the bindings, the last one first.
  ///
  /// - Parameters:
  ///   - number: Only changes before this one; `nil` starts with the last.
  ///   - limit: The most changes to give.
  /// - Returns: No more than `limit`; fewer at the beginning of all changes.
  /// - Throws: ``RegistryClientError``.
  func history(
    before number: Int64?, limit: Int
  ) throws(RegistryClientError) -> [BindingChange]

  /// Takes a change back: that of a number, else the last one that is not taken back yet.
  func undo(_ number: Int64?, dryRun: Bool) throws(RegistryClientError) -> UndoOutcome

  /// Says that applications need no confirmation any more: those of `bundles`, or all if empty.
  ///
  /// - Returns: How many were unconfirmed before.
  func confirm(_ bundles: [String]) throws(RegistryClientError) -> Int
}
