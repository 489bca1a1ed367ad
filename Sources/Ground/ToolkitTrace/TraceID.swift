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
