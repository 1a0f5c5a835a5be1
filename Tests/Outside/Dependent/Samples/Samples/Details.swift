// SPDX-License-Identifier: MIT

import UniformTypeIdentifiers

/// A row of an inspector of types.
func details(of type: UTType) -> String {
  let identifier: String = type.identifier
  let name = type.localizedDescription ?? type.identifier
  let version: Int = type.version ?? 0
  var link = "no link"
  if let url = type.referenceURL { link = url.host ?? url.absoluteString }
  let state = type.isDynamic ? "dynamic" : type.isDeclared ? "declared" : "unknown"
  return "\(identifier.uppercased()) | \(name) | \(version) | \(link) | \(state)"
}

func details() -> [String] {
  [
    details(of: .geoJSON), details(of: .png),
    details(of: UTType(filenameExtension: "zzyzx") ?? .data),
    UTType.geoJSON.referenceURL?.absoluteString ?? "-",
    String(UTType.geoJSON.debugDescription.prefix(14)), "\(UTType.geoJSON)",
  ]
}
