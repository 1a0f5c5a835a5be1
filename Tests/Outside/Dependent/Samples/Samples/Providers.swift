// SPDX-License-Identifier: MIT

import UniformTypeIdentifiers

/// What a drop offers: identifiers, as item providers have them.
struct Offer {
  var registeredTypeIdentifiers: [String]

  var contentTypes: [UTType] { registeredTypeIdentifiers.compactMap { UTType($0) } }

  func hasItemConforming(to type: UTType) -> Bool {
    contentTypes.contains { $0.conforms(to: type) }
  }

  func firstType(conformingTo types: [UTType]) -> UTType? {
    for type in types {
      if let found = contentTypes.first(where: { $0.conforms(to: type) }) { return found }
    }
    return nil
  }
}

func providers() -> [String] {
  let offer = Offer(registeredTypeIdentifiers: [
    "public.html", UTType.utf8PlainText.identifier, "org.nothing.like-this", "public.file-url",
  ])
  return [
    "\(offer.contentTypes.count) \(offer.hasItemConforming(to: .text)) \(offer.hasItemConforming(to: .image))",
    offer.firstType(conformingTo: [.image, .fileURL, .plainText])?.identifier ?? "none",
    offer.firstType(conformingTo: [.movie])?.identifier ?? "none",
  ]
}
