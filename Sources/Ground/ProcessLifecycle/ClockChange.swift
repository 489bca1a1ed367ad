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
