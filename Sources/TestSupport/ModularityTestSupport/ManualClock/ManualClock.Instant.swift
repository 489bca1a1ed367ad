extension ManualClock {
  /// A moment of a manual clock: how far it is from the clock's zero.
  public struct Instant: InstantProtocol, CustomStringConvertible {
    /// The distance from the clock's zero.
    public let offset: Duration

    /// The moment at this distance from the clock's zero.
    public init(offset: Duration) {
      self.offset = offset
    }

    /// The clock's zero, where a clock stands unless it was created elsewhere.
    public static let zero = Instant(offset: .zero)

    public func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    public func duration(to other: Instant) -> Duration {
      other.offset - offset
    }

    public static func < (left: Instant, right: Instant) -> Bool {
      left.offset < right.offset
    }

    public var description: String { offset.description }
  }
}
