#if canImport(Darwin)

  import Dispatch
  import Foundation
  import Synchronization

  /// The sources of the events that each platform detects differently.
  enum SystemSources {
    /// Returns a source of `event`, or `nil` if the system does not report it.
    static func makeSource(of event: ProcessEvent) -> (any EventSource)? {
      switch event {
      case .memoryPressure: MemoryPressureSource()
      case .wallClockChanged: NotificationSource(.NSSystemClockDidChange, event: event)
      case .timeZoneChanged:
        NotificationSource(.NSSystemTimeZoneDidChange, event: event) { _ in
          NSTimeZone.resetSystemTimeZone()
          return ProcessEventContext(event)
        }
      default: ApplicationSources.makeSource(of: event)
      }
    }
  }

  /// Reports ``ProcessEvent/memoryPressure`` when the kernel does.
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

#endif
