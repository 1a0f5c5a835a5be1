// SPDX-License-Identifier: MIT

import UniformTypeIdentifiers

extension UTTagClass {
  static let resourceType = UTTagClass(rawValue: "com.apple.ostype")
}

func tags() -> [String] {
  let type = UTType(tag: "PNGf", tagClass: .resourceType, conformingTo: nil)
  let names = UTType.jpeg.tags[UTTagClass(rawValue: "public.mime-type")] ?? []
  let all = UTType.types(tag: "ts", tagClass: .filenameExtension, conformingTo: .movie)
  return [
    "\(type?.identifier ?? "none") \(UTTagClass.mimeType.rawValue)", names.first ?? "none",
    all.map(\.identifier).joined(separator: " "),
    "\(UTTagClass(rawValue: "public.filename-extension") == .filenameExtension)",
    "\(UTType(tag: "a", tagClass: UTTagClass(rawValue: "no class"), conformingTo: nil) == nil)",
  ]
}
