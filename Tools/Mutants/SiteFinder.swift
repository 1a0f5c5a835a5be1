// SPDX-License-Identifier: MIT

import SwiftSyntax

/// Collects the sites of one file.
final class SiteFinder: SyntaxVisitor {
  /// The sites, in the order of their nodes.
  private(set) var sites: [Site] = []
  private let bytes: [UInt8]

  /// The call of the switch.
  static let isOn = "mutantIsOn(\u{1})"

  init(bytes: [UInt8]) {
    self.bytes = bytes
    super.init(viewMode: .sourceAccurate)
  }

  // MARK: - Expressions

  override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    guard let sign = node.operator.as(BinaryOperatorExprSyntax.self)?.operator else {
      return .visitChildren
    }
    if sign.text == "??" {
      addChoice("right side", node, node.rightOperand.trimmedDescription)
    } else if let (kind, other) = Replacements.operators[sign.text],
      !(sign.text == "+" && (node.leftOperand.isCollection || node.rightOperand.isCollection))
    {
      addChoice(
        kind, node, changed(node, sign, other), change: .init(range: sign.bytes, text: other))
    }
    return .visitChildren
  }

  override func visit(_ node: PrefixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    if node.operator.text == "!" {
      addChoice("negation", node, node.expression.trimmedDescription)
    }
    return .visitChildren
  }

  override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    addChoice("literal", node, node.literal.text == "true" ? "false" : "true")
    return .visitChildren
  }

  override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    let digits = node.literal.text.filter { $0 != "_" }
    let (radix, prefix) =
      ["0x": 16, "0b": 2, "0o": 8].first { digits.hasPrefix($0.key) }.map { ($0.value, $0.key) }
      ?? (10, "")
    guard !node.isHint, let value = Int(digits.dropFirst(prefix.count), radix: radix) else {
      return .visitChildren
    }
    for other in [value &+ 1] + (value > 1 ? [value - 1] : []) {
      addChoice("literal", node, prefix + String(other, radix: radix))
    }
    return .visitChildren
  }

  override func visit(_ node: TernaryExprSyntax) -> SyntaxVisitorContinueKind {
    addNegation(node.condition)
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let callee = node.calledExpression
    if let name = callee.as(DeclReferenceExprSyntax.self)?.baseName {
      addOpposite(of: name, in: node)
    } else if let member = callee.as(MemberAccessExprSyntax.self) {
      addOpposite(of: member.declName.baseName, in: node)
    }
    return .visitChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    if node.parent?.is(FunctionCallExprSyntax.self) != true,
      ["first", "last"].contains(node.declName.baseName.text), node.base != nil,
      node.parent?.is(OptionalChainingExprSyntax.self) != true
    {
      addOpposite(of: node.declName.baseName, in: node)
    }
    return .visitChildren
  }

  private func addOpposite(of name: TokenSyntax, in node: some ExprSyntaxProtocol) {
    guard let other = Replacements.names[name.text],
      node.parent?.is(OptionalChainingExprSyntax.self) != true
    else { return }
    addChoice(
      "name", node, changed(node, name, other), change: .init(range: name.bytes, text: other))
  }

  // MARK: - Conditions

  override func visit(_ node: ConditionElementSyntax) -> SyntaxVisitorContinueKind {
    switch node.condition {
    case .expression(let condition):
      addNegation(condition)
    case .optionalBinding(let binding):
      addFailure(Syntax(binding))
    case .matchingPattern(let pattern):
      addFailure(Syntax(pattern))
    default:
      break
    }
    return .visitChildren
  }

  override func visit(_ node: WhereClauseSyntax) -> SyntaxVisitorContinueKind {
    addNegation(node.condition)
    return .visitChildren
  }

  override func visit(_ node: RepeatStmtSyntax) -> SyntaxVisitorContinueKind {
    addNegation(node.condition)
    return .visitChildren
  }

  private func addNegation(_ condition: ExprSyntax) {
    if condition.is(BooleanLiteralExprSyntax.self) { return }
    addChoice("condition", condition, "!(\(condition.trimmedDescription))")
  }

  /// Lets a binding fail: what follows it is not done.
  private func addFailure(_ binding: Syntax) {
    let end = binding.bytes.upperBound
    add(
      "binding", binding, change: .init(range: binding.bytes, text: "false"),
      edits: [.init(range: end..<end, text: ", !\(Self.isOn)")])
  }

  // MARK: - Statements

  override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
    addBreak(node.body)
    return .visitChildren
  }

  override func visit(_ node: WhileStmtSyntax) -> SyntaxVisitorContinueKind {
    addBreak(node.body)
    return .visitChildren
  }

  private func addBreak(_ body: CodeBlockSyntax) {
    if body.statements.isEmpty { return }
    let end = body.leftBrace.bytes.upperBound
    add(
      "loop", Syntax(body), change: .init(range: end..<end, text: " break"),
      edits: [.init(range: end..<end, text: " if \(Self.isOn) { break };")])
  }

  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    if let value = node.expression { addReturns(value, ResultType(around: Syntax(node))) }
    return .visitChildren
  }

  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    guard let expression = node.item.as(ExprSyntax.self) else { return .visitChildren }
    let isAlone = node.parent?.as(CodeBlockItemListSyntax.self)?.count == 1
    if isAlone, let type = ResultType(ofBody: node) {
      if type.text != "Void" { addReturns(expression, type) }
      guard type.text == "Void" else { return .visitChildren }
    }
    if let name = expression.removedCall {
      if !Replacements.keptCalls.contains(name) { addRemoval("call", node) }
    } else if let infix = expression.as(InfixOperatorExprSyntax.self) {
      addAssignment(infix, node)
    }
    return .visitChildren
  }

  private func addAssignment(_ infix: InfixOperatorExprSyntax, _ node: CodeBlockItemSyntax) {
    if infix.operator.is(AssignmentExprSyntax.self) {
      // What an initialiser leaves out does not compile.
      if node.enclosing(InitializerDeclSyntax.self) == nil,
        !infix.leftOperand.is(DiscardAssignmentExprSyntax.self)
      {
        addRemoval("assignment", node)
      }
    } else if let sign = infix.operator.as(BinaryOperatorExprSyntax.self)?.operator,
      let other = Replacements.assignments[sign.text],
      !(sign.text == "+=" && infix.rightOperand.isCollection)
    {
      let changed = changed(infix, sign, other)
      add(
        "arithmetic", Syntax(node), change: .init(range: sign.bytes, text: other),
        edits: [
          .init(range: node.start, text: "if \(Self.isOn) { \(changed) } else { "),
          .init(range: node.end, text: " }"),
        ])
    }
  }

  private func addRemoval(_ kind: String, _ node: CodeBlockItemSyntax) {
    add(
      kind, Syntax(node), change: .init(range: node.bytes, text: ""),
      edits: [
        .init(range: node.start, text: "if !\(Self.isOn) { "), .init(range: node.end, text: " }"),
      ])
  }

  private func addReturns(_ value: ExprSyntax, _ type: ResultType?) {
    guard let type, let other = type.replacement(of: value) else { return }
    addChoice("return", value, other)
  }

  // MARK: - Adding

  /// Adds a site whose two forms are expressions; `change` is given where it is smaller than these.
  private func addChoice(
    _ kind: String, _ node: some ExprSyntaxProtocol, _ other: String, change: Site.Edit? = nil
  ) {
    add(
      kind, Syntax(node), change: change ?? .init(range: node.bytes, text: other),
      edits: [
        .init(range: node.start, text: "(\(Self.isOn) ? (\(other)) : ("),
        .init(range: node.end, text: "))"),
      ])
  }

  private func add(_ kind: String, _ node: Syntax, change: Site.Edit, edits: [Site.Edit]) {
    guard node.isOrdinary else { return }
    sites.append(Site(kind: kind, change: change, edits: edits, scope: node.scope))
  }

  /// The text of a node with another token.
  private func changed(
    _ node: some SyntaxProtocol, _ token: TokenSyntax, _ other: String
  ) -> String {
    let all = node.bytes
    let own = token.bytes
    return String(decoding: bytes[all.lowerBound..<own.lowerBound], as: UTF8.self) + other
      + String(decoding: bytes[own.upperBound..<all.upperBound], as: UTF8.self)
  }
}
