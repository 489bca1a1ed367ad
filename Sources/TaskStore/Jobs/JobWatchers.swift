import Synchronization
import TaskKit
package import ToolkitTrace

/// The observers of a manager's jobs.
///
/// They exist before the manager has a store, because wires are connected earlier.
///
/// - Concurrency: May be used from any thread. Observers run without holding a lock.
final class JobWatchers: Sendable {
  private typealias Watcher = (number: Int, delivery: OrderedDelivery<JobChange>)

  private struct State: Sendable {
    /// The observers by the name of the jobs, where `nil` stands for all jobs.
    var watchers: [String?: [Watcher]] = [:]
    var lastNumber = 0
  }

  private let state = Mutex(State())
  private let hasAny = Atomic(false)

  /// Returns the observers of a manager's jobs.
  static func of(_ manager: TaskManager) -> JobWatchers {
    manager.companion.object { JobWatchers() }
  }

  /// Delivers a change.
  ///
  /// Without observers, this is one relaxed load.
  func tell(
    _ change: @autoclosure () -> JobChange,
    cause: @autoclosure () -> TraceSpanID? = Trace.currentCause
  ) {
    guard hasAny.load(ordering: .relaxed) else { return }
    let change = change()
    let cause = cause()
    let watchers = state.withLock { state in
      (state.watchers[change.name] ?? []) + (state.watchers[nil] ?? [])
    }
    for watcher in watchers { watcher.delivery.send(change, cause: cause) }
  }

  /// Adds an observer of the jobs with a name, or of all jobs.
  ///
  /// - Returns: The number with which to remove it.
  func add(of name: String?, _ delivery: OrderedDelivery<JobChange>) -> Int {
    state.withLock { state in
      state.lastNumber += 1
      state.watchers[name, default: []].append((state.lastNumber, delivery))
      hasAny.store(true, ordering: .relaxed)
      return state.lastNumber
    }
  }

  /// Removes an observer, and drops changes that have not been delivered to it.
  func remove(_ number: Int, of name: String?) {
    let removed = state.withLock { state -> Watcher? in
      guard let index = state.watchers[name]?.firstIndex(where: { $0.number == number }) else {
        return nil
      }
      let removed = state.watchers[name]?.remove(at: index)
      if state.watchers[name]?.isEmpty == true { state.watchers[name] = nil }
      hasAny.store(!state.watchers.isEmpty, ordering: .relaxed)
      return removed
    }
    removed?.delivery.cancel()
  }
}

extension Jobs {
  /// Calls a closure for every change of jobs that this process runs.
  ///
  /// ```swift
  /// let watch = Jobs.watch("SendInvoice") { change in print(change) }
  /// ```
  ///
  /// The end of an attempt is reported after the store has recorded it. Jobs that run in other
  /// processes, and jobs that are cancelled before they run, are visible only in the store.
  ///
  /// - Parameters:
  ///   - name: The name of the jobs, which need not be declared yet, or `nil` for all jobs.
  ///   - body: Called with one change after the other in a separate task, as caused by the
  ///     attempt's span. Jobs do not wait for it.
  /// - Returns: A handle that ends the watch, which does not end by itself.
  /// - Concurrency: May be called from any thread, even before a store is set.
  @discardableResult
  public func watch(
    _ name: String? = nil, _ body: @escaping @Sendable (JobChange) -> Void
  ) -> JobWatch {
    let watchers = JobWatchers.of(manager)
    let number = watchers.add(of: name, OrderedDelivery { change in body(change) })
    return JobWatch(number: number, name: name, watchers: watchers)
  }

  /// Calls a closure for every change of jobs that this process runs.
  @discardableResult
  public static func watch(
    _ name: String? = nil, _ body: @escaping @Sendable (JobChange) -> Void
  ) -> JobWatch {
    shared.watch(name, body)
  }
}

/// A handle of a closure that is called for every change of jobs, until it is cancelled.
///
/// Dropping the value does *not* end the watch.
public struct JobWatch: Sendable {
  let number: Int
  let name: String?
  weak let watchers: JobWatchers?

  /// Ends the watch.
  ///
  /// A call on another thread finishes, and no more follow.
  public func cancel() {
    watchers?.remove(number, of: name)
  }
}

/// A queue that delivers elements to a function in their order, in a separate task.
///
/// Senders do not wait, and each element is received as caused by the span that sent it. Sent
/// elements are delivered even after the queue has been released.
///
/// - Concurrency: May be used from any thread.
package final class OrderedDelivery<Element: Sendable>: Sendable {
  private let continuation: AsyncStream<(Element, TraceSpanID?)>.Continuation
  private let ending = Ending()
  /// Counts the elements that have not been received, in a test.
  private let activity = FreshActivity.current

  /// A flag that indicates whether no further elements are delivered.
  private final class Ending: Sendable {
    let isCancelled = Atomic(false)
  }

  /// Creates a queue in the fresh states of the calling code.
  package init(to receive: @escaping @Sendable (Element) async -> Void) {
    let (elements, continuation) = AsyncStream.makeStream(of: (Element, TraceSpanID?).self)
    self.continuation = continuation
    // Detached, because the hops and the cause of the creating code do not belong to the elements.
    Task.detached { [ending, activity, states = FreshStates.current] in
      await FreshStates.follow(states) {
        for await (element, cause) in elements {
          defer { activity?.end() }
          guard !ending.isCancelled.load(ordering: .acquiring) else { continue }
          await Trace.withCause(cause) { await receive(element) }
        }
      }
    }
  }

  deinit { continuation.finish() }

  /// Adds an element to the queue.
  package func send(_ element: Element, cause: TraceSpanID? = Trace.currentCause) {
    activity?.begin()
    guard case .enqueued = continuation.yield((element, cause)) else {
      activity?.end()
      return
    }
  }

  /// Ends the delivery, and drops elements that have not been received.
  package func cancel() {
    ending.isCancelled.store(true, ordering: .releasing)
    continuation.finish()
  }
}
