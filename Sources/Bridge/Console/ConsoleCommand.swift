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
  let effect: Effect
  let handler: Handler

  /// The effect of a command on the process and its store.
  enum Effect: Sendable, Hashable {
    /// The command may change something.
    case changes
    case reads
    /// The command only reads, and equal requests share an answer.
    ///
    /// See ``ConsoleReadings``.
    case readsAndShares
    /// The command only reads if its argument `action` is one of these, or omitted.
    case readsIfAction([String])
  }

  init(
    _ name: String, _ summary: String, parameters: [String] = [], effect: Effect = .changes,
    handler: @escaping Handler
  ) {
    self.name = name
    self.effect = effect
    self.summary = summary
    self.parameters = parameters
    self.handler = handler
  }

  /// Returns whether the command may change something, given its arguments.
  func changes(_ arguments: [String: ConsoleValue]) -> Bool {
    switch effect {
    case .changes: true
    case .reads, .readsAndShares: false
    case .readsIfAction(let actions):
      arguments["action"].map { action in !actions.contains { action == .string($0) } } ?? false
    }
  }
}

/// The commands of a console.
struct ConsoleCommands: Sendable {
  /// The commands of every console.
  ///
  /// To add a command, add it to this list.
  static let standard = ConsoleCommands([
    .status, .health, .list, .call, .explain, .trigger, .task, .schedules, .ledger, .pause, .resume,
    .runNow, .jobs, .events, .graph, .trace, .watch, .stop,
  ])

  /// The commands for a page of the process, which needs descriptions for its forms.
  ///
  /// They are apart, so that a program without a page has no code for descriptions.
  static let forPages = ConsoleCommands(standard.all + [.form])

  let all: [ConsoleCommand]

  init(_ commands: [ConsoleCommand]) { all = commands }

  /// Returns whether a command has this name.
  func has(_ name: String) -> Bool { name == "help" || all.contains { $0.name == name } }
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
      + "with a host.",
    effect: .reads
  ) { _, session in
    guard let context = session.desk.context else {
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
    "Shows the phase of the process, the time since the console opened, and the number of each kind.",
    effect: .reads
  ) { _, session in
    let context = session.desk.context
    return [
      "name": .string(context?.name ?? ProcessInfo.processInfo.processName),
      "process": .integer(Int(getpid())),
      "phase": context?.host.phase.map { .string("\($0)") } ?? .null,
      "isShuttingDown": .bool(context?.isShuttingDown ?? false),
      "secondsOpen": .number((ContinuousClock.now - session.desk.start) / .seconds(1)),
      "clients": .integer(session.clientCount),
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
    guard let context = session.desk.context else {
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
    parameters: ["action", "capacity"], effect: .readsIfAction(["show"])
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
    parameters: ["kinds"], effect: .reads
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
