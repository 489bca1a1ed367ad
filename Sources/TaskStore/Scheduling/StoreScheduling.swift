import Foundation
import Synchronization
import TaskKit

/// The scheduling of a manager with a store, which accepts calls from any thread and forwards them
/// to the actor that works with the store.
///
/// - Concurrency: May be used from any thread. No lock is held while other code runs.
final class StoreScheduling: DurableScheduling {
  private let inbox: StoreInbox
  private let scheduler: StoreScheduler
  private let work: Task<Void, Never>
  private let maximumClaims: Int

  /// The parts that work on jobs, including fires.
  let jobs: JobWork

  init(
    _ store: any TaskStore, of manager: TaskManager, lease: Duration, retention: Duration,
    maximumClaims: Int, queues: [JobQueueLimit], maximumKeptJobs: Int,
    maximumKeptBytes: Int
  ) {
    let inbox = StoreInbox()
    self.inbox = inbox
    self.maximumClaims = maximumClaims
    let time = (store as? SQLiteStore)?.time ?? manager.time
    let report: @Sendable (TaskError) -> Void = { [weak manager] error in
      manager?.reportStoreError(error)
    }
    let outage = StoreOutage(report: report)
    let handlers = JobHandlers(
      hasDeclared: manager === TaskManager.shared, including: manager.declarationFilter)
    for limit in queues { handlers.setLimit(limit) }
    let worker = JobWorker(
      store, handlers, .of(manager), lease: lease, time: time, owner: Self.newOwner(),
      maximumKeptJobs: maximumKeptJobs, maximumKeptBytes: maximumKeptBytes, outage: outage,
      whenFiresEnd: { inbox.wake() }, report: report)
    jobs = JobWork(
      store: store, handlers: handlers, worker: worker, task: Task { await worker.run() })
    let scheduler = StoreScheduler(
      store, inbox: inbox, lease: lease, retention: retention, time: time, outage: outage,
      report: report
    ) { worker.wake() }
    self.scheduler = scheduler
    work = Task { await scheduler.run() }
  }

  /// Returns the name of a process in the store.
  private static func newOwner() -> String {
    let process = ProcessInfo.processInfo
    return "\(process.hostName):\(process.processIdentifier):\(UUID().uuidString.prefix(8))"
  }

  /// Ends the work when the manager is released without being terminated.
  deinit {
    work.cancel()
    jobs.task.cancel()
  }

  func add(_ task: DurableTask) {
    jobs.handlers.addFires(JobHandler(task, maximumClaims: maximumClaims))
    inbox.send(.add(task))
    // The task may have fires that no process has claimed.
    jobs.worker.wake()
  }

  func remove(_ task: DurableTask) {
    jobs.handlers.removeFires(of: task)
    inbox.send(.remove(task))
  }

  func replan(_ task: DurableTask) { inbox.send(.replan(task)) }

  func end() {
    // A run that is cancelled from now on is given back.
    jobs.handlers.removeFires(of: nil)
    inbox.send(.end)
    Task { [jobs] in await jobs.worker.drain(within: TaskManager.defaultShutdownTimeout) }
  }

  /// Waits until nothing of the store is due and nothing runs.
  ///
  /// - Returns: The number of claims so far.
  func waitUntilIdle() async -> Int {
    await scheduler.waitUntilIdle()
    return await jobs.worker.waitUntilIdle()
  }

  func finish() async { await jobs.task.value }

  func setPaused(_ isPaused: Bool, _ task: DurableTask) {
    inbox.send(.setPaused(isPaused, task.storedName))
  }

  var summary: String { get async { await jobs.store.summary } }

  func ledger(of task: String?, limit: Int) async throws -> [LedgerRecord] {
    try await jobs.store.ledger(of: task, limit: limit)
  }
}

/// The unread messages to a scheduler, and the signal that wakes it.
///
/// - Concurrency: May be used from any thread.
final class StoreInbox: Sendable {
  enum Message: Sendable {
    case add(DurableTask)
    case remove(DurableTask)
    case setPaused(Bool, String)
    case replan(DurableTask)
    case end
  }

  private let messages = Mutex<[Message]>([])

  /// A stream with an element whenever a round is needed: after a message, at a time, or after a
  /// hint.
  let wakes: AsyncStream<Void>
  private let signal: AsyncStream<Void>.Continuation

  init() {
    (wakes, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  func send(_ message: Message) {
    messages.withLock { $0.append(message) }
    wake()
  }

  func wake() { signal.yield() }

  /// Returns the messages since the last call, in order.
  func take() -> [Message] {
    messages.withLock { messages in
      defer { messages = [] }
      return messages
    }
  }

  /// Returns whether a task is about to be paused or resumed.
  func willSetPaused(_ task: String) -> Bool {
    messages.withLock { messages in
      messages.contains { if case .setPaused(_, task) = $0 { true } else { false } }
    }
  }
}
