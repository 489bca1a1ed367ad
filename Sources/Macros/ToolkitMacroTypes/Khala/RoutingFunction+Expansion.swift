import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import ToolkitMacroExpansion

extension RoutingFunction {
  /// The entry in the table of the class.
  var entry: String {
    var arguments = [
      "\(name.asLiteral)", "[\(parameters.map(\.entry).joined(separator: ", "))]",
    ]
    if access == .external { arguments.append("access: .external") }
    if !routes.isEmpty {
      arguments.append("routes: [\(routes.map(\.entry).joined(separator: ", "))]")
    }
    let usesArguments = !parameters.isEmpty
    let call = call
    let statements = result == nil ? "\(call)\n    return nil" : "return \(call)"
    let kind = isCalledAsync ? "async" : isolation == .mainActor ? "main" : "sync"
    return """
      .\(kind)(\(arguments.joined(separator: ", "))) \
      { __module, \(usesArguments ? "__arguments" : "_") in
          \(statements)
        }
      """
  }

  private var call: String {
    let canThrow = canThrow || parameters.contains { $0.role == .value }
    let effects = (canThrow ? "try " : "") + (isCalledAsync ? "await " : "")
    guard !isProperty else { return "\(effects)__module.\(name.asIdentifier)" }
    var closures = 0
    let arguments = parameters.map { parameter in
      let value: String
      switch parameter.role {
      case .info(_, let isAny):
        value = "__arguments.\(isAny ? "anyInfo" : "info")\(isCalledAsync ? "()" : "")"
      case .closure(let isOptional):
        value = "__arguments.\(isOptional ? "optionalClosure" : "closure")(\(closures))"
        closures += 1
      case .value:
        value = "__arguments.value(\(parameter.readerArguments))"
      }
      return (parameter.label.map { "\($0.asLabel): " } ?? "") + value
    }
    return "\(effects)__module.\(name.asIdentifier)(\(arguments.joined(separator: ", ")))"
  }

  /// Returns the schema of the function for tools.
  ///
  /// The line is `nil` if it is the line of the class.
  func schema(line: Int?) -> RoutingClassSchema.Function {
    RoutingClassSchema.Function(
      name: name, line: line, isProperty: isProperty, parameters: parameters.map(\.schema),
      isAsync: isAsync, canThrow: canThrow,
      isolation: isolation == .inherited ? nil : isolation.rawValue,
      result: result.flatMap { $0.spelling == "_" ? nil : $0.trimmedDescription },
      routes: routes.map(\.schema), isExternal: access == .external, availability: availability,
      condition: conditions.isEmpty ? nil : conditions.map(\.text).joined(separator: " && "))
  }
}

extension RoutingParameter {
  fileprivate var entry: String {
    switch role {
    case .info: ".info"
    case .closure: ".closure(isRequired: \(isRequired))"
    case .value:
      ".value(\(name.asLiteral), type: \(type.oneLine.asLiteral), isRequired: \(isRequired))"
    }
  }

  /// The name, the reader and, if it exists, the default value.
  fileprivate var readerArguments: String {
    var arguments = ["\(name.asLiteral)", Self.reader(of: type)]
    if let defaultValue {
      arguments.append("default: \(defaultValue)")
    } else if type.unwrapped != nil {
      arguments.append("default: nil")
    }
    return arguments.joined(separator: ", ")
  }

  /// Returns the expression that reads a type.
  ///
  /// It depends on how the type is written.
  private static func reader(of type: TypeSyntax) -> String {
    if let wrapped = type.unwrapped { return ".optional(\(inner(wrapped)))" }
    if let element = type.element { return ".array(\(inner(element)))" }
    return ".of(\(metatype(type)))"
  }

  private static func inner(_ type: TypeSyntax) -> String {
    if let element = type.element, type.unwrapped == nil {
      return "Khala::__KhalaReader.array(\(inner(element)))"
    }
    if let wrapped = type.unwrapped { return "Khala::__KhalaReader.optional(\(inner(wrapped)))" }
    return "Khala::__KhalaReader.of(\(metatype(type)))"
  }

  private static func metatype(_ type: TypeSyntax) -> String {
    let isPlain =
      type.is(IdentifierTypeSyntax.self) || type.is(MemberTypeSyntax.self)
      || type.is(DictionaryTypeSyntax.self)
    return isPlain ? "\(type.trimmed).self" : "(\(type.trimmed)).self"
  }

  fileprivate var schema: RoutingClassSchema.Parameter {
    var schema = RoutingClassSchema.Parameter(
      label: label, type: type.oneLine, defaultValue: defaultValue?.oneLine)
    switch role {
    case .info: schema.role = RoutingClassSchema.Parameter.info
    case .closure: schema.role = RoutingClassSchema.Parameter.closure
    case .value: schema.name = name
    }
    return schema
  }
}
