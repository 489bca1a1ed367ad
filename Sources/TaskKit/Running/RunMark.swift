import Synchronization
import ToolkitTrace

/// A mark on code that runs in a task, with the data of the task's run.
///
/// - Concurrency: May be used from any thread.
struct RunMark: Sendable {
  /// The mark of the task that the calling code belongs to.
  @TaskLocal static var current: RunMark?

  /// The maximum length of a chain of triggers in which no task suspends.
  static let maximumDepth = 1_000

  /// The run of the task.
  private let run: MarkedRun

  /// The task's name, or `nil` for tasks that do not suspend, which share a mark.
  private(set) var task: String?

  init(
    number: Int, occasion: Occasion, depth: Int, trail: HopTrail, states: FreshStates?,
    manager: TaskManager
  ) {
    run = MarkedRun(
      number: number, occasion: occasion, depth: depth, trail: trail, states: states,
      manager: manager)
  }

  /// The number of the run, counted from 1.
  var number: Int { run.number }
  var occasion: Occasion { run.occasion }

  /// The manager of the run, or `nil` after it was released.
  var manager: TaskManager? { run.manager }

  /// Returns the mark of a task that may suspend.
  func forTask(_ name: String) -> RunMark {
    var mark = self
    mark.task = name
    return mark
  }

  /// Calls `work`, which runs the tasks of a lane, with this mark.
  func whileOnLane<Result>(_ work: () -> Result) -> Result {
    run.lanes.add(1, ordering: .relaxed)
    defer { run.lanes.subtract(1, ordering: .relaxed) }
    return Self.$current.withValue(self) {
      HopTrail.follow(run.trail) { FreshStates.follow(run.states, work) }
    }
  }

  /// Calls `work`, which runs a task that may suspend, with this mark.
  nonisolated(nonsending) func whileInTask<Result>(
    _ work: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    try await Self.$current.withValue(self) {
      // Most processes have neither hops nor fresh states, and should not pay for them in the frame
      // of each task.
      guard ContextSwitch.hasHopped || ContextSwitch.hasFreshStates else { return try await work() }
      return try await followingItsRun(work)
    }
  }

  @inline(never)
  private nonisolated(nonsending) func followingItsRun<Result>(
    _ work: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    try await HopTrail.follow(run.trail) { try await FreshStates.follow(run.states, work) }
  }

  /// The depth of a run that the calling code causes.
  ///
  /// Only a task that does not suspend adds to the depth, while its lane runs. Any other code
  /// starts at depth 0, because no other run's stack or turn depends on its run.
  static var nextDepth: Int {
    guard let current, current.task == nil, current.run.lanes.load(ordering: .relaxed) > 0 else {
      return 0
    }
    return current.run.depth + 1
  }
}

/// The data of a run that code in its tasks reads.
///
/// It retains neither the run nor its manager, because work that a task starts may outlive both.
private final class MarkedRun: Sendable {
  let number: Int
  let occasion: Occasion

  /// The number of earlier runs that have caused one another up to this one without a suspension.
  let depth: Int

  /// The hops that led to the run.
  let trail: HopTrail

  /// The fresh states of its tasks, or `nil` for the state of the process.
  let states: FreshStates?

  weak let manager: TaskManager?

  /// The number of lanes that are running tasks of the run.
  let lanes = Atomic(0)

  init(
    number: Int, occasion: Occasion, depth: Int, trail: HopTrail, states: FreshStates?,
    manager: TaskManager
  ) {
    self.number = number
    self.occasion = occasion
    self.depth = depth
    self.trail = trail
    self.states = states
    self.manager = manager
  }
}
