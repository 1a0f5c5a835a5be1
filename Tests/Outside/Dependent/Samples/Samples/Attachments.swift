// SPDX-License-Identifier: MIT

import Foundation
import UniformTypeIdentifiers

struct Attachment: Codable, Hashable, Identifiable {
  var id: String { name }
  let name: String
  let type: UTType
}

func attachments() throws -> [String] {
  let sent = [Attachment(name: "a", type: .png), Attachment(name: "b", type: .pdf)]
  let encoder = JSONEncoder()
  encoder.outputFormatting = .sortedKeys
  let data = try encoder.encode(sent)
  let received = try JSONDecoder().decode([Attachment].self, from: data)
  var colours: [UTType: String] = [.png: "green", .pdf: "red"]
  colours[.pdf] = "blue"
  let types: Set<UTType> = [.png, .pdf, UTType("public.png") ?? .data]
  return [
    String(decoding: data, as: UTF8.self), "\(received == sent) \(types.count)",
    received.compactMap { colours[$0.type] }.joined(separator: " "),
  ]
}
