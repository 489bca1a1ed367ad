extension ConsoleCommand {
  /// Pauses, resumes, cancels or runs a task.
  static let task = ConsoleCommand(
    "task", "Pauses, resumes, cancels or runs a task by its name.", parameters: ["action", "name"]
  ) { arguments, _ in
    let action = try arguments.choice("action", of: ["run", "pause", "resume", "cancel"])
    let name = try arguments.text("name")
    return try await onTask { manager throws(TaskError) in
      switch action {
      case "pause": ["changed": .bool(try manager.pauseTask(named: name))]
      case "resume": ["changed": .bool(try manager.resumeTask(named: name))]
      case "cancel": ["changed": .bool(try manager.cancelTask(named: name))]
      default: try await run(name, by: manager)
      }
    }
  }

  /// Pauses a task.
  ///
  /// A durable task is paused in all processes.
  static let pause = ConsoleCommand(
    "pause", "Pauses a task by its name; a durable one in all processes.", parameters: ["name"]
  ) { arguments, _ in
    let name = try arguments.text("name")
    return try await onTask { manager throws(TaskError) in
      ["changed": .bool(try manager.pauseTask(named: name))]
    }
  }

  /// Resumes a task.
  ///
  /// A durable task is resumed in all processes.
  static let resume = ConsoleCommand(
    "resume", "Resumes a task by its name; a durable one in all processes.", parameters: ["name"]
  ) { arguments, _ in
    let name = try arguments.text("name")
    return try await onTask { manager throws(TaskError) in
      ["changed": .bool(try manager.resumeTask(named: name))]
    }
  }

  /// Runs a task in this process, regardless of its fire time.
  static let runNow = ConsoleCommand(
    "run-now", "Runs a task by its name in this process, regardless of its fire times.",
    parameters: ["name"]
  ) { arguments, _ in
    let name = try arguments.text("name")
    return try await onTask { manager throws(TaskError) in try await run(name, by: manager) }
  }

  /// Runs work on the tasks of the process, and converts its errors for the console.
  private static func onTask(
    _ work: (TaskManager) async throws(TaskError) -> ConsoleValue
  ) async throws(BridgeConsoleError) -> ConsoleValue {
    do {
      return try await work(TaskManager.shared)
    } catch {
      throw BridgeConsoleError(error.code == .unknownTask ? .notFound : .failed, error.message)
    }
  }

  private static func run(
    _ name: String, by manager: TaskManager
  ) async throws(TaskError) -> ConsoleValue {
    let reports = await (try manager.runTask(named: name)).finished()
    // The task is the last one with its name, because its dependencies may have run before it.
    guard let task = reports.first?.tasks.last(where: { $0.name == name }) else {
      return ["outcome": "cancelled", "isSuccess": false]
    }
    return [
      "outcome": .string("\(task.outcome)"), "isSuccess": .bool(task.outcome.isSuccess),
      "seconds": .number(task.duration / .seconds(1)),
    ]
  }
}
