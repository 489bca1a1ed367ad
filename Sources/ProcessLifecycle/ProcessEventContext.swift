/// What a listener is told: the event and what came with it.
public struct ProcessEventContext: Sendable, Hashable {
  /// What happened.
  public let event: ProcessEvent

  /// A Boolean value that indicates whether
  /// ``ProcessLifecycle/simulate(_:)-(ProcessEvent)`` made this up.
  public internal(set) var isSimulated = false

  /// How short memory is, with ``ProcessEvent/memoryPressure``.
  public let memoryPressure: MemoryPressure?

  /// How far the clock moved, with ``ProcessEvent/wallClockChanged``.
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
