public import SwiftSyntax

/// The arguments that a macro was given, by label or by place, as syntax.
public struct MacroArguments {
  /// The syntax that the arguments belong to: the place for an error about a missing one.
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

  /// The argument with this label, if it was written.
  ///
  /// A trailing closure has no label in the source unless it is the second or
  /// later; ``function(_:)`` finds the first one too.
  public subscript(label: String) -> MacroArgument? {
    if let argument = arguments.first(where: { $0.label == label }) {
      return MacroArgument(name: label, expression: argument.expression)
    }
    return
      furtherTrailingClosures
      .first { $0.label.identifier?.name == label }
      .map { MacroArgument(name: label, expression: ExprSyntax($0.closure)) }
  }

  /// The argument at this place among those without a label, if it was written.
  ///
  /// - Parameters:
  ///   - position: Counted from zero, unlabeled arguments only.
  ///   - name: What errors call it.
  /// - Returns: The argument, or nothing when there are fewer.
  public func unlabeled(_ position: Int, name: String) -> MacroArgument? {
    let unlabeled = arguments.filter { $0.label == nil }
    guard unlabeled.indices.contains(position) else { return nil }
    return MacroArgument(name: name, expression: unlabeled[position].expression)
  }

  /// The arguments without a label that come before all with one.
  ///
  /// - Parameter name: What errors call them.
  /// - Returns: The arguments, in order.
  public func leadingUnlabeled(name: String) -> [MacroArgument] {
    arguments.prefix { $0.label == nil }
      .map { MacroArgument(name: name, expression: $0.expression) }
  }

  /// The arguments without a label that come behind one with a label.
  ///
  /// - Parameter name: What errors call them.
  /// - Returns: The arguments, in order.
  public func followingUnlabeled(name: String) -> [MacroArgument] {
    arguments.drop { $0.label == nil }.filter { $0.label == nil }
      .map { MacroArgument(name: name, expression: $0.expression) }
  }

  /// The function argument with this label, or the trailing closure that stands
  /// for it.
  public func function(_ label: String) -> MacroArgument? {
    self[label]
      ?? trailingClosure.map { MacroArgument(name: label, expression: ExprSyntax($0)) }
  }

  /// Returns the arguments with labels for those that were given by position alone.
  ///
  /// - Parameter labels: The label for each position, or `nil` for one that has none.
  /// - Returns: `nil` if an argument has a label already or their number is another. A label of
  ///   the closure's does not count.
  package func labeled(_ labels: [String?]) -> MacroArguments? {
    guard arguments.prefix(while: { $0.label == nil }).count == labels.count,
      arguments.dropFirst(labels.count).allSatisfy({ $0.label == "run" })
    else { return nil }
    var labeled = self
    for (position, label) in labels.enumerated() { labeled.arguments[position].label = label }
    return labeled
  }

  /// An argument that must be there.
  ///
  /// - Throws: An error at the macro when it is not.
  public func required(_ argument: MacroArgument?, name: String) throws -> MacroArgument {
    guard let argument else {
      throw ExpansionError.error(
        "the argument '\(name)' is missing", id: "missingArgument", at: node)
    }
    return argument
  }
}
