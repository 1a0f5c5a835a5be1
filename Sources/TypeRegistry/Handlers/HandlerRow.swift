// SPDX-License-Identifier: MIT

/// One ranked application.
package struct HandlerRow: Sendable, Equatable {
  /// Why the application is where it is.
  package enum Placement: UInt8, Sendable {
    /// The file itself names it.
    case ownBinding
    /// A binding of the tag, type or family.
    case binding
    /// A plain binding of a supertype.
    case supertypeBinding
    case claim
    case tagClaim
    case wildcardClaim
    /// It accepts drops and is never chosen.
    case drops
  }

  package var bundle: UInt32
  /// The claim that speaks for it; 0 for an application that is bound and claims nothing here.
  package var claim: UInt32
  /// The binding among those of the table, or -1.
  package var binding: Int32
  package var distance: UInt16
  package var placement: Placement
}
