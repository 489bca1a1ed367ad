internal import Synchronization

/// Identifies a span in this process.
///
/// Identifiers are assigned in the order in which spans start and are never reused, even after
/// ``Trace/start(capacity:)``. A cause from an earlier recording can therefore never refer to the
/// wrong span.
public struct TraceSpanID: RawRepresentable, Sendable, Hashable, Comparable {
  /// The number of the span.
  ///
  /// The process counts from 1. Zero is never used.
  public let rawValue: UInt64

  /// Creates an identifier from its number, for example one that was read from a file.
  @inlinable
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Returns whether the first span started before the second.
  @inlinable
  public static func < (left: TraceSpanID, right: TraceSpanID) -> Bool {
    left.rawValue < right.rawValue
  }

  /// Returns the next identifier of the process.
  ///
  /// - Concurrency: Can be called from any thread. Every call returns a different identifier.
  static func next() -> TraceSpanID {
    TraceSpanID(rawValue: latest.wrappingAdd(1, ordering: .relaxed).newValue)
  }

  private static let latest = Atomic<UInt64>(0)
}

extension TraceSpanID: CustomStringConvertible {
  /// The number with a hash sign, such as `#42`.
  public var description: String { "#\(rawValue)" }
}

/// Identifies a trace among the traces of all processes.
///
/// All spans of a process belong to the same trace, whose identifier is random. Together with a
/// ``TraceSpanID``, it identifies a span uniquely.
public struct TraceID: RawRepresentable, Sendable, Hashable {
  /// The number of the trace.
  ///
  /// Zero is never used.
  public let rawValue: UInt128

  /// Creates an identifier from its number.
  public init(rawValue: UInt128) {
    self.rawValue = rawValue
  }

  /// The trace of this process.
  public static let current = TraceID(rawValue: UInt128.random(in: 1 ... .max))
}

extension TraceID: CustomStringConvertible {
  /// The number in 32 hexadecimal digits, in the format of W3C Trace Context.
  public var description: String { Hexadecimal.text(of: rawValue, digits: 32) }
}
