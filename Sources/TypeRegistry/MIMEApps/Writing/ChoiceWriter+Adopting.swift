// SPDX-License-Identifier: MIT

extension ChoiceWriter {
  /// The result of writing defaults into the list, counted by MIME types and schemes.
  public struct Adoption: Hashable, Sendable {
    /// Those that were written, or that a dry run would write.
    public var written = 0
    /// Those that have a default in the list, which stays.
    public var kept = 0
    /// Those of ``kept`` whose default is another application.
    public var keptOthers = 0
    /// Those that are more than one change keeps.
    public var left = 0
    /// Those whose application is not a desktop entry, so that no list can name it.
    public var unnameable = 0

    /// An adoption without entries.
    public init() {}
  }

  /// Writes defaults into the user's list, as one change, for subjects without a default there.
  ///
  /// The store of choices is not changed, except for its history: an entry of the list is a choice by
  /// itself.
  ///
  /// - Parameters:
  ///   - defaults: The applications, each with its subjects; of several for one subject the first one is
  ///     written.
  ///   - dryRun: Whether to report the change without making it.
  /// - Returns: The change, and the written entries; `nil` if no list is used.
  /// - Throws: ``RegistryClientError``; then nothing has changed.
  /// - Complexity: O(*n* + *m*) for *n* defaults and *m* bytes of the list.
  public func adopt(
    _ defaults: [(subject: Binding.Subject, bundle: String)], dryRun: Bool
  ) throws(RegistryClientError) -> (outcome: Outcome, adoption: Adoption)? {
    guard let lists else { return nil }
    var adoption = Adoption()
    let outcome = try change([], as: .bind, dryRun: dryRun, in: lists) { document in
      var plan = MIMEAppsPlan(document, over: registry, expands: false)
      adoption = plan.adopt(defaults)
      return plan
    }
    if !outcome.isListed { adoption.written = 0 }
    return (outcome, adoption)
  }
}
