#if canImport(Darwin)

  import Foundation
  import Synchronization

  /// Delivers an event that the system, or the framework of an app, posts as a notification.
  final class NotificationSource: EventSource {
    private let name: Notification.Name
    private let makeContext: @Sendable (Notification) -> ProcessEventContext
    private let setPosting: @Sendable (Bool) -> Void
    private let observer = Mutex<SharedSource<any NSObjectProtocol>?>(nil)

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - name: The name of the notification.
    ///   - event: The event of the notification.
    ///   - makeContext: Creates the context for listeners, if it contains more than the event.
    ///   - setPosting: Starts or stops the posting of the notification, if it is not always posted.
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
      // Without a queue, notifications from the main thread are delivered before the post returns.
      // This is all the time that an app has when it ends or enters the background.
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
