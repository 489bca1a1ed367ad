import SwiftSyntax

extension FreestandingMacroExpansionSyntax {
  /// The call that adds at run time the callback that this macro was to declare.
  func runTimeCallback(for event: ExprSyntax) -> ExprSyntax {
    let others = arguments.filter { $0.label?.text != "time" }.map { argument in
      let label = argument.label?.text == "func" ? "perform" : argument.label?.text ?? "perform"
      return "\(label): \(argument.expression.trimmedDescription)"
    }
    return call("Rhea.on", [event.trimmedDescription] + others)
  }
}
