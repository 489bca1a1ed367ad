import Foundation

/// The pages of a port.
package protocol PortPages: Sendable {
  /// The maximum length of a request's body in bytes.
  var mostBodyBytes: Int { get }

  /// Returns the answer to a request, whose host the port has checked.
  func answer(to request: HTTPRequest) async -> PortAnswer
}

/// An answer to a request.
package struct PortAnswer: Sendable {
  /// The response, or the head of a response that has no end.
  package var response: HTTPResponse

  /// Returns the next part of the body when the client has received the last one, or `nil` to end.
  package var next: (@Sendable () async -> [UInt8]?)?

  /// Runs after the answer was sent, or the client has closed the connection.
  package var whenSent: (@Sendable () async -> Void)?

  package init(
    _ response: HTTPResponse, next: (@Sendable () async -> [UInt8]?)? = nil,
    whenSent: (@Sendable () async -> Void)? = nil
  ) {
    self.response = response
    self.next = next
    self.whenSent = whenSent
  }
}

/// The metrics and the health.
package struct MonitorPages: PortPages {
  package let mostBodyBytes = 0

  private let metrics: SharedAnswer<String>?
  private let health: SharedAnswer<AppHealth>

  /// Creates the pages of the metrics, if the app has telemetry, and of the health.
  package init(
    metrics: (@Sendable () async -> [Metric])?,
    health: @escaping @Sendable () async -> AppHealth
  ) {
    self.metrics = metrics.map { metrics in
      SharedAnswer { PrometheusText.text(of: await metrics()) }
    }
    self.health = SharedAnswer(health)
  }

  package func answer(to request: HTTPRequest) async -> PortAnswer {
    PortAnswer(await response(to: request))
  }

  private func response(to request: HTTPRequest) async -> HTTPResponse {
    guard request.method == "GET" || request.method == "HEAD" else {
      return .error(
        405, "the method must be GET or HEAD, not \(request.method)", ["Allow": "GET, HEAD"])
    }
    switch request.path {
    case "/metrics":
      guard let metrics else {
        return .error(404, "the app counts no metrics: call 'Bridge.startTelemetry(for:)'")
      }
      return HTTPResponse(200, await metrics.value, type: PrometheusText.contentType)
    case "/livez":
      let health = await health.value
      return Self.response(health, passes: health.isLive)
    case "/readyz":
      let health = await health.value
      return Self.response(health, passes: health.isReady)
    default:
      return .error(404, "this page does not exist; available: /metrics, /livez, /readyz")
    }
  }

  private static func response(_ health: AppHealth, passes: Bool) -> HTTPResponse {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      let json = String(decoding: try encoder.encode(health), as: UTF8.self)
      return HTTPResponse(passes ? 200 : 503, json + "\n", type: "application/json")
    } catch {
      return .error(503, "the health cannot be written as JSON: \(error)")
    }
  }
}

/// A value that takes time to compute.
///
/// It is computed once for all tasks that request it at the same time.
///
/// Otherwise, if a store does not answer, each request would add another task that waits for it.
actor SharedAnswer<Value: Sendable> {
  private let make: @Sendable () async -> Value
  private var running: Task<Value, Never>?

  /// The number of waiting callers.
  private(set) var waiterCount = 0

  /// Creates a shared value.
  init(_ make: @escaping @Sendable () async -> Value) {
    self.make = make
  }

  /// The value, from a running task or from a new one.
  var value: Value {
    get async {
      waiterCount += 1
      defer { waiterCount -= 1 }
      if let running { return await running.value }
      let task = Task { [make] in await make() }
      running = task
      let value = await task.value
      running = nil
      return value
    }
  }
}
