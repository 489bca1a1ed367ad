import SwiftSyntax

extension Sequence<MacroArgument> {
  /// Returns the names in the traits `.formerly("…")`, or `nil` if no trait has one.
  ///
  /// - Throws: An error for a name that is not a literal, because tools that compare builds could
  ///   not read it.
  package func formerNames() throws -> [String]? {
    try strings { $0.formerName }
  }

  /// Returns the queues in the traits `.formerly("…", queue: "…")`, or `nil` if no trait has one.
  ///
  /// - Throws: An error for a queue that is not a literal.
  package func formerQueues() throws -> [String]? {
    try strings { trait in
      guard let queue = trait.formerArguments?.first(where: { $0.label?.text == "queue" })
      else { return nil }
      return MacroArgument(name: "queue", expression: queue.expression)
    }
  }

  private func strings(_ argument: (MacroArgument) -> MacroArgument?) throws -> [String]? {
    let strings = try compactMap { try argument($0)?.string() }
    return strings.isEmpty ? nil : strings
  }
}

extension LabeledExprListSyntax {
  /// The strings in `formerly: "shipSailed", "sailing"`.
  var formerNames: [MacroArgument] {
    let names = drop { $0.label?.identifier?.name != "formerly" }
    return (names.prefix(1) + names.dropFirst().prefix { $0.label == nil })
      .map { MacroArgument(name: "formerly", expression: $0.expression) }
  }
}

extension MacroArgument {
  /// A Boolean value that indicates whether the argument is a trait `.formerly("…")`.
  var isFormerName: Bool { formerName != nil }

  /// The name in a trait `.formerly("…")`.
  fileprivate var formerName: MacroArgument? {
    formerArguments?.first.map { MacroArgument(name: "formerly", expression: $0.expression) }
  }

  fileprivate var formerArguments: LabeledExprListSyntax? {
    guard let call = expression.as(FunctionCallExprSyntax.self),
      let access = call.calledExpression.as(MemberAccessExprSyntax.self),
      access.declName.baseName.text == "formerly"
    else { return nil }
    return call.arguments
  }
}
