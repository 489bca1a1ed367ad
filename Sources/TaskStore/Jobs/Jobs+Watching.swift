import TaskKit

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
