import Declarations

/// Makes Mach-O files, after Apple's documentation of the format.
enum MachOWriter {
  /// A library for arm64.
  static func library(_ fields: [RecordFields], segment: String = "__DATA_CONST") -> [UInt8] {
    file(type: 6, segment: segment, Sample.records(fields, accessor: 0x8000_0000_0000_4000))
  }

  /// An object file, in which relocations will fill the accessors in.
  static func object(_ fields: [RecordFields], relocated: Bool = true) -> [UInt8] {
    file(
      type: 1, segment: "__DATA_CONST", Sample.records(fields, accessor: 0),
      relocations: relocated ? Sample.slots(fields, at: 0) : [])
  }

  /// A file for several processors.
  static func universal(_ parts: [(processor: UInt32, bytes: [UInt8])], isLarge: Bool = false)
    -> [UInt8]
  {
    var header = ByteWriter(isLarge ? [0xCA, 0xFE, 0xBA, 0xBF] : [0xCA, 0xFE, 0xBA, 0xBE])
    header.append(UInt32(parts.count).byteSwapped)
    var offset = 128
    var bodies: [UInt8] = []
    for (processor, bytes) in parts {
      header.append(processor.byteSwapped, UInt32(0))
      if isLarge {
        header.append(
          UInt64(offset).byteSwapped, UInt64(bytes.count).byteSwapped, UInt32(12).byteSwapped,
          UInt32(0))
      } else {
        header.append(
          UInt32(offset).byteSwapped, UInt32(bytes.count).byteSwapped, UInt32(12).byteSwapped)
      }
      bodies += bytes
      offset += bytes.count
    }
    header.append("", padded: 128 - header.bytes.count)
    return header.bytes + bodies
  }

  private static func file(
    type: UInt32, segment: String, _ records: [UInt8], relocations: [UInt64] = []
  ) -> [UInt8] {
    let contents = 512
    let tables = contents + records.count
    let strings = Array("\0_modkit_marker\0_elsewhere\0".utf8)
    var commands = ByteWriter()
    // The segment, with one section for records and one for functions that run
    // before `main`.
    commands.append(UInt32(0x19), UInt32(72 + 2 * 80))
    commands.append(segment, padded: 16)
    commands.append(
      UInt64(0x4000), UInt64(records.count), UInt64(contents), UInt64(records.count), UInt32(3),
      UInt32(3), UInt32(2), UInt32(0))
    commands.append("__modkit_rec", padded: 16)
    commands.append(segment, padded: 16)
    commands.append(
      UInt64(0x4000), UInt64(records.count), UInt32(contents), UInt32(3), UInt32(tables),
      UInt32(relocations.count), UInt32(0), UInt32(0), UInt32(0), UInt32(0))
    commands.append("__init_offsets", padded: 16)
    commands.append("__TEXT", padded: 16)
    commands.append(
      UInt64(0), UInt64(12), UInt32(0), UInt32(2), UInt32(0), UInt32(0), UInt32(0x16), UInt32(0),
      UInt32(0), UInt32(0))
    for (command, text) in [
      (UInt32(0xC), "libSystem.dylib"), (0xD, "@rpath/libShop.dylib"),
      (0x8000_001C, "@loader_path"),
    ] {
      let start: UInt32 = command == 0x8000_001C ? 12 : 24
      commands.append(command, start + 24, start)
      commands.append("", padded: Int(start) - 12)
      commands.append(text, padded: 24)
    }
    commands.append(UInt32(0x1B), UInt32(24))
    commands.append((0..<16).map { UInt8($0) })
    let symbols = tables + relocations.count * 8
    commands.append(
      UInt32(2), UInt32(24), UInt32(symbols), UInt32(2), UInt32(symbols + 32),
      UInt32(strings.count))

    var file = ByteWriter()
    file.append(
      UInt32(0xFEED_FACF), UInt32(0x0100_000C), UInt32(0), type, UInt32(6),
      UInt32(commands.bytes.count), UInt32(0), UInt32(0))
    file.append(commands.bytes)
    file.append("", padded: contents - file.bytes.count)
    file.append(records)
    for slot in relocations { file.append(UInt32(slot), UInt32(0x0E00_0001)) }
    // One defined in a section, one looked for elsewhere.
    file.append(UInt32(1), UInt8(0x0F), UInt8(1), UInt16(0), UInt64(0x4000))
    file.append(UInt32(16), UInt8(0x01), UInt8(0), UInt16(0), UInt64(0))
    file.append(strings)
    return file.bytes
  }
}
