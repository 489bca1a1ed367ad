import Foundation
import TaskKit
import ToolkitTrace

/// The scheduler that decides about the fires of a manager's durable tasks, with the contents of a
/// store.
///
/// It repeats a round: apply messages, report ended runs, read the schedules, decide about due
/// ones, commit the decisions, claim and run. A round starts when a task is due, when a message or
/// a hint of the store arrives, and once a second. A separate task extends leases, and each run has
/// a watch that cancels it before its lease ends.
///
/// Each process decides about all of its tasks, and a commit names the progress on which the
/// decision is based. If another process has committed first, the commit changes nothing.
///
/// Rejected:
/// * An elected process that decides for all others. If it hangs, no schedule fires until another
///   one is elected, and a process that knows only some of the tasks cannot decide about the rest.
/// * Rounds that only hints start. A hint can get lost with a connection, so a round also starts
///   once a second.
actor StoreScheduler: LeaseKeeping {
  /// A claim whose run has not been reported to the store.
  struct Running: LeasedWork {
    let claim: TaskClaim
    let task: DurableTask
    var run: DurableRun?
    var leaseEnd: Int64
    var isAbandoned = false
    /// The end of the run, until the store has recorded it.
    var completion: TaskCompletion?
    var watch: Task<Void, Never>?

    var token: Int64 { claim.token }
    var isOver: Bool { completion != nil }

    func cancel() { run?.cancel() }
  }

  /// The maximum time between two rounds.
  static let pace = Duration.seconds(1)

  /// The maximum number of concurrent claims.
  static let capacity = 64

  let store: any TaskStore
  let inbox: StoreInbox
  let lease: Duration
  let retention: Duration
  let maximumClaims: Int
  let time: ErasedClock
  let report: @Sendable (TaskError) -> Void

  /// The name of the process in the store.
  let owner =
    "\(ProcessInfo.processInfo.hostName):\(ProcessInfo.processInfo.processIdentifier):"
    + UUID().uuidString.prefix(8)

  var tasks: [String: DurableTask] = [:]
  /// The tasks whose schedules have been registered with this process's definition.
  var registered: Set<String> = []
  /// The tasks whose next fire time must be computed again.
  var mustReplan: Set<String> = []
  /// The pauses and resumptions that the store has not recorded, with the latest one for each task.
  var pauses: [String: Bool] = [:]
  var running: [Int64: Running] = [:]
  var isEnding = false
  /// The reported errors of the store, which are cleared when it works again.
  var reported: Set<String> = []
  /// The schedules that have been reported as unreadable.
  private var unreadable: Set<String> = []
  private var alarm: Task<Void, Never>?
  private var nextPruning: Int64 = 0

  init(
    _ store: any TaskStore, inbox: StoreInbox, lease: Duration, retention: Duration,
    maximumClaims: Int, time: ErasedClock, report: @escaping @Sendable (TaskError) -> Void
  ) {
    self.store = store
    self.inbox = inbox
    self.lease = lease
    self.retention = retention
    self.maximumClaims = maximumClaims
    self.time = time
    self.report = report
  }

  /// Runs until its task is cancelled, or until the process ends and all runs have ended.
  func run() async {
    let hints = await store.hints()
    let listening = Task { [inbox] in for await _ in hints { inbox.wake() } }
    let renewing = Task { await keepLeases() }
    for await _ in inbox.wakes {
      alarm?.cancel()
      let next = await goRound()
      guard !Task.isCancelled, !isEnding || !running.isEmpty else { break }
      alarm = Task { [inbox, time] in
        guard (try? await time.sleepUntil(next)) != nil else { return }
        inbox.wake()
      }
    }
    for task in [alarm, listening, renewing] { task?.cancel() }
    for run in running.values {
      run.watch?.cancel()
      run.run?.cancel()
    }
  }

  /// Runs one round.
  ///
  /// - Returns: The time of the next round, if nothing else happens.
  private func goRound() async -> Duration {
    do {
      apply(inbox.take())
      try await complete()
      guard !isEnding else { return time.elapsed() + Self.pace }
      let next = try await decide()
      try await claim()
      try await prune()
      storeWorks()
      return next
    } catch {
      storeFailed(error)
      return time.elapsed() + Self.pace
    }
  }

  private func apply(_ messages: [StoreInbox.Message]) {
    for message in messages {
      switch message {
      case .add(let task):
        tasks[task.storedName] = task
        if task.isPaused { pauses[task.storedName] = true }
      case .remove(let task):
        guard tasks[task.storedName] === task else { continue }
        tasks[task.storedName] = nil
        registered.remove(task.storedName)
        pauses[task.storedName] = nil
      case .replan(let task):
        registered.remove(task.storedName)
        mustReplan.insert(task.storedName)
      case .setPaused(let isPaused, let task): pauses[task] = isPaused
      case .ended(let token, let outcome): noteEnd(of: token, outcome)
      case .end: isEnding = true
      }
    }
  }

  private func prune() async throws {
    guard time.nanoseconds() >= nextPruning else { return }
    // A few each minute, so that no transaction is long.
    nextPruning = time.nanoseconds() + 60_000_000_000
    _ = try await store.prune(olderThan: retention, limit: 1_000)
  }

  // MARK: - Errors

  /// Reports an error of the store once, until the store works again.
  func storeFailed(_ error: any Error) {
    guard !Task.isCancelled, reported.insert("\(error)").inserted else { return }
    report(
      TaskError(
        .storeFailed,
        "the store of durable schedules failed, and is retried every second: \(error)",
        tasks: tasks.keys.sorted(), at: nil, underlyingError: error))
  }

  private func storeWorks() { reported = [] }

  /// Reports an unreadable schedule once.
  func reportUnreadable(_ task: DurableTask, _ problem: String) {
    guard unreadable.insert("\(task.name): \(problem)").inserted else { return }
    report(
      TaskError(
        .storeFailed,
        """
        the schedule of the task '\(task.name)' in the store cannot be read, and is ignored: \
        \(problem). Repair its row, or delete it to start over.
        """,
        tasks: [task.name], at: task.location))
  }
}
