// SPDX-License-Identifier: MIT

/// All queries about handlers, and changes of bindings.
///
/// ``EmbeddedClient`` and ``SocketClient`` both conform, and give the same answers and errors.
public protocol HandlerClient: AnyObject {
  /// The applications that open each subject, in the order of the queries.
  func handlers(
    for queries: [HandlerQuery], in languages: LanguageList
  ) throws(RegistryClientError) -> [HandlerAnswer]

  /// The applications that open something or can be started, in byte order of their identifiers.
  func applications(
    in languages: LanguageList
  ) throws(RegistryClientError) -> [ApplicationInformation]

  /// The user's bindings, in a total order.
  func bindings() throws(RegistryClientError) -> [Binding]

  /// The administrator's bindings, in the order of the declarations.
  func siteBindings() throws(RegistryClientError) -> [DeclaredSiteBinding]

  /// Carries out requests, all of them or none, as one change.
  ///
  /// - Parameters:
  ///   - requests: The requests, later ones replacing earlier ones about the same slot.
  ///   - action: The name of the change in the history: bind, unbind or apply.
  ///   - dryRun: Whether to report what would change without changing it.
  ///   - entryEdits: The caller's changes of the user's `mimeapps.list`, to be kept for an undo;
  ///     ``ChoiceWriter`` does both.
  /// - Returns: The change; its number is 0 in a dry run. `nil` if nothing is to change.
  /// - Throws: ``RegistryClientError``, also for requests that cannot be carried out.
  func change(
    _ requests: [BindingRequest], as action: BindingChange.Action, dryRun: Bool,
    entryEdits: [MIMEAppsEdit]
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

  /// Undoes the change of a number, or the last one that is not undone and is not an undo.
  ///
  /// - Parameters:
  ///   - number: The change's number.
  ///   - dryRun: Whether to report what would change without changing it.
  ///   - entryEdits: The caller's changes of the user's `mimeapps.list`.
  /// - Returns: The result; in a dry run the undoing change has number 0.
  /// - Throws: ``RegistryClientError``.
  func undo(
    _ number: Int64?, dryRun: Bool, entryEdits: [MIMEAppsEdit]
  ) throws(RegistryClientError) -> UndoOutcome

  /// Takes into account inputs of the registry that have just been written.
  func refresh() throws(RegistryClientError)

  /// Marks applications as confirmed: those of `bundles`, or all if it is empty.
  ///
  /// - Returns: How many of them were unconfirmed.
  func confirm(_ bundles: [String]) throws(RegistryClientError) -> Int
}

extension HandlerClient {
  /// Carries out requests in the store alone; see ``change(_:as:dryRun:entryEdits:)``.
  public func change(
    _ requests: [BindingRequest], as action: BindingChange.Action, dryRun: Bool
  ) throws(RegistryClientError) -> BindingChange? {
    try change(requests, as: action, dryRun: dryRun, entryEdits: [])
  }

  /// Undoes a change in the store alone; see ``undo(_:dryRun:entryEdits:)``.
  public func undo(_ number: Int64?, dryRun: Bool) throws(RegistryClientError) -> UndoOutcome {
    try undo(number, dryRun: dryRun, entryEdits: [])
  }
}
