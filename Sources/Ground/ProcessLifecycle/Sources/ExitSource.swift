import Synchronization

/// Reports ``ProcessEvent/exit`` when the process ends normally.
///
/// Handlers of `atexit` cannot be removed. If the handler is called after the last listener was
/// cancelled, it does nothing.
final class ExitSource: EventSource {
  /// The engine to notify.
  ///
  /// It is stored here because a C function cannot capture values.
  private static let engine = Mutex<(@Sendable () -> LifecycleEngine)?>(nil)
  private static let isInstalled = callAtExit { ExitSource.processExits() }

  private let engine: @Sendable () -> LifecycleEngine

  init(engine: @escaping @Sendable () -> LifecycleEngine) {
    self.engine = engine
  }

  func availability() -> EventAvailability {
    .available(by: "atexit, when exit is called on the main actor")
  }

  func start(
    _ deliver: @escaping @Sendable (ProcessEventContext) -> Delivery
  ) throws(ProcessLifecycleError) {
    guard Self.isInstalled else {
      throw ProcessLifecycleError(
        .systemCallFailed, event: .exit,
        message: "atexit has no room for another handler; 'exit' will not be reported")
    }
    Self.engine.withLock { $0 = engine }
  }

  func stop() {
    Self.engine.withLock { $0 = nil }
  }

  private static func processExits() {
    guard let engine = engine.withLock({ $0 })?() else { return }
    guard MainQueue.isCurrent else {
      // A test runner always exits outside of the main actor, and nothing can be done about it.
      guard !isTestRunner() else { return }
      engine.problemLog.report(
        ProcessLifecycleError(
          .exitedOffMain, event: .exit,
          message: """
            the process exits off the main actor, where listeners of 'exit' cannot run; \
            call exit on the main actor
            """))
      return
    }
    engine.deliver(ProcessEventContext(.exit))
  }
}
