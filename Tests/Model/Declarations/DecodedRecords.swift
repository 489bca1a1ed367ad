import Declarations

/// What a decoder found, copied out of the bytes so that it can be compared.
enum Found: Equatable {
  case record(RecordFields, id: UInt64, accessor: UInt64)
  case malformed(offset: Int, RecordDecoder.Malformation.Reason)

  /// A good record, as `RecordFields.bytes` writes it.
  static func record(_ fields: RecordFields, accessor: UInt64) -> Found {
    .record(fields, id: fields.id, accessor: accessor)
  }

  var isRecord: Bool {
    if case .record = self { true } else { false }
  }
}

/// Everything that a decoder finds in these bytes.
func decode(_ bytes: [UInt8], noteAlignment: Int = 8) -> [Found] {
  unsafe bytes.withUnsafeBytes { bytes in
    unsafe RecordDecoder(bytes, noteAlignment: noteAlignment).map { element in
      switch element {
      case .malformed(let malformation):
        .malformed(offset: malformation.offset, malformation.reason)
      case .record(let view):
        .record(
          RecordFields(
            kind: view.kind, key: view.key, fileID: view.fileID, line: view.line,
            column: view.column, priority: view.priority, flags: view.flags, detail: view.detail),
          id: view.id, accessor: view.accessor)
      }
    }
  }
}

extension RecordFields {
  /// A small good record for tests that do not care what it says.
  static func sample(key: String = "login", line: UInt32 = 1) -> RecordFields {
    RecordFields(kind: "evnt", key: key, fileID: "Account/Login.swift", line: line, column: 3)
  }
}

extension Array where Element == UInt8 {
  /// Overwrites a little-endian field.
  mutating func store(_ value: some FixedWidthInteger, at offset: Int) {
    for byte in 0..<(value.bitWidth / 8) {
      self[offset + byte] = UInt8(truncatingIfNeeded: value >> (8 * byte))
    }
  }
}
