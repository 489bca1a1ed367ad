import Foundation
import ToolkitTrace

/// Runs the commands of a console, for clients of its socket and for code in the process.
///
/// ```swift
/// let answer = try await ConsoleDesk(context: context).run("list", ["kind": "tasks"])
/// send(answer.value)
/// answer.finish()
/// ```
///
/// It has the commands of ``ConsoleCommands`` and the commands that the app has added.
///
/// - Concurrency: May be used from any task.
package struct ConsoleDesk: Sendable {
  /// The app to inspect, if the desk has one.
  let context: AppContext?
  let start = ContinuousClock.now
  let readings = ConsoleReadings()
  private let commands: ConsoleCommands

  init(context: AppContext?, commands: ConsoleCommands) {
    self.context = context
    self.commands = commands
  }

  /// Creates a desk with the commands for pages and the commands of an app.
  package init(context: AppContext?) { self.init(context: context, commands: .forPages) }

  /// The answer to a request of code in the process.
  package struct Answer: Sendable {
    package let value: ConsoleValue
    fileprivate let session: ConsoleSession

    /// Runs what must follow the response, such as the shutdown of `stop`.
    ///
    /// Call it once, after the answer was sent.
    package func finish() { session.didRespond() }
  }

  /// Runs a command on a separate thread, because a route may block it.
  ///
  /// - Throws: A ``BridgeConsoleError`` of the command, or if the command is unknown, an argument
  ///   does not fit, or the command sends events.
  @concurrent package func run(
    _ command: String, _ arguments: [String: ConsoleValue] = [:]
  ) async throws(BridgeConsoleError) -> Answer {
    let session = ConsoleSession(desk: self)
    let request = ConsoleRequest(command: command, arguments: arguments)
    let value = try await withTaskExecutorPreference(ConsoleExecutor()) {
      () async throws(BridgeConsoleError) in try await run(request, in: session)
    }
    return Answer(value: value, session: session)
  }

  /// Returns whether a request may change something in the process or its store.
  ///
  /// Commands that an app has added may, as their effect is unknown.
  ///
  /// - Throws: A ``BridgeConsoleError`` if the command is unknown.
  package func changes(
    _ command: String, _ arguments: [String: ConsoleValue] = [:]
  ) throws(BridgeConsoleError) -> Bool {
    if command == "help" { return false }
    return try self.command(command).changes(arguments)
  }

  // MARK: - Running

  /// The standard commands, followed by the commands that the app has added.
  private var all: [ConsoleCommand] { commands.all + (context?.host.commands.all ?? []) }

  private func command(_ name: String) throws(BridgeConsoleError) -> ConsoleCommand {
    let all = all
    guard let command = all.first(where: { $0.name == name }) else {
      throw .unknown("command", name, among: all.map(\.name) + ["help"])
    }
    return command
  }

  /// Runs the command of a request.
  func run(
    _ request: ConsoleRequest, in session: ConsoleSession
  ) async throws(BridgeConsoleError) -> ConsoleValue {
    if request.command == "help" { return help }
    let command = try command(request.command)
    for name in request.arguments.keys.sorted() where !command.parameters.contains(name) {
      throw .unknown(
        "argument of '\(command.name)'", name, among: command.parameters, code: .badArgument)
    }
    do {
      guard command.effect == .readsAndShares else {
        return try await run(command, for: request, in: session)
      }
      return try await readings.answer(to: request) {
        do {
          return .success(try await run(command, for: request, in: session))
        } catch {
          return .failure(error as? BridgeConsoleError ?? BridgeConsoleError(.failed, "\(error)"))
        }
      }
    } catch let error as BridgeConsoleError {
      throw error
    } catch {
      throw BridgeConsoleError(.failed, "\(error)")
    }
  }

  private func run(
    _ command: ConsoleCommand, for request: ConsoleRequest, in session: ConsoleSession
  ) async throws -> ConsoleValue {
    try await traced(request) {
      try await command.handler(
        ConsoleArguments(command: command.name, values: request.arguments), session)
    }
  }

  /// Runs the work of a request, in a span that links to the client's span if the request contains
  /// one.
  private func traced(
    _ request: ConsoleRequest, _ body: () async throws -> ConsoleValue
  ) async throws -> ConsoleValue {
    // An invalid link is ignored, because tracing must never prevent a command.
    guard let link = request.traceparent.flatMap(TraceLink.init(traceParent:)) else {
      return try await body()
    }
    return try await Trace.span(
      "console \(request.command)", kind: "server", module: "Bridge", from: link, body)
  }

  private var help: ConsoleValue {
    .array(
      all.map { command in
        [
          "name": .string(command.name), "summary": .string(command.summary),
          "arguments": .array(command.parameters.map { .string($0) }),
        ]
      })
  }
}
