/// The event and its data, which listeners receive.
public struct ProcessEventContext: Sendable, Hashable {
  /// The event.
  public let event: ProcessEvent

  /// A Boolean value that indicates whether ``ProcessLifecycle/simulate(_:)-(ProcessEvent)``
  /// simulated the event.
  public internal(set) var isSimulated = false

  /// The memory pressure, for ``ProcessEvent/memoryPressure``.
  public let memoryPressure: MemoryPressure?

  /// The change of the clock, for ``ProcessEvent/wallClockChanged``.
  public let clockChange: ClockChange?

  /// The reason for the launch of the app, for ``ProcessEvent/applicationDidFinishLaunching``.
  public let applicationLaunchOptions: ApplicationLaunchOptions?

  /// Creates a context, for use with ``ProcessLifecycle/simulate(_:)-(ProcessEventContext)``.
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

/// The state of the system when memory is running low.
public struct MemoryPressure: Sendable, Hashable {
  /// The level of memory pressure.
  public enum Level: Sendable, Hashable, Comparable {
    /// Tasks sometimes wait for memory.
    ///
    /// Release memory that is cheap to recreate.
    case warning
    /// All tasks wait for memory, or a limit was reached.
    ///
    /// Release as much memory as possible.
    case critical
  }

  /// The level.
  public let level: Level

  /// The share of the last ten seconds in which at least one task waited for memory, from 0 to 1.
  ///
  /// It is `nil` if the system does not report it.
  public let stalledShare: Double?

  /// Creates a value for a simulation.
  public init(level: Level, stalledShare: Double? = nil) {
    self.level = level
    self.stalledShare = stalledShare
  }
}

/// The reason for the launch of an app, on Apple platforms.
///
/// In apps with scenes, the scene receives URLs and shortcut items instead.
public struct ApplicationLaunchOptions: Sendable, Hashable {
  /// The URL that the app was launched to open.
  public var url: String?

  /// The bundle identifier of the app that requested the launch.
  public var sourceApplication: String?

  /// The type of the Home Screen quick action that launched the app.
  public var shortcutItemType: String?

  /// The keys of all options, with the names of the framework, in alphabetical order.
  public var keys: [String]

  /// Creates launch options, for use with ``ProcessEventContext``.
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

/// A change of the wall clock relative to clocks that cannot be set.
public struct ClockChange: Sendable, Hashable {
  /// The duration by which the wall clock was set.
  ///
  /// It is positive if the clock was set forward, and negative if it was set back.
  public let jump: Duration

  /// The duration for which the machine slept.
  public let slept: Duration

  /// Creates a value for a simulation.
  public init(jump: Duration, slept: Duration = .zero) {
    self.jump = jump
    self.slept = slept
  }

  /// Creates the change between two readings of the clocks.
  init(from earlier: ClockReading, to later: ClockReading) {
    let running = later.monotonic - earlier.monotonic
    let sinceBoot = later.sinceBoot - earlier.sinceBoot
    jump = (later.wall - earlier.wall) - sinceBoot
    // The clocks are read one after the other, so a few nanoseconds do not count as sleep.
    slept = max(sinceBoot - running, .zero)
  }
}

/// A reading of the three system clocks at the same time.
struct ClockReading: Sendable, Hashable {
  /// The time of day, since 1970.
  var wall: Duration
  /// The time for which the machine was awake.
  var monotonic: Duration
  /// The time since boot, including sleep.
  var sinceBoot: Duration
}
