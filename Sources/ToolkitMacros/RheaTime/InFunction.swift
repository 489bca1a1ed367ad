import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import ToolkitMacroExpansion

/// What to do about a declaration inside a function, where there can be no
/// record: a callback can be added there instead.
enum InFunction {
  /// Adds the way out to the error about a place if that is why it was refused.
  ///
  /// - Parameters:
  ///   - node: The macro as it was used.
  ///   - event: The event that its callback waits for.
  ///   - check: Throws if a record cannot be there.
  /// - Throws: The error of the check.
  static func offeringRegistration(
    of node: some FreestandingMacroExpansionSyntax, for event: ExprSyntax,
    _ check: () throws -> Void
  ) throws {
    do {
      try check()
    } catch let error as DiagnosticsError {
      throw DiagnosticsError(
        diagnostics: error.diagnostics.map { diagnostic in
          guard ExpansionError.isAboutRecordInFunction(diagnostic) else { return diagnostic }
          return Diagnostic(
            node: diagnostic.node, message: diagnostic.diagMessage,
            fixIts: [Replacement.fixIt(of: node, by: registration(of: node, for: event))])
        })
    }
  }

  /// The call that adds at run time what the macro was to declare.
  private static func registration(
    of node: some FreestandingMacroExpansionSyntax, for event: ExprSyntax
  ) -> ExprSyntax {
    let others = node.arguments.filter { $0.label?.text != "time" }.map { argument in
      let label = argument.label?.text == "func" ? "perform" : argument.label?.text ?? "perform"
      return "\(label): \(argument.expression.trimmedDescription)"
    }
    let arguments = ([event.trimmedDescription] + others).joined(separator: ", ")
    let closure = node.trailingClosure.map { " " + $0.trimmedDescription } ?? ""
    return "Rhea.on(\(raw: arguments))\(raw: closure)"
  }
}
