import RoutePatterns
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import ToolkitMacroExpansion

/// A routing function: a method or a property that can be called with a URL.
struct RoutingFunction {
  /// The isolation of a function.
  enum Isolation: String {
    /// The isolation of its class.
    case inherited
    /// The function is not isolated, although its class is isolated to an actor.
    case nonisolated
    /// The function is isolated to the actor that is its class.
    case actor
    /// The function is isolated to the main actor, and instances of its class can be created
    /// anywhere without suspension.
    case mainActor = "MainActor"
    /// The function is isolated to an actor other than its class.
    case other
  }

  let name: String
  let isProperty: Bool
  let parameters: [RoutingParameter]
  let isAsync: Bool
  let canThrow: Bool
  let isolation: Isolation
  /// The type of the result, or `nil` if the function returns nothing.
  let result: TypeSyntax?
  let routes: [DeclaredRoute]
  /// The access level of the function with the name of its class and its own name.
  let access: Access
  /// The platforms in `@available`, in the format of `#available`.
  let availability: String?
  /// The conditions of the enclosing `#if` blocks.
  let conditions: [Condition]
  /// The syntax of the function.
  let node: Syntax

  /// A clause of an `#if`.
  struct Condition: Equatable {
    /// Identifies the `#if`.
    let block: SyntaxIdentifier
    /// The index of the clause.
    let clause: Int
    /// The condition of the clause, which includes the negated conditions of earlier clauses.
    let text: String
  }

  /// A Boolean value that indicates whether a call must wait for the function.
  var isCalledAsync: Bool {
    isAsync || isolation == .actor || isolation == .other
  }

  var values: [RoutingParameter] { parameters.values }

  /// The signature, which distinguishes the function from others with the same name.
  ///
  /// It consists of the names of its values and the number of its closures.
  var signature: [String] {
    values.map(\.name).sorted()
      + parameters.closures.map { _ in "{}" }
  }

  /// The labels of the arguments, including optional ones: `server(value:)`.
  var description: String {
    isProperty ? name : "\(name)(\(parameters.map { ($0.label ?? "_") + ":" }.joined()))"
  }

  /// Returns whether a program can contain both functions.
  func canCoexist(with other: RoutingFunction) -> Bool {
    !conditions.contains { condition in
      other.conditions.contains { $0.block == condition.block && $0.clause != condition.clause }
    }
  }
}

// MARK: - Reading

extension RoutingFunction {
  /// Reads a method.
  ///
  /// - Throws: An error at the part that cannot be called with a URL.
  init(
    _ function: FunctionDeclSyntax, in type: RoutingClassSyntax.Kind, access classAccess: Access,
    conditions: [Condition]
  ) throws {
    node = Syntax(function.name)
    name = function.name.identifier?.name ?? function.name.text
    isProperty = false
    let shown = name
    let refusal = { (reason: String, place: Syntax) -> any Error in
      Self.refusal("'\(shown)' \(reason)", at: place, fixing: DeclSyntax(function))
    }
    if let generics = function.genericParameterClause {
      throw refusal("is generic", Syntax(generics))
    }
    parameters = try function.signature.parameterClause.parameters.map {
      try RoutingParameter($0, refusal: refusal)
    }
    let effects = function.signature.effectSpecifiers
    isAsync = effects?.asyncSpecifier != nil
    canThrow = effects?.throwsClause.map { $0.type?.spelling != "Never" } ?? false
    result = Self.result(function.signature.returnClause?.type)
    isolation = Self.isolation(
      function.modifiers, function.attributes, in: type, isAsync: isAsync)
    availability = function.attributes.availability
    self.conditions = conditions
    access = try Access(of: function.attributes, in: classAccess)
    routes = try DeclaredRoute.all(in: function.attributes, access: access)
    try parameters.check(refusal)
    try checkRoutes()
  }

  /// Reads a property.
  ///
  /// - Throws: An error at the part that cannot be called with a URL.
  init(
    _ variable: VariableDeclSyntax, _ binding: PatternBindingSyntax,
    in type: RoutingClassSyntax.Kind,
    access classAccess: Access, conditions: [Condition]
  ) throws {
    guard let identifier = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier else {
      throw Self.refusal(
        "this declares several properties at once", at: Syntax(binding.pattern),
        fixing: DeclSyntax(variable))
    }
    node = Syntax(identifier)
    name = identifier.identifier?.name ?? identifier.text
    isProperty = true
    parameters = []
    var effects: AccessorEffectSpecifiersSyntax?
    if case .accessors(let accessors)? = binding.accessorBlock?.accessors {
      effects =
        accessors.first { $0.accessorSpecifier.tokenKind == .keyword(.get) }?
        .effectSpecifiers
    }
    isAsync = effects?.asyncSpecifier != nil
    canThrow = effects?.throwsClause.map { $0.type?.spelling != "Never" } ?? false
    result = Self.result(binding.typeAnnotation?.type) ?? "_"
    isolation = Self.isolation(
      variable.modifiers, variable.attributes, in: type, isAsync: isAsync,
      isConstant: variable.bindingSpecifier.tokenKind == .keyword(.let))
    availability = variable.attributes.availability
    self.conditions = conditions
    access = try Access(of: variable.attributes, in: classAccess)
    routes = try DeclaredRoute.all(in: variable.attributes, access: access)
    try checkRoutes()
  }

  private static func result(_ type: TypeSyntax?) -> TypeSyntax? {
    guard let type, !["Void", "()", "Swift.Void"].contains(type.spelling) else { return nil }
    return type.trimmed
  }

  private static func isolation(
    _ modifiers: DeclModifierListSyntax, _ attributes: AttributeListSyntax,
    in type: RoutingClassSyntax.Kind, isAsync: Bool, isConstant: Bool = false
  ) -> Isolation {
    let isNonisolated = modifiers.contains {
      $0.name.tokenKind == .keyword(.nonisolated) && $0.detail?.detail.text != "nonsending"
    }
    if isNonisolated || attributes.named("concurrent") != nil { return .nonisolated }
    if let actor = attributes.globalActor {
      if actor == type.globalActor { return .inherited }
      return actor == "MainActor" && type.globalActor == nil && !isAsync ? .mainActor : .other
    }
    return type.isActor && !isConstant ? .actor : .inherited
  }

  /// Checks that each capture of a path has a parameter that accepts it.
  private func checkRoutes() throws {
    let takesInfo = !parameters.infos.isEmpty
    for route in routes {
      for segment in route.syntax.segments {
        for capture in segment.captures {
          guard let value = values.first(where: { $0.name == capture.name }) else {
            if takesInfo { continue }
            throw route.unknownName(capture, for: self)
          }
          if case .rest = segment {
            try route.checkRest(capture, for: value, of: self)
          } else {
            try route.checkConverter(capture, for: value, of: self)
          }
        }
      }
    }
  }

  /// Returns the error for a part that cannot be called with a URL, with a fix-it.
  static func refusal(
    _ what: String, at place: Syntax, fixing declaration: DeclSyntax
  ) -> DiagnosticsError {
    ExpansionError.error(
      "\(what), so it cannot be called by URL; mark it with '@KhalaIgnored' or make it private",
      id: "notCallable", at: place, fixIts: [Marker.fixIt(adding: "@KhalaIgnored", to: declaration)]
    )
  }
}

/// The access level of a route, as it was written.
enum Access: String {
  case `internal`
  case external

  /// Reads an argument.
  ///
  /// Returns `nil` if it is missing.
  ///
  /// - Throws: An error at the argument if it cannot be read.
  init?(_ argument: MacroArgument?) throws {
    guard let argument, !argument.expression.is(NilLiteralExprSyntax.self) else { return nil }
    let choice = try argument.choice(of: "KhalaAccess", ["internal", "external"])
    self = choice == "external" ? .external : .internal
  }

  /// Reads the `@KhalaExported` of a member.
  ///
  /// By default, uses the access level of its class.
  init(of attributes: AttributeListSyntax, in classAccess: Access) throws {
    let marker = attributes.named("KhalaExported").map(MacroArguments.init(of:))
    self = try Access(marker?["access"]) ?? classAccess
  }
}

extension MacroArgument {
  /// Returns the name of an enumeration case.
  ///
  /// - Throws: An error at the argument if it is not the name of one of these cases.
  func choice(of type: String, _ names: [String]) throws -> String {
    if let member = try? member(), names.contains(member.name),
      [nil, type, "Khala.\(type)"].contains(member.base)
    {
      return member.name
    }
    throw ExpansionError.error(
      """
      '\(name)' must be \(names.map { "'.\($0)'" }.joined(separator: " or ")), because it is read \
      when the program is compiled; '\(expression.trimmedDescription)' is not
      """,
      id: "unreadableArgument", at: expression,
      fixIts: names.map { Replacement.fixIt(of: expression, by: ".\(raw: $0)") })
  }
}
