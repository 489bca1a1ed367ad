#if os(Linux)

  import ModularityTestSupport
  import Synchronization
  import Testing

  @testable import ToolkitTelemetry

  /// Entries that are sent to a socket of the test's own.
  @Suite final class JournalSinkTests: Sendable {
    private let folder: TemporaryFolder
    private let path: String
    private let lines = Mutex<[String]>([])

    init() throws {
      folder = try TemporaryFolder(isShort: true)
      path = folder.path("socket")
    }

    private func sink(at path: String? = nil) -> JournalSink {
      JournalSink(path: path ?? self.path, identifier: "harbor", patience: .milliseconds(1)) {
        [self] line in
        lines.withLock { $0.append(line) }
      }
    }

    /// Takes the lines that were written in place of entries.
    private func takeLines() -> [String] {
      lines.withLock { lines in
        defer { lines = [] }
        return lines
      }
    }

    @Test func `A record arrives as one datagram`() throws {
      let journal = try TestJournal(at: path)
      sink().receive(.complete)
      let entry = try #require(try journal.next())
      #expect(!entry.wasFile)
      #expect(entry.bytes == JournalEntry(.complete, identifier: "harbor").bytes)
      #expect(try journal.next() == nil)
      #expect(takeLines() == [])
    }

    @Test(arguments: [1 << 18, 1 << 20, 5 << 20])
    func `An entry that is too large for a datagram arrives in a sealed file`(size: Int) throws {
      let journal = try TestJournal(at: path)
      let message = String(repeating: "ä\n", count: size / 3)
      sink().receive(.example(message))
      let entry = try #require(try journal.next())
      #expect(entry.wasFile)
      // Against changes of the length and the contents, and against further seals.
      #expect(entry.seals == 1 | 2 | 4 | 8)
      #expect(try TestJournal.fields(of: entry.bytes).first?.value == message)
      #expect(takeLines() == [])
    }

    @Test func `Records go to standard error while there is no journal`() throws {
      let sink = sink()
      sink.receive(.example("one"))
      sink.receive(.example("two"))
      var written = takeLines()
      #expect(written.count == 3)
      #expect(written.first?.contains("'\(path)'") == true)
      #expect(written.first?.contains("No such file or directory") == true)
      #expect(written.dropFirst() == ["Tests: one", "Tests: two"])

      let journal = try TestJournal(at: path)
      sink.receive(.example("three"))
      #expect(takeLines() == [])
      #expect(try journal.next() != nil)

      journal.stop()
      sink.receive(.complete)
      written = takeLines()
      #expect(written.count == 2)
      #expect(written.last == "TaskKit: Shop/Cart.swift:12: two\nlines")
    }

    @Test func `A journal that is started again gets records`() throws {
      let sink = sink()
      try TestJournal(at: path).stop()
      let journal = try TestJournal(at: path)
      sink.receive(.example("again"))
      #expect(try journal.next() != nil)
    }

    @Test func `A journal that does not read loses no record`() throws {
      let journal = try TestJournal(at: path)
      let sink = sink()
      var sent = 0
      // The system bounds the number of datagrams that wait.
      while lines.withLock(\.isEmpty), sent < 10_000 {
        sink.receive(.example("\(sent)"))
        sent += 1
      }
      sink.receive(.example("last"))
      let written = takeLines()
      try #require(written.count == 3)
      #expect(written[0].contains("Resource temporarily unavailable"))
      #expect(written[1...] == ["Tests: \(sent - 1)", "Tests: last"])
      var received = 0
      while try journal.next() != nil { received += 1 }
      #expect(received == sent - 1)
      sink.receive(.example("taken"))
      #expect(try journal.next() != nil)
      #expect(takeLines() == [])
    }

    @Test func `A path that is too long is an error, and no record is lost`() {
      let path = "/tmp/" + String(repeating: "x", count: 200)
      sink(at: path).receive(.example("kept"))
      let written = takeLines()
      #expect(written.first?.contains("the path has 205 bytes, but the limit is 107") == true)
      #expect(written.last == "Tests: kept")
    }
  }

#endif
