#if canImport(Darwin)

  import Dispatch
  import Foundation
  import Synchronization

  /// The sources of events that each platform notices in its own way.
  enum SystemSources {
    /// Makes the source of `event`, or nil if the system does not bring it
    /// about.
    static func makeSource(of event: ProcessEvent) -> (any EventSource)? {
      switch event {
      case .memoryPressure: MemoryPressureSource()
      case .wallClockChanged: NotificationSource(.NSSystemClockDidChange, event: event)
      case .timeZoneChanged: NotificationSource(.NSSystemTimeZoneDidChange, event: event)
      default: nil
      }
    }
  }

  /// Tells ``ProcessEvent/memoryPressure`` by the kernel's own notice.
  final class MemoryPressureSource: EventSource {
    private let source = Mutex<SharedSource<any DispatchSourceMemoryPressure>?>(nil)

    func availability() -> EventAvailability {
      .available(by: "the kernel's memory pressure notice")
    }

    func start(
      _ deliver: @escaping @Sendable (ProcessEventContext) -> Delivery
    ) throws(ProcessLifecycleError) {
      let started = DispatchSource.makeMemoryPressureSource(eventMask: [.warning, .critical])
      started.setEventHandler {
        let level: MemoryPressure.Level = started.data.contains(.critical) ? .critical : .warning
        _ = deliver(
          ProcessEventContext(.memoryPressure, memoryPressure: MemoryPressure(level: level)))
      }
      started.activate()
      let shared = SharedSource(source: started)
      source.withLock { $0 = shared }
    }

    func stop() {
      source.withLock { source in
        source?.source.cancel()
        source = nil
      }
    }
  }

  /// Tells an event that the system posts as a notification.
  final class NotificationSource: EventSource {
    private let name: Notification.Name
    private let event: ProcessEvent
    private let observer = Mutex<SharedSource<any NSObjectProtocol>?>(nil)

    init(_ name: Notification.Name, event: ProcessEvent) {
      self.name = name
      self.event = event
    }

    func availability() -> EventAvailability {
      .available(by: name.rawValue)
    }

    func start(
      _ deliver: @escaping @Sendable (ProcessEventContext) -> Delivery
    ) throws(ProcessLifecycleError) {
      let added = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
        [event] _ in
        NSTimeZone.resetSystemTimeZone()
        _ = deliver(ProcessEventContext(event))
      }
      let shared = SharedSource(source: added)
      observer.withLock { $0 = shared }
    }

    func stop() {
      observer.withLock { observer in
        if let added = observer { NotificationCenter.default.removeObserver(added.source) }
        observer = nil
      }
    }
  }

#endif
