public import SwiftSyntax

/// The arguments of a macro as syntax, by label or by position.
public struct MacroArguments {
  /// The syntax that contains the arguments.
  ///
  /// Errors for missing arguments refer to it.
  public let node: Syntax

  private var arguments: [(label: String?, expression: ExprSyntax)]
  private let trailingClosure: ClosureExprSyntax?
  private let furtherTrailingClosures: [MultipleTrailingClosureElementSyntax]

  /// Reads the arguments of `#macro(…) { … }`.
  public init(of node: some FreestandingMacroExpansionSyntax) {
    self.node = Syntax(node)
    arguments = Self.read(node.arguments)
    trailingClosure = node.trailingClosure
    furtherTrailingClosures = Array(node.additionalTrailingClosures)
  }

  /// Reads the arguments of `@Macro(…)`.
  public init(of attribute: AttributeSyntax) {
    node = Syntax(attribute)
    arguments = attribute.arguments?.as(LabeledExprListSyntax.self).map(Self.read) ?? []
    trailingClosure = nil
    furtherTrailingClosures = []
  }

  private static func read(
    _ list: LabeledExprListSyntax
  ) -> [(label: String?, expression: ExprSyntax)] {
    list.map { ($0.label.map { $0.identifier?.name ?? $0.text }, $0.expression) }
  }

  /// The argument with this label, or `nil` if it is missing.
  ///
  /// A first trailing closure has no label in the source. To find it too, use ``function(_:)``.
  public subscript(label: String) -> MacroArgument? {
    if let argument = arguments.first(where: { $0.label == label }) {
      return MacroArgument(name: label, expression: argument.expression)
    }
    return
      furtherTrailingClosures
      .first { $0.label.identifier?.name == label }
      .map { MacroArgument(name: label, expression: ExprSyntax($0.closure)) }
  }

  /// Returns an argument without a label.
  ///
  /// - Parameters:
  ///   - position: The index of the argument, counting only arguments without a label.
  ///   - name: The name of the argument in errors.
  /// - Returns: The argument, or `nil` if it is missing.
  public func unlabeled(_ position: Int, name: String) -> MacroArgument? {
    let unlabeled = arguments.filter { $0.label == nil }
    guard unlabeled.indices.contains(position) else { return nil }
    return MacroArgument(name: name, expression: unlabeled[position].expression)
  }

  /// Returns the arguments without a label that precede all labeled ones.
  ///
  /// - Parameter name: The name of the arguments in errors.
  /// - Returns: The arguments, in order.
  public func leadingUnlabeled(name: String) -> [MacroArgument] {
    arguments.prefix { $0.label == nil }
      .map { MacroArgument(name: name, expression: $0.expression) }
  }

  /// Returns the arguments without a label that follow a labeled one.
  ///
  /// - Parameter name: The name of the arguments in errors.
  /// - Returns: The arguments, in order.
  public func followingUnlabeled(name: String) -> [MacroArgument] {
    arguments.drop { $0.label == nil }.filter { $0.label == nil }
      .map { MacroArgument(name: name, expression: $0.expression) }
  }

  /// Returns the function argument with this label, or the trailing closure in its place.
  public func function(_ label: String) -> MacroArgument? {
    self[label]
      ?? trailingClosure.map { MacroArgument(name: label, expression: ExprSyntax($0)) }
  }

  /// Adds labels to arguments that were passed by position only.
  ///
  /// - Parameter labels: The label for each position, or `nil` for positions without one.
  /// - Returns: The arguments, or `nil` if an argument already has a label or their number is
  ///   different. Labels of closures are ignored.
  package func labeled(_ labels: [String?]) -> MacroArguments? {
    guard arguments.prefix(while: { $0.label == nil }).count == labels.count,
      arguments.dropFirst(labels.count).allSatisfy({ $0.label == "run" })
    else { return nil }
    var labeled = self
    for (position, label) in labels.enumerated() { labeled.arguments[position].label = label }
    return labeled
  }

  /// Returns a required argument.
  ///
  /// - Throws: An error at the macro if the argument is missing.
  public func required(_ argument: MacroArgument?, name: String) throws -> MacroArgument {
    guard let argument else {
      throw ExpansionError.error(
        "the argument '\(name)' is missing", id: "missingArgument", at: node)
    }
    return argument
  }
}
