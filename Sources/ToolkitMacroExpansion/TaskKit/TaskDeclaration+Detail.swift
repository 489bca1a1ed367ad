import SwiftSyntax
import SwiftSyntaxMacros

// What tools can read.

extension TaskDeclaration {
  var flags: RecordFlags {
    var flags: RecordFlags = .unique
    if priority.known == nil { flags.insert(.unresolvedPriority) }
    if isAsync { flags.insert(.asynchronous) }
    if isolation == "MainActor" { flags.insert(.mainActor) }
    return flags
  }

  /// What the record says of the task.
  ///
  /// The source of what only the running program knows is in `unresolved`.
  func detail(in context: some MacroExpansionContext) -> [String: JSONValue] {
    var detail: [String: JSONValue] = [:]
    var unresolved: [String: JSONValue] = [:]
    for (name, value) in trigger.values {
      if let known = value.known {
        detail[name] = known
      } else {
        unresolved[name] = .string(value.expression.oneLine)
      }
    }
    if priority.known == nil { unresolved["priority"] = .string(priority.expression.oneLine) }
    if case .cron(let expression, let zone, _) = trigger {
      detail["cron"] = .string(expression)
      detail["zone"] = zone.map(JSONValue.string)
    }
    if !unresolved.isEmpty { detail["unresolved"] = .object(unresolved) }
    if !dependsOn.isEmpty { detail["dependsOn"] = Self.detail(of: dependsOn) }
    if !after.isEmpty { detail["after"] = Self.detail(of: after) }
    if !traits.isEmpty {
      detail["traits"] = .array(traits.map { .string($0.expression.oneLine) })
    }
    if traits.contains(where: Self.isConcurrent) { detail["concurrent"] = true }
    if let isolation { detail["isolation"] = .string(isolation) }
    if isAsync { detail["async"] = true }
    switch body {
    case .closure(_, let shutdown):
      if shutdown != nil { detail["shutdown"] = true }
    case .type(let type):
      detail["type"] = .string(type.path(in: context))
      if type.run.canThrow { detail["throws"] = true }
      if let result = type.run.result { detail["result"] = .string(result) }
      if type.dependency != nil { detail["dependency"] = true }
      if type.shutdown != nil { detail["shutdown"] = true }
    }
    return detail
  }

  private static func detail(of tasks: [MacroArgument.TypeOrName]) -> JSONValue {
    .array(
      tasks.map { task in
        switch task {
        case .type(let type): ["type": .string(type)]
        case .name(let name): ["name": .string(name)]
        }
      })
  }

  private static func isConcurrent(_ trait: MacroArgument) -> Bool {
    guard let member = try? trait.member() else { return false }
    return member.name == "concurrent"
      && [nil, "TaskTrait", "TaskKit.TaskTrait"].contains(member.base)
  }

  /// The actor that it says it belongs to.
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

/// Finds out whether a closure says that it waits for something.
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

  // What other closures and functions wait for is theirs.
  override func visit(_: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
