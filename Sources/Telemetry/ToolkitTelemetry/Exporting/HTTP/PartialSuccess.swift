#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The body of an answer to an export: the part of the request that was rejected.
///
/// The answers of the signals differ in the name of the number alone.
struct PartialSuccess: Decodable {
  /// Its message of this name.
  struct Rejection: Decodable {
    var rejectedSpans: QuotedNumber?
    var rejectedDataPoints: QuotedNumber?
    var rejectedLogRecords: QuotedNumber?
    var errorMessage: String?

    /// The number of items that were rejected.
    var count: Int {
      max(0, (rejectedSpans ?? rejectedDataPoints ?? rejectedLogRecords)?.value ?? 0)
    }
  }

  var partialSuccess: Rejection?

  /// A 64-bit number, which writers of JSON should quote and may not.
  struct QuotedNumber: Decodable {
    let value: Int

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Int.self) {
        value = number
      } else if let number = Int(try container.decode(String.self)) {
        value = number
      } else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "this is no number of 64 bits")
      }
    }
  }

  /// Reads the answer to a request that was accepted.
  static func receipt(
    of body: [UInt8], for signal: TelemetrySignal, from collector: TelemetryCollector
  ) -> ExportReceipt {
    guard !body.isEmpty else { return ExportReceipt() }
    do {
      let answer = try JSONDecoder().decode(PartialSuccess.self, from: Data(body))
      let rejected = answer.partialSuccess?.count ?? 0
      let message = answer.partialSuccess?.errorMessage ?? ""
      guard rejected > 0 || !message.isEmpty else { return ExportReceipt() }
      return ExportReceipt(
        rejected: rejected,
        problem: TelemetryError(
          .rejected,
          """
          \(collector.address) has rejected \(rejected) \(signal.items) of a request: \
          \(message.isEmpty ? "it gives no reason" : ForeignText.clipped(message))
          """))
    } catch {
      return ExportReceipt(
        problem: TelemetryError(
          .unreadableAnswer,
          """
          \(collector.address) has accepted a request with an answer that is no JSON of OTLP; \
          check that a collector listens there
          """))
    }
  }
}

/// A destination of encoded requests.
protocol RequestExporter: Sendable {
  /// Exports a request in JSON, and returns when it has arrived.
  func export(_ request: [UInt8]) async throws(TelemetryError) -> ExportReceipt

  /// Releases files and connections.
  func close()
}

/// The answer to a request that has arrived.
struct ExportReceipt: Sendable, Hashable {
  /// The number of items that the receiver has rejected.
  var rejected = 0

  /// A remark of the receiver, or `nil` if it has none.
  var problem: TelemetryError?
}
