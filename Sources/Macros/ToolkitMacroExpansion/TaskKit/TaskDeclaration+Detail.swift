import SwiftSyntax
import SwiftSyntaxMacros

// The data that tools can read.

extension TaskDeclaration {
  var flags: RecordFlags {
    var flags: RecordFlags = .unique
    if priority.known == nil { flags.insert(.unresolvedPriority) }
    if isAsync { flags.insert(.asynchronous) }
    if isolation == "MainActor" { flags.insert(.mainActor) }
    if isDurable { flags.insert(.durableTask) }
    return flags
  }

  /// Returns the schema of the task for its record.
  ///
  /// - Throws: An error if a macro passes a known value whose type differs from the type of its key.
  func schema(in context: some MacroExpansionContext) throws(RecordFault) -> TaskSchema {
    var known: [String: JSONValue] = [:]
    var unresolved: [String: String] = [:]
    for (key, value) in trigger.values {
      known[key.rawValue] = value.known
      if value.known == nil { unresolved[key.rawValue] = value.expression.oneLine }
    }
    if priority.known == nil { unresolved[TaskSchema.priority] = priority.expression.oneLine }
    var schema = try TaskSchema(JSONObject(.object(known)))
    if case .cron(let expression, let zone, _) = trigger {
      schema.cron = expression
      schema.zone = zone
    }
    if !unresolved.isEmpty { schema.unresolved = unresolved }
    if !dependsOn.isEmpty { schema.dependsOn = dependsOn.map(TaskSchema.Reference.init) }
    if !after.isEmpty { schema.after = after.map(TaskSchema.Reference.init) }
    if !traits.isEmpty { schema.traits = traits.map(\.expression.oneLine) }
    if traits.contains(where: { Self.isTrait($0, "concurrent") }) { schema.isConcurrent = true }
    if isDurable { schema.isDurable = true }
    schema.isolation = isolation
    if isAsync { schema.isAsync = true }
    switch body {
    case .closure(_, let shutdown):
      schema.type = kind
      if shutdown != nil { schema.hasShutdown = true }
    case .type(let type):
      schema.type = type.path(in: context)
      if type.run.canThrow { schema.canThrow = true }
      schema.result = type.run.result
      if type.dependency != nil { schema.hasMoreDependencies = true }
      if type.shutdown != nil { schema.hasShutdown = true }
    }
    return schema
  }

  private var isDurable: Bool { traits.contains { Self.isTrait($0, "durable") } }

  /// Returns whether a trait has this name, as written.
  static func isTrait(_ trait: MacroArgument, _ name: String) -> Bool {
    guard let member = try? trait.member() else { return false }
    return member.name == name
      && [nil, "TaskTrait", "TaskKit.TaskTrait"].contains(member.base)
  }

  /// The declared actor of the task.
  private var isolation: String? {
    switch body {
    case .closure(let function, _):
      function.bare.as(ClosureExprSyntax.self)?.signature?.attributes.globalActor
    case .type(let type):
      type.run.globalActor
    }
  }

  private var isAsync: Bool {
    switch body {
    case .closure(let function, _):
      function.bare.as(ClosureExprSyntax.self).map(SuspensionFinder.canSuspend) ?? false
    case .type(let type):
      type.run.isAsync
    }
  }
}

extension TaskSchema.Reference {
  fileprivate init(_ task: MacroArgument.TypeOrName) {
    switch task {
    case .type(let type): self = .type(type)
    case .name(let name): self = .name(name)
    }
  }
}

/// Determines whether a closure contains `await`.
private final class SuspensionFinder: SyntaxVisitor {
  private var hasFound = false

  static func canSuspend(_ closure: ClosureExprSyntax) -> Bool {
    if closure.signature?.effectSpecifiers?.asyncSpecifier != nil { return true }
    let finder = SuspensionFinder(viewMode: .sourceAccurate)
    finder.walk(closure.statements)
    return finder.hasFound
  }

  override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
    if token.tokenKind == .keyword(.await) { hasFound = true }
    return .skipChildren
  }

  override func visit(_ variable: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    if variable.modifiers.has(.async) { hasFound = true }
    return .visitChildren
  }

  // The suspensions of nested closures and functions are ignored.
  override func visit(_: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
