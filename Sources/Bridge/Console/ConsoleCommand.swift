import Foundation
import SectionRegistry
import Spelling
import Synchronization
import ToolkitTrace

/// A command of a console.
struct ConsoleCommand: Sendable {
  typealias Handler =
    @Sendable (ConsoleArguments, ConsoleSession) async throws -> ConsoleValue

  let name: String
  /// A line that describes the command.
  let summary: String
  /// The names of its arguments.
  ///
  /// Other arguments are rejected.
  let parameters: [String]
  /// A Boolean value that indicates whether the command only reads, so that equal requests may
  /// share an answer.
  ///
  /// See ``ConsoleReadings``.
  let onlyReads: Bool
  let handler: Handler

  init(
    _ name: String, _ summary: String, parameters: [String] = [], onlyReads: Bool = false,
    handler: @escaping Handler
  ) {
    self.name = name
    self.onlyReads = onlyReads
    self.summary = summary
    self.parameters = parameters
    self.handler = handler
  }
}

/// The commands of a console.
struct ConsoleCommands: Sendable {
  /// The commands of every console.
  ///
  /// To add a command, add it to this list.
  static let standard = ConsoleCommands([
    .status, .health, .list, .call, .explain, .trigger, .task, .schedules, .ledger, .pause, .resume,
    .runNow, .jobs, .graph, .trace, .watch, .stop,
  ])

  private let commands: [ConsoleCommand]

  init(_ commands: [ConsoleCommand]) { self.commands = commands }

  /// Returns whether a command has this name.
  func has(_ name: String) -> Bool { name == "help" || commands.contains { $0.name == name } }

  /// Returns these commands, followed by the commands that an app has added.
  private func including(_ added: AddedCommands?) -> [ConsoleCommand] {
    commands + (added?.all ?? [])
  }

  /// Runs the command of a request.
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
      guard command.onlyReads, let readings = session.console?.readings else {
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
  /// Returns the error for an unknown name, with suggestions.
  static func unknown(
    _ kind: String, _ name: String, among names: [String], code: Code = .unknownCommand
  ) -> BridgeConsoleError {
    let nearest = EditDistance.nearest(to: name, among: names, atMost: 3)
    let hint =
      if !nearest.isEmpty {
        "; did you mean \(nearest.map { "'\($0)'" }.joined(separator: " or "))?"
      } else if names.isEmpty {
        "; none are available"
      } else if names.count <= 12 {
        "; available: \(names.map { "'\($0)'" }.joined(separator: ", "))"
      } else {
        "; \(names.count) others are available"
      }
    return BridgeConsoleError(code, "no \(kind) is named '\(name)'\(hint)")
  }
}

extension ConsoleCommand {
  /// Reports the health of the app.
  static let health = ConsoleCommand(
    "health",
    "Whether the app works and can serve: each check of its liveness and readiness; needs an app "
      + "with a host."
  ) { _, session in
    guard let context = session.console?.context else {
      throw BridgeConsoleError(
        .failed,
        """
        the console cannot check the health of this process, because it was opened without its \
        app. Open it with 'Bridge.openConsole(for: context)'.
        """)
    }
    return ConsoleValue(await context.health())
  }
}

extension ConsoleValue {
  /// Describes the health of an app, with all keys in each check.
  init(_ health: AppHealth) {
    func list(_ checks: [AppHealth.Check]) -> ConsoleValue {
      .array(
        checks.map { check in
          ["name": .string(check.name), "failure": check.failure.map { .string($0) } ?? .null]
        })
    }
    self = [
      "isLive": .bool(health.isLive), "isReady": .bool(health.isReady),
      "liveness": list(health.liveness), "readiness": list(health.readiness),
    ]
  }
}

extension ConsoleCommand {
  /// Reports the state of the process.
  static let status = ConsoleCommand(
    "status",
    "Shows the phase of the process, the time since the console opened, and the number of each kind."
  ) { _, session in
    let context = session.console?.context
    let open = session.console.map { ContinuousClock.now - $0.start } ?? .zero
    return [
      "name": .string(context?.name ?? ProcessInfo.processInfo.processName),
      "process": .integer(Int(getpid())),
      "phase": context?.host.phase.map { .string("\($0)") } ?? .null,
      "isShuttingDown": .bool(context?.isShuttingDown ?? false),
      "secondsOpen": .number(open / .seconds(1)),
      "clients": .integer(session.console?.clientCount ?? 0),
      "isTracing": .bool(Trace.isOn),
      "records": .integer(SectionRegistry.records.count),
      "problems": .array(SectionRegistry.problems.map { .string("\($0)") }),
      "tasks": .integer(TaskManager.shared.list.count),
      "routes": .integer(Khala.routes.routes.count),
      "relays": .integer(SharedRelays.keys.count),
    ]
  }

  /// Shuts the app down.
  static let stop = ConsoleCommand(
    "stop", "Shuts the app down gracefully, as SIGTERM does; needs an app with a host."
  ) { _, session in
    guard let context = session.console?.context else {
      throw BridgeConsoleError(
        .failed,
        """
        the console cannot stop this process, because it was opened without its app. Open it \
        with 'Bridge.openConsole(for: context)', or send the process SIGTERM.
        """)
    }
    // After the response, because the console closes when the app ends.
    session.afterResponse { context.shutDown() }
    return ["stopping": true]
  }
}

extension ConsoleCommand {
  /// Starts, stops or shows the recording of spans.
  static let trace = ConsoleCommand(
    "trace",
    "Starts or stops a recording of all spans, or shows it in the format of Chrome and Perfetto.",
    parameters: ["action", "capacity"]
  ) { arguments, _ in
    switch try arguments.choice("action", of: ["start", "stop", "show"]) {
    case "start":
      let capacity = try arguments.optionalInteger("capacity") ?? 16_384
      guard (0...1 << 20).contains(capacity) else {
        throw BridgeConsoleError(.badArgument, "'capacity' must be from 0 to \(1 << 20) spans")
      }
      Trace.start(capacity: capacity)
      return ["isTracing": true]
    case "stop":
      Trace.stop()
      return ["isTracing": false, "spans": .integer(Trace.snapshot().spans.count)]
    default:
      return try ConsoleCoding.value(
        ConsoleValue.self, from: try Trace.snapshot().chromeTraceJSON())
    }
  }

  /// Sends spans when they end.
  static let watch = ConsoleCommand(
    "watch",
    "Sends each span as it finishes, until the client disconnects; needs a started 'trace'.",
    parameters: ["kinds"]
  ) { arguments, session in
    let kinds = try arguments.optionalTexts("kinds")
    try session.addWatch()
    let attachment = Trace.attach(ConsoleSink(session: session, kinds: kinds.map(Set.init)))
    session.whenClosed { attachment.cancel() }
    return ["isTracing": .bool(Trace.isOn)]
  }
}

/// A sink that sends spans to a client.
private struct ConsoleSink: TraceSink {
  let session: ConsoleSession
  /// The kinds to send, or `nil` for all.
  let kinds: Set<String>?

  func receive(_ span: TraceSpan) {
    guard kinds?.contains(span.kind.rawValue) ?? true else { return }
    session.send(
      event: [
        "name": .string(span.name), "kind": .string(span.kind.rawValue),
        "module": .string(span.module), "id": .integer(Int(clamping: span.id.rawValue)),
        "cause": span.cause.map { .integer(Int(clamping: $0.rawValue)) } ?? .null,
        "microseconds": .number(span.duration / .microseconds(1)),
      ])
  }
}

/// The commands that an app has added to its consoles.
///
/// - Concurrency: May be used from any thread.
final class AddedCommands: Sendable {
  private let commands = Mutex<[ConsoleCommand]>([])

  /// The commands, in the order in which they were added.
  var all: [ConsoleCommand] { commands.withLock { $0 } }

  /// Adds a command, unless its name is already used.
  ///
  /// - Returns: Whether the command was added.
  func add(_ command: ConsoleCommand) -> Bool {
    guard !ConsoleCommands.standard.has(command.name) else { return false }
    return commands.withLock { commands in
      guard !commands.contains(where: { $0.name == command.name }) else { return false }
      commands.append(command)
      return true
    }
  }
}
