import Synchronization

/// The jobs that a process can run, and the limits of their queues.
///
/// - Concurrency: May be used from any thread.
final class JobHandlers: Sendable {
  private struct State {
    var added: [String: JobHandler] = [:]
    var limits: [String: JobQueueLimit] = [:]
  }

  private let state = Mutex(State())
  /// A Boolean value that indicates whether the declarations of the process count, too.
  private let hasDeclared: Bool

  init(hasDeclared: Bool) {
    self.hasDeclared = hasDeclared
  }

  /// The handlers by their names.
  var all: [String: JobHandler] {
    let declared = hasDeclared ? DeclaredJobs.handlers : [:]
    return declared.merging(state.withLock { $0.added }) { _, added in added }
  }

  /// The handlers that were added at run time, by their names.
  var added: [JobHandler] {
    state.withLock { $0.added.values }.sorted { $0.name < $1.name }
  }

  /// Adds a handler.
  ///
  /// - Returns: `false` if there is one of its name.
  func add(_ handler: JobHandler) -> Bool {
    guard all[handler.name] == nil else { return false }
    return state.withLock { $0.added.updateValue(handler, forKey: handler.name) == nil }
  }

  /// Returns the limit of a queue, which is the default unless one was set.
  func limit(of queue: String) -> JobQueueLimit {
    state.withLock { $0.limits[queue] } ?? JobQueueLimit(of: queue)
  }

  func setLimit(_ limit: JobQueueLimit) {
    state.withLock { $0.limits[limit.queue] = limit }
  }
}
