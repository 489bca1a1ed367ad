public import Dispatch
import ProcessLifecycle
import ToolkitTrace

extension DispatchQueue {
  /// Registers a queue, so that ``current`` can return it.
  ///
  /// You need not register the main queue, queues passed to `observe(on:)`, and queues passed to
  /// ``runSyncIfPossible(on:execute:)``. The queue is not retained.
  ///
  /// - Concurrency: May be called from any thread.
  public static func registerDetection(of queue: DispatchQueue) {
    QueueMark.make(for: queue)
  }

  /// The queue on which the calling code runs, or `nil` if that queue is not registered.
  ///
  /// If the queue itself is not registered but targets a registered queue, this is the target. See
  /// ``registerDetection(of:)``.
  ///
  /// - Concurrency: May be called from any thread.
  public static var current: DispatchQueue? {
    QueueMark.current?.queue ?? (ProcessLifecycle.isOnMain ? .main : nil)
  }
}

/// Calls a closure immediately if the caller already runs on `queue`, and otherwise submits it to
/// the queue without waiting.
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

/// The identity of a queue, stored in the queue because queues cannot be compared on Linux.
final class QueueMark: Sendable {
  private static let key = DispatchSpecificKey<QueueMark>()

  /// The queue, or `nil` if it was released.
  var queue: DispatchQueue? { lasting ?? passing }

  /// The queue, if it is a global one: those are never released, and each lookup returns a new
  /// object.
  private let lasting: DispatchQueue?
  /// The queue, if it is any other, which keeps this object alive.
  private weak let passing: DispatchQueue?

  private init(_ queue: DispatchQueue) {
    lasting = queue.label.hasPrefix("com.apple.root.") ? queue : nil
    passing = queue
  }

  /// Returns the mark of a queue, and makes one if it has none.
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
