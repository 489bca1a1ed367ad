// A sequence observes the relay from when it is asked for, and ends when the relay is
// discarded or its property is released. When the task that iterates over it is
// cancelled, or the last reference to it is released, it stops observing.
extension SharedRelay {
  /// The changes from now on, of which the newest waits for a task that does not
  /// keep up.
  ///
  /// Each sequence is for one task.
  public var changes: AsyncStream<Changes<Value>> { changes(buffering: .newest(1)) }

  /// The changes from now on, of which some wait for a task that does not keep up.
  public func changes(buffering: RelayBuffering) -> AsyncStream<Changes<Value>> {
    core.sequence(after: slot, buffering: buffering, isReplaying: false) { $0 }
  }

  /// The value that there is, and those that follow, of which the newest waits for
  /// a task that does not keep up.
  ///
  /// Each sequence is for one task.
  public var values: AsyncStream<Value> { values(buffering: .newest(1)) }

  /// The value that there is, and those that follow, of which some wait for a task
  /// that does not keep up.
  public func values(buffering: RelayBuffering) -> AsyncStream<Value> {
    core.sequence(after: slot, buffering: buffering, isReplaying: true) { $0.new }
  }
}
