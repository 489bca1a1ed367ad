package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

extension RecordDeclaration {
  /// Rejects `Self` in a class or an actor, of which the compiler would say, in
  /// the expansion, that a stored property's initializer cannot refer to it.
  ///
  /// (It does say so in an extension of a class, which does not look different
  /// from an extension of a structure, where `Self` is fine.)
  ///
  /// - Parameters:
  ///   - written: The expressions that the expansion takes over from the source.
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
  /// Rejects a key path in place of a closure, in an enumeration or an extension.
  ///
  /// The compiler adds a variable for it to the type. It reports, at the type, that these cannot
  /// have stored properties.
  ///
  /// - Parameters:
  ///   - node: The macro as it was used.
  ///   - context: The context of the expansion.
  /// - Throws: An error at the first key path, with the closure that does the same.
  static func rejectKeyPaths(
    of node: some SyntaxProtocol, around context: some MacroExpansionContext
  ) throws {
    guard let type = context.lexicalContext.first,
      type.is(EnumDeclSyntax.self) || type.is(ExtensionDeclSyntax.self),
      let macro = node.asProtocol((any FreestandingMacroExpansionSyntax).self),
      let keyPath = macro.arguments.lazy.compactMap({ $0.expression.as(KeyPathExprSyntax.self) })
        .first
    else { return }
    // A subscript and an optional stand behind a period only in a key path.
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

/// Finds the uses of `Self` that mean the type around a macro.
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

  // A type inside a closure has a 'Self' of its own.
  override func visit(_: ActorDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_: ClassDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_: EnumDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_: StructDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
