import Foundation
import TaskStore

// The actions of the command `jobs`.
extension Jobs {
  /// Lists the jobs that match a filter, the latest first.
  func consoleList(_ arguments: ConsoleArguments) async throws -> ConsoleValue {
    let limit = try arguments.optionalInteger("limit") ?? 100
    guard (1...1_000).contains(limit) else {
      throw BridgeConsoleError(
        .badArgument, "the argument 'limit' of 'jobs list' must be from 1 to 1000, not \(limit)")
    }
    var filter = try await filter(arguments)
    filter.limit = limit
    return ["jobs": .array(try await list(filter).map { ConsoleValue(listing: $0) })]
  }

  /// Shows a job, its stored steps, and the steps of its flow.
  func consoleShow(_ arguments: ConsoleArguments) async throws -> ConsoleValue {
    guard let id = try arguments.optionalJobID("id") else {
      throw BridgeConsoleError(.badArgument, "'jobs show' needs the argument 'id', a job's number")
    }
    guard let job = try await job(id) else { throw BridgeConsoleError.missing([id]) }
    let steps: [JobRecord] =
      if let flow = job.step?.flow {
        try await list(JobFilter(flow: flow, limit: .max)).reversed()
      } else {
        []
      }
    return ConsoleValue(
      showing: job, storedSteps: try await self.steps(of: id), stepsOfFlow: steps)
  }

  /// Retries jobs that failed or were cancelled.
  func consoleRetry(_ arguments: ConsoleArguments) async throws -> ConsoleValue {
    guard let ids = try arguments.optionalJobIDs("ids") else {
      throw BridgeConsoleError(
        .badArgument,
        "'jobs retry' needs the argument 'ids', the numbers of jobs; 'jobs redrive' takes filters")
    }
    return try await change(ids) { id in
      try await retry(id)
    } reason: { job in
      job.state == .failed || job.state == .cancelled
        ? "another job has its unique key"
        : "its state is \(job.state): only jobs that failed or were cancelled run again"
    }
  }

  /// Retries all failed jobs that match a filter.
  func consoleRedrive(_ arguments: ConsoleArguments) async throws -> ConsoleValue {
    var filter = try await filter(
      arguments, of: "jobs redrive", "'queue', 'name', 'flow', 'tag', 'text' or 'all'")
    filter.states = [.failed]
    return ["count": .integer(try await retry(filter))]
  }

  /// Cancels jobs by their identifiers or by a filter.
  func consoleCancel(_ arguments: ConsoleArguments) async throws -> ConsoleValue {
    try await change(arguments, of: "jobs cancel") { filter in
      try await cancel(filter)
    } reason: { job in
      job.isCancelling
        ? "it is already being cancelled" : "its state is \(job.state): it has finished"
    }
  }

  /// Makes delayed jobs due now, by their identifiers or by a filter.
  func consoleRun(_ arguments: ConsoleArguments) async throws -> ConsoleValue {
    try await change(arguments, of: "jobs run") { filter in
      try await makeDue(filter)
    } reason: { job in
      switch job.state {
      case .waiting: "it is already due"
      case .blocked: "steps before it have not succeeded yet"
      default: "its state is \(job.state): only delayed jobs become due"
      }
    }
  }

  /// Deletes completed jobs by their identifiers or by a filter.
  func consoleDelete(_ arguments: ConsoleArguments) async throws -> ConsoleValue {
    let filter =
      if let ids = try arguments.optionalJobIDs("ids") {
        JobFilter(ids: ids, limit: ids.count)
      } else {
        try await filter(arguments, of: "jobs delete", Self.filters)
      }
    return ["count": .integer(try await delete(filter))]
  }

  /// Pauses or resumes a queue in all processes.
  func consolePause(
    _ isPaused: Bool, _ arguments: ConsoleArguments
  ) async throws -> ConsoleValue {
    let queue = try arguments.text("queue")
    try await check(queue: queue)
    if isPaused { try await pause(queue: queue) } else { try await resume(queue: queue) }
    return ["queue": .string(queue), "isPaused": .bool(isPaused)]
  }

  /// Changes how many jobs of a queue run at once in this process.
  func consoleLimit(_ arguments: ConsoleArguments) async throws -> ConsoleValue {
    let queue = try arguments.text("queue")
    try await check(queue: queue)
    let running = try arguments.optionalInteger("running")
    guard arguments.values["running"] != nil, running.map({ (1...10_000).contains($0) }) ?? true
    else {
      throw BridgeConsoleError(
        .badArgument,
        """
        'jobs limit' needs the argument 'running', a number from 1 to 10000, or null for the \
        default. To run no jobs of a queue, use 'jobs pause'
        """)
    }
    let limit = try setInProcess(running, of: queue)
    return [
      "queue": .string(queue), "running": .integer(limit.inProcess),
      "runningInAll": limit.inAll.map { .integer($0) } ?? .null,
      "process": .integer(Int(getpid())),
    ]
  }

  // MARK: - New jobs

  /// Stores a job with a payload in JSON.
  func consoleEnqueue(_ arguments: ConsoleArguments) async throws -> ConsoleValue {
    let name = try arguments.text("name")
    let queue = try arguments.optionalText("queue")
    guard let payload = arguments.values["payload"] else {
      throw BridgeConsoleError(
        .badArgument, "'jobs enqueue' needs the argument 'payload', which may be null")
    }
    let declared = try payloadTypes()
    if declared[name] == nil {
      guard let queue else {
        throw BridgeConsoleError.unknown(
          "job", name, among: declared.keys.sorted(), code: .notFound)
      }
      try await check(queue: queue)
    }
    do {
      let job = try await enqueue(name, json: ConsoleCoding.text(of: payload), queue: queue)
      return ["id": ConsoleValue(job.id), "isNew": .bool(job.isNew)]
    } catch let error as TaskStoreError where error.code == .unfitPayload {
      throw BridgeConsoleError(.badArgument, error.message)
    }
  }

  /// Sends a signal with a payload in JSON to a job.
  func consoleSignal(_ arguments: ConsoleArguments) async throws -> ConsoleValue {
    guard let id = try arguments.optionalJobID("id") else {
      throw BridgeConsoleError(
        .badArgument, "'jobs signal' needs the argument 'id', the number of a job")
    }
    let name = try arguments.text("signal")
    guard let job = try await job(id) else { throw BridgeConsoleError.missing([id]) }
    let payload = try ConsoleCoding.text(of: arguments.values["payload"] ?? .null)
    guard try await send(NewSignal(job: id, name: name, payload: payload)) else {
      let reason = "its state is \(job.state): only jobs that have not finished receive signals"
      return ["changed": [], "unchanged": [["id": ConsoleValue(id), "reason": .string(reason)]]]
    }
    var answer: [String: ConsoleValue] = ["changed": [ConsoleValue(id)], "unchanged": []]
    if let awaited = job.signal, awaited != name {
      answer["note"] = .string("the job waits for the signal '\(awaited)'")
    }
    return .object(answer)
  }

  // MARK: - Which jobs

  /// The arguments that select jobs, for a message.
  private static let filters = "'ids', 'queue', 'name', 'states', 'flow', 'tag', 'text' or 'all'"

  /// Counts the jobs of a filter, or the jobs among them that an action changes.
  func consoleCount(_ arguments: ConsoleArguments) async throws -> ConsoleValue {
    var filter =
      if let ids = try arguments.optionalJobIDs("ids") {
        JobFilter(ids: ids, limit: .max)
      } else {
        try await filter(arguments)
      }
    if arguments.values["of"] ?? .null != .null {
      let actions = JobsAction.allCases.filter { $0.states != nil }.map(\.rawValue)
      let changed = JobsAction(rawValue: try arguments.choice("of", of: actions))?.states ?? []
      filter.states = filter.states?.filter(changed.contains) ?? changed
    }
    return ["count": .integer(try await count(filter))]
  }

  /// Reads a filter and requires at least one condition, so that a mistake cannot change all jobs.
  private func filter(
    _ arguments: ConsoleArguments, of command: String, _ choices: String
  ) async throws -> JobFilter {
    let names = ["queue", "name", "states", "flow", "tag", "text"]
    let isFiltered = names.contains { arguments.values[$0].map { $0 != .null } ?? false }
    let isAll = try arguments.flag("all")
    guard isFiltered || isAll else {
      throw BridgeConsoleError(
        .badArgument, "'\(command)' needs a selection of jobs: pass \(choices)")
    }
    guard !(isFiltered && isAll) else {
      throw BridgeConsoleError(
        .badArgument, "'all' of '\(command)' excludes filters: remove one of them")
    }
    return try await filter(arguments)
  }

  private func filter(_ arguments: ConsoleArguments) async throws -> JobFilter {
    let filter = JobFilter(
      name: try arguments.optionalText("name"), queue: try arguments.optionalText("queue"),
      states: try arguments.optionalStates("states"), flow: try arguments.optionalJobID("flow"),
      tag: try arguments.optionalText("tag"), text: try arguments.optionalText("text"),
      before: try arguments.optionalJobID("before"),
      limit: .max)
    if let queue = filter.queue { try await check(queue: queue) }
    if let flow = filter.flow {
      guard try await !list(JobFilter(flow: flow, limit: 1)).isEmpty else {
        throw BridgeConsoleError(
          .notFound, "no flow \(flow) exists: it never existed, or its retention has expired")
      }
    }
    return filter
  }

  private func check(queue: String) async throws {
    let queues = try await knownQueues()
    guard queues.contains(queue) else {
      throw BridgeConsoleError.unknown("queue", queue, among: queues, code: .notFound)
    }
  }

  // MARK: - Changing them

  /// Changes jobs by their identifiers, one by one, or all jobs of a filter.
  ///
  /// - Parameters:
  ///   - arguments: The arguments of the command.
  ///   - command: The command, for messages.
  ///   - change: Changes the jobs of a filter, and returns their number.
  ///   - reason: Returns the reason why a job is left unchanged.
  /// - Returns: The changed and the unchanged jobs, or the number of jobs.
  /// - Throws: A ``BridgeConsoleError`` that names the unknown jobs or the missing selection, or an
  ///   error of the store.
  private func change(
    _ arguments: ConsoleArguments, of command: String,
    _ change: (JobFilter) async throws -> Int, reason: (JobRecord) -> String
  ) async throws -> ConsoleValue {
    guard let ids = try arguments.optionalJobIDs("ids") else {
      let filter = try await filter(arguments, of: command, Self.filters)
      return ["count": .integer(try await change(filter))]
    }
    guard arguments.values.keys.allSatisfy({ ["action", "ids"].contains($0) }) else {
      throw BridgeConsoleError(
        .badArgument, "'ids' of '\(command)' excludes other filters: remove them")
    }
    return try await self.change(ids, { try await change(.ids($0)) == 1 }, reason: reason)
  }

  /// Changes jobs, or none of them if one does not exist.
  ///
  /// - Parameters:
  ///   - ids: The jobs.
  ///   - change: Changes a job, and returns `false` if it is left unchanged.
  ///   - reason: Returns the reason why a job is left unchanged.
  /// - Returns: The changed jobs, and the unchanged jobs with the reasons.
  /// - Throws: A ``BridgeConsoleError`` that names the unknown jobs, or an error of the store.
  private func change(
    _ ids: [JobID], _ change: (JobID) async throws -> Bool, reason: (JobRecord) -> String
  ) async throws -> ConsoleValue {
    let found = Set(try await list(JobFilter(ids: ids, limit: ids.count)).map(\.id))
    let missing = ids.filter { !found.contains($0) }
    guard missing.isEmpty else { throw BridgeConsoleError.missing(missing) }
    var changed: [ConsoleValue] = []
    var unchanged: [ConsoleValue] = []
    for id in ids {
      // Read before the change, because the job may finish during it.
      guard let job = try await job(id) else { throw BridgeConsoleError.missing([id]) }
      if try await change(id) {
        changed.append(ConsoleValue(id))
      } else {
        unchanged.append(["id": ConsoleValue(id), "reason": .string(reason(job))])
      }
    }
    return ["changed": .array(changed), "unchanged": .array(unchanged)]
  }
}

extension BridgeConsoleError {
  /// Returns the error for unknown identifiers of jobs.
  fileprivate static func missing(_ ids: [JobID]) -> BridgeConsoleError {
    let shown = ids.map(\.description).joined(separator: ", ")
    let problem =
      ids.count == 1
      ? "no job \(shown) exists: it never existed, or its retention has expired"
      : "no jobs \(shown) exist: they never existed, or their retention has expired"
    return BridgeConsoleError(.notFound, "\(problem). 'jobs list' shows the latest ones")
  }
}
