package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

extension RecordDeclaration {
  /// Throws an error for `Self` in a class or an actor.
  ///
  /// Otherwise, the compiler would report, in the expansion, that the initializer of a stored
  /// property cannot refer to it.
  ///
  /// (The compiler still reports this in an extension of a class. Such an extension has the same
  /// syntax as an extension of a structure, in which `Self` is allowed.)
  ///
  /// - Parameters:
  ///   - written: The expressions from the source that the expansion contains.
  ///   - context: The context of the expansion.
  /// - Throws: An error at the first `Self`.
  package static func rejectSelf(
    in written: [ExprSyntax], around context: some MacroExpansionContext
  ) throws {
    guard let type = context.lexicalContext.first else { return }
    let (kind, name): (String, TokenSyntax)
    if let type = type.as(ClassDeclSyntax.self) {
      (kind, name) = ("a class", type.name.trimmed)
    } else if let type = type.as(ActorDeclSyntax.self) {
      (kind, name) = ("an actor", type.name.trimmed)
    } else {
      return
    }
    let uses = written.flatMap(SelfFinder.uses)
    guard let first = uses.first else { return }
    throw ExpansionError.error(
      """
      'Self' cannot be in a declaration in \(kind), which is a constant for that one type; write \
      '\(name.text)'
      """,
      id: "selfInClass", at: first, fixIts: [Replacement.fixIt(of: uses, by: name)])
  }
}

extension RecordDeclaration {
  /// Throws an error for a key path that is used as a closure in an enumeration or an extension.
  ///
  /// The compiler adds a variable for such a key path to the type, and then reports, at the type,
  /// that the type cannot have stored properties.
  ///
  /// - Parameters:
  ///   - node: The use of the macro.
  ///   - context: The context of the expansion.
  /// - Throws: An error at the first key path, which suggests a closure with the same effect.
  static func rejectKeyPaths(
    of node: some SyntaxProtocol, around context: some MacroExpansionContext
  ) throws {
    guard let type = context.lexicalContext.first,
      type.is(EnumDeclSyntax.self) || type.is(ExtensionDeclSyntax.self),
      let macro = node.asProtocol((any FreestandingMacroExpansionSyntax).self),
      let keyPath = macro.arguments.lazy.compactMap({ $0.expression.as(KeyPathExprSyntax.self) })
        .first
    else { return }
    // Only a key path can have a subscript or an optional after a period.
    let path = keyPath.components.trimmedDescription.replacing(/\.([\[?!])/) { $0.1 }
    throw ExpansionError.error(
      """
      a key path cannot be an argument here: the compiler makes a stored property of it, which \
      \(type.is(EnumDeclSyntax.self) ? "an enumeration" : "an extension") does not have; write a \
      closure
      """,
      id: "keyPathInEnumeration", at: keyPath,
      fixIts: [Replacement.fixIt(of: keyPath, by: "{ $0\(raw: path) }")])
  }
}

/// Finds the uses of `Self` that refer to the type around a macro.
private final class SelfFinder: SyntaxVisitor {
  private var uses: [TokenSyntax] = []

  static func uses(in expression: ExprSyntax) -> [TokenSyntax] {
    let finder = SelfFinder(viewMode: .sourceAccurate)
    finder.walk(expression)
    return finder.uses
  }

  override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
    if token.tokenKind == .keyword(.Self) { uses.append(token) }
    return .skipChildren
  }

  // A type inside a closure has its own 'Self'.
  override func visit(_: ActorDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_: ClassDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_: EnumDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_: StructDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
