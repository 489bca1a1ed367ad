import BinaryRecords
import Declarations
import Foundation
import Testing

/// Compares the records of a program with those that version 1 of the format had when it was
/// fixed: programs of every release must be readable by every other.
@Suite struct RecordBytesTests {
  @Test func `The records of a program are unchanged, byte for byte`() throws {
    let program = Bundle.main.bundleURL.appending(path: "RecordsFixture")
    let bytes = try Data(contentsOf: program)
    let lines = try BinaryFile(path: program.path).records
      .filter { $0.module == "RecordsFixture" }
      .map { record in
        var record = bytes[record.offset..<record.offset + record.byteCount]
        // Where the accessor lies is up to the linker.
        let accessor = record.startIndex + RecordLayout.accessorOffset
        record.replaceSubrange(accessor..<accessor + 8, with: repeatElement(0, count: 8))
        return Self.line(record)
      }
      .sorted()
    let golden = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "records-before.txt")
    let expected = try String(contentsOf: golden, encoding: .utf8)
      .split(separator: "\n").map(String.init)
    #expect(lines.count == 30)
    #expect(lines == expected)
  }

  /// Printable ASCII as it is, every other byte in hexadecimal.
  private static func line(_ bytes: Data) -> String {
    bytes.map { byte in
      (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\\")
        ? String(UnicodeScalar(byte)) : "\\" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }
}
