#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The sender of requests, which tests replace.
protocol HTTPTransport: Sendable {
  /// Sends a request by `POST`, and returns the answer, whatever its status.
  ///
  /// Throws if there is no answer, and when the task is cancelled.
  func post(_ body: [UInt8], to url: URL, headers: [String: String]) async throws -> HTTPAnswer

  /// Closes connections.
  func close()
}

/// An answer to a request.
struct HTTPAnswer: Sendable, Hashable {
  var status: Int
  var retryAfter: String?
  var body = Data()
}
