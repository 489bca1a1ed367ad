/// A run of bytes of a file, and the only place that touches its memory.
///
/// Offsets come from files that may say anything, so every read is checked and
/// gives nothing where it would leave the run; sums are made so that they cannot
/// overflow. The memory stays as long as any run of it does.
@safe
package struct Bytes: Sendable {
  private let storage: ByteStorage
  /// The offset of the run in the file.
  package let fileOffset: Int
  package let count: Int

  /// All bytes of a storage.
  init(_ storage: ByteStorage) {
    self.storage = storage
    fileOffset = 0
    count = unsafe storage.bytes.count
  }

  private init(_ storage: ByteStorage, fileOffset: Int, count: Int) {
    self.storage = storage
    self.fileOffset = fileOffset
    self.count = count
  }

  /// The part that begins at an offset and has this many bytes, or nothing when
  /// that reaches beyond the end.
  func part(at offset: UInt64, count: UInt64) -> Bytes? {
    let (end, overflows) = offset.addingReportingOverflow(count)
    guard !overflows, end <= UInt64(self.count) else { return nil }
    return Bytes(storage, fileOffset: fileOffset + Int(offset), count: Int(count))
  }

  /// All from an offset on, or nothing when that lies beyond the end.
  func rest(from offset: UInt64) -> Bytes? {
    guard offset <= UInt64(count) else { return nil }
    return part(at: offset, count: UInt64(count) - offset)
  }

  /// The little-endian integer at an offset, or nothing when it is not all there.
  func integer<Integer: FixedWidthInteger & BitwiseCopyable>(
    _ type: Integer.Type = Integer.self, at offset: Int
  ) -> Integer? {
    guard offset >= 0, count - MemoryLayout<Integer>.size >= offset else { return nil }
    return unsafe Integer(
      littleEndian: storage.bytes.loadUnaligned(fromByteOffset: fileOffset + offset, as: type))
  }

  /// Returns whether these bytes stand at an offset.
  func holds(_ expected: some Collection<UInt8>, at offset: Int = 0) -> Bool {
    guard offset >= 0, count - expected.count >= offset else { return false }
    return zip(offset..<count, expected).allSatisfy { integer(UInt8.self, at: $0) == $1 }
  }

  /// The text from an offset to the next zero, or to the end.
  ///
  /// What is no UTF-8 in it is replaced. A longer text is cut, so that a file full
  /// of references to one endless text costs no more than its size.
  func text(at offset: UInt64, limit: Int = 16_384) -> String? {
    guard offset < UInt64(count) else { return nil }
    let start = fileOffset + Int(offset)
    let end = start + min(limit, count - Int(offset))
    return unsafe String(
      decoding: storage.bytes[start..<end].prefix { $0 != 0 }, as: UTF8.self)
  }

  /// All as text, without the zeros and spaces behind it.
  var paddedText: String {
    let start = fileOffset
    return unsafe String(
      decoding: storage.bytes[start..<(start + count)].reversed()
        .drop { $0 == 0 || $0 == UInt8(ascii: " ") }.reversed(), as: UTF8.self)
  }

  /// Lends the memory, for the decoder of records.
  func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    unsafe body(UnsafeRawBufferPointer(rebasing: storage.bytes[fileOffset..<(fileOffset + count)]))
  }
}
