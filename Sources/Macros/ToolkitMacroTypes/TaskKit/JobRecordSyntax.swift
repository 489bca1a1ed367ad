import Declarations
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros
import ToolkitMacroExpansion

/// The record of a job, which `#job` declares alone and `#bridge` together with a wire.
struct JobRecordSyntax {
  let name: String
  /// The queue, or `nil` if the type of the job has it.
  let queue: String?
  let traits: [MacroArgument]
  let run: MacroArgument

  /// Reads the parts of a job.
  ///
  /// - Throws: An error at the macro if the function is missing, or at an invalid trait.
  init(
    name: String, queue: String?, traits: [MacroArgument], run: MacroArgument?,
    of arguments: MacroArguments
  ) throws {
    try TraitLiterals.check(traits)
    self.name = name
    self.queue = queue
    self.traits = traits
    self.run = try arguments.required(run, name: "run")
  }

  /// Returns the declarations of the record.
  ///
  /// - Parameters:
  ///   - function: The function that provides the contents of the record.
  ///   - options: Its arguments in addition to the queue, the traits and the function of the job.
  ///   - kind: The type that names the job, if any.
  ///   - node: The use of the macro.
  ///   - context: The context of the expansion.
  /// - Returns: A constant and, at file scope, a symbol.
  /// - Throws: An error if no record is possible there.
  func declarations(
    calling function: String, _ options: [String], rejectingSelfIn kind: ExprSyntax? = nil,
    for node: some SyntaxProtocol, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let schema = JobSchema(
      queue: queue, payload: payload, result: result,
      traits: traits.isEmpty ? nil : traits.map(\.expression.oneLine),
      formerNames: try traits.formerNames(), formerQueues: try traits.formerQueues(),
      steps: StepCalls.steps(of: run))
    var call = ["__out", "__type"]
    if let queue { call.append("queue: \(queue.asLiteral)") }
    call += options
    if !traits.isEmpty {
      let list = traits.map { $0.expression.trimmedDescription }.joined(separator: ", ")
      call.append("traits: [\(list)]")
    }
    call.append("run: \(run.expression.trimmed)")
    let declarations = try RecordDeclaration(
      kind: .job, key: name, flags: [.unique, .asynchronous], schema: schema,
      accessorText: "return unsafe \(function)(\(call.joined(separator: ", ")))"
    ).declarations(for: node, in: context)
    try RecordDeclaration.rejectSelf(
      in: (kind.map { [$0] } ?? []) + traits.map(\.expression) + [run.expression],
      around: context)
    return declarations
  }

  /// Returns the queue of the argument `queue`.
  static func queue(of arguments: MacroArguments) throws -> String {
    guard let argument = arguments["queue"] else { return "default" }
    let queue = try argument.string()
    guard !queue.isEmpty else {
      throw ExpansionError.error(
        "a queue needs a name, by which you pause it; omit 'queue' for the queue 'default'",
        id: "emptyQueueName", at: argument.expression,
        fixIts: [Replacement.fixIt(of: argument.expression, by: #""default""#)])
    }
    try JobName.checkIsFree(queue, argument)
    return queue
  }

  /// Returns the type of the payload.
  ///
  /// The compiler requires that it is written in a closure.
  private var payload: String? {
    guard case .closure(let closure) = try? run.function(),
      case .parameterClause(let clause)? = closure.signature?.parameterClause
    else { return nil }
    return clause.parameters.first?.type?.trimmedDescription
  }

  private var result: String? {
    guard case .closure(let closure) = try? run.function() else { return nil }
    return closure.signature?.returnClause?.type.trimmedDescription
  }
}
