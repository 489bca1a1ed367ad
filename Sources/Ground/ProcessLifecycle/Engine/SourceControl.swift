import Synchronization

/// Starts the source of an event when its first listener is added, and stops it when its last
/// listener is removed.
///
/// - Concurrency: Can be used from any thread. The lock is held while a source starts or stops,
///   which runs no user code. Therefore a signal is caught when `on` returns, and a start cannot
///   overtake a stop.
final class SourceControl: Sendable {
  private let makeSource: @Sendable (ProcessEvent) -> (any EventSource)?
  private let running = Mutex<[ProcessEvent: any EventSource]>([:])

  init(makeSource: @escaping @Sendable (ProcessEvent) -> (any EventSource)?) {
    self.makeSource = makeSource
  }

  /// Starts or stops the source of `event`, so that it runs only while the event has listeners.
  ///
  /// - Parameters:
  ///   - event: The event whose listeners have changed.
  ///   - isWanted: Returns whether the event has listeners. It is called with the lock, so that the
  ///     latest change counts.
  ///   - deliver: The function that the source calls.
  /// - Throws: An error if the source could not start.
  func reconcile(
    _ event: ProcessEvent,
    isWanted: () -> Bool,
    deliver: @escaping @Sendable (ProcessEventContext) -> Delivery
  ) throws(ProcessLifecycleError) {
    let result = running.withLock { running -> Result<Void, ProcessLifecycleError> in
      switch (isWanted(), running[event]) {
      case (true, nil):
        guard let source = makeSource(event) else { return .success(()) }
        do throws(ProcessLifecycleError) {
          try source.start(deliver)
        } catch {
          return .failure(error)
        }
        running[event] = source
      case (false, let source?):
        source.stop()
        running[event] = nil
      default: break
      }
      return .success(())
    }
    try result.get()
  }

  /// Returns the availability of `event`, which its source determines.
  func availability(of event: ProcessEvent) -> EventAvailability? {
    makeSource(event)?.availability()
  }
}

/// A source that detects events of the operating system while they have listeners.
///
/// `start` and `stop` are called alternately, and never at the same time.
protocol EventSource: Sendable {
  /// Returns whether ``start(_:)`` would work, and how, without starting.
  func availability() -> EventAvailability

  /// Starts the detection.
  ///
  /// `deliver` may be called on any thread, and may still be called shortly after ``stop()``.
  func start(
    _ deliver: @escaping @Sendable (ProcessEventContext) -> Delivery
  ) throws(ProcessLifecycleError)

  /// Stops the detection and releases all resources of the operating system.
  func stop()
}
