import RecordFormat
import Synchronization
import Testing
import ToolkitTrace

@testable import ToolkitTelemetry

@Suite struct LogCenterTests {
  private let output: StandInForStandardError
  private let center: LogCenter

  init() {
    let output = StandInForStandardError()
    self.output = output
    center = LogCenter(
      now: { 42 }, setReceiver: { output.setReceiver($0) }, fallback: { output.write($0) })
  }

  @Test func `Messages are taken over while a sink is attached`() {
    #expect(!center.hasSinks)
    let first = center.attach(RecordingSink(), minimumSeverity: .debug)
    let second = center.attach(RecordingSink(), minimumSeverity: .debug)
    #expect(output.hasReceiver)
    first.cancel()
    first.cancel()
    #expect(output.hasReceiver && center.hasSinks)
    second.cancel()
    #expect(!output.hasReceiver && !center.hasSinks)
    center.attach(RecordingSink(), minimumSeverity: .debug).cancel()
    #expect(!output.hasReceiver)
  }

  @Test func `A problem of the export is written once`() {
    let lines = Mutex<[String]>([])
    let center = LogCenter(
      now: { 42 }, setReceiver: { _ in }, fallback: { line in lines.withLock { $0.append(line) } })
    let problem = LogRecord(
      nanosecondsSince1970: 42, severity: .warning, source: "ToolkitTelemetry", message: "down")
    for _ in 0..<2 {
      center.attach(ExportLogSink(BatchQueue(TelemetryBatching())), minimumSeverity: .debug)
    }
    center.write(problem)
    #expect(lines.withLock(\.self) == [problem.line])
    let sink = RecordingSink()
    center.attach(sink, minimumSeverity: .debug)
    center.write(problem)
    #expect(sink.records == [problem])
    #expect(lines.withLock(\.self) == [problem.line])
  }

  @Test func `A message becomes a record with its time and severity`() {
    let sink = RecordingSink()
    let attachment = center.attach(sink, minimumSeverity: .debug)
    output.report("a", severity: .warning)
    output.report("b")
    attachment.cancel()
    output.report("c")
    #expect(
      sink.records == [
        LogRecord(nanosecondsSince1970: 42, severity: .warning, source: "Tests", message: "a"),
        LogRecord(nanosecondsSince1970: 42, severity: .error, source: "Tests", message: "b"),
      ])
  }

  @Test func `Each sink has a minimum of its own`() {
    let all = RecordingSink()
    let bad = RecordingSink()
    center.attach(all, minimumSeverity: .debug)
    center.attach(bad, minimumSeverity: .error)
    for severity in LogRecord.Severity.allCases {
      center.write(.example("\(severity)", severity: severity))
    }
    #expect(all.messages == ["debug", "info", "notice", "warning", "error", "critical"])
    #expect(bad.messages == ["error", "critical"])
    #expect(output.lines == [])
  }

  @Test func `Messages of a sink go to standard error`() async {
    let sink = TalkativeSink()
    let other = RecordingSink()
    sink.write.withLock {
      $0 = { [output, center] in
        output.report("mine")
        center.write(.example("mine, too"))
      }
    }
    center.attach(sink, minimumSeverity: .debug)
    center.attach(other, minimumSeverity: .debug)
    center.write(.example("record"))
    #expect(other.messages == ["record"])
    #expect(output.lines == ["Tests: mine", "Tests: mine, too"])
    sink.write.withLock { $0 = {} }
  }

  @Test func `A message that finds the last sink gone is written`() throws {
    let attachment = center.attach(RecordingSink(), minimumSeverity: .debug)
    let taken = try #require(output.receiver)
    attachment.cancel()
    taken(ToolkitMessage(text: "late", source: "Tests"))
    #expect(output.lines == ["Tests: late"])
  }

  @Test func `A record without a sink is dropped`() {
    center.write(.example("a"))
    #expect(output.lines == [])
  }

  @Test func `A sink is released without the lock`() {
    let attachment = center.attach(
      LastWords { [center] in #expect(!center.hasSinks) }, minimumSeverity: .debug)
    attachment.cancel()
  }

  @Test func `Records of several threads arrive once each`() async {
    let sink = RecordingSink()
    let center = center
    center.attach(sink, minimumSeverity: .debug)
    await withTaskGroup { group in
      for task in 0..<4 {
        group.addTask {
          for number in 0..<100 { center.write(.example("\(task) \(number)")) }
          // A sink that comes and goes meanwhile disturbs none.
          center.attach(DiscardingLogSink(), minimumSeverity: .debug).cancel()
        }
      }
    }
    let expected = (0..<4).flatMap { task in (0..<100).map { "\(task) \($0)" } }
    #expect(sink.messages.sorted() == expected.sorted())
  }
}

/// The place of messages, whose receiver a center sets.
private final class StandInForStandardError: Sendable {
  private let current = Mutex<LogCenter.Receiver?>(nil)
  private let written = Mutex<[String]>([])

  var receiver: LogCenter.Receiver? { current.withLock(\.self) }

  var hasReceiver: Bool { receiver != nil }

  var lines: [String] { written.withLock(\.self) }

  func setReceiver(_ receiver: LogCenter.Receiver?) { current.withLock { $0 = receiver } }

  func write(_ line: String) { written.withLock { $0.append(line) } }

  /// Reports a problem as the toolkit does.
  func report(_ text: String, severity: ToolkitMessage.Severity = .error) {
    receiver?(ToolkitMessage(text: text, source: "Tests", severity: severity))
  }
}

/// A sink that writes records while it receives one.
private final class TalkativeSink: LogSink {
  let write = Mutex<@Sendable () -> Void>({})

  func receive(_ record: LogRecord) { write.withLock(\.self)() }
}

/// A sink that does something when it is released.
private final class LastWords: LogSink {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  deinit { body() }

  func receive(_ record: LogRecord) {}
}
