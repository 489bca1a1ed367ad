import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import ToolkitMacroExpansion

extension RoutingFunction {
  /// The entry of the class's table.
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

  /// What tools can read about it, with its line if that is not the one of the
  /// class.
  func detail(line: Int?) -> JSONValue {
    var detail: [String: JSONValue] = ["name": .string(name)]
    if let line { detail["line"] = .integer(line) }
    if isProperty { detail["property"] = true }
    if !parameters.isEmpty { detail["parameters"] = .array(parameters.map(\.detail)) }
    if isAsync { detail["async"] = true }
    if canThrow { detail["throws"] = true }
    if isolation != .inherited { detail["isolation"] = .string(isolation.rawValue) }
    if let result, result.spelling != "_" { detail["result"] = .string(result.trimmedDescription) }
    if access == .external { detail["access"] = "external" }
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
      ".value(\(name.asLiteral), type: \(type.oneLine.asLiteral), isRequired: \(isRequired))"
    }
  }

  /// The name, the reader and, if there is one, the default.
  fileprivate var readerArguments: String {
    var arguments = ["\(name.asLiteral)", Self.reader(of: type)]
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
