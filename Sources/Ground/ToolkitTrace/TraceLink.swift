/// A reference to a span of this process or another one.
///
/// Use it where a ``TraceSpanID`` has no meaning, such as in a database row, a message or a header.
/// The ``TraceSpan/links`` of the span that does the work later contain it.
///
/// ```swift
/// request.headers["traceparent"] = Trace.currentLink?.traceParent
/// ```
public struct TraceLink: Sendable, Hashable {
  /// The trace of the span.
  public let trace: TraceID

  /// The identifier of the span in its trace.
  public let span: TraceSpanID

  /// Creates a reference to a span.
  ///
  /// By default, the span belongs to this process.
  public init(_ span: TraceSpanID, in trace: TraceID = .current) {
    self.trace = trace
    self.span = span
  }

  /// Parses the header `traceparent` of [W3C Trace Context](https://www.w3.org/TR/trace-context/).
  ///
  /// Returns `nil` if the text has another format.
  public init?(traceParent text: String) {
    // Later versions may have more parts, which are short.
    guard text.utf8.count <= 512 else { return nil }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count >= 4,
      let version: UInt8 = Hexadecimal.number(in: parts[0], digits: 2), version != 0xff,
      // Later versions may have more parts, but this version must not.
      version > 0 || parts.count == 4,
      let trace: UInt128 = Hexadecimal.number(in: parts[1], digits: 32), trace != 0,
      let span: UInt64 = Hexadecimal.number(in: parts[2], digits: 16), span != 0,
      let _: UInt8 = Hexadecimal.number(in: parts[3], digits: 2)
    else { return nil }
    self.init(TraceSpanID(rawValue: span), in: TraceID(rawValue: trace))
  }

  /// The header `traceparent`, with the flag of a recorded span.
  public var traceParent: String {
    "00-\(trace)-\(Hexadecimal.text(of: span.rawValue, digits: 16))-01"
  }

  /// The identifier of the span, or `nil` if it belongs to another process.
  public var spanOfThisProcess: TraceSpanID? { trace == .current ? span : nil }
}

extension TraceLink: CustomStringConvertible {
  /// The header ``traceParent``.
  public var description: String { traceParent }
}

/// Converts numbers to the format of W3C Trace Context: lowercase, and with leading zeros.
enum Hexadecimal {
  static func text(of number: some BinaryInteger, digits: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  static func number<Number: FixedWidthInteger>(in text: Substring, digits: Int) -> Number? {
    let isWellFormed =
      text.utf8.count == digits
      && text.utf8.allSatisfy { byte in
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
      }
    return isWellFormed ? Number(text, radix: 16) : nil
  }
}
