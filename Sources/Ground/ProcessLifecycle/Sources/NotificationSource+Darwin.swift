#if canImport(Darwin)

  import Foundation
  import Synchronization

  /// Delivers an event that the system, or the framework of an app, posts as a
  /// notification.
  final class NotificationSource: EventSource {
    private let name: Notification.Name
    private let makeContext: @Sendable (Notification) -> ProcessEventContext
    private let setPosting: @Sendable (Bool) -> Void
    private let observer = Mutex<SharedSource<any NSObjectProtocol>?>(nil)

    /// Makes a source.
    ///
    /// - Parameters:
    ///   - name: The notification.
    ///   - event: What it is the notification of.
    ///   - makeContext: What listeners get, if that is more than the event.
    ///   - setPosting: Asks for the notification to be posted, or no longer,
    ///     where it is not posted unasked.
    init(
      _ name: Notification.Name, event: ProcessEvent,
      makeContext: (@Sendable (Notification) -> ProcessEventContext)? = nil,
      setPosting: @escaping @Sendable (Bool) -> Void = { _ in }
    ) {
      self.name = name
      self.setPosting = setPosting
      self.makeContext = makeContext ?? { _ in ProcessEventContext(event) }
    }

    func availability() -> EventAvailability {
      .available(by: name.rawValue)
    }

    func start(
      _ deliver: @escaping @Sendable (ProcessEventContext) -> Delivery
    ) throws(ProcessLifecycleError) {
      // No queue: what is posted on the main thread is delivered before the post returns,
      // which is all the time that an app has when it ends or goes to the background.
      let added = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
        [makeContext] in _ = deliver(makeContext($0))
      }
      let shared = SharedSource(source: added)
      observer.withLock { $0 = shared }
      setPosting(true)
    }

    func stop() {
      guard let removed = observer.withLock({ $0.take() }) else { return }
      NotificationCenter.default.removeObserver(removed.source)
      setPosting(false)
    }
  }

#endif
