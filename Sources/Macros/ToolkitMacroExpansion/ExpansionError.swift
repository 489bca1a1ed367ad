public import SwiftDiagnostics
import SwiftParser
public import SwiftSyntax
import SwiftSyntaxBuilder
import Synchronization

/// A diagnostic of a macro, which describes the problem and a solution.
///
/// Throw it from an expansion. The compiler shows the message at the affected syntax.
public struct ExpansionError: DiagnosticMessage {
  public let message: String
  public let diagnosticID: MessageID
  public let severity: DiagnosticSeverity

  /// The identifier of the error for a macro that creates a record but is used inside a function.
  static let recordInFunction = "recordInFunction"

  /// Returns whether an error says that a record cannot be inside a function.
  ///
  /// If the product of a macro has a run-time function with the same effect, the macro can suggest
  /// it.
  package static func isAboutRecordInFunction(_ diagnostic: Diagnostic) -> Bool {
    diagnostic.diagnosticID == MessageID(domain: domain, id: recordInFunction)
  }

  /// The domain of these errors and fix-its.
  static let domain = "ModularityKit"

  private init(_ message: String, _ severity: DiagnosticSeverity = .error, id: String) {
    self.message = message
    self.severity = severity
    diagnosticID = MessageID(domain: Self.domain, id: id)
  }

  /// Creates an error to throw.
  ///
  /// - Parameters:
  ///   - message: The problem and the solution, in one or two sentences.
  ///   - id: Identifies the error among the errors of its macro.
  ///   - node: The affected syntax.
  ///   - position: The position in this syntax. By default, its start.
  ///   - fixIts: Solutions that can be applied without changes.
  /// - Returns: The error, which contains one diagnostic.
  public static func error(
    _ message: String, id: String, at node: some SyntaxProtocol,
    position: AbsolutePosition? = nil, fixIts: [FixIt] = []
  ) -> DiagnosticsError {
    if let position {
      let offset = position.utf8Offset - node.positionAfterSkippingLeadingTrivia.utf8Offset
      CharacterOffsets.note(offset, of: message)
    }
    return DiagnosticsError(diagnostics: [
      Diagnostic(
        node: node, position: position, message: ExpansionError(message, id: id), fixIts: fixIts)
    ])
  }

  /// Creates a warning, which does not stop the expansion.
  package static func warning(
    _ message: String, id: String, at node: some SyntaxProtocol
  ) -> Diagnostic {
    Diagnostic(node: node, message: ExpansionError(message, .warning, id: id))
  }
}

/// A fix-it that replaces a part of the source with another.
public struct Replacement: FixItMessage {
  public let message: String
  public var fixItID: MessageID { MessageID(domain: ExpansionError.domain, id: "replace") }

  /// Creates the message of a fix-it that changes a part of the source in another way.
  package init(message: String) {
    self.message = message
  }

  /// Creates a fix-it that replaces an expression with another.
  public static func fixIt(of old: some SyntaxProtocol, by new: ExprSyntax) -> FixIt {
    fixIt(of: [Syntax(old)], by: Syntax(new))
  }

  /// Creates a fix-it that replaces tokens with another token.
  static func fixIt(of old: [TokenSyntax], by new: TokenSyntax) -> FixIt {
    fixIt(of: old.map(Syntax.init), by: Syntax(new))
  }

  private static func fixIt(of old: [Syntax], by new: Syntax) -> FixIt {
    FixIt(
      message: Replacement(message: "replace it with '\(new.trimmedDescription)'"),
      changes: old.map { old in
        .replace(
          oldNode: old,
          newNode: new.with(\.leadingTrivia, old.leadingTrivia)
            .with(\.trailingTrivia, old.trailingTrivia))
      })
  }
}

/// The offsets of errors from the start of their syntax.
///
/// The library between a plugin and the compiler reports every error at the start of a node and
/// loses the position in it. The plugin adds the position to the response again.
package enum CharacterOffsets {
  private static let noted = Mutex<[String: Int]>([:])

  /// Stores the offset of the error with this message.
  static func note(_ offset: Int, of message: String) {
    noted.withLock { noted in
      // In a process that is not a plugin, the offsets are never removed.
      if noted.count >= 100 { noted = [:] }
      noted[message] = offset
    }
  }

  /// Removes and returns the offsets of the errors of one expansion, by their messages.
  package static func take() -> [String: Int] {
    noted.withLock { noted in
      defer { noted = [:] }
      return noted
    }
  }
}

extension SyntaxProtocol {
  /// The source on a single line.
  package var oneLine: String {
    trimmedDescription.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

extension String {
  /// The text as a string literal.
  package var asLiteral: ExprSyntax { ExprSyntax(StringLiteralExprSyntax(content: self)) }

  /// The name as an identifier, with backticks if it is a keyword.
  package var asIdentifier: String { isPlainIdentifier ? self : "`\(self)`" }

  /// The name as an argument label.
  ///
  /// Only keywords such as `inout` need backticks.
  package var asLabel: String {
    ["inout", "var", "let"].contains(self) || !isPlainName ? "`\(self)`" : self
  }

  private var isPlainName: Bool {
    allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } && first?.isNumber == false
  }

  private var isPlainIdentifier: Bool {
    isValidSwiftIdentifier(for: .memberAccess)
  }
}
