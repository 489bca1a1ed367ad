import SwiftSyntax
import SwiftSyntaxMacros

/// Lays code out such that the statements of closures from the source stand at their lines
/// and columns.
///
/// Actor isolation, for one, is checked only in the expansion. With the code laid out, what
/// the compiler and the debugger say about a closure names the file, line and column where
/// it was written.
struct SourceLayout {
  private var closures: [(text: String, placed: String)] = []

  /// Reads the closures among a macro's arguments.
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

  /// Lays out statements that contain closures from the source.
  ///
  /// Those that the statements change, or have in another order, stay as they are.
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

/// Finds closures that are in no other closure.
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
