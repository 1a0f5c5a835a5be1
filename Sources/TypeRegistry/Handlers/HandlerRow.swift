// SPDX-License-Identifier: MIT

/// One ranked application.
package struct HandlerRow: Sendable, Equatable {
  package var bundle: UInt32
  /// Its best claim; 0 for an application that is chosen and has no claim here.
  package var claim: UInt32
  /// The index of its binding among the entries of the table, or -1.
  package var binding: Int32
  package var distance: UInt16
  package var placement: Handler.Placement
}
