import Synchronization
import Testing
import ToolkitTrace
import Tracing

/// Tests that turn tracing on for the process, one after the other.
@Suite(.serialized) struct TracingTests {}

/// Returns the spans of this test's module that end in a body, in the order in which they end.
func recorded(_ body: () throws -> Void) rethrows -> [TraceSpan] {
  Trace.start(capacity: 100)
  defer { Trace.stop() }
  try body()
  return Trace.snapshot().spans
}

/// Headers of a request, as tracers read and write them.
struct Headers: Extractor, Injector {
  func extract(key: String, from carrier: [String: String]) -> String? { carrier[key] }

  func inject(_ value: String, forKey key: String, into carrier: inout [String: String]) {
    carrier[key] = value
  }
}
