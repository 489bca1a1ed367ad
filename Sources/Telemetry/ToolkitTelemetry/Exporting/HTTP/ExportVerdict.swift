internal import Spelling

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The result of an attempt to send a request.
enum ExportVerdict: Sendable, Hashable {
  /// The request has arrived.
  case arrived(ExportReceipt)

  /// The request has failed permanently.
  case rejected(TelemetryError)

  /// Another attempt may succeed, after the pause that the collector requests.
  case retry(TelemetryError, after: Duration?)

  /// Evaluates the response to a request of a signal.
  init(
    _ answer: HTTPAnswer, to signal: TelemetrySignal, from collector: TelemetryCollector,
    at date: Date = .now
  ) {
    let address = collector.address
    switch answer.status {
    case ..<300 where answer.isCut:
      self = .rejected(
        TelemetryError(
          .unreadableAnswer,
          """
          \(address) has answered with more than \(HTTPAnswer.limit >> 10) KB, and the rest was not \
          read; check that a collector listens there
          """))
    case 200..<300:
      self = .arrived(PartialSuccess.receipt(of: answer.body, for: signal, from: collector))
    case 300..<400:
      let target = answer.location.map { "to '\(ForeignText.clipped($0))'" } ?? "without an address"
      self = .rejected(
        TelemetryError(
          .rejected,
          """
          \(address) has redirected \(signal.items) with the status \(answer.status) \(target); \
          requests and their headers are never redirected, so write the final address of the \
          collector into OTEL_EXPORTER_OTLP_ENDPOINT
          """))
    case 429, 502, 503, 504:
      let wish = answer.retryAfter.flatMap { Backoff.pause(retryAfter: $0, at: date) }
      self = .retry(Self.rejection(answer.status, of: signal, by: address), after: wish)
    default: self = .rejected(Self.rejection(answer.status, of: signal, by: address))
    }
  }

  private static func rejection(
    _ status: Int, of signal: TelemetrySignal, by address: String
  ) -> TelemetryError {
    TelemetryError(
      .rejected,
      """
      \(address) has rejected \(signal.items) with the status \(status); check the collector's log, \
      and that it expects this path and these headers (OTEL_EXPORTER_OTLP_HEADERS)
      """)
  }
}

/// Text from outside, such as the text of a collector.
enum ForeignText {
  /// The maximum number of Unicode scalars of such a text in messages.
  static let limit = 200

  /// Returns the start of a text for a message, with escaped invisible characters.
  static func clipped(_ text: String) -> String {
    let start = text.unicodeScalars.prefix(limit)
    let isWhole = start.endIndex == text.unicodeScalars.endIndex
    return EscapedText.line(String(start)) + (isWhole ? "" : "…")
  }
}
