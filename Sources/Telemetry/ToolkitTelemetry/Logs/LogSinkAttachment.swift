/// A log sink that is attached to the process, until it is cancelled.
///
/// Dropping the value does *not* detach the sink.
public struct LogSinkAttachment: Sendable {
  private let center: LogCenter
  private let number: UInt64

  init(center: LogCenter, number: UInt64) {
    self.center = center
    self.number = number
  }

  /// Detaches the sink and releases it; does nothing the second time.
  ///
  /// - Concurrency: May be called from any thread, also from inside ``LogSink/receive(_:)``. A
  ///   record that another thread is writing may still arrive afterwards.
  public func cancel() {
    center.detach(number)
  }
}
