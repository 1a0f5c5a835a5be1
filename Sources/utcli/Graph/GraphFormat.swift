// SPDX-License-Identifier: MIT

/// The forms in which `utcli graph` writes a graph.
enum GraphFormat: String, CaseIterable, Sendable {
  /// A description for Graphviz.
  case dot
  /// A drawing.
  case svg
  /// A page of the whole registry.
  case html
}
