import Foundation

/// The work of a browser for a page, recorded by its own tracing.
struct BrowserTrace {
  private struct Message: Decodable {
    struct Parameters: Decodable { let value: [Event] }
    let params: Parameters
  }

  private struct Event: Decodable {
    struct Arguments: Decodable {
      let name: String?
    }
    let name: String
    let ph: String
    /// When it began, in microseconds.
    let ts: Double
    let pid: Int
    let tid: Int
    /// Its duration by the clock, in microseconds.
    let dur: Double?
    /// The time that its thread ran on a processor meanwhile, in microseconds.
    let tdur: Double?
    let args: Arguments?

    var thread: [Int] { [pid, tid] }
  }

  private let events: [Event]

  /// Reads the messages in which a browser sends its events.
  init(_ messages: [Data]) throws {
    events = try messages.flatMap {
      try JSONDecoder().decode(Message.self, from: $0).params.value
    }
  }

  private var frames: [Event] { events.filter { $0.name == "FireAnimationFrame" && $0.ph == "X" } }

  /// The processor time of each call of a frame's script, in milliseconds, ascending.
  var scriptTimes: [Double] { frames.map { ($0.tdur ?? $0.dur ?? 0) / 1_000 }.sorted() }

  /// The times between the calls of frames' scripts, in milliseconds, ascending.
  var frameIntervals: [Double] {
    let starts = frames.map(\.ts).sorted()
    return zip(starts, starts.dropFirst()).map { ($1 - $0) / 1_000 }.sorted()
  }

  /// The processor time of all tasks of the threads on which scripts run and pages are drawn, in
  /// milliseconds.
  var mainThreadTime: Double {
    let threads = Set(
      events.filter { $0.name == "thread_name" && $0.args?.name == "CrRendererMain" }
        .map(\.thread))
    return events.filter { $0.name == "RunTask" && $0.ph == "X" && threads.contains($0.thread) }
      .reduce(0) { $0 + ($1.tdur ?? 0) / 1_000 }
  }
}
