import SwiftSyntax
import SwiftSyntaxBuilder
import ToolkitMacroExpansion

/// A parameter of a routing function, with its type as written.
struct RoutingParameter {
  /// The role of a parameter.
  enum Role: Equatable {
    /// The parameter receives all values of the call.
    case info(isOptional: Bool, isAny: Bool)
    /// The parameter receives the next closure of the caller.
    case closure(isOptional: Bool)
    /// The parameter receives the value with its name.
    case value
  }

  /// The label at the call, or `nil` if it has none.
  let label: String?
  /// The name of the value.
  let name: String
  let role: Role
  /// The type, without attributes that belong to the parameter, such as `@escaping`.
  let type: TypeSyntax
  let defaultValue: ExprSyntax?
  let syntax: FunctionParameterSyntax

  /// A Boolean value that indicates whether a call without a value is an error.
  var isRequired: Bool {
    guard defaultValue == nil else { return false }
    return switch role {
    case .info: false
    case .closure(let isOptional): !isOptional
    case .value: type.unwrapped == nil
    }
  }

  /// Reads a parameter.
  ///
  /// - Throws: An error at the parameter if a URL cannot contain a value for it.
  init(_ syntax: FunctionParameterSyntax, refusal: (String, Syntax) -> any Error) throws {
    self.syntax = syntax
    let label = syntax.firstName.identifier?.name
    let isUnlabeled = syntax.firstName.tokenKind == .wildcard
    self.label = isUnlabeled ? nil : label
    let own = (syntax.secondName ?? syntax.firstName)
    let ownName = own.tokenKind == .wildcard ? nil : own.identifier?.name
    if let ellipsis = syntax.ellipsis {
      throw refusal("takes any number of values (an array would do)", Syntax(ellipsis))
    }
    type = try Self.bareType(syntax.type, refusal: refusal)
    defaultValue = syntax.defaultValue?.value.trimmed
    role = Self.role(of: type)
    if role == .value, defaultValue == nil, let unreadable = type.unreadable {
      throw refusal(unreadable, Syntax(syntax.type))
    }
    if let name = self.label ?? ownName {
      self.name = name
    } else if role == .value {
      throw refusal("has a parameter without a name, to which no value can be matched", Syntax(own))
    } else {
      name = "_"
    }
  }

  /// Returns a type without its specifiers and the attributes of parameters.
  private static func bareType(
    _ type: TypeSyntax, refusal: (String, Syntax) -> any Error
  ) throws -> TypeSyntax {
    if let opaque = OpaqueTypeFinder.first(in: type) {
      throw refusal("is generic", Syntax(opaque))
    }
    guard let attributed = type.as(AttributedTypeSyntax.self) else { return type.trimmed }
    for case .simpleTypeSpecifier(let specifier) in attributed.specifiers {
      switch specifier.specifier.tokenKind {
      case .keyword(.inout):
        throw refusal("changes a value of its caller ('inout')", Syntax(specifier))
      case .keyword(.isolated):
        throw refusal("runs on an actor of its caller's choice", Syntax(specifier))
      default: break
      }
    }
    let kept = attributed.attributes.filter { element in
      guard case .attribute(let attribute) = element else { return true }
      return !["escaping", "autoclosure"].contains(attribute.attributeName.trimmedDescription)
    }
    if attributed.attributes.count(where: { $0.trimmedDescription == "@autoclosure" }) > 0 {
      throw refusal("takes an expression ('@autoclosure')", Syntax(attributed.attributes))
    }
    guard !kept.isEmpty else { return attributed.baseType.trimmed }
    return TypeSyntax(attributed.with(\.specifiers, []).with(\.attributes, kept).trimmed)
  }

  // MARK: Roles

  private static func role(of type: TypeSyntax) -> Role {
    let wrapped = type.unwrapped
    switch (wrapped ?? type).spelling {
    case "KhalaInfo", "Khala.KhalaInfo", "[String:Any]", "Dictionary<String,Any>",
      "[String:anyAny]":
      return .info(isOptional: wrapped != nil, isAny: false)
    case "[AnyHashable:Any]", "Dictionary<AnyHashable,Any>":
      return .info(isOptional: wrapped != nil, isAny: true)
    case "KhalaClosure", "Khala.KhalaClosure", "@Sendable([String:anySendable])->Void",
      "@Sendable(KhalaInfo)->Void", "@Sendable([String:anySendable])->()":
      return .closure(isOptional: wrapped != nil)
    default:
      return .value
    }
  }
}

extension [RoutingParameter] {
  /// The parameters that receive the value with their name.
  var values: Self { filter { $0.role == .value } }

  /// The parameters that receive all values of the call.
  var infos: Self { filter { if case .info = $0.role { true } else { false } } }

  /// The parameters that receive a closure of the caller.
  var closures: Self { filter { if case .closure = $0.role { true } else { false } } }

  /// Throws an error for two parameters that would receive the same value.
  func check(_ refusal: (String, Syntax) -> any Error) throws {
    if infos.count > 1 {
      throw refusal("takes all values of the call twice", Syntax(infos[1].syntax))
    }
    var names: Set<String> = []
    for value in values where !names.insert(value.name).inserted {
      throw refusal("takes two values named '\(value.name)'", Syntax(value.syntax))
    }
  }
}

extension TypeSyntax {
  /// The wrapped type of an Optional, or `nil` if the type is not written as one.
  var unwrapped: TypeSyntax? {
    if let optional = self.as(OptionalTypeSyntax.self) {
      return optional.wrappedType.withoutParentheses
    }
    if let optional = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      return optional.wrappedType.withoutParentheses
    }
    return onlyArgument(of: "Optional")
  }

  /// The reason why a call cannot contain a value of the type, or `nil` if it can.
  ///
  /// Objects are possible, because a call within the program can pass them.
  fileprivate var unreadable: String? {
    switch self.as(TypeSyntaxEnum.self) {
    case .functionType:
      "takes a function (closures of a call have the type 'KhalaClosure')"
    case .tupleType(let tuple):
      tuple.elements.count == 1
        ? tuple.elements.first?.type.unreadable
        : "takes a tuple (a parameter for each of its values would do)"
    case .metatypeType: "takes a type"
    case .attributedType(let attributed): attributed.baseType.unreadable
    default: element?.unreadable
    }
  }

  /// The type of the elements of an array, or `nil` if the type is not written as one.
  var element: TypeSyntax? {
    self.as(ArrayTypeSyntax.self)?.element.trimmed ?? onlyArgument(of: "Array")
  }

  private func onlyArgument(of generic: String) -> TypeSyntax? {
    guard let type = self.as(IdentifierTypeSyntax.self), type.name.text == generic,
      let arguments = type.genericArgumentClause?.arguments, arguments.count == 1,
      case .type(let argument)? = arguments.first?.argument
    else { return nil }
    return argument.trimmed
  }

  private var withoutParentheses: TypeSyntax {
    guard let tuple = self.as(TupleTypeSyntax.self), tuple.elements.count == 1,
      let only = tuple.elements.first, only.firstName == nil
    else { return trimmed }
    return only.type.trimmed
  }

  /// The type without white space.
  var spelling: String {
    String(trimmedDescription.filter { !$0.isWhitespace })
  }
}

/// Finds `some`.
private final class OpaqueTypeFinder: SyntaxVisitor {
  private var found: SomeOrAnyTypeSyntax?

  static func first(in type: TypeSyntax) -> SomeOrAnyTypeSyntax? {
    let finder = OpaqueTypeFinder(viewMode: .sourceAccurate)
    finder.walk(type)
    return finder.found
  }

  override func visit(_ node: SomeOrAnyTypeSyntax) -> SyntaxVisitorContinueKind {
    if node.someOrAnySpecifier.tokenKind == .keyword(.some) { found = found ?? node }
    return .visitChildren
  }
}
