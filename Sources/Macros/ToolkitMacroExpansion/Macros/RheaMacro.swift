package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// Expands `#rhea`: a callback for any event.
package struct RheaMacro: DeclarationMacro, LaidOutMacro {
  package static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let arguments = MacroArguments(of: node)
    let time = try arguments.required(arguments["time"], name: "time")
    // The place is checked first, because the suggested call may have arguments that a record
    // cannot have.
    try InFunction.offering(
      node.runTimeCallback(for: time.expression), insteadOf: node, in: context)
    var callback = RheaDeclaration(
      event: try RheaDeclaration.Event(time),
      priority: RheaDeclaration.Priority(arguments["priority"]),
      isRepeatable: try arguments["repeatable"]?.boolean() ?? false,
      isAsync: try arguments["async"]?.boolean() ?? false,
      function: try arguments.required(arguments.function("func"), name: "func"))
    callback.formerNames = try node.arguments.formerNames.map(RheaDeclaration.Event.formerName)
    return try callback.declarations(for: node, in: context)
  }
}

extension FreestandingMacroExpansionSyntax {
  /// Returns the run-time call that adds the same callback as this macro.
  func runTimeCallback(for event: ExprSyntax) -> ExprSyntax {
    let others = arguments.compactMap { argument -> String? in
      // An argument without a label is another earlier name, which a run-time call does not have.
      guard let label = argument.label?.text, !["time", "formerly"].contains(label) else {
        return nil
      }
      return (label == "func" ? "" : "\(label): ") + argument.expression.trimmedDescription
    }
    return call("Rhea.on", [event.trimmedDescription] + others)
  }
}

/// A macro that declares a callback for a predefined event.
package protocol LaunchMacro: DeclarationMacro, LaidOutMacro {
  /// The event.
  static var event: String { get }
}

extension LaunchMacro {
  package static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let arguments = MacroArguments(of: node)
    try InFunction.offering(
      node.runTimeCallback(for: ".\(raw: event)"), insteadOf: node, in: context)
    return try RheaDeclaration(
      event: .named(event),
      function: try arguments.required(arguments.function("func"), name: "func")
    ).declarations(for: node, in: context)
  }
}

/// Expands `#load`.
package struct LoadMacro: LaunchMacro {
  package static let event = "load"
}

/// Expands `#premain`.
package struct PremainMacro: LaunchMacro {
  package static let event = "premain"
}

/// Expands `#appDidFinishLaunching`.
package struct AppDidFinishLaunchingMacro: LaunchMacro {
  package static let event = "appDidFinishLaunching"
}
