import Foundation
import ProgramTestSupport
import Testing

@testable import BinaryInspection
@testable import BinaryRecords

/// A program of twenty megabytes with three thousand records.
@Suite struct LargeFileTests {
  private static let megabytes = 20
  private static let recordCount = 3_000

  /// How much of a file this process has mapped and looked at, in kilobytes, as the
  /// kernel counts it.
  private static func residentKilobytes(of path: String) throws -> Int {
    let handle = try #require(FileHandle(forReadingAtPath: "/proc/self/smaps"))
    defer { try? handle.close() }
    // Piece by piece to the end: a single read of such a file may stop early.
    var bytes = Data()
    while let piece = try handle.read(upToCount: 1 << 16), !piece.isEmpty { bytes += piece }
    let maps = String(decoding: bytes, as: UTF8.self)
    let mapping = maps.split(separator: path + "\n", maxSplits: 1).dropFirst().first
    let count = mapping?.firstMatch(of: #/Rss: +(\d+) kB/#).flatMap { Int($0.1) }
    return try #require(count, "the file is not mapped")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/smaps")))
  func `Of a large file little more than its records is looked at`() async throws {
    try await CProgram.withFolder { program in
      let ballast =
        "__attribute__((used)) static const char ballast[\(Self.megabytes) << 20] = {1};\n"
      let url = try await program.build(
        "large", CProgram.source(records: Self.recordCount) + ballast, [])
      let file = try BinaryFile(path: url.path)
      let listing = RecordListing(file.records)
      #expect(listing.entries.count == Self.recordCount)
      #expect(file.problems.isEmpty)
      let looked = try withExtendedLifetime(file) { try Self.residentKilobytes(of: url.path) }
      let records = file.images[0].recordByteCount / 1024
      // The kernel brings in some pages around each that is asked for.
      #expect(looked < 3 * records + 512, "\(looked) kB for \(records) kB of records")
      #expect(looked < Self.megabytes * 1024 / 8)
    }
  }
}
