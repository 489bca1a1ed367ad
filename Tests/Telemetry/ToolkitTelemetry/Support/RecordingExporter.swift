import Foundation
import ModularityTestSupport
import Synchronization

@testable import ToolkitTelemetry

/// An exporter that keeps requests, and goes on with each when a test lets it.
final class RecordingExporter: RequestExporter {
  /// The identifiers of the spans of each request.
  let batches = EventRecorder<[Int]>()

  private let isHeld: Bool
  private let results: Mutex<[Result<ExportReceipt, TelemetryError>]>

  /// Gives these results in turn, and then accepts all; or holds the first request until its
  /// task is cancelled.
  init(_ results: [Result<ExportReceipt, TelemetryError>] = [], isHeld: Bool = false) {
    self.results = Mutex(results)
    self.isHeld = isHeld
  }

  func export(_ request: [UInt8]) async throws(TelemetryError) -> ExportReceipt {
    let text = String(decoding: request, as: UTF8.self)
    let ids = text.matches(of: #/"spanId":"(\w+)"/#).compactMap { Int($0.1, radix: 16) }
    batches.record(ids)
    if isHeld {
      do {
        try await Task.sleep(for: .seconds(1_000_000))
      } catch {
        throw TelemetryError(.connection, "held until the end")
      }
    }
    let result = results.withLock { $0.isEmpty ? .success(ExportReceipt()) : $0.removeFirst() }
    return try result.get()
  }

  func close() {}
}
