import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import ToolkitMacroExpansion

/// A routing function: a method or a property that can be called by URL.
struct RoutingFunction {
  /// Where it belongs.
  enum Isolation: String {
    /// Where its class does.
    case inherited
    /// Nowhere, though its class belongs to an actor.
    case nonisolated
    /// The actor that is its class.
    case actor
    /// Another actor than its class.
    case other
  }

  let name: String
  let isProperty: Bool
  let parameters: [RoutingParameter]
  let isAsync: Bool
  let canThrow: Bool
  let isolation: Isolation
  /// Nothing if there is none.
  let result: TypeSyntax?
  let routes: [RoutePattern]
  /// What `@available` says about platforms, as for `#available`.
  let availability: String?
  /// The conditions of the `#if` around it.
  let conditions: [Condition]
  /// Where it is.
  let node: Syntax

  /// One clause of an `#if`.
  struct Condition: Equatable {
    /// Tells it from other `#if`.
    let block: SyntaxIdentifier
    /// Which of the clauses it is.
    let clause: Int
    /// What has to be true, with what must not because it would have been an
    /// earlier clause.
    let text: String
  }

  /// Whether a call waits for it.
  var isCalledAsync: Bool {
    isAsync || isolation == .actor || isolation == .other
  }

  var values: [RoutingParameter] { parameters.filter { $0.role == .value } }

  /// What tells it from other functions of its name: the names of its values, and
  /// how many closures it takes.
  var signature: [String] {
    values.map(\.name).sorted()
      + parameters.filter { if case .closure = $0.role { true } else { false } }.map { _ in "{}" }
  }

  /// What a caller must or may say: `server(value:)`.
  var description: String {
    isProperty ? name : "\(name)(\(parameters.map { ($0.label ?? "_") + ":" }.joined()))"
  }

  /// Whether both can be in one program.
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
  /// - Throws: An error at what cannot be called by URL.
  init(_ function: FunctionDeclSyntax, in type: RoutingClass.Kind, conditions: [Condition]) throws {
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
    isolation = Self.isolation(function.modifiers, function.attributes, in: type)
    availability = function.attributes.availability
    self.conditions = conditions
    routes = try RoutePattern.all(in: function.attributes)
    try checkParameters(refusal)
    try checkRoutes()
  }

  /// Reads a property.
  ///
  /// - Throws: An error at what cannot be called by URL.
  init(
    _ variable: VariableDeclSyntax, _ binding: PatternBindingSyntax, in type: RoutingClass.Kind,
    conditions: [Condition]
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
      variable.modifiers, variable.attributes, in: type,
      isConstant: variable.bindingSpecifier.tokenKind == .keyword(.let))
    availability = variable.attributes.availability
    self.conditions = conditions
    routes = try RoutePattern.all(in: variable.attributes)
    try checkRoutes()
  }

  private static func result(_ type: TypeSyntax?) -> TypeSyntax? {
    guard let type, !["Void", "()", "Swift.Void"].contains(type.spelling) else { return nil }
    return type.trimmed
  }

  private static func isolation(
    _ modifiers: DeclModifierListSyntax, _ attributes: AttributeListSyntax,
    in type: RoutingClass.Kind, isConstant: Bool = false
  ) -> Isolation {
    let isNonisolated = modifiers.contains {
      $0.name.tokenKind == .keyword(.nonisolated) && $0.detail?.detail.text != "nonsending"
    }
    if isNonisolated || attributes.named("concurrent") != nil { return .nonisolated }
    if let actor = attributes.globalActor { return actor == type.globalActor ? .inherited : .other }
    return type.isActor && !isConstant ? .actor : .inherited
  }

  private func checkParameters(_ refusal: (String, Syntax) -> any Error) throws {
    let infos = parameters.filter { if case .info = $0.role { true } else { false } }
    if infos.count > 1 {
      throw refusal(
        "takes everything that came with the call twice",
        Syntax(infos[1].syntax))
    }
    var names: Set<String> = []
    for value in values where !names.insert(value.name).inserted {
      throw refusal(
        "takes two values of the name '\(value.name)'",
        Syntax(value.syntax))
    }
  }

  /// What is in a path must be for some parameter.
  private func checkRoutes() throws {
    let takesInfo = parameters.contains { if case .info = $0.role { true } else { false } }
    guard !takesInfo else { return }
    for route in routes {
      for name in route.names where !values.contains(where: { $0.name == name }) {
        throw route.unknownName(name, for: self)
      }
    }
  }

  /// The error about what cannot be called by URL, and the way out.
  static func refusal(
    _ what: String, at place: Syntax, fixing declaration: DeclSyntax
  ) -> DiagnosticsError {
    ExpansionError.error(
      "\(what), so it cannot be called by URL; mark it with '@KhalaIgnored' or make it private",
      id: "notCallable", at: place, fixIts: [Marker.fixIt(adding: "@KhalaIgnored", to: declaration)]
    )
  }
}

// MARK: - Writing

extension RoutingFunction {
  /// The entry of the class's table.
  var entry: String {
    var arguments = ["\"\(name)\"", "[\(parameters.map(\.entry).joined(separator: ", "))]"]
    if !routes.isEmpty {
      arguments.append("routes: [\(routes.map(\.entry).joined(separator: ", "))]")
    }
    let usesArguments = !parameters.isEmpty
    let call = call
    let statements = result == nil ? "\(call)\n    return nil" : "return \(call)"
    return """
      .\(isCalledAsync ? "async" : "sync")(\(arguments.joined(separator: ", "))) \
      { module, \(usesArguments ? "arguments" : "_") in
          \(statements)
        }
      """
  }

  private var call: String {
    let canThrow = canThrow || parameters.contains { $0.role == .value }
    let effects = (canThrow ? "try " : "") + (isCalledAsync ? "await " : "")
    guard !isProperty else { return "\(effects)module.\(name.asIdentifier)" }
    var closures = 0
    let arguments = parameters.map { parameter in
      let value: String
      switch parameter.role {
      case .info(_, let isAny):
        value = "arguments.\(isAny ? "anyInfo" : "info")\(isCalledAsync ? "()" : "")"
      case .closure(let isOptional):
        value = "arguments.\(isOptional ? "optionalClosure" : "closure")(\(closures))"
        closures += 1
      case .value:
        value = "arguments.value(\(parameter.readerArguments))"
      }
      return (parameter.label.map { "\($0.asLabel): " } ?? "") + value
    }
    return "\(effects)module.\(name.asIdentifier)(\(arguments.joined(separator: ", ")))"
  }

  /// What tools can read about it.
  var detail: JSONValue {
    var detail: [String: JSONValue] = ["name": .string(name)]
    if isProperty { detail["property"] = true }
    if !parameters.isEmpty { detail["parameters"] = .array(parameters.map(\.detail)) }
    if isAsync { detail["async"] = true }
    if canThrow { detail["throws"] = true }
    if isolation != .inherited { detail["isolation"] = .string(isolation.rawValue) }
    if let result, result.spelling != "_" { detail["result"] = .string(result.trimmedDescription) }
    if !routes.isEmpty { detail["routes"] = .array(routes.map(\.detail)) }
    if let availability { detail["available"] = .string(availability) }
    if !conditions.isEmpty {
      detail["if"] = .string(conditions.map(\.text).joined(separator: " && "))
    }
    return .object(detail)
  }
}

extension RoutingParameter {
  fileprivate var entry: String {
    switch role {
    case .info: ".info"
    case .closure: ".closure(isRequired: \(isRequired))"
    case .value:
      ".value(\"\(name)\", type: \(typeLiteral), isRequired: \(isRequired))"
    }
  }

  private var typeLiteral: ExprSyntax { "\(literal: type.oneLine)" }

  /// The name, the reader and, if there is one, the default.
  fileprivate var readerArguments: String {
    var arguments = ["\"\(name)\"", Self.reader(of: type)]
    if let defaultValue {
      arguments.append("default: \(defaultValue)")
    } else if type.unwrapped != nil {
      arguments.append("default: nil")
    }
    return arguments.joined(separator: ", ")
  }

  /// What reads a type, chosen by how it is written.
  private static func reader(of type: TypeSyntax) -> String {
    if let wrapped = type.unwrapped { return ".optional(\(inner(wrapped)))" }
    if let element = type.element { return ".array(\(inner(element)))" }
    return ".of(\(metatype(type)))"
  }

  private static func inner(_ type: TypeSyntax) -> String {
    if let element = type.element, type.unwrapped == nil {
      return "__KhalaReader.array(\(inner(element)))"
    }
    if let wrapped = type.unwrapped { return "__KhalaReader.optional(\(inner(wrapped)))" }
    return "__KhalaReader.of(\(metatype(type)))"
  }

  private static func metatype(_ type: TypeSyntax) -> String {
    let isPlain =
      type.is(IdentifierTypeSyntax.self) || type.is(MemberTypeSyntax.self)
      || type.is(DictionaryTypeSyntax.self)
    return isPlain ? "\(type.trimmed).self" : "(\(type.trimmed)).self"
  }

  fileprivate var detail: JSONValue {
    var detail: [String: JSONValue] = ["type": .string(type.oneLine)]
    switch role {
    case .info: detail["role"] = "info"
    case .closure: detail["role"] = "closure"
    case .value: detail["name"] = .string(name)
    }
    if let label { detail["label"] = .string(label) }
    if let defaultValue { detail["default"] = .string(defaultValue.oneLine) }
    return .object(detail)
  }
}

extension SyntaxProtocol {
  /// The source on one line.
  var oneLine: String {
    trimmedDescription.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

extension String {
  /// The name as an identifier, in back-ticks if it is a word of the language.
  var asIdentifier: String { isPlainIdentifier ? self : "`\(self)`" }

  /// The name as an argument's label, for which only `inout` and the like need
  /// back-ticks.
  var asLabel: String {
    ["inout", "var", "let"].contains(self) || !isPlainName ? "`\(self)`" : self
  }

  private var isPlainName: Bool {
    allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } && first?.isNumber == false
  }

  private var isPlainIdentifier: Bool {
    isValidSwiftIdentifier(for: .memberAccess)
  }
}
