import Foundation
import Synchronization
import TaskKit

/// The scheduling of a manager with a store, which accepts calls from any thread and forwards them
/// to the actor that works with the store.
///
/// - Concurrency: May be used from any thread. No lock is held while other code runs.
final class StoreScheduling: DurableScheduling {
  private let store: any TaskStore
  private let inbox: StoreInbox
  private let work: Task<Void, Never>

  /// The parts that work on jobs, if the store keeps jobs.
  let jobs: JobWork?

  init(
    _ store: some TaskStore, of manager: TaskManager, lease: Duration, retention: Duration,
    maximumClaims: Int, queues: [JobQueueLimit], maximumKeptJobs: Int,
    maximumKeptBytes: Int
  ) {
    let inbox = StoreInbox()
    self.store = store
    self.inbox = inbox
    let time = (store as? MemoryStore)?.time ?? manager.time
    let scheduler = StoreScheduler(
      store, inbox: inbox, lease: lease, retention: retention, maximumClaims: maximumClaims,
      time: time
    ) { [weak manager] error in manager?.reportStoreError(error) }
    work = Task { await scheduler.run() }
    jobs = (store as? any JobStore).map { store in
      let handlers = JobHandlers(hasDeclared: manager === TaskManager.shared)
      for limit in queues { handlers.setLimit(limit) }
      let worker = JobWorker(
        store, handlers, .of(manager), lease: lease, time: time, owner: scheduler.owner,
        maximumKeptJobs: maximumKeptJobs, maximumKeptBytes: maximumKeptBytes
      ) { [weak manager] error in manager?.reportStoreError(error) }
      return JobWork(
        store: store, handlers: handlers, worker: worker, task: Task { await worker.run() })
    }
  }

  /// Ends the work when the manager is released without being terminated.
  deinit {
    work.cancel()
    jobs?.task.cancel()
  }

  func add(_ task: DurableTask) { inbox.send(.add(task)) }
  func remove(_ task: DurableTask) { inbox.send(.remove(task)) }
  func replan(_ task: DurableTask) { inbox.send(.replan(task)) }

  func end() {
    inbox.send(.end)
    guard let jobs else { return }
    Task { await jobs.worker.drain(within: TaskManager.defaultShutdownTimeout) }
  }

  func finish() async { await jobs?.task.value }

  func setPaused(_ isPaused: Bool, _ task: DurableTask) {
    inbox.send(.setPaused(isPaused, task.storedName))
  }

  var summary: String { get async { await store.summary } }

  func ledger(of task: String?, limit: Int) async throws -> [LedgerRecord] {
    try await store.ledger(of: task, limit: limit)
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
    /// The run of a claim with this token has ended.
    case ended(Int64, TaskOutcome)
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
