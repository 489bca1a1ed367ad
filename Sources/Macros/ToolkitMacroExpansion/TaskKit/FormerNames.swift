import SwiftSyntax

extension Sequence<MacroArgument> {
  /// Returns the names in the traits `.formerly("…")`, or `nil` if no trait has one.
  ///
  /// - Throws: An error for a name that is not a literal, because tools that compare builds could
  ///   not read it.
  package func formerNames() throws -> [String]? {
    let names = try compactMap { try $0.formerName?.string() }
    return names.isEmpty ? nil : names
  }
}

extension MacroArgument {
  /// A Boolean value that indicates whether the argument is a trait `.formerly("…")`.
  var isFormerName: Bool { formerName != nil }

  /// The name in a trait `.formerly("…")`.
  fileprivate var formerName: MacroArgument? {
    guard let call = expression.as(FunctionCallExprSyntax.self),
      let access = call.calledExpression.as(MemberAccessExprSyntax.self),
      access.declName.baseName.text == "formerly", let name = call.arguments.first
    else { return nil }
    return MacroArgument(name: "formerly", expression: name.expression)
  }
}
