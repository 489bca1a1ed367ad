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
