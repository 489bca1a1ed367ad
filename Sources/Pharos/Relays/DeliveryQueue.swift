import Dispatch
import ProcessLifecycle
import ToolkitTrace

/// A queue on which an observer is to run.
struct DeliveryQueue: Sendable {
  private let queue: DispatchQueue
  /// Whether to call the observer at once where the change is delivered on the
  /// queue already.
  var isSyncInSameThread = false

  init(_ queue: DispatchQueue) {
    self.queue = queue
    if !isMain { QueueMark.make(for: queue) }
  }

  private var isMain: Bool { queue.label == DispatchQueue.main.label }

  /// Whether the calling code runs on the queue.
  var isCurrent: Bool {
    if isMain { return ProcessLifecycle.isOnMain }
    guard let mark = QueueMark.of(queue) else { return false }
    return QueueMark.current === mark
  }

  /// Makes a closure that may be called from anywhere, of one that runs on the
  /// queue, unless it has ended by then.
  func bring<Value>(
    _ body: @escaping (Changes<Value>) -> Void, until end: ObserverEnd
  ) -> (Changes<Value>) -> Void {
    { change in
      if isSyncInSameThread && isCurrent { return body(change) }
      let parcel = Parcel(body: body, change: change, end: end)
      queue.async(execute: Inheritance.carrying { parcel.open() })
    }
  }
}
