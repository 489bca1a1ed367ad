package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// Expands `#record`: a record of any kind, with the value of its closure.
package struct RecordMacro: DeclarationMacro, LaidOutMacro {
  package static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let arguments = MacroArguments(of: node)
    let kind = try arguments.required(arguments.unlabeled(0, name: "kind"), name: "kind")
    let key = try arguments.required(arguments["key"], name: "key").string()
    let value = try arguments.required(arguments.function("value"), name: "value").function()
    let type = arguments["as"].map { ", as: \($0.expression.trimmedDescription)" } ?? ""
    return try RecordDeclaration(
      kind: try Self.kind(kind),
      key: key,
      priority: try arguments["priority"]?.integer(as: Int32.self) ?? 0,
      flags: try arguments["unique"]?.boolean() == true ? .unique : [],
      detail: try detail(arguments["detail"]),
      accessorText: """
        return unsafe SectionRegistry::SectionRegistry.__provide(__out, __type\(type), \(value.expression))
        """
    ).declarations(for: node, in: context)
  }

  private static func kind(_ argument: MacroArgument) throws -> RecordKind {
    let code = try argument.string()
    guard let kind = RecordKind(code) else {
      throw ExpansionError.error(
        "'\(code)' is not a record kind: write exactly four printable ASCII characters, as in "
          + "\"evnt\"",
        id: "invalidKind", at: argument.expression)
    }
    return kind
  }

  private static func detail(_ argument: MacroArgument?) throws -> [String: JSONValue] {
    guard let argument else { return [:] }
    guard case .object(let detail) = try argument.json() else {
      throw ExpansionError.error(
        "'detail' must be a dictionary literal", id: "invalidDetail", at: argument.expression)
    }
    return detail
  }
}

/// Expands `#record` with a function that does not have the type of the record.
///
/// The result is an error.
package struct MismatchedRecordMacro: DeclarationMacro {
  package static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let arguments = MacroArguments(of: node)
    let type = try arguments.required(arguments["as"], name: "as").expression
    let value = try arguments.required(arguments.function("value"), name: "value").expression
    let name = type.as(MemberAccessExprSyntax.self)?.base ?? type
    throw ExpansionError.error(
      """
      'value' must return a value of the type '\(name.trimmedDescription)' in 'as'; the function \
      that it names returns another type
      """,
      id: "mismatchedRecord", at: value)
  }
}
