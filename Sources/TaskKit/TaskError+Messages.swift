import Spelling

extension TaskError {
  /// A task is added whose name is taken.
  static func duplicate(
    _ name: String, declaredAt first: CodeLocation, at location: CodeLocation
  ) -> TaskError {
    TaskError(
      .duplicateName,
      """
      there is a task '\(name)' already, declared at \(first): give this one another name, or \
      destroy that one first.
      """,
      tasks: [name], at: location)
  }

  /// A task is to depend on something that is no task.
  static func badReference(_ element: Any, of task: TaskDefinition) -> TaskError {
    TaskError(
      .badReference,
      """
      the task '\(task.name)' was not added: it is to depend on '\(element)', which is neither a \
      type nor a name. Write the type that a task is declared with, as 'Task1.self', or the name \
      of a task in quotes.
      """,
      tasks: [task.name], at: task.location)
  }

  /// A task is named that does not exist.
  static func unknown(
    _ name: String, among names: some Sequence<String>, at location: CodeLocation
  ) -> TaskError {
    let nearest = EditDistance.nearest(to: name, among: names, atMost: 2)
    let hint =
      nearest.isEmpty
      ? "TaskManager.list has the names of all."
      : "did you mean \(nearest.map { "'\($0)'" }.joined(separator: " or "))?"
    return TaskError(
      .unknownTask, "there is no task '\(name)': \(hint)", tasks: [name], at: location)
  }

  /// A milestone is waited for that no task comes before.
  static func unknown(
    _ milestone: TaskMilestone, among known: some Sequence<String>, at location: CodeLocation
  ) -> TaskError {
    let nearest = EditDistance.nearest(to: milestone.rawValue, among: known, atMost: 2)
    let hint =
      nearest.isEmpty
      ? "give the tasks that it waits for the trait '.before(…)'."
      : "did you mean \(nearest.map { "'\($0)'" }.joined(separator: " or "))?"
    return TaskError(
      .unknownMilestone, "no task comes before the milestone '\(milestone)': \(hint)",
      at: location)
  }

  /// A task threw.
  static func failed(
    _ task: TaskDefinition, with error: any Error, attempts: Int
  ) -> TaskError {
    let times = attempts == 1 ? "" : " at each of \(attempts) attempts, at last"
    return TaskError(
      .taskFailed, "the task '\(task.name)' failed\(times): \(error)", tasks: [task.name],
      at: task.location, underlyingError: error)
  }

  /// A task took too long.
  static func timedOut(_ task: TaskDefinition, after limit: Duration) -> TaskError {
    TaskError(
      .timedOut,
      """
      the task '\(task.name)' took longer than its timeout of \(limit): make it quicker, or give \
      it more time.
      """,
      tasks: [task.name], at: task.location)
  }

  /// An attempt took too long and goes on, so that there cannot be another one.
  static func goesOn(
    _ task: TaskDefinition, after limit: Duration, attempt: Int32
  ) -> TaskError {
    TaskError(
      .timedOut,
      """
      the task '\(task.name)' took longer than its timeout of \(limit) and was not tried again: \
      attempt \(attempt) still goes on. Have it react to being cancelled, or end by itself.
      """,
      tasks: [task.name], at: task.location)
  }

  /// An event comes a second time that comes once.
  static func isOver(_ event: TaskEvent, at location: CodeLocation) -> TaskError {
    TaskError(
      .eventIsOver,
      """
      '\(event)' comes once in a process, and has come: use an event that may come again, such as \
      '.reserved1'.
      """,
      at: location)
  }

  /// A trigger has no event.
  static func noEvent(at location: CodeLocation) -> TaskError {
    TaskError(
      .noEvent, "no event was named, so that no task can run: name one, such as '.reserved1'.",
      at: location)
  }

  /// A task waits for a run that cannot end before the task is over.
  static func waitsForItself(
    _ task: String?, _ occasion: Occasion, at location: CodeLocation
  ) -> TaskError {
    TaskError(
      .waitsForItself,
      """
      \(task.map { "the task '\($0)'" } ?? "a task") runs for '\(occasion)' and would wait for \
      what cannot end before this run is over: use 'trigger', and do not wait in the task.
      """,
      tasks: task.map { [$0] } ?? [], at: location)
  }

  /// Tasks that do not suspend trigger one event after the other without end.
  static func triggerCycle(
    _ occasion: Occasion, depth: Int, at location: CodeLocation
  ) -> TaskError {
    TaskError(
      .triggerCycle,
      """
      '\(occasion)' was not triggered: \(depth) runs have come about one by the other, so that \
      this is most likely a cycle. Break it, or let a task of it be asynchronous.
      """,
      at: location)
  }

  /// A task asks for what another one returned, in vain.
  static func noResult(
    of other: String, for task: String, because reason: String, at location: CodeLocation
  ) -> TaskError {
    TaskError(
      .noResult, "the task '\(task)' cannot have the result of '\(other)': \(reason).",
      tasks: [task, other], at: location)
  }

  /// A task of the launch is declared in a library that came later.
  static func missed(_ task: TaskDefinition, _ event: TaskEvent) -> TaskError {
    TaskError(
      .eventIsOver,
      """
      the task '\(task.name)' never runs for '\(event)': it came when that was over. Have it run \
      for another event as well.
      """,
      tasks: [task.name], at: task.location)
  }

  /// A declared task has an interval that the manager does not allow.
  static func misfit(_ misfit: String, of task: TaskDefinition) -> TaskError {
    TaskError(
      .badSchedule, "the task '\(task.name)' is not as it should be: \(misfit).",
      tasks: [task.name], at: task.location)
  }

  /// Something is wrong with a declaration.
  init(_ problem: DeclarationProblem) {
    self.init(
      .badDeclaration, "the task '\(problem.task)': \(problem.message)", tasks: [problem.task],
      at: problem.location)
  }
}
