public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros
public import ToolkitMacroExpansion

/// A macro that declares a callback for one of the built-in moments.
public protocol LaunchMacro: DeclarationMacro, LaidOutMacro {
  /// The moment.
  static var event: String { get }
}

extension LaunchMacro {
  public static func expansion(
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
public struct LoadMacro: LaunchMacro {
  public static let event = "load"
}

/// Expands `#premain`.
public struct PremainMacro: LaunchMacro {
  public static let event = "premain"
}

/// Expands `#appDidFinishLaunching`.
public struct AppDidFinishLaunchingMacro: LaunchMacro {
  public static let event = "appDidFinishLaunching"
}
