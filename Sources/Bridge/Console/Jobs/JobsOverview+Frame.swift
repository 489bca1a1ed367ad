import Spelling
import TaskStore

extension JobsOverview {
  /// Returns the overview as lines for a screen: the queues, the running jobs and the latest
  /// failures.
  ///
  /// On a narrow screen, the least important columns are omitted and strings are cut. On a low
  /// screen, each part states how many of its rows are hidden.
  ///
  /// - Parameters:
  ///   - width: The maximum number of characters per line.
  ///   - height: The maximum number of lines.
  ///   - notice: The last line, for example the key that ends the view. A long notice is wrapped.
  /// - Returns: The lines, none longer than `width`.
  public func lines(width: Int = 80, height: Int = .max, notice: String? = nil) -> [String] {
    guard width > 0, height > 0 else { return [] }
    let last = notice.map { [""] + EscapedText.line($0).wrapped(to: width) } ?? []
    let parts = [queueTable, runningTable, failureTable].map { $0?.lines(width: width) ?? [] }
    let shown = Self.fit(parts.filter { !$0.isEmpty }, into: height - 1 - last.count)
    let frame =
      [heading.cut(to: width)]
      + shown.flatMap { part in [""] + part.map { $0.cut(to: width) } } + last
    return frame.count <= height ? frame : Array(frame.prefix(height))
  }

  // MARK: - Parts

  private var heading: String {
    let all = statistics.all
    guard !statistics.queues.isEmpty else { return "no jobs" }
    let rest = statistics.isPartial ? ", of the latest jobs" : ""
    return """
      \(all.count(.waiting)) waiting, \(all.count(.running)) running, \(all.count(.failed)) \
      failed; \(FrameNumbers.rate(all.endsPerSecond)) ended in \
      \(FrameNumbers.duration(statistics.window))\(rest)
      """
  }

  private var queueTable: FrameTable? {
    guard !statistics.queues.isEmpty else { return nil }
    var rows = statistics.queues.map { queue in
      Self.row(EscapedText.line(queue.name) + (queue.isPaused ? " (paused)" : ""), queue.numbers)
    }
    if rows.count > 1 { rows.append(Self.row("all", statistics.all)) }
    return FrameTable(columns: Self.queueColumns, rows: rows)
  }

  /// The columns from left to right: the state of a queue, its speed, its past.
  private static let queueColumns: [FrameTable.Column] = [
    .text("QUEUE", importance: 100, least: 8),
    .number("WAITING", importance: 90), .number("RUNNING", importance: 95),
    .number("DELAYED", importance: 70), .number("BLOCKED", importance: 40),
    .number("FAILED", importance: 92), .number("DONE", importance: 50),
    .number("CANCELLED", importance: 20), .number("SKIPPED", importance: 10),
    .number("ENDED", importance: 80),
    .number("WAIT P50", importance: 65), .number("P95", importance: 58),
    .number("P99", importance: 60),
    .number("RUN P50", importance: 64), .number("P95", importance: 57),
    .number("P99", importance: 59),
  ]

  private static func row(_ name: String, _ numbers: JobStatistics.Numbers) -> [String] {
    let counts: [JobRecord.State] = [
      .waiting, .running, .delayed, .blocked, .failed, .succeeded, .cancelled, .skipped,
    ]
    return [name] + counts.map { "\(numbers.count($0))" }
      + [FrameNumbers.rate(numbers.endsPerSecond)]
      + [numbers.waiting, numbers.running].flatMap { latencies in
        [latencies?.p50, latencies?.p95, latencies?.p99].map(FrameNumbers.duration)
      }
  }

  private var runningTable: FrameTable? {
    guard !running.isEmpty else { return nil }
    return FrameTable(
      columns: [
        .number("RUNNING", importance: 100), .text("JOB", importance: 90, least: 8),
        .text("QUEUE", importance: 50, least: 8), .number("ATTEMPT", importance: 40),
        .number("FOR", importance: 80), .text("PROGRESS", importance: 70),
      ],
      rows: running.map { job in
        let progress = FrameNumbers.progress(job.progress)
        return [
          "\(job.id)", EscapedText.line(job.name), EscapedText.line(job.queue), "\(job.attempt)",
          FrameNumbers.duration(job.seconds),
          job.isCancelling ? "\(progress) being cancelled".trimmed : progress,
        ]
      })
  }

  private var failureTable: FrameTable? {
    guard !statistics.failures.isEmpty else { return nil }
    return FrameTable(
      columns: [
        .number("FAILED", importance: 100), .text("JOB", importance: 90, least: 8),
        .number("LATEST", importance: 50), .text("ERROR", importance: 80, least: 8),
      ],
      rows: statistics.failures.sorted { $0.latest > $1.latest }.map { failure in
        [
          "\(failure.count)", EscapedText.line(failure.job), "\(failure.latest)",
          EscapedText.line(failure.error),
        ]
      })
  }

  // MARK: - Height

  /// Distributes lines among parts with a blank line above each, and notes the number of hidden
  /// rows.
  private static func fit(_ parts: [[String]], into height: Int) -> [[String]] {
    let heights = shares(of: height, for: parts.map { $0.count + 1 })
    return zip(parts, heights).compactMap { part, height in
      let room = height - 1
      if room >= part.count { return part }
      // A heading without rows is useless.
      guard room > 1 else { return nil }
      return part.prefix(room - 1) + ["… \(part.count - room + 1) more"]
    }
  }

  /// Distributes a number of rows among parts.
  ///
  /// A part gets the number that it needs, or an equal share of the rest.
  static func shares(of total: Int, for needs: [Int]) -> [Int] {
    var shares = needs.map { _ in 0 }
    var rest = max(0, total)
    // The smallest needs come first, so that the others share the rest.
    let order = needs.indices.sorted { (needs[$0], $0) < (needs[$1], $1) }
    for (position, index) in order.enumerated() {
      shares[index] = min(needs[index], rest / (needs.count - position))
      rest -= shares[index]
    }
    return shares
  }
}

extension String {
  /// The string without leading spaces.
  fileprivate var trimmed: String { String(drop { $0 == " " }) }
}

/// Number formats that are short enough for a table.
///
/// The numbers come from another process, so every number has a format.
enum FrameNumbers {
  /// Returns a duration in seconds as `12 ms`, `1.5 s` or `40 min`, or as a dash if it is `nil`.
  static func duration(_ seconds: Double?) -> String {
    guard let seconds, seconds.isFinite else { return "–" }
    return switch max(0, seconds) {
    case ..<0.9995: "\(whole(seconds * 1_000)) ms"
    case ..<9.95: "\(tenths(seconds)) s"
    case ..<120: "\(whole(seconds)) s"
    case ..<7_200: "\(whole(seconds / 60)) min"
    case ..<172_800: "\(whole(seconds / 3_600)) h"
    default: "\(whole(seconds / 86_400)) d"
    }
  }

  /// Returns a rate per second as `120/s`, or as `3/min` if it is low.
  static func rate(_ perSecond: Double) -> String {
    guard perSecond.isFinite, perSecond > 0 else { return "0/s" }
    if perSecond < 1 { return "\(tenths(perSecond * 60))/min" }
    return perSecond < 10 ? "\(tenths(perSecond))/s" : "\(whole(perSecond))/s"
  }

  /// Returns a bar and a percentage for a progress from 0 to 1, or an empty string for `nil`.
  static func progress(_ fraction: Double?) -> String {
    guard let fraction, fraction.isFinite else { return "" }
    let part = min(max(fraction, 0), 1)
    let done = Int((part * 10).rounded(.down))
    return String(repeating: "█", count: done) + String(repeating: "░", count: 10 - done)
      + " \(Int((part * 100).rounded(.down))) %"
  }

  private static func whole(_ number: Double) -> Int { Int(min(max(0, number), 1e15).rounded()) }

  /// Returns a number with one decimal digit, which is omitted if it is zero.
  private static func tenths(_ number: Double) -> String {
    let tenths = whole(number * 10)
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
