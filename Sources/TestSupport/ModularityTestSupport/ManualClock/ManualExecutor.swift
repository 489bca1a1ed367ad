import Dispatch
import Synchronization

/// An executor whose jobs only run when a test runs them, one at a time, in the order in which they
/// became ready.
///
/// Jobs run inside of ``ManualClock/advance(by:)`` and ``runReadyJobs()``, and during ``run(_:)``.
/// At other times, they wait. Priorities are ignored.
///
/// It runs the tasks that prefer it, their child tasks, and their calls on actors without their own
/// executor. Use `Task(executorPreference:)` to create a task that prefers it, because a task from
/// `Task { }` never does. Code on the main actor always runs on the main actor.
///
/// - Concurrency: All functions can be called from any thread. Only one thread at a time runs jobs.
///   Other threads wait until it has finished, but a job can run jobs immediately. Jobs run without
///   a lock.
public final class ManualExecutor: TaskExecutor {
  /// A thread that waits for its turn.
  private struct Candidate {
    let thread: ThreadIdentity
    let isChosen: DispatchSemaphore
  }

  private struct State {
    var readyJobs = ReadyQueue<UnownedJob>()
    /// The thread whose turn it is to run jobs.
    var owner: ThreadIdentity?
    /// The number of turns that the owner has started and not ended.
    var depth = 0
    var candidates = ReadyQueue<Candidate>()
    /// The number of active calls of `run`.
    var runs = 0
    var isPumpOnItsWay = false

    /// Returns whether the caller must start a task that runs the ready jobs.
    mutating func sendsPump() -> Bool {
      guard runs > 0, owner == nil, !readyJobs.isEmpty, !isPumpOnItsWay else { return false }
      isPumpOnItsWay = true
      return true
    }
  }

  private let state = Mutex(State())

  /// Creates an executor without jobs.
  public init() {}

  // MARK: Executor

  /// Stores a job until it can run.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let needsPump = state.withLock { state in
      state.readyJobs.append(job)
      return state.sendsPump()
    }
    if needsPump { pump() }
  }

  // MARK: Running

  /// Runs jobs until none is ready.
  ///
  /// If a job becomes ready again each time it runs, as in `while !isDone { await Task.yield() }`,
  /// this function does not return.
  ///
  /// - Concurrency: Jobs run on the calling thread.
  public func runReadyJobs() {
    exclusively {
      while let job = state.withLock({ $0.readyJobs.popFirst() }) {
        unsafe job.runSynchronously(on: asUnownedTaskExecutor())
      }
    }
  }

  /// Runs `body` on this executor.
  ///
  /// Until it has finished, also runs the jobs that become ready.
  ///
  /// While `body` waits for code elsewhere, such as on the main actor, jobs on this executor run
  /// when they become ready. When this function returns, no job is ready.
  ///
  /// - Returns: The result of `body`.
  /// - Throws: The errors of `body`.
  /// - Concurrency: Jobs run on a thread of the concurrent pool.
  public func run<Success: Sendable, Failure: Error>(
    _ body: @concurrent @Sendable () async throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    let needsPump = state.withLock { state in
      state.runs += 1
      return state.sendsPump()
    }
    if needsPump { pump() }
    defer {
      state.withLock { $0.runs -= 1 }
      runReadyJobs()
    }
    return try await withTaskExecutorPreference(self) { () async throws(Failure) -> Success in
      try await body()
    }
  }

  /// Starts a task that runs the ready jobs on a thread of the concurrent pool.
  private func pump() {
    Task.detached {
      self.exclusively {
        self.state.withLock { $0.isPumpOnItsWay = false }
        self.runReadyJobs()
      }
    }
  }

  // MARK: Turns

  /// Calls `body` while no other thread runs jobs on this executor or moves a clock.
  ///
  /// Calls can be nested: on the thread whose turn it is, this only calls `body`.
  func exclusively(_ body: () -> Void) {
    beginTurn()
    defer { endTurn() }
    body()
  }

  private func beginTurn() {
    let thread = ThreadIdentity.current
    let isChosen = state.withLock { state -> DispatchSemaphore? in
      if state.owner == nil || state.owner == thread {
        state.owner = thread
        state.depth += 1
        return nil
      }
      let candidate = Candidate(thread: thread, isChosen: DispatchSemaphore(value: 0))
      state.candidates.append(candidate)
      return candidate.isChosen
    }
    isChosen?.wait()
  }

  private func endTurn() {
    let (next, needsPump) = state.withLock { state -> (Candidate?, Bool) in
      state.depth -= 1
      guard state.depth == 0 else { return (nil, false) }
      let next = state.candidates.popFirst()
      state.owner = next?.thread
      state.depth = next == nil ? 0 : 1
      // A job may have become ready after the last check.
      return (next, state.sendsPump())
    }
    next?.isChosen.signal()
    if needsPump { pump() }
  }
}

extension ManualClock {
  /// A point in time on a manual clock, as the offset from the start of the clock.
  public struct Instant: InstantProtocol, CustomStringConvertible {
    /// The offset from the start of the clock.
    public let offset: Duration

    /// Creates an instant with this offset from the start of the clock.
    public init(offset: Duration) {
      self.offset = offset
    }

    /// The start of the clock.
    ///
    /// By default, a new clock has this time.
    public static let zero = Instant(offset: .zero)

    public func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    public func duration(to other: Instant) -> Duration {
      other.offset - offset
    }

    public static func < (left: Instant, right: Instant) -> Bool {
      left.offset < right.offset
    }

    public var description: String { offset.description }
  }
}

extension ManualClock {
  /// A callback that waits on a manual clock.
  ///
  /// ``ManualClock/schedule(at:_:)`` returns it.
  ///
  /// Releasing a timer does not cancel it.
  public struct Timer: Sendable {
    let clock: ManualClock
    let ticket: Ticket

    /// Cancels the callback.
    ///
    /// - Returns: `true` if the callback will not run, and `false` if it has run, is running, or
    ///   was already cancelled.
    /// - Concurrency: Can be called from any thread, and from the callback. The callback and its
    ///   captured values are released without a lock.
    @discardableResult
    public func cancel() -> Bool {
      clock.remove(ticket) != nil
    }
  }
}

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  #error("ThreadIdentity needs pthread_self() from this platform's C library.")
#endif

/// Identifies a thread, as a value that can be compared.
///
/// The identity is only valid while the thread runs, because the system may reuse it for a later
/// thread.
struct ThreadIdentity: Hashable, Sendable {
  private let address: UInt

  private init(address: UInt) {
    self.address = address
  }

  /// The current thread.
  static var current: ThreadIdentity {
    #if canImport(Darwin)
      unsafe ThreadIdentity(address: UInt(bitPattern: pthread_self()))
    #else
      ThreadIdentity(address: UInt(pthread_self()))
    #endif
  }
}

/// A queue.
///
/// Elements are removed in the order in which they were added.
///
/// Pharos has a similar queue, which is compiled together with its elements and therefore cannot be
/// shared.
struct ReadyQueue<Element> {
  private var elements: [Element?] = []
  private var head = 0

  /// A Boolean value that indicates whether the queue is empty.
  var isEmpty: Bool { head == elements.count }

  /// Adds an element at the end.
  ///
  /// - Complexity: O(1) amortised.
  mutating func append(_ element: Element) {
    elements.append(element)
  }

  /// Removes and returns the first element.
  ///
  /// - Complexity: O(1) amortised.
  mutating func popFirst() -> Element? {
    guard head < elements.count else { return nil }
    let element = elements[head].take()
    head += 1
    if head == elements.count {
      elements.removeAll(keepingCapacity: true)
      head = 0
    } else if head >= 64, head * 2 >= elements.count {
      // A queue that is never empty must not grow for ever, either.
      elements.removeFirst(head)
      head = 0
    }
    return element
  }
}
