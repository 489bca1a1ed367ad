import RoutePatterns
import SwiftSyntax
import SwiftSyntaxBuilder
import ToolkitMacroExpansion

/// An end of a wire as it was written, with the data that tools can read and the expression that
/// creates it at run time.
struct WireEndSyntax {
  /// The expression that creates the end in a declaration.
  let expression: ExprSyntax
  /// The expression that creates the end in a call at run time.
  private(set) var runTimeExpression: ExprSyntax
  let kind: String
  /// The names, or the expressions of unknown names.
  private let names: [String]
  /// A Boolean value that indicates whether the names are known at compile time.
  let isResolved: Bool
  private var states: [String] = []
  /// The queue of a job, or the expression of an unknown queue.
  private var queue: String?
  /// A Boolean value that indicates whether the job is stored by the code that publishes the event.
  private(set) var isDurable = false

  private init(_ kind: String, _ names: [String], isResolved: Bool, by expression: ExprSyntax) {
    self.kind = kind
    self.names = names
    self.isResolved = isResolved
    self.expression = expression
    runTimeExpression = expression
  }

  /// A description of the end: `event userDidLogin`.
  var text: String {
    let name = names.joined(separator: ", ")
    let details = states + (isDurable ? ["durable"] : [])
    return details.isEmpty
      ? "\(kind) \(name)" : "\(kind) \(name) (\(details.joined(separator: ", ")))"
  }

  /// The end in the format for tools.
  var schema: WireSchema.End {
    WireSchema.End(
      kind: kind, names: names, states: states, queue: queue, isDurable: isDurable,
      isUnresolved: !isResolved)
  }

  // MARK: - The ends of a macro

  /// Reads the source of a wire.
  ///
  /// - Throws: An error at the argument if it is an empty text.
  init(source argument: MacroArgument) throws {
    if let call = argument.expression.as(FunctionCallExprSyntax.self),
      let end = try Self.member(call, of: "WireSource", from: argument.expression)
    {
      self = end
    } else {
      try self.init(event: argument)
      runTimeExpression = ".event(\(expression))"
    }
  }

  /// Reads the target of a wire.
  ///
  /// - Throws: An error at an argument without a name.
  init(targetOf arguments: MacroArguments) throws {
    if let first = arguments["run"] {
      let others = arguments.followingUnlabeled(name: "run")
      let names = try ([first] + others).map { try Self.taskName($0) }
      let list = names.map { "\(literal: $0)" as ExprSyntax }.map(\.description)
      self.init(
        "task", names, isResolved: true, by: ".task(\(raw: list.joined(separator: ", ")))")
    } else if let url = arguments["call"] {
      let text = try Self.url(url)
      self.init("call", [text], isResolved: true, by: ".call(\(literal: text))")
    } else if let job = arguments["job"] ?? arguments["durable"] {
      let queue = arguments["job"] == nil ? nil : arguments["queue"]
      let name = try Self.jobName(job)
      self.init(
        "job", [name], isResolved: true,
        by: """
          .job(\(literal: name), .durable\
          \(raw: queue.map { ", queue: \($0.expression.trimmedDescription)" } ?? ""))
          """)
      self.queue = queue.map { (try? $0.string()) ?? $0.expression.trimmedDescription }
      isDurable = true
    } else {
      guard let target = arguments["to"] else {
        throw ExpansionError.error(
          """
          the argument 'to' is missing; write 'run:' for a task, 'call:' for a URL, 'job:' for a \
          durable job, or 'to:' for another target
          """,
          id: "noWireTarget", at: arguments.node)
      }
      if let call = target.expression.as(FunctionCallExprSyntax.self),
        let end = try Self.member(call, of: "WireTarget", from: target.expression)
      {
        self = end
      } else {
        self.init(
          "unknown", [target.expression.trimmedDescription], isResolved: false,
          by: target.expression.trimmed)
      }
    }
  }

  // MARK: - By what they are

  /// Reads an event of RheaTime.
  ///
  /// - Throws: An error at the argument if it is an empty text.
  init(event argument: MacroArgument) throws {
    let expression = argument.expression.trimmed
    switch try RheaDeclaration.Event(argument) {
    case .named(let name): self.init("event", [name], isResolved: true, by: expression)
    case .expression(let written):
      self.init("event", [written.trimmedDescription], isResolved: false, by: expression)
    }
  }

  /// Reads an event of TaskKit.
  init(taskEvent argument: MacroArgument) throws {
    let value = try TaskDeclaration.Value.event(
      argument,
      orError: """
        '\(argument.expression.trimmedDescription)' is not an event; a wire needs an event of \
        TaskKit, such as '.didBecomeActive'
        """)
    let expression = argument.expression.trimmed
    if case .array(let known)? = value.known, !known.isEmpty {
      let names = known.compactMap { if case .string(let name) = $0 { name } else { nil } }
      self.init("taskEvent", names, isResolved: true, by: expression)
    } else {
      self.init("taskEvent", [expression.description], isResolved: false, by: expression)
    }
  }

  /// Reads `.event(…)`, `.task(…)` and similar calls.
  ///
  /// Returns `nil` for other calls.
  private static func member(
    _ call: FunctionCallExprSyntax, of type: String, from whole: ExprSyntax
  ) throws -> WireEndSyntax? {
    guard let access = call.calledExpression.as(MemberAccessExprSyntax.self),
      access.base == nil || access.base?.trimmedDescription == type,
      let first = call.arguments.first
    else { return nil }
    let argument = MacroArgument(
      name: access.declName.baseName.text, expression: first.expression)
    let whole = whole.trimmed
    switch access.declName.baseName.text {
    case "event":
      let event = try WireEndSyntax(event: argument)
      return WireEndSyntax("event", event.names, isResolved: event.isResolved, by: whole)
    case "taskEvent":
      let event = try WireEndSyntax(taskEvent: argument)
      return WireEndSyntax("taskEvent", event.names, isResolved: event.isResolved, by: whole)
    case "call":
      let text = type == "WireSource" ? try pattern(argument) : try url(argument)
      return WireEndSyntax("call", [text], isResolved: true, by: whole)
    case "relay", "changes":
      let name = first.expression.trimmedDescription
      return WireEndSyntax("relay", [name], isResolved: false, by: whole)
    case "notification":
      let name = first.expression.trimmedDescription
      return WireEndSyntax("notification", [name], isResolved: false, by: whole)
    case "perform":
      let name = (try? argument.string()) ?? first.expression.trimmedDescription
      return WireEndSyntax("closure", [name], isResolved: true, by: whole)
    case "task":
      return try task(call, by: whole)
    case "job":
      return try job(call, isTarget: type == "WireTarget", by: whole)
    default: return nil
    }
  }

  /// Reads `.task("name", "other")` and `.task("name", .succeeded)`.
  private static func task(
    _ call: FunctionCallExprSyntax, by whole: ExprSyntax
  ) throws -> WireEndSyntax {
    var names: [String] = []
    var states: [String] = []
    for argument in call.arguments.map({ MacroArgument(name: "task", expression: $0.expression) }) {
      if !names.isEmpty, let state = try? argument.member() {
        states.append(state.name)
      } else {
        names.append(try taskName(argument))
      }
    }
    var end = WireEndSyntax("task", names, isResolved: true, by: whole)
    end.states = states
    return end
  }

  /// Reads `.job("name", .failed)`, `.job("name", queue: "mail")` and `.job("name", .durable)`.
  private static func job(
    _ call: FunctionCallExprSyntax, isTarget: Bool, by whole: ExprSyntax
  ) throws -> WireEndSyntax {
    let arguments = call.arguments.map { argument in
      (argument.label?.text, MacroArgument(name: "job", expression: argument.expression))
    }
    var names: [String] = []
    var states: [String] = []
    var queue: String?
    var isDurable = false
    for (label, argument) in arguments {
      if label == "queue" {
        queue = (try? argument.string()) ?? argument.expression.trimmedDescription
      } else if !names.isEmpty, isTarget {
        isDurable = true
      } else if !names.isEmpty, let state = try? argument.member() {
        states.append(state.name)
      } else {
        names.append(try jobName(argument))
      }
    }
    var end = WireEndSyntax("job", names, isResolved: true, by: whole)
    end.states = states
    end.queue = queue
    end.isDurable = isDurable
    return end
  }

  // MARK: - Texts

  private static func jobName(_ argument: MacroArgument) throws -> String {
    let name = try argument.string()
    guard !name.isEmpty else {
      throw ExpansionError.error(
        "a job has a name, by which the wire finds it", id: "emptyWireJob",
        at: argument.expression,
        fixIts: [Replacement.fixIt(of: argument.expression, by: #""<#job#>""#)])
    }
    return name
  }

  /// Reads the name of a task: a string literal, or the last part of a type's name.
  private static func taskName(_ argument: MacroArgument) throws -> String {
    if let type = argument.metatypeBase { return try KindName.task.name(of: type) }
    let name = try argument.string()
    guard !name.isEmpty else {
      throw ExpansionError.error(
        "a task has a name, by which the wire finds it", id: "emptyWireTask",
        at: argument.expression,
        fixIts: [Replacement.fixIt(of: argument.expression, by: #""<#task#>""#)])
    }
    return name
  }

  /// Reads the pattern of the calls that trigger a wire.
  private static func pattern(_ argument: MacroArgument) throws -> String {
    let literal = try RouteLiteral(argument)
    do throws(RoutePatternError) {
      _ = try RoutePatternSyntax(literal.text)
    } catch {
      throw literal.error(error, behind: 0)
    }
    return literal.text
  }

  /// Reads the URL that a wire calls.
  ///
  /// Braces in it contain names of values.
  private static func url(_ argument: MacroArgument) throws -> String {
    let text = try argument.string()
    var isInside = false
    var isWellFormed = !text.isEmpty
    var previous: Character?
    for character in text {
      switch character {
      case "{":
        isWellFormed = isWellFormed && !isInside
        isInside = true
      case "}":
        isWellFormed = isWellFormed && isInside && previous != "{"
        isInside = false
      case " ", "\n", "\t": isWellFormed = false
      default: break
      }
      previous = character
    }
    guard isWellFormed, !isInside else {
      throw ExpansionError.error(
        """
        '\(text)' cannot be called: a wire calls a URL such as 'kl://feed/reload'. Braces contain \
        the name of a value of the call: 'kl://user/{id}/refresh'
        """,
        id: "invalidWireURL", at: argument.expression)
    }
    return text
  }
}
