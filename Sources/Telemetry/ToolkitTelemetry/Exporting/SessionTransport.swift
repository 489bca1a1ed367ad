internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// Sends requests with a `URLSession` of its own, which keeps connections open.
struct SessionTransport: HTTPTransport {
  /// Neither cookies nor caches, as a collector needs none.
  private let session = URLSession(configuration: .ephemeral)

  func post(_ body: [UInt8], to url: URL, headers: [String: String]) async throws -> HTTPAnswer {
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.httpBody = Data(body)
    // Deadlines are the exporter's, by its clock; no attempt takes longer than an hour.
    request.timeoutInterval = 3_600
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    let (data, response) = try await session.data(for: request)
    guard let answer = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
    return HTTPAnswer(
      status: answer.statusCode, retryAfter: answer.value(forHTTPHeaderField: "Retry-After"),
      body: data)
  }

  func close() {
    session.finishTasksAndInvalidate()
  }
}
