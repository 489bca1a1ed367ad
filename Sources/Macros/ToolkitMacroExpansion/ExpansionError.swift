public import SwiftDiagnostics
import SwiftParser
public import SwiftSyntax
import SwiftSyntaxBuilder
import Synchronization

/// A diagnostic of a macro, which says what is wrong and what to write instead.
///
/// Throw it from an expansion: the compiler shows the message at the syntax that it is about.
public struct ExpansionError: DiagnosticMessage {
  public let message: String
  public let diagnosticID: MessageID
  public let severity: DiagnosticSeverity

  /// The name of the error of a macro that makes a record and is used inside a
  /// function.
  static let recordInFunction = "recordInFunction"

  /// Returns whether an error says that a record cannot be inside a function.
  ///
  /// A macro whose product can do the same at run time may offer that.
  package static func isAboutRecordInFunction(_ diagnostic: Diagnostic) -> Bool {
    diagnostic.diagnosticID == MessageID(domain: domain, id: recordInFunction)
  }

  /// Whose errors and fix-its these are.
  static let domain = "ModularityKit"

  private init(_ message: String, _ severity: DiagnosticSeverity = .error, id: String) {
    self.message = message
    self.severity = severity
    diagnosticID = MessageID(domain: Self.domain, id: id)
  }

  /// Makes the error to throw.
  ///
  /// - Parameters:
  ///   - message: What is wrong and what to write instead, in one sentence or
  ///     two.
  ///   - id: Tells this error from the others of its macro.
  ///   - node: The syntax it is about.
  ///   - position: Where in that syntax; at its beginning if left out.
  ///   - fixIts: Ways out that can be applied as they are.
  /// - Returns: The error, with one diagnostic in it.
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

/// A fix of an error that can be applied as it is: one piece of source is
/// replaced by another.
public struct Replacement: FixItMessage {
  public let message: String
  public var fixItID: MessageID { MessageID(domain: ExpansionError.domain, id: "replace") }

  /// Makes the message of a fix-it that changes a piece of source in a way of its own.
  package init(message: String) {
    self.message = message
  }

  /// Makes the fix-it that writes an expression in another's place.
  public static func fixIt(of old: some SyntaxProtocol, by new: ExprSyntax) -> FixIt {
    fixIt(of: [Syntax(old)], by: Syntax(new))
  }

  /// Makes the fix-it that writes a word in the place of others.
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

/// The distances of errors from the beginning of their syntax.
///
/// The library between a plugin and the compiler reports every error at the beginning of
/// a node, and forgets the position in it. The plugin puts it back into the answer.
package enum CharacterOffsets {
  private static let noted = Mutex<[String: Int]>([:])

  /// Notes the offset of the error that has this message.
  static func note(_ offset: Int, of message: String) {
    noted.withLock { noted in
      // In a process that is no plugin nothing takes them.
      if noted.count >= 100 { noted = [:] }
      noted[message] = offset
    }
  }

  /// Takes the offsets of the errors of one expansion, by their messages.
  package static func take() -> [String: Int] {
    noted.withLock { noted in
      defer { noted = [:] }
      return noted
    }
  }
}

extension SyntaxProtocol {
  /// The source on one line.
  package var oneLine: String {
    trimmedDescription.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

extension String {
  /// The text as a string literal.
  package var asLiteral: ExprSyntax { ExprSyntax(StringLiteralExprSyntax(content: self)) }

  /// The name as an identifier, in back-ticks if it is a word of the language.
  package var asIdentifier: String { isPlainIdentifier ? self : "`\(self)`" }

  /// The name as an argument's label, for which only `inout` and the like need
  /// back-ticks.
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
