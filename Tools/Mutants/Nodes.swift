// SPDX-License-Identifier: MIT

import SwiftSyntax

extension SyntaxProtocol {
  /// The bytes of the node, without what is written before and after it.
  var bytes: Range<Int> {
    positionAfterSkippingLeadingTrivia.utf8Offset..<endPositionBeforeTrailingTrivia.utf8Offset
  }

  /// The position before the node.
  var start: Range<Int> { bytes.lowerBound..<bytes.lowerBound }

  /// The position after the node.
  var end: Range<Int> { bytes.upperBound..<bytes.upperBound }

  /// The innermost node of a kind around this one.
  func enclosing<Node: SyntaxProtocol>(_ kind: Node.Type) -> Node? {
    var next = parent
    while let node = next {
      if let found = node.as(kind) { return found }
      next = node.parent
    }
    return nil
  }
}

extension Syntax {
  /// The declaration around the node: a member of a type, or the outermost one.
  var scope: Range<Int> {
    var found = self
    var next = parent
    while let node = next {
      if node.is(FunctionDeclSyntax.self) || node.is(InitializerDeclSyntax.self)
        || node.is(VariableDeclSyntax.self) || node.is(SubscriptDeclSyntax.self)
      {
        found = node
        if node.parent?.is(MemberBlockItemSyntax.self) == true { break }
      }
      next = node.parent
    }
    return found.bytes
  }

  /// Whether a value may be computed here when the program runs.
  var isOrdinary: Bool {
    var next: Syntax? = self
    while let node = next {
      switch node.kind {
      case .attribute, .availabilityCondition, .enumCaseElement, .expressionPattern,
        .genericArgument, .inlineArrayType, .macroExpansionDecl, .macroExpansionExpr:
        return false
      // The value of a parameter that is left out is compiled into other modules.
      case .functionParameter:
        return false
      case .functionDecl:
        let name = node.as(FunctionDeclSyntax.self)?.name.text ?? ""
        if Replacements.leftOut.contains(name) || node.isInlinable { return false }
      case .initializerDecl, .variableDecl, .subscriptDecl:
        if node.isInlinable { return false }
      default:
        if node.parent?.as(IfConfigClauseSyntax.self)?.condition?.id == node.id { return false }
      }
      next = node.parent
    }
    return true
  }

  /// Whether the body is compiled into other modules.
  private var isInlinable: Bool {
    guard let attributes = asProtocol((any WithAttributesSyntax).self)?.attributes else {
      return false
    }
    return attributes.contains {
      ["inlinable", "_transparent", "_alwaysEmitIntoClient"].contains(
        $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription)
    }
  }
}

extension ExprSyntax {
  /// Whether `+` joins collections here: one of the sides is a literal of a text or of an array.
  var isCollection: Bool {
    if let infix = self.as(InfixOperatorExprSyntax.self) {
      return infix.leftOperand.isCollection || infix.rightOperand.isCollection
    }
    return self.is(StringLiteralExprSyntax.self) || self.is(ArrayExprSyntax.self)
  }

  /// The name of the function whose call is all that there is; `nil` for other expressions.
  var removedCall: String? {
    if let call = self.as(FunctionCallExprSyntax.self) {
      if let name = call.calledExpression.as(DeclReferenceExprSyntax.self) {
        return name.baseName.text
      }
      return call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text ?? ""
    }
    if let attempt = self.as(TryExprSyntax.self) { return attempt.expression.removedCall }
    if let marked = self.as(UnsafeExprSyntax.self) { return marked.expression.removedCall }
    if let infix = self.as(InfixOperatorExprSyntax.self),
      infix.leftOperand.is(DiscardAssignmentExprSyntax.self)
    {
      return infix.rightOperand.removedCall
    }
    return nil
  }
}

extension IntegerLiteralExprSyntax {
  /// Whether the value is a capacity or a time.
  var isHint: Bool {
    guard let argument = enclosing(LabeledExprSyntax.self) else { return false }
    if let label = argument.label?.text, Replacements.hints.contains(label) { return true }
    let call = argument.enclosing(FunctionCallExprSyntax.self)?.calledExpression
    let name = call?.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    return name.map(Replacements.hints.contains) ?? false
  }
}
