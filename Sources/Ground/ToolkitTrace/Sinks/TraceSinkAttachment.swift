/// A sink that is attached to the process, until it is cancelled.
///
/// Dropping the value does *not* detach the sink.
public struct TraceSinkAttachment: Sendable {
  private let recorder: TraceRecorder
  private let number: UInt64

  /// Names the sink that the recorder holds under this number.
  init(recorder: TraceRecorder, number: UInt64) {
    self.recorder = recorder
    self.number = number
  }

  /// Detaches the sink and releases it; does nothing the second time.
  ///
  /// - Concurrency: May be called from any thread, also from inside
  ///   ``TraceSink/receive(_:)``. A span that another thread is ending at this
  ///   moment may still arrive afterwards.
  public func cancel() {
    recorder.detach(number)
  }
}
