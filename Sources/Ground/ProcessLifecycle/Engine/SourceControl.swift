import Synchronization

/// Starts the source of an event with its first listener and stops it with its
/// last.
///
/// - Concurrency: May be used from any thread. Its lock is held while a source
///   starts or stops, which runs no user code, so that a listener's signal is
///   caught when `on` returns and a start can never overtake a stop.
final class SourceControl: Sendable {
  private let makeSource: @Sendable (ProcessEvent) -> (any EventSource)?
  private let running = Mutex<[ProcessEvent: any EventSource]>([:])

  init(makeSource: @escaping @Sendable (ProcessEvent) -> (any EventSource)?) {
    self.makeSource = makeSource
  }

  /// Makes the source of `event` run exactly if there are listeners.
  ///
  /// - Parameters:
  ///   - event: The event that has gained or lost a listener.
  ///   - isWanted: Asked under the lock, so that the latest change decides.
  ///   - deliver: What the source calls.
  /// - Throws: Why the source could not start.
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

  /// Asks the source of `event` whether that can come.
  func availability(of event: ProcessEvent) -> EventAvailability? {
    makeSource(event)?.availability()
  }
}

/// Something that notices events of the operating system while there are
/// listeners.
///
/// `start` and `stop` are called in turns and never at the same time.
protocol EventSource: Sendable {
  /// Returns whether and how ``start(_:)`` would work, without starting.
  func availability() -> EventAvailability

  /// Begins to notice. `deliver` may be called on any thread, from now until
  /// after ``stop()``.
  func start(
    _ deliver: @escaping @Sendable (ProcessEventContext) -> Delivery
  ) throws(ProcessLifecycleError)

  /// Stops noticing and gives everything back to the operating system.
  func stop()
}
