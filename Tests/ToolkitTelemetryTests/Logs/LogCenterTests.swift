import RecordFormat
import Synchronization
import Testing
import ToolkitMessages
import ToolkitTrace

@testable import ToolkitTelemetry

@Suite final class LogCenterTests {
  private let receiver = Mutex<LogCenter.Receiver?>(nil)
  private let lines = Mutex<[String]>([])
  private lazy var center = LogCenter(
    now: { 42 }, setReceiver: { [self] new in receiver.withLock { $0 = new } },
    fallback: { [self] line in lines.withLock { $0.append(line) } })

  private var isTakingMessages: Bool { receiver.withLock { $0 != nil } }

  /// Writes a message as the toolkit does.
  private func report(_ text: String, severity: ToolkitMessage.Severity = .error) {
    receiver.withLock(\.self)?(ToolkitMessage(text: text, source: "Tests", severity: severity))
  }

  @Test func `Messages are taken over while a sink is attached`() {
    #expect(!center.hasSinks)
    let first = center.attach(RecordingSink(), minimumSeverity: .debug)
    let second = center.attach(RecordingSink(), minimumSeverity: .debug)
    #expect(isTakingMessages)
    first.cancel()
    first.cancel()
    #expect(isTakingMessages && center.hasSinks)
    second.cancel()
    #expect(!isTakingMessages && !center.hasSinks)
    center.attach(RecordingSink(), minimumSeverity: .debug).cancel()
    #expect(!isTakingMessages)
  }

  @Test func `A message becomes a record with its time and severity`() {
    let sink = RecordingSink()
    let attachment = center.attach(sink, minimumSeverity: .debug)
    report("a", severity: .warning)
    report("b")
    attachment.cancel()
    report("c")
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
    #expect(lines.withLock(\.self) == [])
  }

  @Test func `Messages of a sink go to standard error`() async {
    let sink = TalkativeSink()
    let other = RecordingSink()
    sink.write.withLock {
      $0 = { [self] in
        report("mine")
        center.write(.example("mine, too"))
      }
    }
    center.attach(sink, minimumSeverity: .debug)
    center.attach(other, minimumSeverity: .debug)
    center.write(.example("record"))
    #expect(other.messages == ["record"])
    #expect(lines.withLock(\.self) == ["Tests: mine", "Tests: mine, too"])
    sink.write.withLock { $0 = {} }
  }

  @Test func `A message that finds the last sink gone is written`() throws {
    let attachment = center.attach(RecordingSink(), minimumSeverity: .debug)
    let taken = try #require(receiver.withLock(\.self))
    attachment.cancel()
    taken(ToolkitMessage(text: "late", source: "Tests"))
    #expect(lines.withLock(\.self) == ["Tests: late"])
  }

  @Test func `A record without a sink is dropped`() {
    center.write(.example("a"))
    #expect(lines.withLock(\.self) == [])
  }

  @Test func `A sink is released without the lock`() {
    let attachment = center.attach(
      LastWords { [self] in #expect(!center.hasSinks) }, minimumSeverity: .debug)
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
