import SwiftDiagnostics
package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// Diagnoses a declaration inside a function.
///
/// A record is not possible there, but a call can do the same.
package enum InFunction {
  /// Checks that a macro is used in a place where a record is possible.
  ///
  /// - Parameters:
  ///   - call: The call with the same effect at run time. The error suggests it if the macro is
  ///     inside a function.
  ///   - node: The use of the macro.
  ///   - context: The context of the use.
  /// - Throws: An error that describes the place.
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
  /// Returns another call with the trailing closures of this one.
  package func call(_ function: String, _ arguments: [String]) -> ExprSyntax {
    let others = additionalTrailingClosures.map { $0.trimmedDescription }
    let closures = ([trailingClosure?.trimmedDescription].compactMap(\.self) + others)
      .map { " " + $0 }.joined()
    return "\(raw: function)(\(raw: arguments.joined(separator: ", ")))\(raw: closures)"
  }
}
