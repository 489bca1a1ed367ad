import SwiftSyntax
import SwiftSyntaxMacros

/// Lays code out such that closures from the source stand at their lines and columns.
///
/// Actor isolation, for one, is checked only in the expansion. With the code laid out,
/// what the compiler and the debugger say about a closure names the file, line and column
/// where it was written.
struct SourceLayout {
  private struct Closure {
    let text: String
    let line: Int
    let column: Int
  }

  private var closures: [Closure] = []
  private var path: StringLiteralExprSyntax?

  /// Reads the closures among a macro's arguments.
  init(of node: some SyntaxProtocol, in context: some MacroExpansionContext) {
    for closure in ClosureFinder.closures(in: node) {
      let place = context.location(of: closure, at: .afterLeadingTrivia, filePathMode: .filePath)
      guard let line = place?.line.as(IntegerLiteralExprSyntax.self)?.representedLiteralValue,
        let column = place?.column.as(IntegerLiteralExprSyntax.self)?.representedLiteralValue
      else { continue }
      path = path ?? place?.file.as(StringLiteralExprSyntax.self)
      closures.append(Closure(text: closure.trimmedDescription, line: line, column: column))
    }
  }

  /// Lays out statements in which closures from the source are arguments.
  ///
  /// Those that the statements change, or have in another order, stay as they are.
  func text(of statements: String) -> String {
    guard let path else { return statements }
    var rest = Substring(statements)
    var text = ""
    var firstLine: Int?
    for closure in closures {
      guard let (before, behind) = rest.split(aroundArgument: closure.text) else { continue }
      let head = text + before
      let line = (firstLine ?? 0) + head.lineBreaks
      let missing = firstLine == nil ? 1 : closure.line - line
      guard missing > 0 else { continue }
      // There is no line before the first, on which the statements would begin.
      guard firstLine != nil || closure.line > 1 + head.lineBreaks else { continue }
      firstLine = firstLine ?? closure.line - 1 - head.lineBreaks
      text = head + String(repeating: "\n", count: missing)
      text += String(repeating: " ", count: closure.column - 1) + closure.text
      rest = behind
    }
    guard let firstLine else { return statements }
    return """
      #sourceLocation(file: \(path.trimmedDescription), line: \(firstLine))
      \(text)\(rest)
      #sourceLocation()
      """
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

extension StringProtocol {
  /// The number of line breaks in this text.
  fileprivate var lineBreaks: Int { utf8.count { $0 == UInt8(ascii: "\n") } }
}

extension Substring {
  /// What is in front of an argument and behind it, or `nil` if this has no such argument.
  ///
  /// A trailing closure is none: there must not be a line break in front of it.
  fileprivate func split(aroundArgument argument: String) -> (Substring, Substring)? {
    var start = startIndex
    while let range = self[start...].firstRange(of: argument) {
      let before = self[..<range.lowerBound]
      if let last = before.last(where: { $0 != " " }), "(,:".contains(last) {
        return (before, self[range.upperBound...])
      }
      start = range.upperBound
    }
    return nil
  }
}
