public import Foundation
import Synchronization
import TaskKit
import ToolkitTrace

/// A store in the memory of the process, for tests and for programs that need durable schedules
/// without durability.
///
/// - Concurrency: May be used from any thread.
public final class MemoryStore: TaskStore {
  let state: Mutex<State>
  let clock: StoreClock
  private let hintBoard = Hints()

  /// The clock of the schedulers, or `nil` for the clocks of their managers.
  let time: ErasedClock?

  struct State {
    var schedules = StoredScheduleRows()
    var jobs = StoredJobs()
    var renewals = 0
  }

  /// Creates an empty store with the clocks of the system.
  public convenience init() {
    self.init(clock: .system)
  }

  /// Creates an empty store with another clock, such as one that a test controls.
  ///
  /// ```swift
  /// let clock = ManualClock()  // import ModularityTestSupport
  /// try await TaskManager.shared.use(MemoryStore(clock: clock, startingAt: midnight))
  /// ```
  ///
  /// - Parameters:
  ///   - clock: The clock for fires and leases.
  ///   - date: The current date.
  public convenience init<Source: Clock>(clock: Source, startingAt date: Date)
  where Source.Duration == Duration {
    let start = clock.now
    let passed = { @Sendable in start.duration(to: clock.now) }
    let nanoseconds = { @Sendable in TaskTime.nanoseconds(of: passed()) }
    self.init(
      clock: StoreClock(
        now: { TaskTime(date) + passed() }, monotonic: nanoseconds, boot: "another clock"),
      time: ErasedClock(clock))
  }

  /// Creates an empty store with clocks for a test.
  package convenience init(clock: StoreClock) {
    self.init(clock: clock, time: nil)
  }

  private init(clock: StoreClock, time: ErasedClock?) {
    self.clock = clock
    self.time = time
    state = Mutex(State())
  }

  public var summary: String { "a store in memory, which is lost with the process" }

  public func open() {}

  public func schedules(of tasks: [String]) -> StoredSchedules {
    let schedules = state.withLock { state in
      Dictionary(
        tasks.compactMap { task in
          state.schedules.schedule(of: task, with: state.jobs).map { (task, $0) }
        },
        uniquingKeysWith: { $1 })
    }
    // Read last, so that decisions of others do not appear to be in the future.
    return StoredSchedules(now: clock.now(), schedules: schedules)
  }

  public func commit(_ changes: [ScheduleChange]) -> Set<String> {
    let now = clock.now()
    let committed = state.withLock { state in
      Set(
        changes.filter { state.schedules.commit($0, to: &state.jobs, at: now) }.map(\.task))
    }
    if !committed.isEmpty { notify() }
    return committed
  }

  public func setPaused(_ isPaused: Bool, _ task: String) -> Bool {
    let isKnown = state.withLock { $0.schedules.setPaused(isPaused, task) }
    if isKnown { notify() }
    return isKnown
  }

  /// The number of calls of ``renew(_:for:)``, for tests.
  package var renewals: Int { state.withLock(\.renewals) }

  public func hints() -> AsyncStream<Void> { hintBoard.stream() }

  /// Sends a hint to all observers.
  package func notify() { hintBoard.give() }
}

extension TaskStore where Self == MemoryStore {
  /// Returns a new store in the memory of the process.
  public static func memory() -> MemoryStore { MemoryStore() }
}

extension TaskTime {
  /// Returns the whole nanoseconds of a duration, clamped to a hundred years, so that it can be
  /// added to a time.
  static func nanoseconds(of duration: Duration) -> Int64 {
    let limited = min(max(.zero, duration), .seconds(3_153_600_000))
    let (seconds, attoseconds) = limited.components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}

/// A broadcaster of hints that something in a store has changed.
///
/// - Concurrency: May be used from any thread.
final class Hints: Sendable {
  private let observers = Mutex<[UUID: AsyncStream<Void>.Continuation]>([:])

  /// Returns a stream of hints from now on.
  ///
  /// Simultaneous hints are combined.
  func stream() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let key = UUID()
    continuation.onTermination = { [weak self] _ in
      // The continuation is released after unlocking.
      _ = self?.observers.withLock { $0.removeValue(forKey: key) }
    }
    observers.withLock { $0[key] = continuation }
    return stream
  }

  /// Sends a hint to all observers.
  func give() {
    let observers = observers.withLock { Array($0.values) }
    for observer in observers { observer.yield() }
  }
}
