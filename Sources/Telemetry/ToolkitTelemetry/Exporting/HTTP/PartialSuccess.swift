#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The body of a response to an export, with the number of rejected items.
///
/// The responses of the signals differ only in the name of this number.
struct PartialSuccess: Decodable {
  /// The message with this name in the response.
  struct Rejection: Decodable {
    var rejectedSpans: QuotedNumber?
    var rejectedDataPoints: QuotedNumber?
    var rejectedLogRecords: QuotedNumber?
    var errorMessage: String?

    /// The number of rejected items.
    var count: Int {
      max(0, (rejectedSpans ?? rejectedDataPoints ?? rejectedLogRecords)?.value ?? 0)
    }
  }

  var partialSuccess: Rejection?

  /// A 64-bit number.
  ///
  /// JSON should contain it as a string, but sometimes contains it as a number.
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
          in: container, debugDescription: "this is not a 64-bit number")
      }
    }
  }

  /// Reads the response to a request that was accepted.
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
          \(collector.address) has accepted a request, but its answer is not JSON of OTLP; \
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

/// The response to a request that has arrived.
struct ExportReceipt: Sendable, Hashable {
  /// The number of items that the receiver rejected.
  var rejected = 0

  /// A message of the receiver, or `nil` if it sent none.
  var problem: TelemetryError?
}
