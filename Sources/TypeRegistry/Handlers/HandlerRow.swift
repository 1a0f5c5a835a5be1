// SPDX-License-Identifier: MIT

/// One ranked application.
package struct HandlerRow: Sendable, Equatable {
  package var bundle: UInt32
  /// The claim that speaks for it; 0 for an application that is bound and claims nothing here.
  package var claim: UInt32
  /// The binding among those of the table, or -1.
  package var binding: Int32
  package var distance: UInt16
  package var placement: Handler.Placement
}
