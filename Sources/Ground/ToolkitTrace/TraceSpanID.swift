internal import Synchronization

/// The name of one span among all spans of this process.
///
/// Identifiers are handed out in the order in which spans begin and are never
/// reused, not even after ``Trace/start(capacity:)``: a cause kept from an
/// earlier recording can therefore never point at the wrong span.
public struct TraceSpanID: RawRepresentable, Sendable, Hashable, Comparable {
  /// The number behind the identifier.
  ///
  /// The process counts from 1; zero is never handed out.
  public let rawValue: UInt64

  /// Makes the identifier with this number, for example one read back from a
  /// file.
  @inlinable
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Returns whether the first span began before the second.
  @inlinable
  public static func < (left: TraceSpanID, right: TraceSpanID) -> Bool {
    left.rawValue < right.rawValue
  }

  /// Hands out the next identifier of the process.
  ///
  /// - Concurrency: May be called from any thread. Every call returns another
  ///   identifier.
  static func next() -> TraceSpanID {
    TraceSpanID(rawValue: latest.wrappingAdd(1, ordering: .relaxed).newValue)
  }

  private static let latest = Atomic<UInt64>(0)
}

extension TraceSpanID: CustomStringConvertible {
  /// The number after a hash sign, `#42`.
  public var description: String { "#\(rawValue)" }
}

/// The identifier of a trace among those of all processes.
///
/// All spans of a process belong to one trace, whose identifier is random: together with a
/// ``TraceSpanID`` it identifies a span everywhere.
public struct TraceID: RawRepresentable, Sendable, Hashable {
  /// The number behind the identifier; zero is never handed out.
  public let rawValue: UInt128

  /// Makes the identifier with this number.
  public init(rawValue: UInt128) {
    self.rawValue = rawValue
  }

  /// The trace of this process.
  public static let current = TraceID(rawValue: UInt128.random(in: 1 ... .max))
}

extension TraceID: CustomStringConvertible {
  /// The number in 32 hexadecimal digits, as W3C Trace Context has it.
  public var description: String { Hexadecimal.text(of: rawValue, digits: 32) }
}
