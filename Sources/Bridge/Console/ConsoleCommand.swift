import Spelling
import ToolkitTrace

/// One thing that a console can do.
struct ConsoleCommand: Sendable {
  typealias Handler =
    @Sendable (ConsoleArguments, ConsoleSession) async throws -> ConsoleValue

  let name: String
  /// A line that says what it takes and does.
  let summary: String
  /// The names of its arguments; others are an error.
  let parameters: [String]
  let handler: Handler

  init(
    _ name: String, _ summary: String, parameters: [String] = [], handler: @escaping Handler
  ) {
    self.name = name
    self.summary = summary
    self.parameters = parameters
    self.handler = handler
  }
}

/// All that a console can do, by name.
struct ConsoleCommands: Sendable {
  /// The commands of every console.
  ///
  /// A further command is one line here.
  static let standard = ConsoleCommands([
    .status, .health, .list, .call, .explain, .trigger, .task, .schedules, .ledger, .pause, .resume,
    .runNow, .jobs, .graph, .trace, .watch, .stop,
  ])

  private let commands: [ConsoleCommand]

  init(_ commands: [ConsoleCommand]) { self.commands = commands }

  /// Returns whether there is a command of a name.
  func has(_ name: String) -> Bool { name == "help" || commands.contains { $0.name == name } }

  /// Returns these commands and those that an app has added.
  private func including(_ added: AddedCommands?) -> [ConsoleCommand] {
    commands + (added?.all ?? [])
  }

  /// Does what a request asks for.
  func run(
    _ request: ConsoleRequest, in session: ConsoleSession
  ) async throws(BridgeConsoleError) -> ConsoleValue {
    let commands = including(session.console?.context?.host.commands)
    if request.command == "help" { return Self.help(on: commands) }
    guard let command = commands.first(where: { $0.name == request.command }) else {
      throw .unknown("command", request.command, among: commands.map(\.name) + ["help"])
    }
    for name in request.arguments.keys.sorted() where !command.parameters.contains(name) {
      throw .unknown(
        "argument of '\(command.name)'", name, among: command.parameters, code: .badArgument)
    }
    do {
      return try await traced(request) {
        try await command.handler(
          ConsoleArguments(command: command.name, values: request.arguments), session)
      }
    } catch let error as BridgeConsoleError {
      throw error
    } catch {
      throw BridgeConsoleError(.failed, "\(error)")
    }
  }

  /// Does the work of a request, in a span that links to the client's if it has sent one.
  private func traced(
    _ request: ConsoleRequest, _ body: () async throws -> ConsoleValue
  ) async throws -> ConsoleValue {
    // A text that is no link is ignored: a trace never keeps a command from running.
    guard let link = request.traceparent.flatMap(TraceLink.init(traceParent:)) else {
      return try await body()
    }
    return try await Trace.span(
      "console \(request.command)", kind: "server", module: "Bridge", from: link, body)
  }

  private static func help(on commands: [ConsoleCommand]) -> ConsoleValue {
    .array(
      commands.map { command in
        [
          "name": .string(command.name), "summary": .string(command.summary),
          "arguments": .array(command.parameters.map { .string($0) }),
        ]
      })
  }
}

extension BridgeConsoleError {
  /// There is nothing of a name; what may have been meant is named.
  static func unknown(
    _ kind: String, _ name: String, among names: [String], code: Code = .unknownCommand
  ) -> BridgeConsoleError {
    let nearest = EditDistance.nearest(to: name, among: names, atMost: 3)
    let hint =
      if !nearest.isEmpty {
        "; did you mean \(nearest.map { "'\($0)'" }.joined(separator: " or "))?"
      } else if names.isEmpty {
        "; there are none"
      } else if names.count <= 12 {
        "; there are \(names.map { "'\($0)'" }.joined(separator: ", "))"
      } else {
        "; there are \(names.count) others"
      }
    return BridgeConsoleError(code, "there is no \(kind) '\(name)'\(hint)")
  }
}
