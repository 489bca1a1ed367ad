import SwiftSyntax
import SwiftSyntaxBuilder
import ToolkitMacroExpansion

/// A job or a task that is named by a type, such as `OrderPlaced.self`.
enum KindName {
  case job, task

  /// The type and the protocol that messages suggest.
  private var example: (type: String, kind: String) {
    switch self {
    case .job: ("OrderPlaced", "JobKind")
    case .task: ("RefreshFeed", "TaskKind")
    }
  }

  /// Returns the last part of a type's name, which is its name when the program runs.
  ///
  /// - Throws: An error at the type if its syntax does not show the name.
  func name(of type: ExprSyntax, in lexicalContext: [Syntax] = []) throws -> String {
    let placeholder = "<#\(example.type)#>"
    let name =
      type.as(DeclReferenceExprSyntax.self)?.baseName
      ?? type.as(MemberAccessExprSyntax.self).flatMap { access in
        access.base == nil ? nil : access.declName.baseName
      }
    guard name?.tokenKind != .keyword(.Self) else {
      let enclosing = lexicalContext.lazy.compactMap {
        $0.asProtocol((any NamedDeclSyntax).self)?.name.text
      }.first
      throw ExpansionError.error(
        "a \(self) is named by its type, and 'Self' is not a name; write the name of the type",
        id: "selfAsKind", at: type,
        fixIts: [Replacement.fixIt(of: type, by: "\(raw: enclosing ?? placeholder)")])
    }
    guard let text = name?.identifier?.name else {
      throw ExpansionError.error(
        """
        a \(self) is named by its type, and the syntax of '\(type.trimmedDescription)' has no \
        single name; declare a type for this \(self), such as 'enum \(example.type): \
        \(example.kind)'
        """,
        id: "unnamedKind", at: type,
        fixIts: [Replacement.fixIt(of: type, by: "\(raw: placeholder)")])
    }
    return text
  }
}
