public import SwiftSyntax
import SwiftSyntaxBuilder

extension MacroArgument {
  /// A reference to a static member: `.load` or `RheaEvent.load`, optionally with backticks around
  /// the name.
  public struct Member: Hashable, Sendable {
    /// The type before the dot, as written, or `nil` for `.load`.
    public let base: String?
    /// The name of the member, without backticks.
    public let name: String
  }

  /// An element of a list of types and names.
  public enum TypeOrName: Hashable, Sendable {
    /// The type of a metatype expression: `Shop.Refresh` for `Shop.Refresh.self`.
    case type(String)
    /// The text of a string literal.
    case name(String)
  }

  /// Returns the member to which the argument refers.
  ///
  /// - Throws: An error at the argument if it is not a simple reference.
  public func member() throws -> Member {
    guard let member = Self.member(bare) else {
      throw unreadable("a member such as '.name' or 'Type.name'")
    }
    return member
  }

  /// Returns the type of a metatype expression, as written: `Shop.Refresh` for `Shop.Refresh.self`.
  ///
  /// - Throws: An error at the argument if it is another expression. If only `.self` is missing,
  ///   the error has a fix-it.
  public func metatype() throws -> TypeSyntax {
    if let base = metatypeBase { return "\(raw: base.trimmedDescription)" }
    throw unreadable(
      "a type such as 'Name.self'",
      fix: isTypeName ? "\(bare.trimmed).self" : nil)
  }

  /// The expression before `.self`, or `nil` if this is not a metatype expression.
  package var metatypeBase: ExprSyntax? {
    guard let access = bare.as(MemberAccessExprSyntax.self),
      access.declName.baseName.tokenKind == .keyword(.`self`)
    else { return nil }
    return access.base
  }

  /// Returns the elements of an array literal as arguments.
  ///
  /// - Throws: An error at the argument if it is not an array literal.
  public func elements() throws -> [MacroArgument] {
    try elements(otherwise: nil)
  }

  /// Returns the elements of an array literal.
  ///
  /// - Parameter wayOut: A suggestion for an argument that is not an array literal.
  /// - Returns: The elements.
  /// - Throws: An error at the argument. If the argument looks like an element, brackets are
  ///   suggested as a fix-it. A constant may be the whole array, so they are not suggested for it.
  private func elements(otherwise wayOut: String?) throws -> [MacroArgument] {
    guard let array = bare.as(ArrayExprSyntax.self) else {
      let isElement =
        bare.is(StringLiteralExprSyntax.self) || isTypeName || (try? metatype()) != nil
      throw unreadable(
        "an array literal", fixes: isElement ? ["[\(bare.trimmed)]"] : [], otherwise: wayOut)
    }
    return array.elements.map { MacroArgument(name: name, expression: $0.expression) }
  }

  /// Returns the types and names in an array literal such as `[Refresh.self, "Login"]`.
  ///
  /// - Throws: An error at the first element that is neither a type nor a string literal.
  public func typesAndNames() throws -> [TypeOrName] {
    try typesAndNames(otherwise: nil)
  }

  /// Returns the types and names in an array literal.
  ///
  /// - Parameter wayOut: A suggestion for an element that is neither.
  /// - Returns: The elements.
  /// - Throws: An error at the first element that is neither.
  func typesAndNames(otherwise wayOut: String?) throws -> [TypeOrName] {
    try elements(otherwise: wayOut).map { element in
      if element.bare.is(StringLiteralExprSyntax.self) { return .name(try element.string()) }
      guard element.metatypeBase != nil || element.isTypeName else {
        throw element.unreadable(
          "a list of types such as 'Name.self' and string literals", otherwise: wayOut)
      }
      return .type(try element.metatype().trimmedDescription)
    }
  }

  /// A Boolean value that indicates whether the argument looks like the name of a type.
  ///
  /// The name must not start with a lowercase letter like a constant, because `.self` after a
  /// constant would compile with another meaning.
  private var isTypeName: Bool {
    let name = bare.as(DeclReferenceExprSyntax.self)?.baseName.text ?? Self.member(bare)?.name
    guard Self.member(bare)?.base != nil || bare.is(DeclReferenceExprSyntax.self) else {
      return false
    }
    return name?.first { $0 != "_" && $0 != "`" }?.isLowercase == false
  }

  private static func member(_ expression: ExprSyntax) -> Member? {
    guard let access = expression.as(MemberAccessExprSyntax.self),
      access.declName.argumentNames == nil,
      access.declName.baseName.tokenKind != .keyword(.`self`),
      let name = access.declName.baseName.identifier?.name
    else { return nil }
    guard let base = access.base else { return Member(base: nil, name: name) }
    guard base.is(DeclReferenceExprSyntax.self) || member(base)?.base != nil else { return nil }
    return Member(base: base.trimmedDescription, name: name)
  }
}
