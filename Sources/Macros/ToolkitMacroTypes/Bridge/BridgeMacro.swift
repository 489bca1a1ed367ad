public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros
public import ToolkitMacroExpansion

/// Expands `#bridge`: a wire.
public struct BridgeMacro: DeclarationMacro, LaidOutMacro {
  public static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let arguments = MacroArguments(of: node)
    if let event = arguments["join"] {
      return try joint(of: event, arguments, for: node, in: context)
    }
    let on = try arguments.required(arguments["on"], name: "on")
    let source = try WireEndSyntax(source: on)
    let target = try WireEndSyntax(targetOf: arguments)
    if arguments["durable"] == nil {
      try InFunction.offering(
        connection(from: source, to: target, of: node), insteadOf: node, in: context)
    } else {
      try RecordDeclaration.checkPlace(of: node, in: context)
    }
    let (isIncluded, map) =
      arguments["durable"] == nil ? try closures(of: arguments) : (arguments["where"], nil)
    if target.isDurable, source.kind != "event" {
      throw ExpansionError.error(
        """
        only an event can be published, and '\(on.expression.trimmedDescription)' is not one: write \
        'to: .job(…)' without '.durable'
        """, id: "durableWireFromOtherSource", at: on.expression)
    }

    var call =
      "__out, __type, Bridge::Bridge.__WireRecord.source(\(source.expression)), \(target.expression)"
    var schema = WireSchema(from: source.schema, to: target.schema)
    if let isIncluded, !isIncluded.expression.is(NilLiteralExprSyntax.self) {
      call += ", where: \(isIncluded.expression.trimmed)"
      schema.isFiltered = true
    }
    if let map {
      call += ", map: \(map.expression.trimmed)"
      schema.isMapped = true
    }
    let declarations = try RecordDeclaration(
      kind: .wire, key: "\(source.text) -> \(target.text)",
      flags: source.isResolved && target.isResolved ? [] : .unresolvedKey, schema: schema,
      accessorText: "return unsafe Bridge::Bridge.__WireRecord.wire(\(call))"
    ).declarations(for: node, in: context)
    let written = [on, arguments["to"], isIncluded, map].compactMap(\.self)
    try RecordDeclaration.rejectSelf(in: written.map(\.expression), around: context)
    guard let name = arguments["durable"] else { return declarations }
    // Both records are built here, because the compiler drops records of macros in an expansion.
    let job = try JobRecordSyntax(
      name: name.string(), queue: JobRecordSyntax.queue(of: arguments),
      traits: arguments.followingUnlabeled(name: "traits"), run: arguments.function("run"),
      of: arguments)
    return declarations
      + (try job.declarations(
        calling: "Bridge::Bridge.__WireRecord.job", ["event: \(on.expression.trimmed)"],
        for: node, in: context))
  }

  /// Returns the run-time call that connects the same ends as the macro.
  private static func connection(
    from source: WireEndSyntax, to target: WireEndSyntax,
    of node: some FreestandingMacroExpansionSyntax
  ) -> ExprSyntax {
    let closures = node.arguments.filter { ["where", "map"].contains($0.label?.text) }.map {
      "\($0.label?.text ?? ""): \($0.expression.trimmedDescription)"
    }
    return node.call(
      "Bridge.connect",
      ["\(source.runTimeExpression)", "to: \(target.runTimeExpression)"] + closures)
  }

  /// Returns the closures of the wire.
  ///
  /// The first decides whether a value is passed on, and the second converts the value.
  ///
  /// A trailing closure is the first closure if no other is passed, and the second one if the first
  /// is passed as an argument. If the target can have any type, the compiler may use it as either
  /// of them, so its label is required.
  static func closures(
    of arguments: MacroArguments
  ) throws -> (isIncluded: MacroArgument?, map: MacroArgument?) {
    if let isIncluded = arguments["where"] { return (isIncluded, arguments.function("map")) }
    let isIncluded = arguments.function("where")
    if let isIncluded, arguments["to"] != nil, arguments["map"] == nil {
      throw ExpansionError.error(
        """
        a trailing closure may be a filter or a conversion; write it inside the parentheses, \
        after 'where:' or 'map:'
        """, id: "unlabeledClosure", at: isIncluded.expression)
    }
    return (isIncluded, arguments["map"])
  }

  /// Returns the wire between two events.
  private static func joint(
    of event: MacroArgument, _ arguments: MacroArguments,
    for node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let other = try arguments.required(arguments["with"], name: "with")
    let (one, two) = (try WireEndSyntax(event: event), try WireEndSyntax(taskEvent: other))
    try InFunction.offering(
      node.call("Bridge.join", ["\(one.expression)", "with: \(two.expression)"]), insteadOf: node,
      in: context)
    let declarations = try RecordDeclaration(
      kind: .wire, key: "\(one.text) <-> \(two.text)",
      flags: one.isResolved && two.isResolved ? [] : .unresolvedKey,
      schema: WireSchema(from: one.schema, to: two.schema, isJoined: true),
      accessorText: """
        return unsafe Bridge::Bridge.__WireRecord.join(\
        __out, __type, \(event.expression.trimmed), \(other.expression.trimmed))
        """
    ).declarations(for: node, in: context)
    try RecordDeclaration.rejectSelf(in: [event.expression, other.expression], around: context)
    return declarations
  }
}

/// Expands `#bridge` between ends with different types of values.
///
/// The result is an error.
public struct MismatchedBridgeMacro: DeclarationMacro {
  public static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let arguments = MacroArguments(of: node)
    let source = try arguments.required(arguments["on"], name: "on").expression
    let target = try arguments.required(arguments["to"], name: "to").expression
    _ = try BridgeMacro.closures(of: arguments)
    throw ExpansionError.error(
      """
      '\(target.trimmedDescription)' takes values of another type than \
      '\(source.trimmedDescription)' carries; convert them with 'map: { … }'
      """,
      id: "mismatchedWire", at: target)
  }
}
