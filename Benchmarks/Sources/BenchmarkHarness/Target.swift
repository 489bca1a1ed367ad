/// A limit that a measurement of a benchmark has to keep.
public struct Target: Hashable, Sendable {
  /// What is limited.
  enum Quantity: Hashable, Sendable {
    /// The time of the work over the time of its baseline.
    case ratio
    /// The median time of an operation, in nanoseconds.
    case time
    /// Allocations of an operation.
    case mallocs
    /// Instructions of an operation; only known when they are counted.
    case instructions
  }

  let quantity: Quantity
  let limit: Double

  private init(_ quantity: Quantity, limit: Double) {
    self.quantity = quantity
    self.limit = limit
  }

  /// The work takes at most this many times as long as its baseline: 0.2 for
  /// work that must be five times as fast.
  public static func ratio(atMost limit: Double) -> Target {
    Target(.ratio, limit: limit)
  }

  /// An operation takes at most this long, on any machine.
  ///
  /// Only for what does not depend on the machine's speed; a ratio is better for
  /// everything else.
  public static func time(atMost limit: Duration) -> Target {
    Target(.time, limit: limit.nanoseconds)
  }

  /// An operation allocates at most this many times.
  public static func mallocs(atMost limit: Double) -> Target {
    Target(.mallocs, limit: limit)
  }

  /// An operation executes at most this many instructions.
  public static func instructions(atMost limit: Double) -> Target {
    Target(.instructions, limit: limit)
  }
}

extension Target: CustomStringConvertible {
  public var description: String {
    switch quantity {
    case .ratio: "≤ \(Figures.ratio(limit))"
    case .time: "≤ \(Figures.time(nanoseconds: limit))"
    case .mallocs: "≤ \(Figures.count(limit)) mallocs"
    case .instructions: "≤ \(Figures.count(limit)) instructions"
    }
  }
}
