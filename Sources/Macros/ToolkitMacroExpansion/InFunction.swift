import SwiftDiagnostics
package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// Diagnoses a declaration inside a function, where there can be no record: a call can do
/// there what the record was to declare.
package enum InFunction {
  /// Checks that a record can be where a macro is used.
  ///
  /// - Parameters:
  ///   - call: What does the same at run time. The error offers it if a function is why
  ///     there can be no record.
  ///   - node: The macro as it was used.
  ///   - context: Where it was used.
  /// - Throws: An error about the place.
  package static func offering(
    _ call: @autoclosure () -> ExprSyntax, insteadOf node: some FreestandingMacroExpansionSyntax,
    in context: some MacroExpansionContext
  ) throws {
    do {
      try RecordDeclaration.checkPlace(of: node, in: context)
    } catch let error as DiagnosticsError {
      throw DiagnosticsError(
        diagnostics: error.diagnostics.map { diagnostic in
          guard ExpansionError.isAboutRecordInFunction(diagnostic) else { return diagnostic }
          return Diagnostic(
            node: diagnostic.node, message: diagnostic.diagMessage,
            fixIts: [Replacement.fixIt(of: node, by: call())])
        })
    }
  }
}

extension FreestandingMacroExpansionSyntax {
  /// Another call with the closures that stand behind the parentheses of this one.
  package func call(_ function: String, _ arguments: [String]) -> ExprSyntax {
    let others = additionalTrailingClosures.map { $0.trimmedDescription }
    let closures = ([trailingClosure?.trimmedDescription].compactMap(\.self) + others)
      .map { " " + $0 }.joined()
    return "\(raw: function)(\(raw: arguments.joined(separator: ", ")))\(raw: closures)"
  }
}
