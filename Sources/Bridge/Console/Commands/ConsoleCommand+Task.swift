extension ConsoleCommand {
  /// Pauses, resumes, cancels or runs a task.
  static let task = ConsoleCommand(
    "task", "Pauses, resumes, cancels or runs a task by its name.", parameters: ["action", "name"]
  ) { arguments, _ in
    let action = try arguments.choice("action", of: ["run", "pause", "resume", "cancel"])
    let name = try arguments.text("name")
    let manager = TaskManager.shared
    do throws(TaskError) {
      switch action {
      case "pause": return ["changed": .bool(try manager.pauseTask(named: name))]
      case "resume": return ["changed": .bool(try manager.resumeTask(named: name))]
      case "cancel": return ["changed": .bool(try manager.cancelTask(named: name))]
      default: return try await run(name, by: manager)
      }
    } catch {
      throw BridgeConsoleError(error.code == .unknownTask ? .notFound : .failed, error.message)
    }
  }

  private static func run(
    _ name: String, by manager: TaskManager
  ) async throws(TaskError) -> ConsoleValue {
    let reports = await (try manager.runTask(named: name)).finished
    // Last, as what it depends on may have run with it.
    guard let task = reports.first?.tasks.last(where: { $0.name == name }) else {
      return ["outcome": "cancelled", "isSuccess": false]
    }
    return [
      "outcome": .string("\(task.outcome)"), "isSuccess": .bool(task.outcome.isSuccess),
      "seconds": .number(task.duration / .seconds(1)),
    ]
  }
}
