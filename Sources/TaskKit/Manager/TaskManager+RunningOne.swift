extension TaskManager {
  /// Runs one task now, whatever it is for, and returns when it is over.
  ///
  /// For people who look at a running app. What the task depends on is not run:
  /// if it has not run before, the task is skipped, and the report says why.
  ///
  /// - Returns: A report of the run, with this one task.
  /// - Throws: A ``TaskError`` if there is none of this name, or it cannot run.
  package func runTask(
    named name: String, fileID: String = #fileID, line: Int = #line
  ) async throws(TaskError) -> TaskRunReport? {
    let place = SourcePlace(fileID: fileID, line: line)
    let entry = try entry(named: name, at: place)
    let occasion = TaskOccasion.schedule(task: name, entry: ObjectIdentifier(entry), lane: 0)
    let result =
      await withCheckedContinuation { continuation in
        submit(
          TaskRequest(
            occasion: occasion,
            context: TaskContext(task: "", launchOptions: world.launchOptions, store: store),
            place: place
          ) { report, error in
            continuation.resume(returning: error.map { .failure($0) } ?? .success(report))
          })
      } as Result<TaskRunReport?, TaskError>
    return try result.get()
  }
}
