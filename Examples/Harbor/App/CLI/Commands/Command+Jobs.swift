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
            "top", "list", "show", "retry", "redrive", "cancel", "delete", "pause",
            "resume",
          ]),
        CommandParameter(
          name: "argument", summary: "The numbers of jobs, or a queue.", isOptional: true,
          isRepeated: true),
      ],
      options: [.socket, .json, .queue, .jobName, .states, .flow, .tag, .before, .limit, .all],
      discussion: """
        'jobs top' shows the queues live, until q or Ctrl-C. 'jobs list --state failed' lists \
        jobs, 'jobs show 7' shows all of one, 'jobs retry 7 8' lets those run again that failed \
        or were cancelled, 'jobs redrive --queue mail' all of a queue that failed. 'jobs cancel' \
        and 'jobs delete' take numbers or filters, 'jobs pause' and 'jobs resume' take a queue. If a job is left \
        as it is, the exit code is 1.
        """),
    launch: .none
  ) { invocation in
    let words = invocation.arguments.words
    do throws(BridgeConsoleError) {
      let path = try invocation.consolePath
      if words == ["top"], !invocation.isJSON {
        try await JobsView(ofConsoleAt: path).run()
        return
      }
      let request = try invocation.jobsRequest(for: words)
      let client = try BridgeConsole.Client(connectingTo: path)
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
    case "retry", "cancel", "delete":
      if !rest.isEmpty { request["ids"] = .texts(rest) }
      rest = []
    case "top":
      throw BridgeConsoleError(
        .badArgument, "'harbor jobs top' is for a terminal; 'harbor jobs --json' has its numbers")
    default: break
    }
    if let extra = rest.first {
      throw BridgeConsoleError(.badArgument, "'jobs \(action ?? "")' does not take '\(extra)'")
    }
    return request.merging(jobsOptions) { word, _ in word }
  }

  private var jobsOptions: [String: ConsoleValue] {
    var options: [String: ConsoleValue] = [:]
    options["queue"] = arguments.value(.queue).map { .string($0) }
    options["name"] = arguments.value(.jobName).map { .string($0) }
    options["flow"] = arguments.value(.flow).map { .string($0) }
    options["tag"] = arguments.value(.tag).map { .string($0) }
    options["before"] = arguments.value(.before).map { .string($0) }
    options["limit"] = arguments.value(.limit).map { word in
      (try? ConsoleValue(parsing: word)) ?? .string(word)
    }
    let states = arguments.values(.states)
    if !states.isEmpty { options["states"] = .texts(states) }
    if arguments.has(.all) { options["all"] = true }
    return options
  }

  /// Shows the queues, what runs and the latest failures.
  fileprivate func show(_ overview: JobsOverview) {
    terminal.print(
      overview.lines(width: terminal.width ?? 160).joined(separator: "\n"))
  }

  /// Shows an answer of the console, a list of jobs as a table.
  fileprivate func show(jobs answer: ConsoleValue) {
    guard !isJSON, let jobs = answer["jobs"]?.array else {
      return isJSON ? show(answer) : terminal.print(answer.readableText(for: terminal))
    }
    let columns = [
      "id", "name", "queue", "state", "attempt", "due", "expires", "tags", "progress", "detail",
    ]
    show(
      Table(columns, jobs.map { job in columns.map { job[$0] ?? .null } }),
      none: "no such jobs")
  }
}
