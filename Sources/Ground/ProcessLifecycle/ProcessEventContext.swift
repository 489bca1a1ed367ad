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

/// A shortage of memory.
public struct MemoryPressure: Sendable, Hashable {
  /// The urgency of a shortage.
  public enum Level: Sendable, Hashable, Comparable {
    /// Tasks wait for memory now and then: give back what is cheap to rebuild.
    case warning
    /// All tasks wait, or a limit has been hit: give back all you can.
    case critical
  }

  /// The urgency of the shortage.
  public let level: Level

  /// The share of the last ten seconds in which at least one task waited for
  /// memory, from 0 to 1; nil where the system does not say.
  public let stalledShare: Double?

  /// Makes a value, for simulation.
  public init(level: Level, stalledShare: Double? = nil) {
    self.level = level
    self.stalledShare = stalledShare
  }
}

/// Why an app was launched, on Apple platforms.
///
/// Apps with scenes are notified of URLs and shortcut items by their scene instead.
public struct ApplicationLaunchOptions: Sendable, Hashable {
  /// The URL that the app was launched to open.
  public var url: String?

  /// The bundle identifier of the app that asked for the launch.
  public var sourceApplication: String?

  /// The type of the Home Screen quick action that launched the app.
  public var shortcutItemType: String?

  /// The keys of all options, as the framework names them, in alphabetical order.
  public var keys: [String]

  /// Describes a launch, for use with ``ProcessEventContext``.
  public init(
    url: String? = nil, sourceApplication: String? = nil, shortcutItemType: String? = nil,
    keys: [String] = []
  ) {
    self.url = url
    self.sourceApplication = sourceApplication
    self.shortcutItemType = shortcutItemType
    self.keys = keys
  }
}

/// A change of the wall clock against the clocks that only go forward.
public struct ClockChange: Sendable, Hashable {
  /// By how much the wall clock was set: positive forward, negative back.
  public let jump: Duration

  /// The time that the machine slept meanwhile.
  public let slept: Duration

  /// Makes a value, for simulation.
  public init(jump: Duration, slept: Duration = .zero) {
    self.jump = jump
    self.slept = slept
  }

  /// The change between two readings of the clocks.
  init(from earlier: ClockReading, to later: ClockReading) {
    let running = later.monotonic - earlier.monotonic
    let sinceBoot = later.sinceBoot - earlier.sinceBoot
    jump = (later.wall - earlier.wall) - sinceBoot
    // The clocks are read one after the other: a few nanoseconds are no sleep.
    slept = max(sinceBoot - running, .zero)
  }
}

/// A simultaneous reading of the three clocks of the system.
struct ClockReading: Sendable, Hashable {
  /// Time of day, since 1970.
  var wall: Duration
  /// Time that the machine was awake.
  var monotonic: Duration
  /// Time since boot, sleep included.
  var sinceBoot: Duration
}
