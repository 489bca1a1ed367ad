import BinaryRecords
import Declarations
import Foundation
import ModularityTestSupport
import ProgramTestSupport
import Testing

#if os(Linux)
  /// Files of the size of real programs.
  @Suite struct BigFileTests {
    /// How much of a file this process has mapped and looked at, in kilobytes, as the
    /// kernel counts it.
    private static func residentKilobytes(of path: String) throws -> Int {
      let handle = try #require(FileHandle(forReadingAtPath: "/proc/self/smaps"))
      defer { try? handle.close() }
      // Piece by piece to the end: a single read of such a file may stop early.
      var bytes = Data()
      while let piece = try handle.read(upToCount: 1 << 16), !piece.isEmpty { bytes += piece }
      let mapping = String(decoding: bytes, as: UTF8.self)
        .split(separator: path + "\n", maxSplits: 1).dropFirst().first
      let count = mapping?.firstMatch(of: #/Rss: +(\d+) kB/#).flatMap { Int($0.1) }
      return try #require(count, "the file is not mapped")
    }

    /// How many bytes this process has read from files and all else so far.
    private static var readByteCount: Int {
      get throws {
        let text = try String(contentsOfFile: "/proc/self/io", encoding: .utf8)
        return try #require(text.firstMatch(of: #/rchar: (\d+)/#).flatMap { Int($0.1) })
      }
    }

    @Test func `A sparse file that claims gigabytes of notes is hardly read`() throws {
      let folder = try TemporaryFolder()
      let file = folder.url.appending(path: "sparse")
      var bytes = Sample.executable()
      let handle = try {
        // The size of its segment of notes, which is its first.
        let programs = Int(bytes[32]) | Int(bytes[33]) << 8
        for field in [32, 40] { bytes.store(UInt64(9) << 30, at: programs + field) }
        try Data(bytes).write(to: file)
        return try FileHandle(forWritingTo: file)
      }()
      try handle.truncate(atOffset: 10 << 30)
      try handle.close()
      let read = try BinaryFile(path: file.path)
      let image = try #require(read.images.first)
      #expect(image.problems.map(\.code) == [.unreadableTable])
      #expect(image.problems[0].message.contains("a note segment of 9663676416 bytes"))
      #expect(image.notes.isEmpty)
      #expect(image.unloadedRecords.isEmpty)
      let looked = try withExtendedLifetime(read) {
        try Self.residentKilobytes(of: file.path)
      }
      #expect(looked < 1_024, "\(looked) kB")
    }

    @Test func `Only the headers and the records of a large file are read`() async throws {
      try await CProgram.withFolder { place in
        // The pages of what is not read are never fetched from the disk, so a file
        // may say that it is larger than any disk.
        let file = try await place.build(
          "large", CProgram.source(records: 3_000), ["-fPIE", "-pie"])
        let before = try BinaryFile(path: file.path).records
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: 1 << 36)
        try handle.close()
        let readBefore = try Self.readByteCount
        let after = try BinaryFile(path: file.path)
        let readByteCount = try Self.readByteCount - readBefore
        #expect(after.records == before)
        #expect(before.count == 3_000)
        let looked = try withExtendedLifetime(after) {
          try Self.residentKilobytes(of: file.path)
        }
        let needed = before.reduce(0) { $0 + $1.byteCount } / 1024
        // The kernel brings in some pages around each that is asked for.
        #expect(looked < 3 * needed + 512, "\(looked) kB for \(needed) kB of records")
        // Nor is it read into memory piece by piece. Other tests read files meanwhile.
        #expect(readByteCount < 1 << 34)
      }
    }
  }
#endif
