/// Something that wants every span as soon as it is finished.
///
/// The ring keeps the latest spans for a snapshot; a sink sees all of them, to
/// write a log, to count, or to show them live.
///
/// - Concurrency: ``receive(_:)`` is called on the thread that ended the span,
///   before the call that ended it returns, and with no lock held. Several
///   threads may call it at once. Spans of one thread come in the order in
///   which they ended; across threads there is no order.
public protocol TraceSink: Sendable {
  /// Takes note of a span that has just ended.
  ///
  /// Spans that end inside this method, and inside the tasks that it starts,
  /// are recorded in the ring, but no sink receives them: a sink that uses
  /// traced code would otherwise never come to rest. Work that is handed to a
  /// dispatch queue or to a detached task escapes this protection.
  func receive(_ span: TraceSpan)
}
