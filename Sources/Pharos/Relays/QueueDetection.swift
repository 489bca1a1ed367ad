public import Dispatch
import ProcessLifecycle
import ToolkitTrace

extension DispatchQueue {
  /// Makes a queue one that ``current`` finds.
  ///
  /// A queue on which an observer runs, with `observe(on:)`, is found without it, and so
  /// are queues given to ``runSyncIfPossible(on:execute:)`` and the main queue. The queue
  /// is not retained.
  ///
  /// - Concurrency: May be called from any thread.
  public static func registerDetection(of queue: DispatchQueue) {
    QueueMark.make(for: queue)
  }

  /// The queue on which the calling code runs, or `nil` if that is not known: see
  /// ``registerDetection(of:)``.
  ///
  /// On a queue that is not registered but has a registered queue as its target, the
  /// target.
  ///
  /// - Concurrency: May be called from any thread.
  public static var current: DispatchQueue? {
    QueueMark.current?.queue ?? (ProcessLifecycle.isOnMain ? .main : nil)
  }
}

/// Calls a closure at once if the calling code runs on a queue already, and otherwise
/// submits it to the queue and returns without waiting for it.
///
/// - Parameters:
///   - queue: The queue, which need not be registered.
///   - body: The closure.
/// - Concurrency: May be called from any thread.
@preconcurrency
public func runSyncIfPossible(
  on queue: DispatchQueue, execute body: @escaping @Sendable () -> Void
) {
  if !queue.isMain { QueueMark.make(for: queue) }
  if queue.isCurrent { return body() }
  queue.async(execute: Inheritance.carrying(body))
}

extension DispatchQueue {
  var isMain: Bool { label == DispatchQueue.main.label }

  /// A Boolean value that indicates whether the calling code runs on the queue.
  var isCurrent: Bool {
    if isMain { return ProcessLifecycle.isOnMain }
    guard let mark = QueueMark.of(self) else { return false }
    return QueueMark.current === mark
  }
}

/// The identity of a queue, which the queue keeps: queues cannot be compared on Linux.
final class QueueMark: Sendable {
  private static let key = DispatchSpecificKey<QueueMark>()

  /// The queue, unless it is gone.
  var queue: DispatchQueue? { lasting ?? passing }

  /// A global queue, which is never released and has a new object each time it is asked
  /// for.
  private let lasting: DispatchQueue?
  /// Any other queue, which keeps this object.
  private weak let passing: DispatchQueue?

  private init(_ queue: DispatchQueue) {
    lasting = queue.label.hasPrefix("com.apple.root.") ? queue : nil
    passing = queue
  }

  /// Returns the mark of a queue, which gets one if it has none.
  @discardableResult
  static func make(for queue: DispatchQueue) -> QueueMark {
    if let mark = of(queue), mark.queue != nil { return mark }
    let mark = QueueMark(queue)
    queue.setSpecific(key: key, value: mark)
    return mark
  }

  /// Returns the mark of a queue, if it has one.
  static func of(_ queue: DispatchQueue) -> QueueMark? { queue.getSpecific(key: key) }

  /// The mark of the queue on which the calling code runs.
  static var current: QueueMark? { DispatchQueue.getSpecific(key: key) }
}
