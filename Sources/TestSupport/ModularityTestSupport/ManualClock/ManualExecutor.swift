import Dispatch
import Synchronization

/// An executor whose jobs run when a test says so, one at a time, in the order
/// in which they became ready.
///
/// Jobs run in three places: inside ``ManualClock/advance(by:)``, inside
/// ``runReadyJobs()``, and while a ``run(_:)`` is in progress. At any other time
/// they wait. Priorities are ignored.
///
/// It runs the tasks that prefer it, their child tasks, and what those call on
/// actors that have no executor of their own. A task made with `Task { }` does
/// not prefer it, wherever it is made: `Task(executorPreference:)` makes one that
/// does. Code on the main actor always runs there.
///
/// - Concurrency: All methods may be called from any thread. One thread at a
///   time runs jobs; another that wants to waits until it has finished, and a
///   job that wants to does it at once. No lock is held while a job runs.
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
    /// The number of turns that the owner has begun and not ended.
    var depth = 0
    var candidates = ReadyQueue<Candidate>()
    /// The number of calls of `run` in progress.
    var runs = 0
    var isPumpOnItsWay = false

    /// Returns whether a task must be started to run the ready jobs, as the caller then does.
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

  /// Keeps a job until its time comes.
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
  /// A job that makes itself ready again each time it runs, as
  /// `while !isDone { await Task.yield() }` does, keeps this from ending.
  ///
  /// - Concurrency: Jobs run on the calling thread.
  public func runReadyJobs() {
    exclusively {
      while let job = state.withLock({ $0.readyJobs.popFirst() }) {
        unsafe job.runSynchronously(on: asUnownedTaskExecutor())
      }
    }
  }

  /// Runs `body` here, and the jobs that become ready until it has finished.
  ///
  /// While `body` waits for something that happens elsewhere, such as the main
  /// actor, jobs here run as they become ready. When this returns, none is.
  ///
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
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

  /// Sends someone to run the ready jobs on a thread of the concurrent pool.
  private func pump() {
    Task.detached {
      self.exclusively {
        self.state.withLock { $0.isPumpOnItsWay = false }
        self.runReadyJobs()
      }
    }
  }

  // MARK: Turns

  /// Calls `body` while no other thread runs jobs here or moves a clock.
  ///
  /// May be nested: for the thread whose turn it is, this only calls `body`.
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
      // A job may have become ready after the last look for one.
      return (next, state.sendsPump())
    }
    next?.isChosen.signal()
    if needsPump { pump() }
  }
}

extension ManualClock {
  /// A moment of a manual clock: how far it is from the clock's zero.
  public struct Instant: InstantProtocol, CustomStringConvertible {
    /// The distance from the clock's zero.
    public let offset: Duration

    /// The moment at this distance from the clock's zero.
    public init(offset: Duration) {
      self.offset = offset
    }

    /// The clock's zero, where a clock stands unless it was created elsewhere.
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
  /// A callback that waits on a manual clock, as returned by
  /// ``ManualClock/schedule(at:_:)``.
  ///
  /// Letting go of a timer does not cancel it.
  public struct Timer: Sendable {
    let clock: ManualClock
    let ticket: Ticket

    /// Sees to it that the callback does not run.
    ///
    /// - Returns: Whether that helped: `false` if the callback has run, runs, or
    ///   was cancelled before.
    /// - Concurrency: May be called from any thread, and from the callback. The
    ///   callback and what it captured are let go of with no lock held.
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

/// Which thread this is, as a value that can be compared.
///
/// A thread identity means something only while its thread runs: the system
/// gives it to a later thread again.
struct ThreadIdentity: Hashable, Sendable {
  private let address: UInt

  private init(address: UInt) {
    self.address = address
  }

  /// The thread that asks.
  static var current: ThreadIdentity {
    #if canImport(Darwin)
      unsafe ThreadIdentity(address: UInt(bitPattern: pthread_self()))
    #else
      ThreadIdentity(address: UInt(pthread_self()))
    #endif
  }
}

/// A queue: elements leave in the order they came.
///
/// Pharos has one like it, which is compiled with its elements and cannot come from elsewhere.
struct ReadyQueue<Element> {
  private var elements: [Element?] = []
  private var head = 0

  /// A Boolean value that indicates whether nothing waits.
  var isEmpty: Bool { head == elements.count }

  /// Adds an element at the end.
  ///
  /// - Complexity: O(1) amortised.
  mutating func append(_ element: Element) {
    elements.append(element)
  }

  /// Takes out the element that has waited longest.
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
      // A queue that never runs empty must not grow for ever either.
      elements.removeFirst(head)
      head = 0
    }
    return element
  }
}
