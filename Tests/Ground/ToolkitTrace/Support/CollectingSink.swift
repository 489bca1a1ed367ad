import Synchronization
import ToolkitTrace

/// A sink that keeps what it receives, and does something more if told to.
final class CollectingSink: TraceSink {
  private let received = Mutex<[TraceSpan]>([])
  private let alsoDo: @Sendable (TraceSpan) -> Void

  /// Makes a sink that calls a closure after it has kept the span.
  init(alsoDo: @escaping @Sendable (TraceSpan) -> Void = { _ in }) {
    self.alsoDo = alsoDo
  }

  func receive(_ span: TraceSpan) {
    received.withLock { $0.append(span) }
    alsoDo(span)
  }

  /// What has been received so far.
  var spans: [TraceSpan] { received.withLock { $0 } }

  /// The names of what has been received so far.
  var names: [String] { spans.map(\.name) }
}
