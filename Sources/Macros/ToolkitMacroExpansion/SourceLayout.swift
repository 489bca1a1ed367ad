import SwiftSyntax
import SwiftSyntaxMacros

/// Formats code so that the statements of closures from the source remain at their lines and
/// columns.
///
/// Some errors, such as errors of actor isolation, are only reported in the expansion. With this
/// layout, messages of the compiler and the debugger refer to the file, line and column in the
/// source.
struct SourceLayout {
  private var closures: [(text: String, placed: String)] = []

  /// Reads the closures in the arguments of a macro.
  init(of node: some SyntaxProtocol, in context: some MacroExpansionContext) {
    for closure in ClosureFinder.closures(in: node) {
      let statements = closure.statements
      guard !statements.isEmpty,
        let place = context.location(
          of: statements, at: .afterLeadingTrivia, filePathMode: .filePath),
        let column = place.column.as(IntegerLiteralExprSyntax.self)?.representedLiteralValue
      else { continue }
      let signature = closure.signature.map { " \($0.trimmedDescription)" } ?? ""
      let placed = """
        {\(signature)
        #sourceLocation(file: \(place.file.trimmedDescription), \
        line: \(place.line.trimmedDescription))
        \(String(repeating: " ", count: column - 1))\(statements.trimmedDescription)
        #sourceLocation()
        }
        """
      closures.append((closure.trimmedDescription, placed))
    }
  }

  /// Formats statements that contain closures from the source.
  ///
  /// Closures that the statements change or reorder are not formatted.
  func text(of statements: String) -> String {
    var rest = Substring(statements)
    var text = ""
    for closure in closures {
      guard let range = rest.firstRange(of: closure.text) else { continue }
      text += rest[..<range.lowerBound] + closure.placed
      rest = rest[range.upperBound...]
    }
    return text + rest
  }
}

/// Finds closures that are not inside other closures.
private final class ClosureFinder: SyntaxVisitor {
  private var closures: [ClosureExprSyntax] = []

  static func closures(in node: some SyntaxProtocol) -> [ClosureExprSyntax] {
    let finder = ClosureFinder(viewMode: .sourceAccurate)
    finder.walk(node)
    return finder.closures
  }

  override func visit(_ closure: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    closures.append(closure)
    return .skipChildren
  }
}
