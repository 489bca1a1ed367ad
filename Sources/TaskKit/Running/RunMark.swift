import Synchronization

/// Tells code that it runs in a task, and for what; it keeps neither the run nor its
/// manager alive, as whatever a task starts may outlive both.
///
/// - Concurrency: May be used from any thread.
final class RunMark: Sendable {
  /// The mark of the task that the calling code is part of.
  @TaskLocal static var current: RunMark?

  /// How long a chain of triggers may be in which no task suspends.
  static let maximumDepth = 1_000

  /// The number and the occasion of the run.
  let number: Int
  let occasion: TaskOccasion

  /// The task's name; nothing for those that do not suspend, which share a mark.
  let task: String?

  /// How many runs have come about one by the other up to this one, without anybody
  /// having suspended.
  let depth: Int

  weak let manager: TaskManager?

  /// How many lanes are in tasks that have this mark.
  private let lanes = Atomic(0)

  init(
    number: Int, occasion: TaskOccasion, depth: Int, task: String? = nil, manager: TaskManager?
  ) {
    self.number = number
    self.occasion = occasion
    self.task = task
    self.depth = depth
    self.manager = manager
  }

  /// The mark of a task that may suspend.
  func forTask(_ name: String) -> RunMark {
    RunMark(number: number, occasion: occasion, depth: depth, task: name, manager: manager)
  }

  /// Does the work of a lane, whose tasks have this mark.
  func whileOnLane<Result>(_ work: () -> Result) -> Result {
    lanes.add(1, ordering: .relaxed)
    defer { lanes.subtract(1, ordering: .relaxed) }
    return Self.$current.withValue(self) { work() }
  }

  /// The depth of a run that the calling code brings about.
  ///
  /// What a task starts and leaves alone is a beginning of its own: nobody's stack
  /// and nobody's turn depends on it.
  static var nextDepth: Int {
    guard let current, current.task == nil, current.lanes.load(ordering: .relaxed) > 0 else {
      return 0
    }
    return current.depth + 1
  }
}
