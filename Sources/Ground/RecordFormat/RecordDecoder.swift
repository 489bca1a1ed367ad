/// Reads the records out of a run of ELF notes, or out of a section that holds
/// nothing but records.
///
/// Whatever the bytes say, every step moves forward, nothing outside them is
/// read, and a broken record never hides the ones behind it: the decoder says
/// what is wrong and looks for the next record header.
///
/// - Concurrency: The bytes must stay mapped and unchanged for as long as the
///   decoder and the views it gives are used.
@safe
package struct RecordDecoder: Sequence, IteratorProtocol {
  /// The content of one place.
  package enum Element: Sendable {
    case record(RecordView)
    case malformed(Malformation)
  }

  /// Bytes that look like a record, or stand where a note should, but are none.
  package struct Malformation: Hashable, Sendable {
    /// The fault of the bytes.
    package enum Reason: Hashable, Sendable {
      /// The note claims more bytes than there are.
      case truncated(claimed: Int, available: Int)
      /// The sizes inside the record do not add up to the size of its note.
      case size(claimed: Int, expected: Int)
      /// The record is of a version that this code does not read.
      case version(UInt16)
      /// A text of the record is not UTF-8.
      case encoding
    }

    /// The offset of the record in bytes, from the start of the decoded ones.
    package let offset: Int
    package let reason: Reason
  }

  private let bytes: UnsafeRawBufferPointer
  private let count: Int
  private let noteAlignment: Int
  private var offset = 0

  /// Creates a decoder for these bytes.
  ///
  /// - Parameters:
  ///   - bytes: What to read. They must stay readable and unchanged.
  ///   - noteAlignment: What note sizes are rounded up to: the alignment of the
  ///     `PT_NOTE` segment, 4 or 8.
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
        // A note of other software.
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

  /// Returns what is left when no note header fits any more: padding, or the stump of a note.
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

  /// Moves past what has the header of a record but is no good one, and says why.
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

  /// The version 1 record at this place, if its sizes agree and it ends in time.
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

  /// Steps over a note that is not to be decoded, by the size it claims.
  ///
  /// A claim that reaches beyond the end is broken, and so is one with a good
  /// record inside; the step ends at what looks like a record there, and nothing is
  /// hidden. Either way no byte is searched twice, however many claims are broken.
  ///
  /// - Returns: How many bytes the note really had; fewer than claimed if a record
  ///   stood in the way, or the end.
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

  /// Moves to the next place after `start` that looks like a record header, or to
  /// the end.
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

// Sendable: a decoder only reads, from bytes that its contract keeps unchanged.
extension RecordDecoder: @unchecked Sendable {}
