/// The tasks of a plan, by their numbers.
@safe struct TaskEntries: Sendable {
  private let entries: [TaskEntry]

  /// The same, to be used without being retained.
  ///
  /// Both are made together and never change, so that each task is there as long as
  /// the reference to it.
  private let references: [Unmanaged<TaskEntry>]

  init(_ entries: [TaskEntry]) {
    self.entries = entries
    unsafe references = entries.map { unsafe Unmanaged.passUnretained($0) }
  }

  /// Does something with a task without retaining it: of a task that does little, most
  /// of the time would go into that.
  func with<Result>(_ task: Int, _ body: (TaskEntry) throws -> Result) rethrows -> Result {
    // `entries` holds the task as long as `self` is there, which whoever calls a
    // method of it sees to.
    try unsafe references[task]._withUnsafeGuaranteedRef(body)
  }
}

extension TaskEntries: RandomAccessCollection {
  var startIndex: Int { entries.startIndex }
  var endIndex: Int { entries.endIndex }
  subscript(task: Int) -> TaskEntry { entries[task] }
}
