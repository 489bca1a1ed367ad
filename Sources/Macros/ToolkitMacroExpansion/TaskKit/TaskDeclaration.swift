import Declarations
import SwiftParser
public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// A task of TaskKit that a macro declares in the binary.
///
/// The macros of TaskKit use this type. Use it in your own macros that set some of their arguments.
/// (Such a macro cannot expand to `#task`, because the compiler drops the records of a macro in the
/// expansion of another.)
///
/// ```swift
/// public struct WarmUpMacro: DeclarationMacro {
///   public static func expansion(
///     of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
///   ) throws -> [DeclSyntax] {
///     let arguments = MacroArguments(of: node)
///     let name = try arguments.required(arguments.unlabeled(0, name: "name"), name: "name")
///     let run = try arguments.required(arguments.function("run"), name: "run")
///     return try TaskDeclaration(
///       name: TaskDeclaration.name(name), trigger: .event(.init(".idle", known: ["idle"])),
///       body: .closure(run)
///     ).declarations(for: node, in: context)
///   }
/// }
/// ```
public struct TaskDeclaration {
  /// The trigger of a task.
  public enum Trigger {
    case event(Value)
    case notification(Value)
    case date(Value, repeat: Value, every: Value)
    case timer(repeat: Value, every: Value)
    /// The fire times of a schedule: an expression of type `Schedule`, which may throw an error.
    case schedule(Value)
    /// The fire times of a cron expression in a time zone.
    case cron(String, zone: String? = nil, daylightSaving: Value? = nil)
  }

  /// The body of a task.
  public enum Body {
    /// A closure or function, and an optional one for the end of the process.
    case closure(MacroArgument, shutdown: MacroArgument? = nil)
    /// The `run` function of a type.
    case type(TaskType)
  }

  /// The name, which must be unique.
  ///
  /// Other tasks use it in their dependencies.
  public var name: String
  /// The type that names the task of a closure, if one does.
  package var kind: String?
  public var trigger: Trigger
  public var priority: Value
  /// The tasks that must have succeeded before.
  public var dependsOn: [MacroArgument.TypeOrName]
  /// The tasks that must have ended before, if they run at all.
  public var after: [MacroArgument.TypeOrName]
  /// The other traits of the task: expressions of type `TaskTrait`.
  public var traits: [MacroArgument]
  public var body: Body

  public init(
    name: String, trigger: Trigger, priority: Value = .defaultPriority,
    dependsOn: [MacroArgument.TypeOrName] = [], after: [MacroArgument.TypeOrName] = [],
    traits: [MacroArgument] = [], body: Body
  ) {
    self.name = name
    self.trigger = trigger
    self.priority = priority
    self.dependsOn = dependsOn
    self.after = after
    self.traits = traits
    self.body = body
  }

  /// Returns the declarations that add the task to the binary.
  ///
  /// - Parameters:
  ///   - node: The use of the macro. The task has its source location.
  ///   - context: The context of the expansion.
  /// - Returns: A record and, at file scope, a symbol that makes the name unique.
  /// - Throws: An error at the macro if no record is possible there, or at a part that is not
  ///   possible in a record.
  public func declarations(
    for node: some SyntaxProtocol, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    try checkBody()
    try checkDependencies(at: node)
    try checkTraits()
    var schema = try schema(in: context)
    schema.formerNames = try traits.formerNames()
    var record = RecordDeclaration(
      kind: trigger.kind, key: name, priority: priority.known?.priority ?? 0, flags: flags,
      schema: schema,
      accessorText: "return unsafe TaskKit::__TaskRecord.task(\(call))")
    // Names must be unique among tasks with any trigger.
    record.symbolKind = .eventTask
    let declarations = try record.declarations(for: node, in: context)
    try RecordDeclaration.rejectSelf(in: written, around: context)
    return declarations
  }

  /// Throws an error if no record is possible in this place.
  ///
  /// Use it for a macro with an additional message for this case.
  ///
  /// - Parameters:
  ///   - node: The use of the macro.
  ///   - context: The context of the expansion.
  ///   - runTimeCall: The call that adds such a task at run time.
  /// - Throws: An error at the macro.
  package static func checkPlace(
    of node: some SyntaxProtocol, in context: some MacroExpansionContext,
    orUse runTimeCall: String?
  ) throws {
    guard let runTimeCall else { return try RecordDeclaration.checkPlace(of: node, in: context) }
    try RecordDeclaration.checkPlace(
      of: node, in: context,
      inFunction: """
        a task cannot be declared inside a function, because it is part of the binary and not of a \
        call; move it to file scope or into a type, or add the task when the program runs, with \
        '\(runTimeCall)'
        """)
  }

  /// The type that others depend on to depend on this task.
  private var ownType: String? { if case .type(let type) = body { type.identifier } else { kind } }

  // MARK: - The call in the record's accessor

  private var call: String {
    var arguments: [String] = ["__out", "__type", trigger.argument]
    if let type = ownType { arguments.append("of: \(type).self") }
    if priority.known == nil { arguments.append("priority: \(priority.expression.trimmed)") }
    if !dependsOn.isEmpty { arguments.append("dependsOn: \(Self.references(dependsOn))") }
    if !after.isEmpty { arguments.append("after: \(Self.references(after))") }
    if case .type(let type) = body, let dependency = type.dependency {
      arguments.append("dependency: \(dependency.expression)")
    }
    if !traits.isEmpty {
      let list = traits.map { $0.expression.trimmedDescription }.joined(separator: ", ")
      arguments.append("traits: [\(list)]")
    }
    arguments.append("run: \(run)")
    if let shutdown { arguments.append("shutdown: \(shutdown)") }
    return arguments.joined(separator: ", ")
  }

  private var run: String {
    switch body {
    case .closure(let function, _):
      ".\(trigger.isNotification ? "notified" : "closure")(\(function.expression.trimmed))"
    case .type(let type):
      type.run.body(in: type)
    }
  }

  private var shutdown: String? {
    switch body {
    case .closure(_, let function): function.map { ".closure(\($0.expression.trimmed))" }
    case .type(let type): type.shutdown?.body(in: type)
    }
  }

  private static func references(_ tasks: [MacroArgument.TypeOrName]) -> String {
    let list = tasks.map { task in
      switch task {
      case .type(let type): ".init(\(type).self)"
      case .name(let name): ".init(\(name.asLiteral))"
      }
    }
    return "[\(list.joined(separator: ", "))]"
  }

  /// The expressions from the source that the expansion contains.
  private var written: [ExprSyntax] {
    var written = trigger.values.map(\.value.expression) + [priority.expression]
    written += traits.map(\.expression)
    if case .closure(let function, let shutdown) = body {
      written += [function.expression] + (shutdown.map { [$0.expression] } ?? [])
    }
    return written
  }
}

// The combinations of arguments that are not possible.

extension TaskDeclaration {
  /// Throws an error if the type requires more than the trigger provides.
  func checkBody() throws {
    guard case .type(let type) = body else { return }
    if let notification = type.run.notification, !trigger.isNotification {
      throw ExpansionError.error(
        """
        only a task with '@NotificationTask' gets a notification; take the context, whose \
        'otherOptions' contains the values of an event
        """,
        id: "noNotification", at: notification)
    }
    if let dependency = type.dependency, !trigger.hasOthers {
      throw ExpansionError.error(
        """
        a scheduled task runs by itself and waits for no other; remove 'dependency', or make it a \
        task of an event
        """,
        id: "scheduledDependency", at: dependency.member)
    }
  }

  /// Throws an error if a task has no due times but its trait requires a store.
  func checkTraits() throws {
    let durable = traits.first { Self.isTrait($0, "durable") }
    if durable == nil, let former = traits.first(where: \.isFormerName) {
      throw ExpansionError.error(
        """
        '.formerly' continues a schedule in a store, and no store keeps this task; add '.durable', \
        or remove the trait
        """,
        id: "formerlyWithoutStore", at: former.expression)
    }
    guard let durable, !trigger.isByDate else { return }
    throw ExpansionError.error(
      """
      '.durable' is for a task with a date or a calendar, whose fire times a store can keep; \
      declare it with '#schedule' or '@ScheduledTask', or remove the trait
      """,
      id: "durableWithoutDates", at: durable.expression)
  }

  /// Throws an error if the task depends on itself.
  func checkDependencies(at node: some SyntaxProtocol) throws {
    let tasks = dependsOn + after
    var isOwn = tasks.contains(.name(name))
    if let type = ownType { isOwn = isOwn || tasks.contains(.type(type)) }
    guard isOwn else { return }
    throw ExpansionError.error(
      "'\(name)' cannot wait for itself; remove it from its own dependencies", id: "ownDependency",
      at: node)
  }
}

extension CodeLocation {
  /// Reads the source location of a macro.
  ///
  /// - Throws: An error at the macro if it is in the expansion of another macro, because the
  ///   compiler would drop the record.
  init(of node: some SyntaxProtocol, in context: some MacroExpansionContext) throws {
    guard
      let location = context.location(of: node, at: .afterLeadingTrivia, filePathMode: .fileID),
      let fileID = location.file.as(StringLiteralExprSyntax.self)?.representedLiteralValue,
      !fileID.contains("@__swiftmacro_"),
      let line = location.line.as(IntegerLiteralExprSyntax.self)?.representedLiteralValue,
      let column = location.column.as(IntegerLiteralExprSyntax.self)?.representedLiteralValue
    else {
      throw ExpansionError.error(
        """
        a record cannot be declared in the expansion of another macro, from which the compiler \
        drops it; build it in that macro with ToolkitMacroExpansion's RecordDeclaration
        """,
        id: "recordInExpansion", at: node)
    }
    self.init(fileID: fileID, line: line, column: column)
  }
}

extension RecordDeclaration {
  /// Returns the line of an argument, if the compiler provides it.
  package static func line(
    of node: some SyntaxProtocol, in context: some MacroExpansionContext
  ) -> Int? {
    let location = context.location(of: node, at: .afterLeadingTrivia, filePathMode: .fileID)
    return location?.line.as(IntegerLiteralExprSyntax.self)?.representedLiteralValue
  }
}
