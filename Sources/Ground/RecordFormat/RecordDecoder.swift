/// Decodes the records of a block of ELF notes, or of a section that contains only records.
///
/// For any input, every step moves forward, and only these bytes are read. An invalid record does
/// not hide the records after it: the decoder reports the problem and searches for the next record
/// header.
///
/// - Concurrency: The bytes must remain mapped and unchanged while the decoder and its views are
///   used.
@safe
package struct RecordDecoder: Sequence, IteratorProtocol {
  /// The element at one position.
  package enum Element: Sendable {
    case record(RecordView)
    case malformed(Malformation)
  }

  /// Bytes that look like a record, or are in the place of a note, but are not valid.
  package struct Malformation: Hashable, Sendable {
    /// The reason why the bytes are not valid.
    package enum Reason: Hashable, Sendable {
      /// The stated size of the note exceeds the available bytes.
      case truncated(claimed: Int, available: Int)
      /// The sizes in the record do not match the size of its note.
      case size(claimed: Int, expected: Int)
      /// This code cannot read the version of the record.
      case version(UInt16)
      /// A text of the record is not valid UTF-8.
      case encoding
    }

    /// The offset of the record in bytes, from the start of the input.
    package let offset: Int
    package let reason: Reason
  }

  private let bytes: UnsafeRawBufferPointer
  private let count: Int
  private let noteAlignment: Int
  private var offset = 0

  /// Creates a decoder.
  ///
  /// - Parameters:
  ///   - bytes: The bytes. They must remain readable and unchanged.
  ///   - noteAlignment: The alignment of note sizes, which is the alignment of the `PT_NOTE`
  ///     segment: 4 or 8.
  @unsafe
  package init(_ bytes: UnsafeRawBufferPointer, noteAlignment: Int = RecordLayout.alignment) {
    unsafe self.bytes = unsafe bytes
    count = bytes.count
    self.noteAlignment = noteAlignment == 8 ? 8 : 4
  }

  package mutating func next() -> Element? {
    while offset + Self.noteHeaderSize <= count {
      let start = offset
      let nameSize = Int(word(at: start))
      let descriptorSize = Int(word(at: start + 4))
      if nameSize == 0 {
        // Sanitizers and linkers fill the space between records with zeros.
        offset += 4
      } else if isRecordHeader(at: start) {
        return decodeRecord(at: start, descriptorSize: descriptorSize)
      } else {
        // This is a note of other software.
        let size = noteSize(nameSize: nameSize, descriptorSize: descriptorSize)
        let available = stepOver(start, claimed: size)
        if available < size {
          return .malformed(
            Malformation(offset: start, reason: .truncated(claimed: size, available: available)))
        }
      }
    }
    return remainder()
  }

  /// Returns the rest that is too short for a note header: padding, or an incomplete note.
  private mutating func remainder() -> Element? {
    let start = offset
    offset = count
    guard start < count, unsafe bytes[start...].contains(where: { $0 != 0 }) else {
      return nil
    }
    return .malformed(
      Malformation(
        offset: start,
        reason: .truncated(claimed: Self.noteHeaderSize, available: count - start)))
  }

  private static let noteHeaderSize = 12

  private mutating func decodeRecord(at start: Int, descriptorSize: Int) -> Element {
    guard let record = wellFormedRecord(at: start) else {
      return .malformed(
        Malformation(offset: start, reason: skipBroken(at: start, descriptorSize: descriptorSize)))
    }
    guard record.isUTF8(descriptorSize: descriptorSize) else {
      _ = stepOver(start, claimed: RecordLayout.headerSize + descriptorSize)
      return .malformed(Malformation(offset: start, reason: .encoding))
    }
    offset = start + RecordLayout.headerSize + descriptorSize
    return .record(record)
  }

  /// Moves past an invalid record with a valid header, and returns the problem.
  private mutating func skipBroken(at start: Int, descriptorSize: Int) -> Malformation.Reason {
    let available = count - start - RecordLayout.headerSize
    guard descriptorSize >= 4, descriptorSize <= available else {
      resume(after: start)
      return .truncated(claimed: descriptorSize, available: available)
    }
    let version = UInt16(
      truncatingIfNeeded: word(at: start + RecordLayout.versionOffset))
    guard version == RecordLayout.version else {
      _ = stepOver(start, claimed: noteSize(nameSize: 4, descriptorSize: descriptorSize))
      return .version(version)
    }
    resume(after: start)
    let expected =
      descriptorSize < RecordLayout.fixedDescriptorSize
      ? RecordLayout.fixedDescriptorSize
      : Swift.min(view(at: start).expectedDescriptorSize, RecordLayout.largestDescriptorSize)
    return .size(claimed: descriptorSize, expected: expected)
  }

  /// Returns the version 1 record at this position, if its sizes match and it is complete.
  @inline(__always)
  private func wellFormedRecord(at start: Int) -> RecordView? {
    let descriptorSize = Int(word(at: start + RecordLayout.descriptorSizeOffset))
    guard descriptorSize >= RecordLayout.fixedDescriptorSize,
      descriptorSize <= RecordLayout.largestDescriptorSize,
      descriptorSize <= count - start - RecordLayout.headerSize,
      UInt16(truncatingIfNeeded: word(at: start + RecordLayout.versionOffset))
        == RecordLayout.version
    else { return nil }
    let record = view(at: start)
    guard record.expectedDescriptorSize == descriptorSize else { return nil }
    return record
  }

  /// Moves past a note that is not decoded, by its stated size.
  ///
  /// A size that exceeds the input is invalid, and so is one with a valid record inside. In this
  /// case, the step ends at the bytes that look like a record, so no record is hidden. In both
  /// cases no byte is searched twice, regardless of the number of invalid sizes.
  ///
  /// - Returns: The actual size of the note in bytes. It is lower than the stated one if the note
  ///   contains a record or exceeds the input.
  private mutating func stepOver(_ start: Int, claimed: Int) -> Int {
    resume(after: start)
    guard claimed <= count - start else { return offset - start }
    let end = start + claimed
    while offset < end {
      if wellFormedRecord(at: offset) != nil { return offset - start }
      resume(after: offset)
    }
    offset = end
    return claimed
  }

  /// Moves to the next position after `start` that looks like a record header, or to the end.
  private mutating func resume(after start: Int) {
    offset = start + 4
    while offset + RecordLayout.headerSize <= count {
      if isRecordHeader(at: offset) { return }
      offset += 4
    }
    offset = count
  }

  private func isRecordHeader(at start: Int) -> Bool {
    start + RecordLayout.headerSize <= count
      && word(at: start) == RecordLayout.ownerSize
      && word(at: start + RecordLayout.ownerOffset) == RecordLayout.owner
  }

  private func noteSize(nameSize: Int, descriptorSize: Int) -> Int {
    padded(padded(Self.noteHeaderSize + nameSize) + descriptorSize)
  }

  private func padded(_ size: Int) -> Int {
    (size + noteAlignment - 1) & ~(noteAlignment - 1)
  }

  private func word(at offset: Int) -> UInt32 {
    UInt32(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  private func view(at start: Int) -> RecordView {
    unsafe RecordView(start: bytes.baseAddress! + start)
  }
}

// Sendable: a decoder only reads bytes that its callers keep unchanged.
extension RecordDecoder: @unchecked Sendable {}
