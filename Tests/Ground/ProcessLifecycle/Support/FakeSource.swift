import Synchronization

@testable import ProcessLifecycle

/// A source that a test plays itself.
final class FakeSource: EventSource {
  private let recorder: Recorder<String>
  private let failure: ProcessLifecycleError?
  private let deliver = Mutex<(@Sendable (ProcessEventContext) -> Delivery)?>(nil)

  init(recorder: Recorder<String> = Recorder(), failure: ProcessLifecycleError? = nil) {
    self.recorder = recorder
    self.failure = failure
  }

  func availability() -> EventAvailability {
    failure.map { .unavailable(reason: $0.message) } ?? .available(by: "the test")
  }

  func start(
    _ deliver: @escaping @Sendable (ProcessEventContext) -> Delivery
  ) throws(ProcessLifecycleError) {
    if let failure { throw failure }
    recorder.note("start")
    self.deliver.withLock { $0 = deliver }
  }

  func stop() {
    recorder.note("stop")
    deliver.withLock { $0 = nil }
  }

  /// Lets the event happen; nil while the source is stopped.
  func happen(_ context: ProcessEventContext) -> Delivery? {
    deliver.withLock { $0 }?(context)
  }
}
