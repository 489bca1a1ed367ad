public import SwiftSyntax
import SwiftSyntaxBuilder

extension TaskDeclaration {
  /// The value of an argument, and the part of it that is known at compile time.
  public struct Value {
    /// The expression that creates the value at run time.
    public let expression: ExprSyntax
    /// The value in the record, or `nil` if it is only known at run time.
    package let known: JSONValue?

    /// Creates a value from an expression.
    ///
    /// - Parameters:
    ///   - expression: The expression that creates the value at run time.
    ///   - known: The value for tools, or `nil` if it is only known at run time.
    public init(_ expression: ExprSyntax, known: JSONValue? = nil) {
      self.expression = expression
      self.known = known
    }
  }

  /// Reads the name of a task.
  ///
  /// - Throws: An error at the argument if it is empty or not a string literal.
  public static func name(_ argument: MacroArgument) throws -> String {
    let name = try argument.string()
    guard !name.isEmpty else {
      throw ExpansionError.error(
        "a task needs a name, by which others depend on it and you pause it",
        id: "emptyTaskName", at: argument.expression,
        fixIts: [Replacement.fixIt(of: argument.expression, by: #""<#name#>""#)])
    }
    return name
  }

  /// Reads a list of tasks, which consists of types and names.
  ///
  /// - Throws: An error at the first element that is neither.
  public static func tasks(_ argument: MacroArgument?) throws -> [MacroArgument.TypeOrName] {
    guard let argument else { return [] }
    let tasks = try argument.typesAndNames(
      otherwise: """
        to compute dependencies when the program runs, declare a task type with \
        'static var dependency: [Any]'
        """)
    if let empty = tasks.firstIndex(of: .name("")) {
      throw ExpansionError.error(
        "'\(argument.name)' contains an empty name, which no task has; remove it",
        id: "emptyTaskName", at: try argument.elements()[empty].expression)
    }
    return tasks
  }
}

// MARK: - Reading values

extension TaskDeclaration.Value {
  /// The priority of a task without a declared priority.
  public static var defaultPriority: TaskDeclaration.Value {
    TaskDeclaration.Value(".default", known: 2)
  }

  private static let priorities: [String: Int] = [
    "critical": 0, "high": 1, "default": 2, "low": 3,
  ]

  /// Reads a priority.
  ///
  /// The number of a case is known at compile time.
  public static func priority(_ argument: MacroArgument?) -> TaskDeclaration.Value {
    guard let argument else { return .defaultPriority }
    let name = name(of: argument, in: "TaskManager.Priority", original: "RWTaskPriority")
    let number = name.flatMap { priorities[$0] }
    return TaskDeclaration.Value(argument.expression, known: number.map(JSONValue.integer))
  }

  /// Reads one or several events.
  ///
  /// The names of events of TaskKit are known at compile time.
  ///
  /// - Throws: An error at the argument if it is not an event.
  public static func event(_ argument: MacroArgument) throws -> TaskDeclaration.Value {
    try event(
      argument,
      orError: """
        a task without an event never runs; name its events, such as \
        '.didFinishLaunching', or '.demand' for a task that you run by its name
        """)
  }

  /// Reads one or several events.
  ///
  /// - Parameters:
  ///   - argument: The argument.
  ///   - message: The message of the error.
  /// - Returns: The event.
  /// - Throws: An error at the argument if it is not an event.
  package static func event(
    _ argument: MacroArgument, orError message: String
  ) throws -> TaskDeclaration.Value {
    let elements = argument.bare.is(ArrayExprSyntax.self) ? try argument.elements() : [argument]
    let names = elements.map { name(of: $0, in: "TaskEvent", original: "RWTaskEvent") }
    guard names.contains(where: { $0 != "none" }) else {
      throw ExpansionError.error(
        message, id: "noTaskEvent", at: argument.expression,
        fixIts: [Replacement.fixIt(of: argument.expression, by: ".<#event#>")])
    }
    let known = names.compactMap(\.self).filter { $0 != "none" }
    let areKnown = known.allSatisfy(TaskSchema.eventNames.contains) && !names.contains(nil)
    return TaskDeclaration.Value(
      argument.expression, known: areKnown ? .array(known.map(JSONValue.string)) : nil)
  }

  /// Reads the name of a notification.
  ///
  /// - Throws: An error at the argument if it is an empty text.
  public static func notificationKey(_ argument: MacroArgument) throws -> TaskDeclaration.Value {
    let text = try? argument.string()
    guard text != "" else {
      throw ExpansionError.error(
        "a notification needs a name, under which it is posted", id: "emptyNotificationKey",
        at: argument.expression,
        fixIts: [Replacement.fixIt(of: argument.expression, by: #""<#key#>""#)])
    }
    return TaskDeclaration.Value(argument.expression, known: text.map(JSONValue.string))
  }

  /// Reads a date, in seconds since the start of 1970.
  public static func date(_ argument: MacroArgument) -> TaskDeclaration.Value {
    TaskDeclaration.Value(argument.expression, known: argument.number)
  }

  /// Reads the total number of runs of a task.
  ///
  /// - Throws: An error at the argument if it is a number lower than 1.
  public static func times(
    _ argument: MacroArgument?, orElse times: TaskDeclaration.Value
  ) throws -> TaskDeclaration.Value {
    guard let argument else { return times }
    if name(of: argument, in: "TaskRepeat", original: "RWScheduleTaskRepeat") == "forever" {
      return TaskDeclaration.Value(argument.expression, known: "forever")
    }
    guard case .integer(let count)? = argument.number else {
      return TaskDeclaration.Value(argument.expression)
    }
    guard count >= 1 else {
      let ways: [ExprSyntax] = count == 0 ? ["1", ".forever"] : [".forever"]
      throw ExpansionError.error(
        """
        '\(argument.name)' says how often the task runs in all, so it must be 1 or more, or \
        '.forever'
        """,
        id: "taskRepeat", at: argument.expression,
        fixIts: ways.map { Replacement.fixIt(of: argument.expression, by: $0) })
    }
    return TaskDeclaration.Value(argument.expression, known: .integer(count))
  }

  /// Reads the number of seconds between two runs.
  ///
  /// - Throws: An error at the argument if it is not a positive number.
  public static func interval(
    _ argument: MacroArgument?, orElse interval: TaskDeclaration.Value
  ) throws -> TaskDeclaration.Value {
    guard let argument else { return interval }
    let number = argument.number
    let isWrong =
      switch number {
      case .integer(let seconds)?: seconds <= 0
      case .number(let seconds)?: seconds <= 0
      default: false
      }
    guard !isWrong else {
      throw ExpansionError.error(
        "'\(argument.name)' is the number of seconds between two runs, so it must be above 0",
        id: "taskInterval", at: argument.expression,
        fixIts: [Replacement.fixIt(of: argument.expression, by: "1")])
    }
    return TaskDeclaration.Value(argument.expression, known: number)
  }

  /// Reads a schedule, which is only known at run time.
  public static func schedule(_ argument: MacroArgument) -> TaskDeclaration.Value {
    TaskDeclaration.Value(argument.expression)
  }

  /// Reads the policy for times that a clock change skips or repeats.
  ///
  /// The names of policies of TaskKit are known at compile time.
  public static func daylightSaving(_ argument: MacroArgument?) -> TaskDeclaration.Value? {
    guard let argument else { return nil }
    let name = name(of: argument, in: "DaylightSavingPolicy")
    let isKnown = ["onceADay", "realTime"].contains(name)
    return TaskDeclaration.Value(
      argument.expression, known: isKnown ? name.map(JSONValue.string) : nil)
  }

  /// Returns the name of the member of a TaskKit type to which an argument refers.
  ///
  /// - Parameters:
  ///   - argument: The argument.
  ///   - type: The type.
  ///   - original: The name of the type in RWTaskKit, which is the prefix of its constants:
  ///     `RWTaskPriorityHigh` is `.high`.
  /// - Returns: The name, or `nil` if the syntax does not show it.
  private static func name(
    of argument: MacroArgument, in type: String, original: String? = nil
  ) -> String? {
    if let member = try? argument.member() {
      let bases = [type, original].compactMap(\.self)
      let isKnown = member.base.map { base in
        bases.contains { base == $0 || base == "TaskKit.\($0)" }
      }
      return isKnown == false ? nil : member.name
    }
    guard let original,
      let constant = argument.bare.as(DeclReferenceExprSyntax.self)?.baseName.text,
      constant.hasPrefix(original), let first = constant.dropFirst(original.count).first
    else { return nil }
    return first.lowercased() + constant.dropFirst(original.count + 1)
  }
}

extension MacroArgument {
  /// The number in a literal, or `nil` if this is not a numeric literal.
  fileprivate var number: JSONValue? {
    switch try? json() {
    case .integer(let value)?: .integer(value)
    case .number(let value)?: .number(value)
    default: nil
    }
  }
}

extension JSONValue {
  /// The number, if it can be stored as the priority of a record.
  var priority: Int32? {
    if case .integer(let value) = self { Int32(exactly: value) } else { nil }
  }
}
