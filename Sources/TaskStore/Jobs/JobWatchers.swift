import Synchronization
import TaskKit
package import ToolkitTrace

/// The observers of the jobs of a manager.
///
/// They are there before the manager has a store, as wires are connected earlier.
///
/// - Concurrency: May be used from any thread. Observers run with no lock held.
final class JobWatchers: Sendable {
  private typealias Watcher = (number: Int, delivery: OrderedDelivery<JobChange>)

  private struct State: Sendable {
    /// By the name of the jobs that they observe; `nil` for all.
    var watchers: [String?: [Watcher]] = [:]
    var lastNumber = 0
  }

  private let state = Mutex(State())
  private let hasAny = Atomic(false)

  /// The observers of a manager's jobs.
  static func of(_ manager: TaskManager) -> JobWatchers {
    manager.companion.object { JobWatchers() }
  }

  /// Delivers a change; one relaxed load if there are no observers.
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

  /// Adds an observer of the jobs of a name, or of all.
  ///
  /// - Returns: The number to remove it by.
  func add(of name: String?, _ delivery: OrderedDelivery<JobChange>) -> Int {
    state.withLock { state in
      state.lastNumber += 1
      state.watchers[name, default: []].append((state.lastNumber, delivery))
      hasAny.store(true, ordering: .relaxed)
      return state.lastNumber
    }
  }

  /// Removes an observer, and drops what has not been delivered to it.
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
  /// Calls a closure for every step of the jobs of a name, or of all jobs, that this process
  /// runs.
  ///
  /// ```swift
  /// let watch = Jobs.watch("SendInvoice") { change in print(change) }
  /// ```
  ///
  /// The end of an attempt is a change once the store has recorded it. Jobs that other processes
  /// run, and jobs that are cancelled before they run, are seen in the store only.
  ///
  /// - Parameters:
  ///   - name: The name of the jobs, which need not be declared yet; all if there is none.
  ///   - body: Called for one change after the other, in a task of its own, on behalf of the
  ///     attempt's span. Jobs do not wait for it.
  /// - Returns: A handle that ends the watch; it does not end by itself.
  /// - Concurrency: May be called from any thread, also before there is a store.
  @discardableResult
  public func watch(
    _ name: String? = nil, _ body: @escaping @Sendable (JobChange) -> Void
  ) -> JobWatch {
    let watchers = JobWatchers.of(manager)
    let number = watchers.add(of: name, OrderedDelivery { change in body(change) })
    return JobWatch(number: number, name: name, watchers: watchers)
  }

  /// Calls a closure for every step of the jobs of a name, or of all jobs, that this process
  /// runs.
  @discardableResult
  public static func watch(
    _ name: String? = nil, _ body: @escaping @Sendable (JobChange) -> Void
  ) -> JobWatch {
    shared.watch(name, body)
  }
}

/// A closure that is called for every step of jobs, until it is cancelled.
///
/// Dropping the value does *not* end the watch.
public struct JobWatch: Sendable {
  let number: Int
  let name: String?
  weak let watchers: JobWatchers?

  /// Ends the watch: a call on another thread finishes, and there are no more.
  public func cancel() {
    watchers?.remove(number, of: name)
  }
}

/// Hands elements to a function in their order, in a task of its own.
///
/// The code that sends an element does not wait, and each is received on behalf of the span that
/// sent it. What has been sent is received also after the delivery has been released.
///
/// - Concurrency: May be used from any thread.
package final class OrderedDelivery<Element: Sendable>: Sendable {
  private let continuation: AsyncStream<(Element, TraceSpanID?)>.Continuation
  private let ending = Ending()

  /// A Boolean value that indicates whether no more elements are to be received.
  private final class Ending: Sendable {
    let isCancelled = Atomic(false)
  }

  /// Makes a delivery, in the fresh states around the calling code.
  package init(to receive: @escaping @Sendable (Element) async -> Void) {
    let (elements, continuation) = AsyncStream.makeStream(of: (Element, TraceSpanID?).self)
    self.continuation = continuation
    // Detached: the hops and the cause of the code that makes it are not those of the elements.
    Task.detached { [ending, states = FreshStates.current] in
      await FreshStates.follow(states) {
        for await (element, cause) in elements {
          guard !ending.isCancelled.load(ordering: .acquiring) else { return }
          await Trace.withCause(cause) { await receive(element) }
        }
      }
    }
  }

  deinit { continuation.finish() }

  /// Adds an element behind those before.
  package func send(_ element: Element, cause: TraceSpanID? = Trace.currentCause) {
    continuation.yield((element, cause))
  }

  /// Ends the delivery: elements that have not been received are dropped.
  package func cancel() {
    ending.isCancelled.store(true, ordering: .releasing)
    continuation.finish()
  }
}
