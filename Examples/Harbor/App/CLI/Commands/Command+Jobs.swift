import CommandLineKit
import HarborContracts

extension Command {
  /// Shows and steers the jobs of a running service.
  static let jobs = Command(
    CommandSyntax(
      name: "jobs", summary: "Show or steer the jobs of a running 'harbor serve'.",
      parameters: [
        CommandParameter(
          name: "action", summary: "The action (default: show the queues and the running jobs).",
          isOptional: true,
          suggestions: [
            "list", "show", "count", "enqueue", "signal", "run", "retry", "redrive", "cancel",
            "delete", "pause", "resume", "limit",
          ]),
        CommandParameter(
          name: "argument", summary: "The numbers of jobs, a queue, or a name and JSON.",
          isOptional: true,
          isRepeated: true),
      ],
      options: [
        .socket, .json, .queue, .jobName, .states, .flow, .tag, .text, .before, .limit, .all,
      ],
      discussion: """
        'jobs list --state failed' lists jobs, 'jobs show 7' shows all of one, 'jobs retry 7 8' \
        lets those run again that failed or were cancelled, 'jobs redrive --queue mail' all of a \
        queue that failed. 'jobs run', 'jobs cancel' and 'jobs delete' take numbers or filters, \
        'jobs pause' and 'jobs resume' take a queue, 'jobs limit mail 2' takes a queue and a \
        number. 'jobs enqueue <name> <json>' stores a job, and 'jobs signal <name> 7 <json>' sends \
        a signal to one that waits. If a job is left as it is, the exit \
        code is 1.
        """),
    launch: .none
  ) { invocation in
    let words = invocation.arguments.words
    do throws(BridgeConsoleError) {
      let request = try invocation.jobsRequest(for: words)
      let client = try BridgeConsole.Client(connectingTo: try invocation.consolePath)
      if words.isEmpty, request.isEmpty, !invocation.isJSON {
        return invocation.show(try client.jobs())
      }
      let answer = try client.send("jobs", request)
      invocation.show(jobs: answer)
      guard answer["unchanged"]?.array?.isEmpty == false else { return }
    } catch {
      throw invocation.ending(for: error)
    }
    throw AppExit.failure
  }
}

extension Invocation {
  /// The arguments of the console's command `jobs`, from the words after it and the options.
  func jobsRequest(for words: [String]) throws(BridgeConsoleError) -> [String: ConsoleValue] {
    var request: [String: ConsoleValue] = [:]
    let action = words.first
    var rest = words.dropFirst()
    if let action { request["action"] = .string(action) }
    switch action {
    case "show": request["id"] = rest.popFirst().map { .string($0) }
    case "pause", "resume": request["queue"] = rest.popFirst().map { .string($0) }
    case "enqueue":
      request["name"] = rest.popFirst().map { .string($0) }
      request["payload"] = try rest.popFirst().map(json)
    case "signal":
      request["signal"] = rest.popFirst().map { .string($0) }
      request["id"] = rest.popFirst().map { .string($0) }
      request["payload"] = try rest.popFirst().map(json)
    case "limit":
      request["queue"] = rest.popFirst().map { .string($0) }
      request["running"] = try rest.popFirst().map(json)
    case "retry", "cancel", "delete", "run", "count":
      if !rest.isEmpty { request["ids"] = .texts(rest) }
      rest = []
    default: break
    }
    if let extra = rest.first {
      throw BridgeConsoleError(.badArgument, "'jobs \(action ?? "")' does not take '\(extra)'")
    }
    return request.merging(jobsOptions) { word, _ in word }
  }

  private func json(_ word: String) throws(BridgeConsoleError) -> ConsoleValue {
    do { return try ConsoleValue(parsing: word) } catch {
      throw BridgeConsoleError(.badArgument, "'\(word)' is not JSON, such as '{\"number\":7}' or 7")
    }
  }

  private var jobsOptions: [String: ConsoleValue] {
    var options: [String: ConsoleValue] = [:]
    options["queue"] = arguments.value(.queue).map { .string($0) }
    options["name"] = arguments.value(.jobName).map { .string($0) }
    options["flow"] = arguments.value(.flow).map { .string($0) }
    options["tag"] = arguments.value(.tag).map { .string($0) }
    options["text"] = arguments.value(.text).map { .string($0) }
    options["before"] = arguments.value(.before).map { .string($0) }
    options["limit"] = arguments.value(.limit).map { word in
      (try? ConsoleValue(parsing: word)) ?? .string(word)
    }
    let states = arguments.values(.states)
    if !states.isEmpty { options["states"] = .texts(states) }
    if arguments.has(.all) { options["all"] = true }
    return options
  }

  /// Shows the queues, the running jobs and the causes of failures.
  fileprivate func show(_ overview: JobsOverview) {
    let statistics = overview.statistics
    guard !statistics.queues.isEmpty else { return terminal.print("no jobs") }
    let all = statistics.all
    var parts = [
      """
      \(all.count(.waiting)) waiting, \(all.count(.running)) running, \(all.count(.failed)) \
      failed; \(all.ended) finished in \(Int(statistics.window)) s\
      \(statistics.isPartial ? ", of the latest jobs" : "")
      """
    ]
    func add(_ columns: [String], _ rows: [[ConsoleValue]]) {
      if !rows.isEmpty { parts.append(Table(columns, rows).text(for: terminal)) }
    }
    func seconds(_ value: Double?) -> ConsoleValue {
      value.map { .string("\(($0 * 1_000).rounded() / 1_000) s") } ?? .null
    }
    let states: [JobRecord.State] = [
      .waiting, .running, .delayed, .blocked, .failed, .succeeded, .cancelled, .skipped,
    ]
    add(
      ["queue"] + states.map(\.rawValue) + ["waitP50", "waitP95", "runP50", "runP95"],
      statistics.queues.map { queue in
        let numbers = queue.numbers
        return [.string(queue.name + (queue.isPaused ? " (paused)" : ""))]
          + states.map { .integer(numbers.count($0)) }
          + [numbers.waiting, numbers.running].flatMap { [seconds($0?.p50), seconds($0?.p95)] }
      })
    add(
      ["running", "job", "queue", "attempt", "for", "progress"],
      overview.running.map { job in
        let progress = job.progress.map { ConsoleValue.string("\(Int($0 * 100)) %") } ?? .null
        return [
          .string("\(job.id)"), .string(job.name), .string(job.queue), .integer(job.attempt),
          seconds(job.seconds), job.isCancelling ? "being cancelled" : progress,
        ]
      })
    add(
      ["failed", "job", "latest", "error"],
      statistics.failures.sorted { $0.latest > $1.latest }.map { failure in
        [
          .integer(failure.count), .string(failure.job), .string("\(failure.latest)"),
          .string(failure.error),
        ]
      })
    terminal.print(parts.joined(separator: "\n\n"))
  }

  /// Shows an answer of the console, a list of jobs as a table.
  fileprivate func show(jobs answer: ConsoleValue) {
    guard !isJSON, let jobs = answer["jobs"]?.array else {
      return isJSON ? show(answer) : terminal.print(answer.readableText(for: terminal))
    }
    let columns = [
      "id", "name", "queue", "state", "attempt", "due", "signal", "expires", "tags", "progress",
      "detail",
    ]
    show(
      Table(columns, jobs.map { job in columns.map { job[$0] ?? .null } }),
      none: "no such jobs")
  }
}
