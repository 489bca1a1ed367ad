/// Appends little-endian integers and bytes to a buffer.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  init(_ bytes: [UInt8] = []) {
    self.bytes = bytes
  }

  mutating func append(_ values: (any FixedWidthInteger)...) {
    for value in values { appendOne(value) }
  }

  private mutating func appendOne(_ value: some FixedWidthInteger) {
    for shift in stride(from: 0, to: value.bitWidth, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }

  mutating func append(_ more: some Sequence<UInt8>) {
    bytes += more
  }

  /// Appends a text with zeros behind it.
  mutating func append(_ text: String, padded count: Int) {
    let text = Array(text.utf8.prefix(count))
    bytes += text + Array(repeating: 0, count: count - text.count)
  }

  /// Appends zeros up to a multiple of this.
  mutating func align(_ alignment: Int) {
    bytes += Array(repeating: 0, count: (alignment - bytes.count % alignment) % alignment)
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
