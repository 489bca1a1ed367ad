import Synchronization

/// Reports ``ProcessEvent/exit`` when the process ends normally.
///
/// `atexit` handlers cannot be removed; a late call finds no listeners.
final class ExitSource: EventSource {
  /// The engine to tell; kept here because a C function can capture nothing.
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
      // A runner of tests always exits off the main actor, and nothing can be done about it.
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
