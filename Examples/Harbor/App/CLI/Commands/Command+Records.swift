import CommandLineKit
import HarborContracts
import SectionRegistry

extension Command {
  /// The declarations themselves, as the running process finds them; `modkit list`
  /// reads the same from the file.
  static let records = listing("records", "the declarations that the binary carries") { _ in
    Table(
      ["kind", "key", "file", "line", "column", "priority", "id", "detail"],
      SectionRegistry.records.map { record in
        [
          .string("\(record.kind)"), .string(record.key), .string(record.fileID),
          .integer(record.line), .integer(record.column), .integer(record.priority),
          .string(String(record.id, radix: 16)),
          (try? ConsoleValue(parsing: record.detail)) ?? .null,
        ]
      })
  }
}
