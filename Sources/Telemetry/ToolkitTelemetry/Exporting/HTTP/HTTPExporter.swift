import ToolkitTrace

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Sends each request to a collector, again where that may help.
///
/// - Concurrency: May be used from any thread, by several tasks at once.
struct HTTPExporter: RequestExporter {
  /// The outcome of an attempt.
  private enum Outcome {
    case arrived(ExportReceipt)
    case rejected(TelemetryError)
    case retry(TelemetryError, after: Duration?)
  }

  private let signal: TelemetrySignal
  private let collector: TelemetryCollector
  private let timeLimit: Duration
  private let timekeeper: ErasedClock
  private let transport: any HTTPTransport
  private let jitter: @Sendable () -> Double

  /// Sends requests of a signal to a collector, each for a limited time with all its attempts.
  init(
    _ signal: TelemetrySignal = .traces, to collector: TelemetryCollector, timeLimit: Duration,
    timekeeper: ErasedClock, transport: any HTTPTransport,
    jitter: @escaping @Sendable () -> Double = { .random(in: 0.8...1.2) }
  ) {
    self.signal = signal
    self.collector = collector
    self.timeLimit = timeLimit
    self.timekeeper = timekeeper
    self.transport = transport
    self.jitter = jitter
  }

  func export(_ request: [UInt8]) async throws(TelemetryError) -> ExportReceipt {
    let deadline = timekeeper.elapsed() + timeLimit
    var backoff = Backoff()
    while true {
      let remaining = deadline - timekeeper.elapsed()
      switch await attempt(request, within: min(collector.timeout, remaining)) {
      case .arrived(let receipt): return receipt
      case .rejected(let error): throw error
      case .retry(let error, let wish):
        let pause = wish ?? backoff.next(jitter: jitter())
        guard timekeeper.elapsed() + pause < deadline else { throw error }
        do { try await timekeeper.sleep(pause) } catch { throw cancelled }
      }
    }
  }

  func close() { transport.close() }

  private func attempt(_ request: [UInt8], within limit: Duration) async -> Outcome {
    do {
      return judge(try await answer(to: request, within: limit))
    } catch is CancellationError {
      return .rejected(cancelled)
    } catch {
      guard !Task.isCancelled else { return .rejected(cancelled) }
      return .retry(
        TelemetryError(
          .connection,
          """
          \(collector.address) cannot be reached: \(error); check that a collector listens there, \
          and OTEL_EXPORTER_OTLP_ENDPOINT
          """), after: nil)
    }
  }

  /// Returns the answer, or `nil` if there is none in time.
  private func answer(to request: [UInt8], within limit: Duration) async throws -> HTTPAnswer? {
    try await withThrowingTaskGroup(of: HTTPAnswer?.self) { group in
      group.addTask {
        var headers = collector.headers
        headers["Content-Type"] = "application/json"
        return try await transport.post(request, to: collector.url, headers: headers)
      }
      group.addTask {
        try await timekeeper.sleep(limit)
        return nil
      }
      defer { group.cancelAll() }
      // There are two tasks, so the first result is there.
      return try await group.next() ?? nil
    }
  }

  private func judge(_ answer: HTTPAnswer?) -> Outcome {
    guard let answer else {
      return .retry(
        TelemetryError(
          .connection,
          """
          \(collector.address) did not answer in time; OTEL_EXPORTER_OTLP_TIMEOUT gives it longer
          """), after: nil)
    }
    switch answer.status {
    case 200..<300:
      return .arrived(PartialSuccess.receipt(of: answer.body, for: signal, from: collector))
    case 429, 502, 503, 504:
      let wish = answer.retryAfter.flatMap { Backoff.pause(retryAfter: $0, at: .now) }
      return .retry(rejection(answer.status), after: wish)
    default: return .rejected(rejection(answer.status))
    }
  }

  private func rejection(_ status: Int) -> TelemetryError {
    TelemetryError(
      .rejected,
      """
      \(collector.address) has rejected \(signal.items) with the status \(status); check the \
      collector's log, and that the path and the headers (OTEL_EXPORTER_OTLP_HEADERS) are those it expects
      """)
  }

  private var cancelled: TelemetryError {
    TelemetryError(
      .connection,
      """
      \(signal.items) had not reached \(collector.address) when the shutdown's time was over; give \
      it longer with shutdown(timeout:)
      """)
  }
}

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

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The pauses between attempts: from one second, doubled each time, to half a minute.
struct Backoff: Sendable {
  private var pause = Duration.seconds(1)

  /// Returns the next pause, times a factor that is random, so that many processes do not retry
  /// at once.
  mutating func next(jitter: Double) -> Duration {
    defer { pause = min(pause * 2, .seconds(30)) }
    return pause * jitter
  }

  /// Returns the pause that a header `Retry-After` asks for, in seconds or by a date, or `nil`
  /// if the text has another form.
  static func pause(retryAfter text: String, at date: Date) -> Duration? {
    if let seconds = Int(text), seconds >= 0 { return .seconds(seconds) }
    guard let due = HTTPDate.date(text) else { return nil }
    return .seconds(max(0, due.timeIntervalSince(date)))
  }
}

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The form of dates in headers of HTTP: `Sun, 06 Nov 1994 08:49:37 GMT`.
enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Reads a date, or returns `nil` if the text has another form.
  static func date(_ text: String) -> Date? {
    let words = text.split(separator: " ")
    guard words.count == 6, words[0].hasSuffix(","), words[5] == "GMT",
      let day = Int(words[1]), let month = months.firstIndex(of: String(words[2])),
      let year = Int(words[3])
    else { return nil }
    let time = words[4].split(separator: ":").map { Int($0) }
    guard time.count == 3, let hour = time[0], let minute = time[1], let second = time[2],
      (1...31).contains(day), (1...9_999).contains(year), (0...23).contains(hour),
      (0...59).contains(minute), (0...60).contains(second)
    else { return nil }
    return Calendar(identifier: .gregorian).date(
      from: DateComponents(
        timeZone: .gmt, year: year, month: month + 1, day: day, hour: hour, minute: minute,
        second: second))
  }
}
