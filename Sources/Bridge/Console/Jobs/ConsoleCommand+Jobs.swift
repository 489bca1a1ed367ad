import Foundation
import TaskStore

extension ConsoleCommand {
  /// Shows and changes the jobs of the store.
  static let jobs = ConsoleCommand(
    "jobs",
    """
    Shows the job queues with their counts and the running jobs, or performs an action: list, \
    show, count, enqueue, signal, run, retry, redrive, cancel, delete, pause, resume, limit.
    """,
    parameters: [
      "action", "id", "ids", "queue", "name", "states", "flow", "tag", "text", "before", "all",
      "limit", "window", "of", "payload", "running", "signal",
    ], effect: .readsIfAction(JobsAction.reading.map(\.rawValue))
  ) { arguments, _ in
    let action = try JobsAction(of: arguments)
    let jobs = TaskManager.shared.jobs
    switch action {
    case .overview:
      let window = try arguments.optionalSeconds("window") ?? .seconds(60)
      let overview = try await JobsOverview(of: .shared, within: window)
      return try ConsoleCoding.value(
        ConsoleValue.self, from: try ConsoleCoding.bytes(of: overview))
    case .list: return try await jobs.consoleList(arguments)
    case .show: return try await jobs.consoleShow(arguments)
    case .count: return try await jobs.consoleCount(arguments)
    case .enqueue: return try await jobs.consoleEnqueue(arguments)
    case .signal: return try await jobs.consoleSignal(arguments)
    case .run: return try await jobs.consoleRun(arguments)
    case .retry: return try await jobs.consoleRetry(arguments)
    case .redrive: return try await jobs.consoleRedrive(arguments)
    case .cancel: return try await jobs.consoleCancel(arguments)
    case .delete: return try await jobs.consoleDelete(arguments)
    case .pause: return try await jobs.consolePause(true, arguments)
    case .resume: return try await jobs.consolePause(false, arguments)
    case .limit: return try await jobs.consoleLimit(arguments)
    }
  }
}

/// An action of the command `jobs`.
enum JobsAction: String, CaseIterable {
  case overview, list, show, count, enqueue, signal, run, retry, redrive, cancel, delete, pause,
    resume
  case limit

  /// The actions that change nothing.
  static let reading: [JobsAction] = [.overview, .list, .show, .count]

  /// The arguments that the action takes.
  private var parameters: [String] {
    switch self {
    case .overview: ["window"]
    case .list: ["queue", "name", "states", "flow", "tag", "text", "before", "limit"]
    case .show: ["id"]
    case .count: ["of", "ids", "queue", "name", "states", "flow", "tag", "text", "all"]
    case .enqueue: ["name", "payload", "queue"]
    case .signal: ["id", "signal", "payload"]
    case .retry: ["ids"]
    case .redrive: ["queue", "name", "flow", "tag", "text", "all"]
    case .run, .cancel, .delete: ["ids", "queue", "name", "states", "flow", "tag", "text", "all"]
    case .pause, .resume: ["queue"]
    case .limit: ["queue", "running"]
    }
  }

  /// The states of the jobs that the action changes, or `nil` if it changes no jobs.
  var states: [JobRecord.State]? {
    switch self {
    case .run: [.delayed]
    case .retry: [.failed, .cancelled]
    case .redrive: [.failed]
    case .cancel: JobRecord.State.open
    case .delete: JobRecord.State.all.filter { !$0.isOpen }
    default: nil
    }
  }

  /// Parses the action of a request, and rejects arguments of other actions.
  init(of arguments: ConsoleArguments) throws(BridgeConsoleError) {
    let word = try arguments.choice(
      "action", of: Self.allCases.map(\.rawValue), isOptional: true)
    self = Self(rawValue: word) ?? .overview
    for name in arguments.values.keys.sorted() where name != "action" {
      guard parameters.contains(name) else {
        throw .unknown("argument of 'jobs \(word)'", name, among: parameters, code: .badArgument)
      }
    }
  }
}
