package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// Expands `#observer`: an observer of a shared relay.
package struct ObserverMacro: DeclarationMacro, LaidOutMacro {
  package static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let arguments = MacroArguments(of: node)
    let key = try arguments.required(arguments["of"], name: "of").expression.trimmed
    let priority = try arguments["priority"]?.integer(as: Int32.self) ?? 0
    let isUnique = try arguments["unique"]?.boolean() ?? false
    let isReplaying = try arguments["replayingCurrent"]?.boolean() ?? false
    let function = try arguments.required(
      arguments.followingUnlabeled(name: "function").first ?? arguments.function("function"),
      name: "function")
    let name = name(of: function)

    let nameArgument = name.map { "\($0.asLiteral)" } ?? "nil"

    // The record uses the value of the key, which is not known at compile time.
    let declarations = try RecordDeclaration(
      kind: .observer, key: key.description, priority: priority, flags: .unresolvedKey,
      schema: ObserverSchema(
        function: name, isUnique: isUnique, isReplayingCurrent: isReplaying),
      accessorText: """
        return unsafe Pharos::__ObserverRecord.\(isUnique ? "unique" : "every")(\
        __out, __type, \(key), \(nameArgument), \(isReplaying), \
        \(function.expression.trimmed))
        """
    ).declarations(for: node, in: context)
    try RecordDeclaration.rejectSelf(in: [key, function.expression], around: context)
    return declarations
  }

  /// Returns the name of the function if the argument is a reference and not a closure.
  private static func name(of function: MacroArgument) -> String? {
    guard case .reference(let name) = try? function.function() else { return nil }
    return name.trimmedDescription
  }
}
