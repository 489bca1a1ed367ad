import Declarations
import SwiftParser
public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// A task of TaskKit, as a macro wants it in the binary.
///
/// The macros of TaskKit are made of this, and so is a macro of your own that fixes
/// some of their arguments. (Such a macro cannot expand to `#task`, because the
/// compiler drops the records of a macro in another's expansion.)
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
    /// The fire times of a schedule: an expression of type `Schedule`, which may throw.
    case schedule(Value)
    /// The fire times that an expression of cron names, in a time zone.
    case cron(String, zone: String? = nil, daylightSaving: Value? = nil)
  }

  /// The body of a task.
  public enum Body {
    /// A closure or function, and another for the end of the process.
    case closure(MacroArgument, shutdown: MacroArgument? = nil)
    /// The `run` of a type.
    case type(TaskType)
  }

  /// By what others depend on the task; no other may have it.
  public var name: String
  /// The type that names the task of a closure, if one does.
  package var kind: String?
  public var trigger: Trigger
  public var priority: Value
  /// The tasks that must have succeeded before.
  public var dependsOn: [MacroArgument.TypeOrName]
  /// The tasks that must be over before, if they run at all.
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

  /// The declarations that put the task into the binary.
  ///
  /// - Parameters:
  ///   - node: The macro as it was used. Its source location becomes the task's.
  ///   - context: The context of the expansion.
  /// - Returns: A record, and at file scope a symbol that no other task of the name
  ///   can have.
  /// - Throws: An error at the macro if no record can be declared there, or at what
  ///   cannot be in one.
  public func declarations(
    for node: some SyntaxProtocol, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    try checkBody()
    try checkDependencies(at: node)
    try checkTraits()
    var record = RecordDeclaration(
      kind: trigger.kind, key: name, priority: priority.known?.priority ?? 0, flags: flags,
      schema: try schema(in: context),
      accessorText: "return unsafe TaskKit::__TaskRecord.task(\(call))")
    // Tasks share their names, whatever makes them run.
    record.symbolKind = .eventTask
    let declarations = try record.declarations(for: node, in: context)
    try RecordDeclaration.rejectSelf(in: written, around: context)
    return declarations
  }

  /// Rejects a place that cannot hold a record, for a macro that has more to say
  /// about that than about its arguments.
  ///
  /// - Parameters:
  ///   - node: The macro as it was used.
  ///   - context: The context of the expansion.
  ///   - runTimeCall: What adds such a task when the program runs.
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

  /// The expressions that the expansion takes over from the source.
  private var written: [ExprSyntax] {
    var written = trigger.values.map(\.value.expression) + [priority.expression]
    written += traits.map(\.expression)
    if case .closure(let function, let shutdown) = body {
      written += [function.expression] + (shutdown.map { [$0.expression] } ?? [])
    }
    return written
  }
}

// What cannot be, whatever the single arguments say.

extension TaskDeclaration {
  /// Rejects a type that wants more than the trigger has for it.
  func checkBody() throws {
    guard case .type(let type) = body else { return }
    if let notification = type.run.notification, !trigger.isNotification {
      throw ExpansionError.error(
        """
        only a task with '@NotificationTask' gets a notification; take the context, whose \
        'otherOptions' has what came with an event
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

  /// Rejects to keep in a store what has no due times there.
  func checkTraits() throws {
    guard let durable = traits.first(where: { Self.isTrait($0, "durable") }), !trigger.isByDate
    else { return }
    throw ExpansionError.error(
      """
      '.durable' is for a task of dates or of a calendar, whose due times a store can keep; \
      declare it with '#schedule' or '@ScheduledTask', or remove the trait
      """,
      id: "durableWithoutDates", at: durable.expression)
  }

  /// Rejects to wait for itself.
  func checkDependencies(at node: some SyntaxProtocol) throws {
    let tasks = dependsOn + after
    var isOwn = tasks.contains(.name(name))
    if let type = ownType { isOwn = isOwn || tasks.contains(.type(type)) }
    guard isOwn else { return }
    throw ExpansionError.error(
      "'\(name)' cannot wait for itself; remove it from what it waits for", id: "ownDependency",
      at: node)
  }
}

extension CodeLocation {
  /// Reads the source location of a macro.
  ///
  /// - Throws: An error at the macro if it stands in the expansion of another
  ///   one, from which the compiler would drop the record.
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
  /// The line of something that a macro was given, if the compiler tells.
  package static func line(
    of node: some SyntaxProtocol, in context: some MacroExpansionContext
  ) -> Int? {
    let location = context.location(of: node, at: .afterLeadingTrivia, filePathMode: .fileID)
    return location?.line.as(IntegerLiteralExprSyntax.self)?.representedLiteralValue
  }
}
