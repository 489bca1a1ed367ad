/// A range of bytes of a file.
///
/// Only this type accesses the memory of the file.
///
/// Offsets come from files with arbitrary contents, so every read is checked and returns `nil`
/// outside the range. Additions cannot overflow. The memory remains available as long as any range
/// of it exists.
@safe
package struct Bytes: Sendable {
  private let storage: ByteStorage
  /// The offset of the range in the file.
  package let fileOffset: Int
  package let count: Int

  /// Creates the range of all bytes of a storage.
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

  /// Returns the part with this offset and size, or `nil` if it exceeds the range.
  func part(at offset: UInt64, count: UInt64) -> Bytes? {
    let (end, overflows) = offset.addingReportingOverflow(count)
    guard !overflows, end <= UInt64(self.count) else { return nil }
    return Bytes(storage, fileOffset: fileOffset + Int(offset), count: Int(count))
  }

  /// Returns all bytes from an offset on, or `nil` if it exceeds the range.
  func rest(from offset: UInt64) -> Bytes? {
    guard offset <= UInt64(count) else { return nil }
    return part(at: offset, count: UInt64(count) - offset)
  }

  /// Returns the little-endian integer at an offset, or `nil` if it exceeds the range.
  func integer<Integer: FixedWidthInteger & BitwiseCopyable>(
    _ type: Integer.Type = Integer.self, at offset: Int
  ) -> Integer? {
    guard offset >= 0, count - MemoryLayout<Integer>.size >= offset else { return nil }
    return unsafe Integer(
      littleEndian: storage.bytes.loadUnaligned(fromByteOffset: fileOffset + offset, as: type))
  }

  /// Returns whether these bytes are at an offset.
  func holds(_ expected: some Collection<UInt8>, at offset: Int = 0) -> Bool {
    guard offset >= 0, count - expected.count >= offset else { return false }
    return zip(offset..<count, expected).allSatisfy { integer(UInt8.self, at: $0) == $1 }
  }

  /// Returns the text from an offset to the next zero, or to the end.
  ///
  /// Bytes that are not valid UTF-8 are replaced. Long texts are truncated, so that a file with
  /// many references to a very long text costs no more than its size.
  func text(at offset: UInt64, limit: Int = 16_384) -> String? {
    guard offset < UInt64(count) else { return nil }
    let start = fileOffset + Int(offset)
    let end = start + min(limit, count - Int(offset))
    return unsafe String(
      decoding: storage.bytes[start..<end].prefix { $0 != 0 }, as: UTF8.self)
  }

  /// All bytes as text, without zeros and spaces at the end.
  var paddedText: String {
    let start = fileOffset
    return unsafe String(
      decoding: storage.bytes[start..<(start + count)].reversed()
        .drop { $0 == 0 || $0 == UInt8(ascii: " ") }.reversed(), as: UTF8.self)
  }

  /// Calls the closure with the memory, for the decoder of records.
  func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    unsafe body(UnsafeRawBufferPointer(rebasing: storage.bytes[fileOffset..<(fileOffset + count)]))
  }
}
