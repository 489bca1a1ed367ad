import BinaryRecords
import Foundation
import ProgramTestSupport
import Testing

#if os(Linux)
  /// Files of the size of real programs.
  @Suite struct BigFileTests {
    @Test func `Of a large file, only the headers and the records are read`() async throws {
      try await CProgram.withFolder { place in
        // The pages of what is not read are never fetched from the disk, so a file
        // may say that it is larger than any disk.
        let file = try await place.build(
          "large", CProgram.source(records: 3_000), ["-fPIE", "-pie"])
        let before = try BinaryFile(path: file.path).records
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: 1 << 36)
        try handle.close()
        let clock = ContinuousClock()
        var after: [BinaryRecord] = []
        let time = try clock.measure { after = try BinaryFile(path: file.path).records }
        #expect(after == before)
        #expect(after.count == 3_000)
        // Reading 64 gigabytes takes half a minute on the fastest of machines.
        #expect(time < .seconds(10))
      }
    }
  }
#endif
