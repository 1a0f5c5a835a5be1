// SPDX-License-Identifier: MIT

import UniformTypeIdentifiers

extension UTType {
  /// The format of this program.
  static let recipe = UTType(exportedAs: "org.bistro.recipe", conformingTo: .json)
  static let recipeBook = UTType(exportedAs: "org.bistro.recipe-book")

  /// The formats of others.
  static var foodList: UTType { UTType(importedAs: "com.compy.foodlist", conformingTo: .text) }
  static var picture: UTType { UTType(importedAs: "public.png", conformingTo: .image) }
}

func ownTypes() -> [String] {
  [
    "\(UTType.recipe.identifier) \(UTType.recipe.isDeclared) \(UTType.recipe.conforms(to: .text))",
    "\(UTType.recipeBook.conforms(to: .data)) \(UTType.recipeBook.conforms(to: .text))",
    "\(UTType.foodList) \(UTType.foodList.conforms(to: .content)) \(UTType.foodList == .foodList)",
    "\(UTType.picture == .png) \(UTType.picture.isDeclared)",
  ]
}
