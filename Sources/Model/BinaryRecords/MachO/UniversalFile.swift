/// A file with one Mach-O image, or one archive, for each of several processors.
enum UniversalFile {
  struct Part {
    let architecture: String
    let bytes: Bytes
  }

  private static let magic: [UInt8] = [0xCA, 0xFE, 0xBA, 0xBE]
  private static let largeMagic: [UInt8] = [0xCA, 0xFE, 0xBA, 0xBF]

  static func isUniversal(_ bytes: Bytes) -> Bool {
    bytes.holds(magic) || bytes.holds(largeMagic)
  }

  static func parts(of bytes: Bytes) throws(FormatError) -> [Part] {
    let isLarge = bytes.holds(largeMagic)
    // Its own header is big-endian, whatever the images are.
    guard let count = bytes.integer(UInt32.self, at: 4)?.byteSwapped else {
      throw .truncated("the header of a universal file", at: bytes.fileOffset)
    }
    // Compiled Java begins with the same bytes, and a version behind them.
    guard count <= 40 else {
      throw FormatError(
        .unknownFormat, at: bytes.fileOffset,
        "it says that it is for \(count) processors, so it is no universal file; it may be "
          + "compiled Java")
    }
    var parts: [Part] = []
    for index in 0..<Int(count) {
      let entry = 8 + index * (isLarge ? 32 : 20)
      let processor = bytes.integer(UInt32.self, at: entry)?.byteSwapped
      let range: (offset: UInt64?, size: UInt64?) =
        isLarge
        ? (
          bytes.integer(UInt64.self, at: entry + 8)?.byteSwapped,
          bytes.integer(UInt64.self, at: entry + 16)?.byteSwapped
        )
        : (
          bytes.integer(UInt32.self, at: entry + 8).map { UInt64($0.byteSwapped) },
          bytes.integer(UInt32.self, at: entry + 12).map { UInt64($0.byteSwapped) }
        )
      guard let processor, let offset = range.offset, let size = range.size,
        let part = bytes.part(at: offset, count: size)
      else { throw .truncated("the image for one of its processors", at: bytes.fileOffset + entry) }
      parts.append(Part(architecture: MachOHeader.architecture(processor), bytes: part))
    }
    return parts
  }
}
