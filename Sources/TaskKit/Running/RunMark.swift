import Synchronization
import ToolkitTrace

/// Tells code that it runs in a task, and for what.
///
/// - Concurrency: May be used from any thread.
struct RunMark: Sendable {
  /// The mark of the task that the calling code is part of.
  @TaskLocal static var current: RunMark?

  /// The length that a chain of triggers may have in which no task suspends.
  static let maximumDepth = 1_000

  /// The run of the task.
  private let run: MarkedRun

  /// The task's name; nothing for those that do not suspend, which share a mark.
  private(set) var task: String?

  init(
    number: Int, occasion: Occasion, depth: Int, trail: HopTrail, states: FreshStates?,
    manager: TaskManager
  ) {
    run = MarkedRun(
      number: number, occasion: occasion, depth: depth, trail: trail, states: states,
      manager: manager)
  }

  /// The number and the occasion of the run.
  var number: Int { run.number }
  var occasion: Occasion { run.occasion }

  /// The manager of the run, if it is still there.
  var manager: TaskManager? { run.manager }

  /// The mark of a task that may suspend.
  func forTask(_ name: String) -> RunMark {
    var mark = self
    mark.task = name
    return mark
  }

  /// Does the work of a lane, whose tasks have this mark.
  func whileOnLane<Result>(_ work: () -> Result) -> Result {
    run.lanes.add(1, ordering: .relaxed)
    defer { run.lanes.subtract(1, ordering: .relaxed) }
    return Self.$current.withValue(self) {
      HopTrail.follow(run.trail) { FreshStates.follow(run.states, work) }
    }
  }

  /// Does the work of a task that may suspend and has this mark.
  nonisolated(nonsending) func whileInTask<Result>(
    _ work: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    try await Self.$current.withValue(self) {
      // What most processes do not have would be in the frame of each task.
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

  /// The depth of a run that the calling code brings about.
  ///
  /// A run that a task starts and does not wait for is a beginning of its own: no other
  /// run's stack or turn depends on it.
  static var nextDepth: Int {
    guard let current, current.task == nil, current.run.lanes.load(ordering: .relaxed) > 0 else {
      return 0
    }
    return current.run.depth + 1
  }
}

/// The data of a run that code in its tasks reads; it keeps neither the run nor its manager
/// alive, as whatever a task starts may outlive both.
private final class MarkedRun: Sendable {
  let number: Int
  let occasion: Occasion

  /// The number of runs that have caused one another up to this one, without a
  /// suspension in between.
  let depth: Int

  /// The hops that led to the run.
  let trail: HopTrail

  /// The fresh states of its tasks, in place of the state of the process.
  let states: FreshStates?

  weak let manager: TaskManager?

  /// The number of lanes that are in tasks of the run.
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
