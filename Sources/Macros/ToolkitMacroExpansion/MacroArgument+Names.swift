public import SwiftSyntax
import SwiftSyntaxBuilder

extension MacroArgument {
  /// A reference to a static member: `.load`, `RheaEvent.load`, or with
  /// back-ticks around the name.
  public struct Member: Hashable, Sendable {
    /// The type before the dot, as it was written; nothing for `.load`.
    public let base: String?
    /// The member's name, without back-ticks.
    public let name: String
  }

  /// An element of a list of types and names.
  public enum TypeOrName: Hashable, Sendable {
    /// The type of a metatype expression: `Shop.Refresh` for `Shop.Refresh.self`.
    case type(String)
    /// The text of a string literal.
    case name(String)
  }

  /// The member that the argument refers to.
  ///
  /// - Throws: An error at the argument if it is anything but a plain reference.
  public func member() throws -> Member {
    guard let member = Self.member(bare) else {
      throw unreadable("a member such as '.name' or 'Type.name'")
    }
    return member
  }

  /// The type of a metatype expression, as it was written: `Shop.Refresh` for
  /// `Shop.Refresh.self`.
  ///
  /// - Throws: An error at the argument if it is anything else; with a fix-it if
  ///   only `.self` is missing.
  public func metatype() throws -> TypeSyntax {
    if let base = metatypeBase { return "\(raw: base.trimmedDescription)" }
    throw unreadable(
      "a type such as 'Name.self'",
      fix: isTypeName ? "\(bare.trimmed).self" : nil)
  }

  /// The expression before `.self`, or `nil` if this is no metatype expression.
  package var metatypeBase: ExprSyntax? {
    guard let access = bare.as(MemberAccessExprSyntax.self),
      access.declName.baseName.tokenKind == .keyword(.`self`)
    else { return nil }
    return access.base
  }

  /// The elements of an array literal, each an argument of its own.
  ///
  /// - Throws: An error at the argument if it is no array literal.
  public func elements() throws -> [MacroArgument] {
    try elements(otherwise: nil)
  }

  /// The elements of an array literal.
  ///
  /// - Parameter wayOut: What to do about an argument that is no array literal.
  /// - Returns: The elements.
  /// - Throws: An error at the argument, with brackets as a fix where it looks like one
  ///   element: a constant may be the whole array.
  private func elements(otherwise wayOut: String?) throws -> [MacroArgument] {
    guard let array = bare.as(ArrayExprSyntax.self) else {
      let isElement =
        bare.is(StringLiteralExprSyntax.self) || isTypeName || (try? metatype()) != nil
      throw unreadable(
        "an array literal", fixes: isElement ? ["[\(bare.trimmed)]"] : [], otherwise: wayOut)
    }
    return array.elements.map { MacroArgument(name: name, expression: $0.expression) }
  }

  /// The types and names in an array literal such as `[Refresh.self, "Login"]`.
  ///
  /// - Throws: An error at the first element that is neither a type nor a string
  ///   literal.
  public func typesAndNames() throws -> [TypeOrName] {
    try typesAndNames(otherwise: nil)
  }

  /// The types and names in an array literal.
  ///
  /// - Parameter wayOut: What to do about an element that is neither.
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

  /// A Boolean value that indicates whether this is written as the name of a type: the
  /// constants of a program begin with a lowercase letter, and `.self` behind one would
  /// compile and mean something else.
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
