/// The tie between a sink and the process, to be cut when the sink has seen
/// enough.
///
/// Throwing the attachment away leaves the sink attached for good.
public struct TraceSinkAttachment: Sendable {
  private let recorder: TraceRecorder
  private let number: UInt64

  /// Names the sink that the recorder holds under this number.
  init(recorder: TraceRecorder, number: UInt64) {
    self.recorder = recorder
    self.number = number
  }

  /// Detaches the sink and lets go of it; does nothing the second time.
  ///
  /// - Concurrency: May be called from any thread, also from inside
  ///   ``TraceSink/receive(_:)``. A span that another thread is ending at this
  ///   moment may still arrive afterwards.
  public func detach() {
    recorder.detach(number)
  }
}
