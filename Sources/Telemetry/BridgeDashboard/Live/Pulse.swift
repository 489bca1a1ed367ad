import BridgeTelemetry
import Foundation
import ToolkitTelemetry
import ToolkitTrace

/// The work that finished in one second.
struct Pulse: Sendable {
  private struct Rate: Sendable {
    var durations: [Duration] = []
    var failures = 0
  }

  private var rates: [String: Rate] = [:]

  mutating func add(_ spans: [TraceSpan]) {
    for span in spans {
      rates[span.kind.rawValue, default: Rate()].durations.append(span.duration)
      if span.hasFailed { rates[span.kind.rawValue]?.failures += 1 }
    }
  }

  /// Returns the pulse as JSON, with the latencies in microseconds.
  func json(uptime: Duration, health: AppHealth?) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.number(MonotonicTime.nanosecondsSince1970() / 1_000, as: "time")
      writer.floatingPoint(uptime / .seconds(1), as: "uptime")
      if let health { Self.write(health, to: &writer) }
      writer.object(as: "rates") { writer in
        for (kind, rate) in rates.sorted(by: { $0.key < $1.key }) {
          writer.member(kind, encoded: Self.json(rate))
        }
      }
    }
    return writer.bytes
  }

  private static func json(_ rate: Rate) -> [UInt8] {
    let durations = rate.durations.sorted()
    func percentile(_ percent: Int) -> Double {
      durations[(durations.count - 1) * percent / 100] / .microseconds(1)
    }
    var writer = JSONWriter()
    writer.object { writer in
      writer.number(durations.count, as: "count")
      writer.number(rate.failures, as: "failures")
      writer.floatingPoint(percentile(50), as: "p50")
      writer.floatingPoint(percentile(99), as: "p99")
    }
    return writer.bytes
  }

  private static func write(_ health: AppHealth, to writer: inout JSONWriter) {
    func checks(_ checks: [AppHealth.Check], _ writer: inout JSONWriter) {
      for check in checks {
        writer.object { writer in
          writer.string(check.name, as: "name")
          if let failure = check.failure { writer.string(failure, as: "failure") }
        }
      }
    }
    writer.object(as: "health") { writer in
      writer.boolean(health.isLive, as: "isLive")
      writer.boolean(health.isReady, as: "isReady")
      writer.array(as: "liveness") { checks(health.liveness, &$0) }
      writer.array(as: "readiness") { checks(health.readiness, &$0) }
    }
  }
}

/// Spans and log records as JSON for the page.
enum LiveJSON {
  /// Returns spans, with their times in nanoseconds.
  static func spans(_ spans: [TraceSpan], since base: TraceInstant) -> [UInt8] {
    var writer = JSONWriter()
    writer.array { writer in
      for span in spans {
        writer.object { writer in
          writer.number(span.id.rawValue, as: "id")
          writer.string(span.name, as: "name")
          writer.string(span.kind.rawValue, as: "kind")
          writer.string(span.module, as: "module")
          writer.number(span.start.nanoseconds - base.nanoseconds, as: "start")
          let (seconds, attoseconds) = span.duration.components
          writer.number(seconds * 1_000_000_000 + attoseconds / 1_000_000_000, as: "duration")
          if let cause = span.cause { writer.number(cause.rawValue, as: "cause") }
          if !span.links.isEmpty {
            writer.array(as: "links") { for link in span.links { $0.string(link.traceParent) } }
          }
          write(span.attributes, to: &writer)
        }
      }
    }
    return writer.bytes
  }

  /// Returns log records, with their times in microseconds since 1970.
  static func logs(_ records: [LogRecord]) -> [UInt8] {
    var writer = JSONWriter()
    writer.array { writer in
      for record in records {
        writer.object { writer in
          writer.number(record.nanosecondsSince1970 / 1_000, as: "time")
          writer.string("\(record.severity)", as: "severity")
          writer.string(record.source, as: "source")
          writer.string(record.message, as: "message")
          if let location = record.location { writer.string("\(location)", as: "place") }
          if let span = record.span?.spanOfThisProcess { writer.number(span.rawValue, as: "span") }
          write(record.attributes, to: &writer)
        }
      }
    }
    return writer.bytes
  }

  private static func write(_ attributes: [String: String], to writer: inout JSONWriter) {
    guard !attributes.isEmpty else { return }
    writer.object(as: "attributes") { writer in
      for (name, value) in attributes.sorted(by: { $0.key < $1.key }) { writer.member(name, value) }
    }
  }
}
