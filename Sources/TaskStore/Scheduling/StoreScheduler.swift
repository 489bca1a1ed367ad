import TaskKit
import ToolkitTrace

/// The scheduler that decides about the fires of a manager's durable tasks, with the contents of a
/// store.
///
/// It repeats a round: apply messages, read the schedules, decide about due ones, and commit the
/// decisions. Each decided fire is a job, which the ``JobWorker`` of a process with the task runs. A
/// round starts when a task is due, when a run has ended, when a message or a hint of the store
/// arrives, and once a second.
///
/// Each process decides about all of its tasks, and a commit names the progress on which the
/// decision is based. If another process has committed first, the commit changes nothing.
///
/// Rejected:
/// * An elected process that decides for all others. If it hangs, no schedule fires until another
///   one is elected, and a process that knows only some of the tasks cannot decide about the rest.
/// * A second worker for fires. Claims, leases and their ends would exist twice, in each store.
/// * Rounds that only hints start. A hint can get lost with a connection, so a round also starts
///   once a second.
actor StoreScheduler {
  /// The maximum time between two rounds.
  static let pace = Duration.seconds(1)

  let store: any TaskStore
  let inbox: StoreInbox
  let lease: Duration
  let retention: Duration
  let time: ErasedClock
  let outage: StoreOutage
  let report: @Sendable (TaskError) -> Void
  /// Called when fires have been decided.
  let whenDecided: @Sendable () -> Void

  var tasks: [String: DurableTask] = [:]
  /// The tasks whose schedules have been registered with this process's definition.
  var registered: Set<String> = []
  /// The tasks whose next fire time must be computed again.
  var mustReplan: Set<String> = []
  /// The pauses and resumptions that the store has not recorded, with the latest one for each task.
  var pauses: [String: Bool] = [:]
  private var isEnding = false
  /// The schedules that have been reported as unreadable.
  private var unreadable: Set<String> = []
  private var alarm: Task<Void, Never>?
  private var idleWaiters = IdleWaiters()

  init(
    _ store: any TaskStore, inbox: StoreInbox, lease: Duration, retention: Duration,
    time: ErasedClock, outage: StoreOutage, report: @escaping @Sendable (TaskError) -> Void,
    whenDecided: @escaping @Sendable () -> Void
  ) {
    self.store = store
    self.inbox = inbox
    self.lease = lease
    self.retention = retention
    self.time = time
    self.outage = outage
    self.report = report
    self.whenDecided = whenDecided
  }

  /// Runs until its task is cancelled, or until the process ends.
  func run() async {
    let hints = await store.hints()
    let listening = Task { [inbox] in for await _ in hints { inbox.wake() } }
    for await _ in inbox.wakes {
      alarm?.cancel()
      idleWaiters.beginRound()
      let next = await goRound()
      guard !Task.isCancelled, !isEnding else { break }
      if idleWaiters.endRound(isRunning: false) { inbox.wake() }
      alarm = Task { [inbox, time] in
        guard (try? await time.sleepUntil(next)) != nil else { return }
        inbox.wake()
      }
    }
    idleWaiters.end()
    alarm?.cancel()
    listening.cancel()
  }

  /// Waits until all due fires have been decided.
  func waitUntilIdle() async {
    await withCheckedContinuation { waiter in
      idleWaiters.add(waiter)
      inbox.wake()
    }
  }

  /// Runs one round.
  ///
  /// - Returns: The time of the next round, if nothing else happens.
  private func goRound() async -> Duration {
    do {
      apply(inbox.take())
      guard !isEnding else { return time.elapsed() + Self.pace }
      let next = try await decide()
      outage.end()
      return next
    } catch {
      outage.note(error)
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
      case .end: isEnding = true
      }
    }
  }

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
