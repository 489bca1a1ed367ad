import SwiftSyntax
import SwiftSyntaxBuilder
import ToolkitMacroExpansion

/// The access level of a route, as it was written.
enum Access: String {
  case `internal`
  case external

  /// Reads an argument; `nil` if it was left out.
  ///
  /// - Throws: An error at the argument if it cannot be read.
  init?(_ argument: MacroArgument?) throws {
    guard let argument, !argument.expression.is(NilLiteralExprSyntax.self) else { return nil }
    let choice = try argument.choice(of: "KhalaAccess", ["internal", "external"])
    self = choice == "external" ? .external : .internal
  }

  /// Reads the `@KhalaExported` of a member, or else that of its class.
  init(of attributes: AttributeListSyntax, in classAccess: Access) throws {
    let marker = attributes.named("KhalaExported").map(MacroArguments.init(of:))
    self = try Access(marker?["access"]) ?? classAccess
  }
}

extension MacroArgument {
  /// Which of the cases of an enumeration this is.
  ///
  /// - Throws: An error at the argument if it is none of them by name.
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
