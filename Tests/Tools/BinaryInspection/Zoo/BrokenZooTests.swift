#if os(Linux)
  import BinaryRecords
  import ModularityTestSupport
  import Testing

  @testable import BinaryInspection

  /// What audits and diagnoses make of broken files.
  @Suite struct BrokenZooTests {
    /// Looks at everything of a file.
    ///
    /// - Returns: Whether there is a report that it is not as it should be.
    private func isNoticed(_ bytes: [UInt8], inputs: [BinaryFile]) -> Bool {
      guard let file = try? BinaryFile(bytes: bytes, name: "broken") else { return true }
      let audit = RecordAudit(inputs: inputs, binaries: [file])
      let turned = RecordAudit(inputs: [file], binaries: inputs)
      let diagnosis = BinaryDiagnosis(of: file)
      #expect(!audit.lines.isEmpty && !turned.lines.isEmpty && !diagnosis.lines.isEmpty)
      return !file.problems.isEmpty || diagnosis.verdict == .error
    }

    @Test func `A truncated file is reported as such`() async throws {
      let zoo = try await Zoo.shared
      let inputs = try zoo.files("main.o", "lib.a")
      var random = SeededGenerator(seed: 11)
      for name in zoo.names {
        let bytes = try zoo.bytes(name)
        for _ in 0..<25 {
          let count = Int.random(in: 0..<bytes.count, using: &random)
          // Zeros at the very end of a file may be missing without harm.
          guard bytes[count...].contains(where: { $0 != 0 }) else { continue }
          #expect(isNoticed(Array(bytes[..<count]), inputs: inputs), "\(name) cut at \(count)")
        }
      }
    }

    @Test func `Flipped bits in a file do not crash the reader`() async throws {
      let zoo = try await Zoo.shared
      let inputs = try zoo.files("main.o", "lib.a")
      var random = SeededGenerator(seed: 12)
      for name in zoo.names {
        let bytes = try zoo.bytes(name)
        for _ in 0..<Sweep.count(40, sample: 8) {
          var damaged = bytes
          for _ in 0..<Int.random(in: 1...8, using: &random) {
            // Headers and tables decide the most.
            let offset =
              Bool.random(using: &random)
              ? Int.random(in: 0..<min(1_024, bytes.count), using: &random)
              : Int.random(in: 0..<bytes.count, using: &random)
            damaged[offset] ^= 1 << UInt8.random(in: 0..<8, using: &random)
          }
          _ = isNoticed(damaged, inputs: inputs)
        }
      }
    }

    @Test func `The corpus has files of every sort`() async throws {
      let zoo = try await Zoo.shared
      #expect(zoo.names.count >= 15 + 8 * Zoo.linkers.count)
      for name in zoo.names where name != "lto.o" {
        #expect(throws: Never.self, "\(name)") { try zoo.file(name) }
      }
    }
  }
#endif
