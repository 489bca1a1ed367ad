import Synchronization

/// The clock of the simulated day: time passes when it is asked to.
///
/// TaskKit's schedules go by it, since it is a `Clock` like any other, and so do tasks
/// that take their time. Between two moments nothing happens, so a day is over as soon as
/// its work is done, and it is the same on every machine.
///
/// - Concurrency: May be used from any thread. Sleepers are woken with no lock held.
public final class DayClock: Clock {
  /// A moment, as the time since the desk opened for the first time.
  public struct Instant: InstantProtocol {
    public let sinceOpening: Duration

    public init(sinceOpening: Duration) {
      self.sinceOpening = sinceOpening
    }

    public func advanced(by duration: Duration) -> Instant {
      Instant(sinceOpening: sinceOpening + duration)
    }

    public func duration(to other: Instant) -> Duration { other.sinceOpening - sinceOpening }

    public static func < (left: Instant, right: Instant) -> Bool {
      left.sinceOpening < right.sinceOpening
    }
  }

  /// A task that sleeps until a deadline.
  private struct Sleeper {
    let number: Int
    let deadline: Instant
    /// The name of a task; nothing for the clock of the schedules.
    let task: String?
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant(sinceOpening: .zero)
    /// A Boolean value that indicates whether no task may wait any more.
    var isOverForTasks = false
    var latest = 0
    var sleepers: [Sleeper] = []
    /// The sleepers that were cancelled before they slept.
    var cancelled: Set<Int> = []
    /// Called when a task has begun to wait.
    var whenTaskWaits: (@Sendable () -> Void)?
  }

  /// The clock of this process.
  public static let shared = DayClock()

  private let state = Mutex(State())

  private init() {}

  public var now: Instant { state.withLock(\.now) }

  public var minimumResolution: Duration { .seconds(1) }

  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await sleep(until: deadline, as: nil)
  }

  /// Sleeps in a task, until so many minutes have passed.
  ///
  /// - Parameters:
  ///   - minutes: How many.
  ///   - task: The task that sleeps: of several that wake at one moment, the first by name
  ///     is the first to go on.
  /// - Throws: `CancellationError` if the task is cancelled, or
  ///   ``cancelWaitingTasks()`` was called.
  public func wait(minutes: Int, as task: String) async throws {
    try await sleep(until: now.advanced(by: .seconds(minutes * 60)), as: task)
  }

  private func sleep(until deadline: Instant, as task: String?) async throws {
    let number = state.withLock { state in
      state.latest += 1
      return state.latest
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let (result, listener) = state.withLock {
          state -> (Result<Void, any Error>?, (@Sendable () -> Void)?) in
          if state.cancelled.remove(number) != nil { return (.failure(CancellationError()), nil) }
          if deadline <= state.now { return (.success(()), nil) }
          if state.isOverForTasks, task != nil { return (.failure(CancellationError()), nil) }
          state.sleepers.append(
            Sleeper(number: number, deadline: deadline, task: task, continuation: continuation))
          return (nil, task == nil ? nil : state.whenTaskWaits)
        }
        if let result { continuation.resume(with: result) }
        listener?()
      }
    } onCancel: {
      let sleeper = state.withLock { state -> Sleeper? in
        guard let index = state.sleepers.firstIndex(where: { $0.number == number }) else {
          state.cancelled.insert(number)
          return nil
        }
        return state.sleepers.remove(at: index)
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }
}

// For the code that lets the day pass.
extension DayClock {
  /// The number of tasks that wait for a later moment.
  public var waitingTaskCount: Int { state.withLock { $0.sleepers.count { $0.task != nil } } }

  /// Calls a closure whenever a task has begun to wait, in place of any other.
  public func whenTaskWaits(_ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.whenTaskWaits = body }
  }

  /// The deadline of the next sleeper, if there is one.
  public var nextDeadline: Instant? { state.withLock { $0.sleepers.map(\.deadline).min() } }

  /// Lets time pass up to a moment; wakes no sleeper yet.
  public func advance(to moment: Instant) {
    state.withLock { $0.now = max($0.now, moment) }
  }

  /// Wakes one of those whose moment has come, the tasks first.
  ///
  /// One at a time, so that what they do comes in one order.
  ///
  /// - Returns: Whether there was one.
  public func wakeNext() -> Bool {
    let sleeper = state.withLock { state -> Sleeper? in
      let due = state.sleepers.filter { $0.deadline <= state.now }
      let first = due.min { Self.order($0) < Self.order($1) }
      guard let first else { return nil }
      state.sleepers.removeAll { $0.number == first.number }
      return first
    }
    sleeper?.continuation.resume()
    return sleeper != nil
  }

  /// Cancels the wait of every task, and of those that begin to wait later.
  ///
  /// For the end of a day that ends early: the moment that they wait for does not come.
  public func cancelWaitingTasks() {
    let tasks = state.withLock { state in
      state.isOverForTasks = true
      let tasks = state.sleepers.filter { $0.task != nil }
      state.sleepers.removeAll { $0.task != nil }
      return tasks
    }
    for task in tasks { task.continuation.resume(throwing: CancellationError()) }
  }

  private static func order(_ sleeper: Sleeper) -> (Duration, Int, String, Int) {
    (
      sleeper.deadline.sinceOpening, sleeper.task == nil ? 1 : 0, sleeper.task ?? "",
      sleeper.number
    )
  }
}

extension DayTime {
  /// The moment of this time on a day that begins at a moment.
  public func instant(onDayOpeningAt opening: DayClock.Instant) -> DayClock.Instant {
    opening.advanced(by: .seconds((minutes - Self.opening.minutes) * 60))
  }

  /// The time of day at a moment.
  public init(_ instant: DayClock.Instant) {
    let passed = Int(instant.sinceOpening.components.seconds / 60)
    self.init(minutes: (Self.opening.minutes + passed) % (24 * 60))
  }
}
