public import SwiftSyntax
import SwiftSyntaxBuilder

extension TaskDeclaration {
  /// The value of an argument, and what of that is known when the program is compiled.
  public struct Value {
    /// The expression that makes the value when the program runs.
    public let expression: ExprSyntax
    /// The value in the record; `nil` if only the running program knows it.
    package let known: JSONValue?

    /// Makes a value of an expression.
    ///
    /// - Parameters:
    ///   - expression: What makes it when the program runs.
    ///   - known: What tools know of it; nothing if that has to run.
    public init(_ expression: ExprSyntax, known: JSONValue? = nil) {
      self.expression = expression
      self.known = known
    }
  }

  /// Reads the name of a task.
  ///
  /// - Throws: An error at the argument if it is no string literal, or empty.
  public static func name(_ argument: MacroArgument) throws -> String {
    let name = try argument.string()
    guard !name.isEmpty else {
      throw ExpansionError.error(
        "a task needs a name, by which others depend on it and by which it is paused",
        id: "emptyTaskName", at: argument.expression,
        fixIts: [Replacement.fixIt(of: argument.expression, by: #""<#name#>""#)])
    }
    return name
  }

  /// Reads a list of tasks: types and names.
  ///
  /// - Throws: An error at the first element that is neither.
  public static func tasks(_ argument: MacroArgument?) throws -> [MacroArgument.TypeOrName] {
    guard let argument else { return [] }
    let tasks = try argument.typesAndNames(
      otherwise: """
        what is only known when the program runs can stand in 'static var dependency: [Any]' of a \
        type that is a task
        """)
    if let empty = tasks.firstIndex(of: .name("")) {
      throw ExpansionError.error(
        "'\(argument.name)' has an empty name in it, which no task has; remove it",
        id: "emptyTaskName", at: try argument.elements()[empty].expression)
    }
    return tasks
  }
}

// MARK: - Reading values

extension TaskDeclaration.Value {
  /// The priority of a task that says nothing about it.
  public static var defaultPriority: TaskDeclaration.Value {
    TaskDeclaration.Value(".default", known: 2)
  }

  private static let priorities: [String: Int] = [
    "critical": 0, "high": 1, "default": 2, "low": 3,
  ]

  /// Reads a priority.
  ///
  /// The number of a case is known when the program is compiled.
  public static func priority(_ argument: MacroArgument?) -> TaskDeclaration.Value {
    guard let argument else { return .defaultPriority }
    let name = name(of: argument, in: "TaskManager.Priority", original: "RWTaskPriority")
    let number = name.flatMap { priorities[$0] }
    return TaskDeclaration.Value(argument.expression, known: number.map(JSONValue.integer))
  }

  /// Reads an event, or several.
  ///
  /// The names of TaskKit's own are known when the program is compiled.
  ///
  /// - Throws: An error at the argument if it is no event.
  public static func event(_ argument: MacroArgument) throws -> TaskDeclaration.Value {
    try event(
      argument,
      orError: """
        a task of no event never runs; name the events that it is for, such as \
        '.didFinishLaunching', or '.demand' for a task that runs when it is called by its name
        """)
  }

  /// Reads an event, or several.
  ///
  /// - Parameters:
  ///   - argument: The argument.
  ///   - message: The message of the error.
  /// - Returns: The event.
  /// - Throws: An error at the argument if it is no event.
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

  /// Reads a date, in seconds since the beginning of 1970.
  public static func date(_ argument: MacroArgument) -> TaskDeclaration.Value {
    TaskDeclaration.Value(argument.expression, known: argument.number)
  }

  /// Reads how often a task runs in all.
  ///
  /// - Throws: An error at the argument if it is a number below 1.
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

  /// Reads how many seconds lie between two runs.
  ///
  /// - Throws: An error at the argument if it is no number above 0.
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
        "'\(argument.name)' says how many seconds lie between two runs, so it must be above 0",
        id: "taskInterval", at: argument.expression,
        fixIts: [Replacement.fixIt(of: argument.expression, by: "1")])
    }
    return TaskDeclaration.Value(argument.expression, known: number)
  }

  /// Reads a schedule, which only the running program can make out.
  public static func schedule(_ argument: MacroArgument) -> TaskDeclaration.Value {
    TaskDeclaration.Value(argument.expression)
  }

  /// Reads what becomes of times that a change of the clocks leaves out or has twice.
  ///
  /// The names of TaskKit's own policies are known when the program is compiled.
  public static func daylightSaving(_ argument: MacroArgument?) -> TaskDeclaration.Value? {
    guard let argument else { return nil }
    let name = name(of: argument, in: "DaylightSavingPolicy")
    let isKnown = ["onceADay", "realTime"].contains(name)
    return TaskDeclaration.Value(
      argument.expression, known: isKnown ? name.map(JSONValue.string) : nil)
  }

  /// Returns the member of one of TaskKit's types that an argument is.
  ///
  /// - Parameters:
  ///   - argument: The argument.
  ///   - type: The type.
  ///   - original: The name of the type in RWTaskKit, with which the names of its constants start:
  ///     `RWTaskPriorityHigh` is `.high`.
  /// - Returns: The name, or `nil` if it is none that syntax shows.
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
  /// The number of a literal; nothing if it is no such.
  fileprivate var number: JSONValue? {
    switch try? json() {
    case .integer(let value)?: .integer(value)
    case .number(let value)?: .number(value)
    default: nil
    }
  }
}

extension JSONValue {
  /// The number, if it fits in a record as its priority.
  var priority: Int32? {
    if case .integer(let value) = self { Int32(exactly: value) } else { nil }
  }
}
