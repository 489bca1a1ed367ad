internal import ToolkitTrace

extension JSONWriter {
  /// Writes the identifiers of a span as members.
  mutating func identifiers(_ trace: TraceID, _ span: TraceSpanID) {
    name("traceId")
    hexadecimal(
      UInt64(truncatingIfNeeded: trace.rawValue >> 64), UInt64(truncatingIfNeeded: trace.rawValue))
    name("spanId")
    hexadecimal(span.rawValue)
  }
}
