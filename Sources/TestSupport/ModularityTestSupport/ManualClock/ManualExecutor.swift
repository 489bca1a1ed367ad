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
