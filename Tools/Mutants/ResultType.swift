// SPDX-License-Identifier: MIT

import SwiftSyntax

/// The annotated type of what a body returns.
struct ResultType {
  /// The annotation, as it is written; `Void` where there is none.
  let text: String
  private let type: TypeSyntax?

  private init(_ type: TypeSyntax?) {
    self.type = type
    text = type?.trimmedDescription ?? "Void"
  }

  /// The type of the function, closure or property that a `return` ends; `nil` if it is not written.
  init?(around node: Syntax) {
    var next = node.parent
    while let node = next {
      if node.is(CodeBlockItemListSyntax.self), let type = Self(ofListIn: node.parent) {
        self = type
        return
      }
      if node.is(ClosureExprSyntax.self) || node.is(FunctionDeclSyntax.self) { return nil }
      next = node.parent
    }
    return nil
  }

  /// The type of the body that an only statement is in; `nil` if it is in another block.
  init?(ofBody item: CodeBlockItemSyntax) {
    self.init(ofListIn: item.parent?.parent)
  }

  private init?(ofListIn parent: Syntax?) {
    guard let parent else { return nil }
    if let closure = parent.as(ClosureExprSyntax.self) {
      guard let clause = closure.signature?.returnClause else { return nil }
      self.init(clause.type)
    } else if let block = parent.as(AccessorBlockSyntax.self) {
      self.init(Self.type(ofAccessorsIn: block.parent))
    } else if let block = parent.as(CodeBlockSyntax.self), let owner = block.parent {
      if let function = owner.as(FunctionDeclSyntax.self) {
        self.init(function.signature.returnClause?.type)
      } else if let accessor = owner.as(AccessorDeclSyntax.self) {
        let reads = accessor.accessorSpecifier.text == "get"
        self.init(reads ? Self.type(ofAccessorsIn: accessor.parent?.parent?.parent) : nil)
      } else if owner.is(InitializerDeclSyntax.self) || owner.is(DeinitializerDeclSyntax.self) {
        self.init(nil)
      } else {
        return nil
      }
    } else {
      return nil
    }
  }

  private static func type(ofAccessorsIn owner: Syntax?) -> TypeSyntax? {
    owner?.as(PatternBindingSyntax.self)?.typeAnnotation?.type
      ?? owner?.as(SubscriptDeclSyntax.self)?.returnClause.type
  }

  /// Another value of the type; `nil` where none is known, or the value is the same.
  func replacement(of value: ExprSyntax) -> String? {
    let own = value.trimmedDescription
    let isStatement = value.is(IfExprSyntax.self) || value.is(SwitchExprSyntax.self)
    guard let type, !isStatement, !value.is(BooleanLiteralExprSyntax.self) else { return nil }
    let other: String? =
      switch true {
      case text == "Bool": "!(\(own))"
      case type.is(OptionalTypeSyntax.self): "nil"
      case type.is(ArrayTypeSyntax.self): "[]"
      case type.is(DictionaryTypeSyntax.self): "[:]"
      case text == "String": "\"\""
      default: nil
      }
    return other == own ? nil : other
  }
}
