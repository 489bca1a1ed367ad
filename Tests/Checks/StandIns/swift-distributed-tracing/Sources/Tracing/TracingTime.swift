import Foundation

public protocol TracerInstant: Comparable, Hashable, Sendable {
  var nanosecondsSinceEpoch: UInt64 { get }
}

public struct DefaultTracerClock {
  public struct Timestamp: TracerInstant {
    public let nanosecondsSinceEpoch: UInt64

    public init(nanosecondsSinceEpoch: UInt64) {
      self.nanosecondsSinceEpoch = nanosecondsSinceEpoch
    }

    public static func < (left: Timestamp, right: Timestamp) -> Bool {
      left.nanosecondsSinceEpoch < right.nanosecondsSinceEpoch
    }
  }

  public static var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(
      nanosecondsSinceEpoch: UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec))
  }
}
