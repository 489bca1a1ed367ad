public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros
public import ToolkitMacroExpansion

/// A macro that declares tasks: `@EventTask` for a type, or `#task` with a closure.
public protocol TaskMacro: DeclarationMacro, LaidOutMacro, PeerMacro {
  /// The call that adds such a task at run time, or `nil` if none exists.
  static var runTimeCall: String? { get }

  /// Returns the task that the arguments declare.
  ///
  /// - Parameters:
  ///   - arguments: All arguments of the macro.
  ///   - body: The closure in the arguments of the macro, or the type to which it is attached.
  ///   - context: Receives warnings about arguments.
  /// - Returns: The task.
  /// - Throws: An error at an argument that cannot be read.
  static func task(
    _ arguments: MacroArguments, _ body: TaskDeclaration.Body,
    in context: some MacroExpansionContext
  ) throws -> TaskDeclaration
}

extension TaskMacro {
  public static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    try TaskDeclaration.checkPlace(of: node, in: context, orUse: runTimeCall)
    let arguments = MacroArguments(of: node)
    let run = try arguments.required(arguments.function("run"), name: "run")
    return try task(arguments, .closure(run, shutdown: arguments["shutdown"]), in: context)
      .declarations(for: node, in: context)
  }

  public static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let type = try TaskType(declaration, node)
    try TaskDeclaration.checkPlace(of: node, in: context, orUse: runTimeCall)
    return try task(MacroArguments(of: node), .type(type), in: context)
      .declarations(for: node, in: context)
  }
}

/// A macro for tasks in which a name and a priority precede the first label, and traits are the
/// last arguments.
public protocol TriggerMacro: TaskMacro {
  /// The labels of the arguments after the name, for calls with positional arguments only, as in
  /// RWTaskKit: `#schedule("Remind", 1448873913, 5, 1) { … }`.
  ///
  /// The priority has no label.
  static var positionalLabels: [String?] { get }

  /// Returns the trigger that the other arguments declare, for the task with this name.
  static func trigger(
    _ arguments: MacroArguments, task name: String, in context: some MacroExpansionContext
  ) throws -> TaskDeclaration.Trigger
}

extension TriggerMacro {
  public static func task(
    _ arguments: MacroArguments, _ body: TaskDeclaration.Body,
    in context: some MacroExpansionContext
  ) throws -> TaskDeclaration {
    let labeled = arguments.labeled([nil] + positionalLabels)
    let arguments = labeled ?? arguments
    var leading = arguments.leadingUnlabeled(name: "name")[...]
    let name: String
    var kind: ExprSyntax?
    if case .type(let type) = body, leading.first?.isText != true {
      name = type.name
    } else {
      let first = leading.popFirst() ?? arguments["name"]
      let argument = try arguments.required(first, name: "name")
      kind = argument.metatypeBase
      name =
        try kind.map { try KindName.task.name(of: $0, in: context.lexicalContext) }
        ?? TaskDeclaration.name(argument)
    }
    let priority = TaskDeclaration.Value.priority(leading.popFirst())
    let traits: [MacroArgument] = leading + arguments.followingUnlabeled(name: "traits")
    try TraitLiterals.check(traits)
    let trigger = try trigger(arguments, task: name, in: context)
    if labeled != nil { try checkTicks(of: trigger) }
    var task = TaskDeclaration(
      name: name, trigger: trigger, priority: priority,
      dependsOn: try TaskDeclaration.tasks(arguments["dependsOn"]),
      after: try TaskDeclaration.tasks(arguments["after"]), traits: traits, body: body)
    task.kind = kind?.trimmedDescription
    return task
  }
}

extension TriggerMacro {
  /// Throws an error for an interval in the form of RWTaskKit that its clock cannot count in ticks.
  private static func checkTicks(of trigger: TaskDeclaration.Trigger) throws {
    let interval: TaskDeclaration.Value
    switch trigger {
    case .timer(_, let every), .date(_, _, let every): interval = every
    default: return
    }
    switch interval.known {
    case nil: return
    case .integer(let seconds)? where seconds <= 120: return
    default:
      throw ExpansionError.error(
        """
        without labels, an interval is in whole seconds up to 120, as in RWTaskKit; write the \
        labels 'repeat:' and 'every:' for other intervals
        """,
        id: "intervalInTicks", at: interval.expression)
    }
  }
}

extension MacroArgument {
  /// A Boolean value that indicates whether the argument is meant as a text.
  fileprivate var isText: Bool {
    expression.firstToken(viewMode: .sourceAccurate).map {
      switch $0.tokenKind {
      case .stringQuote, .multilineStringQuote, .rawStringPoundDelimiter: true
      default: false
      }
    } ?? false
  }
}

/// Expands `@EventTask` and `#task`: a task for an event.
public struct EventTaskMacro: TriggerMacro {
  public static let runTimeCall: String? = "TaskManager.shared.injectEventTask(…)"
  public static let positionalLabels: [String?] = [nil, "on"]

  public static func trigger(
    _ arguments: MacroArguments, task name: String, in context: some MacroExpansionContext
  ) throws -> TaskDeclaration.Trigger {
    .event(try .event(arguments.required(arguments["on"], name: "on")))
  }
}

/// Expands `@NotificationTask` and `#notification`: a task for a notification.
public struct NotificationTaskMacro: TriggerMacro {
  public static let runTimeCall: String? = "TaskManager.shared.injectNotificationTask(…)"
  public static let positionalLabels: [String?] = ["on"]

  public static func trigger(
    _ arguments: MacroArguments, task name: String, in context: some MacroExpansionContext
  ) throws -> TaskDeclaration.Trigger {
    .notification(try .notificationKey(arguments.required(arguments["on"], name: "on")))
  }
}

/// Expands `@TimerTask` and `#timer`: a task that runs at regular intervals.
public struct TimerTaskMacro: TriggerMacro {
  public static let runTimeCall: String? = "TaskManager.shared.scheduleTask(…)"
  public static let positionalLabels: [String?] = ["repeat", "every"]

  public static func trigger(
    _ arguments: MacroArguments, task name: String, in context: some MacroExpansionContext
  ) throws -> TaskDeclaration.Trigger {
    let interval = try arguments.required(arguments["every"], name: "every")
    return .timer(
      repeat: try .times(arguments["repeat"], orElse: .init(".forever", known: "forever")),
      every: try .interval(interval, orElse: .init("1", known: 1)))
  }
}

/// Expands `#NO_RW_CLOCK`: a task at launch that removes the clock of the manager.
public struct NoClockMacro: DeclarationMacro, LaidOutMacro {
  public static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let run = MacroArgument(
      name: "run", expression: "{ TaskKit::TaskManager.shared.clock = .none }")
    return try TaskDeclaration(
      name: "NO_RW_CLOCK",
      trigger: .event(.init(".willFinishLaunching", known: ["willFinishLaunching"])),
      priority: .init(".critical", known: 0), body: .closure(run)
    ).declarations(for: node, in: context)
  }
}
