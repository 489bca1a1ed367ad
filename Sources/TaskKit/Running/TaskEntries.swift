/// The tasks of a plan, by their numbers.
@safe struct TaskEntries: Sendable {
  private let entries: [TaskEntry]

  /// The same, to be used without being retained.
  ///
  /// Both are made together and never change, so that each task is there as long as
  /// the reference to it.
  private let references: [Unmanaged<TaskEntry>]

  /// For each task, whether it can begin without a free worker; empty if none can.
  let needsNoWorker: [Bool]

  init(_ entries: [TaskEntry]) {
    self.entries = entries
    unsafe references = entries.map { unsafe Unmanaged.passUnretained($0) }
    let areSimple = entries.allSatisfy(\.isSimple)
    needsNoWorker = areSimple ? [] : entries.map { !$0.isSimple }
  }

  /// The number of a task, if it is one of these.
  ///
  /// - Parameters:
  ///   - entry: The task.
  ///   - numbers: The numbers of all, to be kept for the next call; empty if this is the
  ///     first.
  /// - Returns: Its number, or nothing.
  /// - Complexity: O(1); linear in the tasks the first time.
  func number(of entry: TaskEntry, knowing numbers: inout [ObjectIdentifier: Int]) -> Int? {
    if numbers.isEmpty {
      numbers = Dictionary(
        uniqueKeysWithValues: entries.enumerated().map { (ObjectIdentifier($1), $0) })
    }
    return numbers[ObjectIdentifier(entry)]
  }

  /// Does something with a task without retaining it: of a task that does little, most
  /// of the time would go into that.
  func with<Result>(_ task: Int, _ body: (TaskEntry) throws -> Result) rethrows -> Result {
    // `entries` holds the task as long as `self` is there, which the caller of a method
    // guarantees.
    try unsafe references[task]._withUnsafeGuaranteedRef(body)
  }
}

extension TaskEntries: RandomAccessCollection {
  var startIndex: Int { entries.startIndex }
  var endIndex: Int { entries.endIndex }
  subscript(task: Int) -> TaskEntry { entries[task] }
}
