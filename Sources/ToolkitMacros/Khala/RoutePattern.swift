import SwiftSyntax
import SwiftSyntaxBuilder
import ToolkitMacroExpansion

/// The path of its own that `@Route` gives a function.
struct RoutePattern {
  let pattern: String
  let priority: Int
  let schemes: [String]
  /// What is in braces, in order.
  let names: [String]
  /// Where each of the names is in the pattern.
  private let places: [String: Range<String.Index>]
  /// The literal.
  let literal: ExprSyntax

  /// The paths of a function.
  ///
  /// - Throws: An error at the first that cannot be read.
  static func all(in attributes: AttributeListSyntax) throws -> [RoutePattern] {
    try attributes.all(named: "Route").map(RoutePattern.init)
  }

  init(_ attribute: AttributeSyntax) throws {
    let arguments = MacroArguments(of: attribute)
    let argument = try arguments.required(
      arguments.unlabeled(0, name: "pattern"), name: "pattern")
    pattern = try argument.string()
    literal = argument.expression
    priority = try arguments["priority"]?.integer() ?? 0
    // What follows a labelled variadic argument has no label.
    var schemes = try arguments["schemes"].map { [try $0.string()] } ?? []
    if !schemes.isEmpty {
      var place = 1
      while let further = arguments.unlabeled(place, name: "schemes") {
        schemes.append(try further.string())
        place += 1
      }
    }
    self.schemes = schemes
    (names, places) = try Self.names(in: pattern, at: literal)
  }

  /// The names in braces: what stands before a colon, without the star of a rest
  /// and the question mark of an optional part.
  ///
  /// What else a pattern may have in it is checked when the program uses it.
  private static func names(
    in pattern: String, at literal: ExprSyntax
  ) throws -> (names: [String], places: [String: Range<String.Index>]) {
    func refusal(_ message: String) -> any Error {
      ExpansionError.error(message, id: "invalidRoute", at: literal)
    }
    guard !pattern.isEmpty else {
      throw refusal("a route needs a path, such as \"users/{id}\"")
    }
    var names: [String] = []
    var places: [String: Range<String.Index>] = [:]
    var open: Substring.Index?
    for index in pattern.indices {
      switch (pattern[index], open) {
      case ("{", nil): open = pattern.index(after: index)
      case ("{", _?): throw refusal("'{' inside braces in the path '\(pattern)'")
      case ("}", nil): throw refusal("'}' without '{' in the path '\(pattern)'")
      case ("}", let start?):
        var name = pattern[start..<index].prefix { $0 != ":" }
        if name.first == "*" { name = name.dropFirst() }
        if name.last == "?" { name = name.dropLast() }
        guard let first = name.first, !first.isNumber,
          name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
        else { throw refusal("'{\(pattern[start..<index])}' has no name of a parameter in it") }
        if names.contains(String(name)) {
          throw refusal("'\(name)' is in the path '\(pattern)' twice")
        }
        names.append(String(name))
        places[String(name)] = name.startIndex..<name.endIndex
        open = nil
      default: break
      }
    }
    if open != nil { throw refusal("'{' without '}' in the path '\(pattern)'") }
    return (names, places)
  }

  /// The error about a name that no parameter has, with what was meant.
  func unknownName(_ name: String, for function: RoutingFunction) -> any Error {
    let free = function.values.map(\.name).filter { !names.contains($0) }
    let known =
      free.isEmpty
      ? "'\(function.name)' takes no other value"
      : "it takes \(free.map { "'\($0)'" }.joined(separator: ", "))"
    return ExpansionError.error(
      "'\(function.name)' has no parameter '\(name)' to give this part of the path to; \(known)",
      id: "unknownRouteName", at: literal,
      fixIts: free.map { other in
        var changed = pattern
        if let range = places[name] { changed.replaceSubrange(range, with: other) }
        return Replacement.fixIt(
          of: literal, by: ExprSyntax(StringLiteralExprSyntax(content: changed)))
      })
  }

  /// The entry of the function's list.
  var entry: String {
    let schemes = schemes.map { "\(ExprSyntax(StringLiteralExprSyntax(content: $0)))" }
    return """
      __KhalaRoute(\(ExprSyntax(StringLiteralExprSyntax(content: pattern))), \
      priority: \(priority), schemes: [\(schemes.joined(separator: ", "))])
      """
  }

  /// What tools can read about it.
  var detail: JSONValue {
    var detail: [String: JSONValue] = ["pattern": .string(pattern)]
    if priority != 0 { detail["priority"] = .integer(priority) }
    if !schemes.isEmpty { detail["schemes"] = .array(schemes.map { .string($0) }) }
    return .object(detail)
  }
}
