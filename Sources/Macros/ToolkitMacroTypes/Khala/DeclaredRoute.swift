import RoutePatterns
import Spelling
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import ToolkitMacroExpansion

/// A path that `@Route` declares for a function.
struct DeclaredRoute {
  let path: RouteLiteral
  let priority: Int
  let schemes: [String]
  /// The access level of the function with this path.
  let access: Access
  /// The parsed path, including its schemes.
  let syntax: RoutePatternSyntax
  /// The number of bytes that the schemes add before the path.
  private let prefix: Int

  /// Returns the paths of a function.
  ///
  /// - Throws: An error at the first path that Khala would reject.
  static func all(
    in attributes: AttributeListSyntax, access: Access
  ) throws -> [DeclaredRoute] {
    try attributes.all(named: "Route").map { try DeclaredRoute($0, access: access) }
  }

  private init(_ attribute: AttributeSyntax, access functionAccess: Access) throws {
    let arguments = MacroArguments(of: attribute)
    path = try RouteLiteral(
      arguments.required(arguments.unlabeled(0, name: "pattern"), name: "pattern"))
    priority = try arguments["priority"]?.integer() ?? 0
    access = try Access(arguments["access"]) ?? functionAccess
    // Further values of a labeled variadic argument have no label.
    var given = arguments["schemes"].map { [$0] } ?? []
    while !given.isEmpty, let further = arguments.unlabeled(given.count, name: "schemes") {
      given.append(further)
    }
    schemes = try given.map { try $0.string() }
    if !schemes.isEmpty { try Self.checkHasNoSchemes(path) }
    let text = RoutePatternSyntax.text(schemes: schemes, path: path.text)
    prefix = text.utf8.count - path.text.utf8.count
    do throws(RoutePatternError) {
      syntax = try RoutePatternSyntax(text)
    } catch {
      throw error.offset < prefix
        ? Self.error(error, at: given, schemes) : path.error(error, behind: prefix)
    }
  }

  /// Throws an error for schemes in the path if schemes are also declared separately.
  private static func checkHasNoSchemes(_ path: RouteLiteral) throws {
    guard let syntax = try? RoutePatternSyntax(path.text), !syntax.schemes.isEmpty,
      let end = path.text.firstRange(of: "://")?.upperBound
    else { return }
    throw path.error(
      "write the schemes of a route in its path or in 'schemes', not in both",
      id: "schemesTwice", at: 0,
      fixIts: [
        path.fixIt(
          replacing: 0..<path.text.utf8.distance(from: path.text.startIndex, to: end), by: "")
      ])
  }

  /// Returns the error about the scheme with which a pattern is invalid.
  private static func error(
    _ error: RoutePatternError, at arguments: [MacroArgument], _ schemes: [String]
  ) -> DiagnosticsError {
    var end = schemes.count == 1 ? 0 : 1
    let wrong = schemes.firstIndex { scheme in
      end += scheme.utf8.count + 1
      return error.offset < end
    }
    let argument = arguments[wrong ?? arguments.count - 1]
    if let scheme = try? argument.string(), scheme.hasSuffix("://"), scheme.count > 3 {
      let bare = String(scheme.dropLast("://".count))
      return ExpansionError.error(
        "a scheme in 'schemes' is written without '://'; write '\(bare)'", id: "invalidRoute",
        at: argument.expression,
        fixIts: [Replacement.fixIt(of: argument.expression, by: bare.asLiteral)])
    }
    return ExpansionError.error(
      "'\(argument.expression.trimmedDescription)' is wrong here: \(error.message)",
      id: "invalidRoute", at: argument.expression)
  }

  // MARK: - Checks

  /// Returns the error about a name that no parameter has, with a suggestion.
  func unknownName(
    _ capture: RoutePatternSyntax.Capture, for function: RoutingFunction
  ) -> any Error {
    let captured = syntax.captures.map(\.name)
    let free = function.values.map(\.name).filter { !captured.contains($0) }
    let known =
      free.isEmpty
      ? "'\(function.name)' takes no other value: add a parameter, or remove this part"
      : "it takes \(free.map { "'\($0)'" }.joined(separator: ", "))"
    let nearest = EditDistance.nearest(to: capture.name, among: free, atMost: 1)
    let meant = nearest + free.filter { !nearest.contains($0) }
    return path.error(
      """
      '\(function.name)' has no parameter '\(capture.name)' for this part of the path; \
      \(known)
      """,
      id: "unknownRouteName", at: capture.nameRange.lowerBound - prefix,
      fixIts: meant.map { fixIt(replacing: capture.nameRange, by: $0) })
  }

  /// Throws an error for a converter if the parameter rejects all of its texts.
  func checkConverter(
    _ capture: RoutePatternSyntax.Capture, for value: RoutingParameter,
    of function: RoutingFunction
  ) throws {
    guard let converter = capture.converter, let range = capture.converterRange,
      let kind = TextKind(value.type), !kind.takes(textsOf: converter)
    else { return }
    throw path.error(
      """
      '\(value.name)' of '\(function.name)' is '\(value.type.oneLine)', which cannot be created \
      from a string of kind '\(converter)'; write \
      \(kind.converters.map { "'{\(capture.name):\($0)}'" }.joined(separator: ", ")), or \
      '{\(capture.name)}' to let the parameter decide
      """,
      id: "misfitConverter", at: range.lowerBound + 1 - prefix,
      fixIts: (kind.converters.map { ":\($0)" } + [""]).map { fixIt(replacing: range, by: $0) })
  }

  /// Throws an error for a rest if its parameter accepts only one component.
  func checkRest(
    _ capture: RoutePatternSyntax.Capture, for value: RoutingParameter,
    of function: RoutingFunction
  ) throws {
    let type = value.type.unwrapped ?? value.type
    guard type.element == nil, TextKind(type) != nil else { return }
    let list = "[\(type.trimmedDescription)]\(value.type.unwrapped == nil ? "" : "?")"
    let star = capture.nameRange.lowerBound - 1
    var fixIts = [fixIt(replacing: star..<star + 1, by: "")]
    if value.defaultValue == nil {
      fixIts.append(
        Replacement.replacing(
          value.syntax.type, by: list, message: "make '\(value.name)' '\(list)'"))
    }
    throw path.error(
      """
      a rest is several components, and '\(value.name)' of '\(function.name)' is \
      '\(value.type.oneLine)'; make it '\(list)', or capture one component with \
      '{\(capture.name)}'
      """,
      id: "misfitRest", at: star - prefix, fixIts: fixIts)
  }

  private func fixIt(replacing range: Range<Int>, by replacement: String) -> FixIt {
    path.fixIt(
      replacing: range.lowerBound - prefix..<range.upperBound - prefix, by: replacement)
  }

  // MARK: - Writing

  /// The entry in the list of the function.
  var entry: String {
    let schemes = schemes.map { "\($0.asLiteral)" }.joined(separator: ", ")
    let access = access == .external ? ", access: .external" : ""
    return """
      Khala::__KhalaRoute(\(path.text.asLiteral), priority: \(priority), schemes: [\(schemes)]\(access))
      """
  }

  /// The schema of the route for tools.
  var schema: RoutingClassSchema.Route {
    RoutingClassSchema.Route(
      pattern: path.text, priority: priority, schemes: schemes, isExternal: access == .external)
  }
}
