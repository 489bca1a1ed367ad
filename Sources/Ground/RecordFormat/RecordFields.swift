/// The contents of a record as values.
///
/// Macros use this form.
package struct RecordFields: Hashable, Sendable {
  package var kind: RecordKind
  package var key: String
  package var fileID: String
  package var line: UInt32
  package var column: UInt32
  package var priority: Int32
  package var flags: RecordFlags
  /// The data that depends on the kind: a JSON object, or an empty string.
  package var detail: String

  package init(
    kind: RecordKind, key: String, fileID: String, line: UInt32, column: UInt32,
    priority: Int32 = 0, flags: RecordFlags = [], detail: String = ""
  ) {
    self.kind = kind
    self.key = key
    self.fileID = fileID
    self.line = line
    self.column = column
    self.priority = priority
    self.flags = flags
    self.detail = detail
  }

  /// The identifier of the declaration.
  ///
  /// If the same source line is linked into two images, the identifiers are equal.
  ///
  /// It is the 64-bit FNV-1a hash of `fileID:line:column:kind:key` in UTF-8.
  package var id: UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in "\(fileID):\(line):\(column):\(kind):\(key)".utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }
    return hash
  }

  /// The reason why these fields do not fit into a record, or `nil` if they do.
  package var misfit: String? {
    if key.utf8.count > Int(UInt16.max) {
      return "the key has \(key.utf8.count) bytes; a record holds \(UInt16.max)"
    }
    if fileID.utf8.count > Int(UInt16.max) {
      return "the file name has \(fileID.utf8.count) bytes; a record holds \(UInt16.max)"
    }
    if detail.utf8.count > RecordLayout.largestDetailSize {
      return "the detail has \(detail.utf8.count) bytes; a record holds "
        + "\(RecordLayout.largestDetailSize)"
    }
    return nil
  }

  /// The size of the descriptor of the note, which follows the owner.
  package var descriptorSize: UInt32 {
    UInt32(RecordLayout.fixedDescriptorSize + 8 * textWords.count)
  }

  /// The three texts, each padded with zeros, as little-endian words.
  private var textWords: [UInt64] {
    [key, fileID, detail].flatMap(Self.words)
  }

  private static func words(_ text: String) -> [UInt64] {
    let bytes = Array(text.utf8)
    return stride(from: 0, to: bytes.count, by: 8).map { start in
      bytes[start..<min(start + 8, bytes.count)].enumerated().reduce(0) { word, byte in
        word | UInt64(byte.element) << (8 * byte.offset)
      }
    }
  }

  /// Returns the record in a little-endian, 64-bit image, as 64-bit words.
  ///
  /// Macros write these words, and replace the word of the accessor by the accessor itself. Words
  /// are used because the compile time of a constant grows with the count of its numbers.
  package func words(accessor: UInt64) -> [UInt64] {
    [
      Self.word(RecordLayout.ownerSize, descriptorSize),
      Self.word(kind.rawValue, RecordLayout.owner),
      Self.word(RecordLayout.version, flags.rawValue, UInt32(bitPattern: priority)),
      accessor,
      id,
      Self.word(line, column),
      Self.word(UInt16(key.utf8.count), UInt16(fileID.utf8.count), UInt32(detail.utf8.count)),
    ] + textWords
  }

  /// Returns the record in a little-endian, 64-bit image, for tests.
  package func bytes(accessor: UInt64) -> [UInt8] {
    words(accessor: accessor).flatMap { word in
      (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
    }
  }

  private static func word(_ first: UInt32, _ second: UInt32) -> UInt64 {
    UInt64(second) << 32 | UInt64(first)
  }

  private static func word(_ first: UInt16, _ second: UInt16, _ third: UInt32) -> UInt64 {
    word(UInt32(second) << 16 | UInt32(first), third)
  }
}
