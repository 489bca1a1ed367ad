/// The header of a 64-bit Mach-O file.
///
/// This code is based on Apple's documentation of the format and was tested with files that the
/// tests create.
struct MachOHeader {
  let processor: UInt32
  let fileType: UInt32
  let commandCount: UInt32
  let commands: Bytes

  static func isHeader(_ bytes: Bytes) -> Bool {
    // 64 and 32 bits, in both byte orders.
    [[0xCF, 0xFA, 0xED, 0xFE], [0xCE, 0xFA, 0xED, 0xFE], [0xFE, 0xED, 0xFA, 0xCF]]
      .contains { bytes.holds($0 as [UInt8]) } || bytes.holds([0xFE, 0xED, 0xFA, 0xCE] as [UInt8])
  }

  init(_ bytes: Bytes) throws(FormatError) {
    let start = bytes.fileOffset
    guard bytes.holds([0xCF, 0xFA, 0xED, 0xFE] as [UInt8]) else {
      throw FormatError(
        .unsupportedFormat, at: start,
        "it is not a 64-bit little-endian Mach-O file, and only such files have records. Build it for "
          + "such a processor")
    }
    guard let processor = bytes.integer(UInt32.self, at: 4),
      let fileType = bytes.integer(UInt32.self, at: 12),
      let commandCount = bytes.integer(UInt32.self, at: 16),
      let commandSize = bytes.integer(UInt32.self, at: 20),
      let commands = bytes.part(at: 32, count: UInt64(commandSize))
    else { throw .truncated("the header and its load commands", at: start) }
    self.processor = processor
    self.fileType = fileType
    self.commandCount = commandCount
    self.commands = commands
  }

  var architecture: String { Self.architecture(processor) }

  /// The name of a processor.
  static func architecture(_ processor: UInt32) -> String {
    switch processor {
    case 0x0100_0007: "x86_64"
    case 0x0100_000C: "arm64"
    case 7: "i386"
    case 12: "arm"
    default: "processor \(processor)"
    }
  }

  var form: BinaryTraits.Form {
    switch fileType {
    case 1: .object
    case 2: .executable
    // A library, or a bundle to be opened while a program runs.
    case 6, 8: .sharedLibrary
    default: .other
    }
  }
}
