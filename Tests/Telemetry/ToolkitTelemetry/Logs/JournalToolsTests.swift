#if os(Linux)

  import Foundation
  import ModularityTestSupport
  import ProgramTestSupport
  import Testing

  @testable import ToolkitTelemetry

  /// Entries that systemd's own programs store and read.
  @Suite(.enabled(if: JournalTools.areInstalled))
  struct JournalToolsTests {
    @Test func `Entries are read back with journalctl`() async throws {
      let folder = try TemporaryFolder(isShort: true)
      let journal = try TestJournal(at: folder.path("socket"))
      let sink = JournalSink(
        path: journal.path, identifier: "harbor", patience: .milliseconds(200)
      ) { line in
        Issue.record("the journal has not taken '\(line)'")
      }
      let long = String(repeating: "line\n", count: 60_000)
      sink.receive(.complete)
      sink.receive(.example(long))
      var entries: [[UInt8]] = []
      while let entry = try journal.next() { entries.append(entry.bytes) }
      #expect(entries.count == 2)

      let stored = try await JournalTools.store(entries, in: folder)
      let warnings = try await JournalTools.read(stored, "PRIORITY=4", "SYSLOG_IDENTIFIER=harbor")
      let warning = try #require(warnings.first)
      #expect(warnings.count == 1)
      let expected = try TestJournal.fields(of: entries[0])
      for field in expected { #expect(warning[field.name] as? String == field.value) }
      let errors = try await JournalTools.read(stored, "MODULARITYKIT_SOURCE=Tests")
      #expect(errors.map { $0["MESSAGE"] as? String } == [long])
    }
  }

  /// The programs `systemd-journal-remote` and `journalctl`.
  enum JournalTools {
    private static let remote = "/lib/systemd/systemd-journal-remote"
    private static let reader = "/usr/bin/journalctl"

    static var areInstalled: Bool {
      [remote, reader].allSatisfy(FileManager.default.isExecutableFile(atPath:))
    }

    /// Stores entries in a file of the journal's format.
    ///
    /// The export format, which `systemd-journal-remote` reads, frames fields like the native
    /// protocol; journald itself adds the times that it needs.
    static func store(_ entries: [[UInt8]], in folder: TemporaryFolder) async throws -> String {
      var export: [UInt8] = []
      for (number, entry) in entries.enumerated() {
        export += "__REALTIME_TIMESTAMP=\(1_764_104_647_000_000 + number)\n".utf8
        export += "__MONOTONIC_TIMESTAMP=\(1_000_000 + number)\n".utf8
        export += "_BOOT_ID=0af7651916cd43dd8448eb211c80319c\n".utf8
        export += entry + [10]
      }
      let input = folder.appending(path: "entries.export")
      try Data(export).write(to: input)
      let output = folder.path("entries.journal")
      try await Command(
        executable: URL(filePath: remote), arguments: ["--output=\(output)", input.path]
      ).succeed()
      return output
    }

    /// Reads the entries of a file that match.
    static func read(_ file: String, _ matches: String...) async throws -> [[String: Any]] {
      let result = try await Command(
        executable: URL(filePath: reader),
        arguments: ["--file=\(file)", "--output=json", "--all", "--no-pager"] + matches
      ).succeed()
      return try result.lines.map { line in
        try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      }
    }
  }

#endif
