/// The context of a listener: the event and what came with it.
public struct ProcessEventContext: Sendable, Hashable {
  /// The event that happened.
  public let event: ProcessEvent

  /// A Boolean value that indicates whether
  /// ``ProcessLifecycle/simulate(_:)-(ProcessEvent)`` made this up.
  public internal(set) var isSimulated = false

  /// The shortage of memory, with ``ProcessEvent/memoryPressure``.
  public let memoryPressure: MemoryPressure?

  /// The change of the clock, with ``ProcessEvent/wallClockChanged``.
  public let clockChange: ClockChange?

  /// Why the app was launched, with ``ProcessEvent/applicationDidFinishLaunching``.
  public let applicationLaunchOptions: ApplicationLaunchOptions?

  /// Makes a context, for use with
  /// ``ProcessLifecycle/simulate(_:)-(ProcessEventContext)``.
  public init(
    _ event: ProcessEvent,
    memoryPressure: MemoryPressure? = nil,
    clockChange: ClockChange? = nil,
    applicationLaunchOptions: ApplicationLaunchOptions? = nil
  ) {
    self.event = event
    self.memoryPressure = memoryPressure
    self.clockChange = clockChange
    self.applicationLaunchOptions = applicationLaunchOptions
  }
}
