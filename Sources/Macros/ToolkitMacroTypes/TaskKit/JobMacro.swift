import Declarations
public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros
public import ToolkitMacroExpansion

/// Expands `#job`: work with a payload in a store.
public struct JobMacro: DeclarationMacro, LaidOutMacro {
  public static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    try checkPlace(of: node, in: context)
    let arguments = MacroArguments(of: node)
    let declared = try JobName(of: arguments, in: context)
    let queue = declared.kind == nil ? try JobRecordSyntax.queue(of: arguments) : nil
    let traits =
      arguments.leadingUnlabeled(name: "traits").dropFirst()
      + arguments.followingUnlabeled(name: "traits")
    let job = try JobRecordSyntax(
      name: declared.name, queue: queue, traits: Array(traits), run: arguments.function("run"),
      of: arguments)
    let kind = declared.kind.map { ["kind: \($0.trimmedDescription)"] } ?? []
    return try job.declarations(
      calling: "TaskStore::__JobRecord.job", kind, rejectingSelfIn: declared.kind, for: node,
      in: context)
  }

  /// Throws an error if no record is possible in this place.
  ///
  /// The error suggests a way to add a job there.
  private static func checkPlace(
    of node: some SyntaxProtocol, in context: some MacroExpansionContext
  ) throws {
    try RecordDeclaration.checkPlace(
      of: node, in: context,
      inFunction: """
        a job cannot be declared inside a function, because it is part of the binary and not of a \
        call; move it to file scope or into a type, or add the job when the program runs, with \
        'TaskManager.shared.jobs.handle(…)'
        """)
  }
}

/// Collects the steps that a closure calls by literal names, for the comparison of builds.
///
/// It finds calls of the closure's second parameter, as in `context.step("pay")`.
final class StepCalls: SyntaxVisitor {
  private let context: String
  private var steps: [String] = []

  private init(of context: String) {
    self.context = context
    super.init(viewMode: .sourceAccurate)
  }

  /// Returns the steps of a closure in the order of the code, or `nil` if it has none.
  static func steps(of run: MacroArgument) -> [String]? {
    guard case .closure(let closure) = try? run.function(), let context = contextName(of: closure)
    else { return nil }
    let visitor = StepCalls(of: context)
    visitor.walk(closure.statements)
    return visitor.steps.isEmpty ? nil : visitor.steps
  }

  private static func contextName(of closure: ClosureExprSyntax) -> String? {
    guard let clause = closure.signature?.parameterClause else { return "$1" }
    if let list = clause.as(ClosureShorthandParameterListSyntax.self) {
      return list.dropFirst().first?.name.text
    }
    let parameters = clause.as(ClosureParameterClauseSyntax.self)?.parameters
    let parameter = parameters?.dropFirst().first
    return (parameter?.secondName ?? parameter?.firstName)?.text
  }

  override func visit(_ call: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard let access = call.calledExpression.as(MemberAccessExprSyntax.self),
      access.base?.as(DeclReferenceExprSyntax.self)?.baseName.text == context
    else { return .visitChildren }
    let first = call.arguments.first
    switch access.declName.baseName.text {
    case "step": add("step", named: first)
    case "signal": add("signal", named: first)
    case "sleep":
      if let name = call.arguments.first(where: { $0.label?.text == "name" }) {
        add("sleep", named: name)
      } else {
        steps.append("sleep")
      }
    default: break
    }
    return .visitChildren
  }

  private func add(_ kind: String, named argument: LabeledExprSyntax?) {
    guard let argument,
      let name = try? MacroArgument(name: "name", expression: argument.expression).string()
    else { return }
    steps.append("\(kind) \(name)")
  }
}

/// Checks the numbers in traits, such as `.retry(attempts: 0)`, which would be treated as 1.
final class TraitLiterals: SyntaxVisitor {
  private var failure: (any Error)?

  /// Checks the traits of a task.
  ///
  /// - Throws: An error at the first invalid number.
  static func check(_ traits: [MacroArgument]) throws {
    let visitor = TraitLiterals(viewMode: .sourceAccurate)
    for trait in traits { visitor.walk(trait.expression) }
    if let failure = visitor.failure { throw failure }
  }

  /// The traits with a count, which must be at least 1.
  private static let counting: Set = [
    "catchUp", "maximumRuns", "parallel", "queue", "retry",
  ]

  override func visit(_ call: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard failure == nil, let access = call.calledExpression.as(MemberAccessExprSyntax.self),
      access.base == nil, Self.counting.contains(access.declName.baseName.text),
      let argument = call.arguments.first,
      [nil, "upTo", "attempts"].contains(argument.label?.text),
      let count = try? MacroArgument(name: "upTo", expression: argument.expression)
        .integer(as: Int.self), count < 1
    else { return .visitChildren }
    failure = ExpansionError.error(
      "'\(call.trimmedDescription)' counts from 1; write 1 or more", id: "countBelowOne",
      at: argument.expression,
      fixIts: [Replacement.fixIt(of: argument.expression, by: "1")])
    return .skipChildren
  }
}
