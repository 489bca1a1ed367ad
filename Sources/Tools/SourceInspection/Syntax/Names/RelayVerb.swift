import ModuleGraph
import SwiftSyntax

/// The verbs of code that looks up a relay by its key.
enum RelayVerb {
  /// The methods that change the value.
  private static let setters: Set<String> = ["set", "modify"]

  /// Returns the verb of a call such as `SharedRelay.of(.wind)`, by the code around it.
  static func verb(of call: FunctionCallExprSyntax?) -> ModuleGraph.Edge.Kind {
    guard let call else { return .names }
    var node = Syntax(call)
    while let parent = node.parent,
      parent.is(OptionalChainingExprSyntax.self) || parent.is(ForceUnwrapExprSyntax.self)
    {
      node = parent
    }
    if let member = node.parent?.as(MemberAccessExprSyntax.self) {
      return setters.contains(member.declName.baseName.text) ? .sets : .reads
    }
    return node.parent?.as(LabeledExprSyntax.self).map(verb) ?? .names
  }

  /// Returns the verb of an argument: of `relayUniqueValue(to:)`, of `mergeRelays`.
  private static func verb(of argument: LabeledExprSyntax) -> ModuleGraph.Edge.Kind {
    guard let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self),
      let callee = Callee(call.calledExpression)
    else { return .names }
    if argument.label?.text == "to", callee.name.hasPrefix("relay") { return .sets }
    return callee.name.hasSuffix("Relays") ? .reads : .names
  }
}
