/// Splits a file into its images.
struct FileParts {
  let path: String
  private(set) var images: [BinaryImage] = []
  private(set) var problems: [BinaryProblem] = []

  /// Adds the images in these bytes, which are the whole file or one of its members.
  mutating func add(_ bytes: Bytes, member: String?) throws(FormatError) {
    if Archive.isArchive(bytes) {
      try addMembers(of: bytes, outer: member)
    } else if member == nil, UniversalFile.isUniversal(bytes) {
      for part in try UniversalFile.parts(of: bytes) {
        addMember(part.bytes, named: part.architecture)
      }
    } else {
      try addImage(bytes, member: member)
    }
  }

  private mutating func addMembers(of bytes: Bytes, outer: String?) throws(FormatError) {
    var archive = try Archive(bytes)
    while let member = try archive.next() {
      let name = outer.map { "\($0):\(member.name)" } ?? member.name
      // Linkers cannot use an archive in an archive.
      if Archive.isArchive(member.bytes) {
        report(
          .init(.unsupportedFormat, at: member.bytes.fileOffset, "it is an archive in an archive"),
          member: name)
      } else {
        do throws(FormatError) { try addImage(member.bytes, member: name) } catch {
          report(error, member: name)
        }
      }
    }
  }

  private mutating func addMember(_ bytes: Bytes, named name: String) {
    do throws(FormatError) { try add(bytes, member: name) } catch { report(error, member: name) }
  }

  private mutating func addImage(_ bytes: Bytes, member: String?) throws(FormatError) {
    guard ELFHeader.isHeader(bytes) || MachOHeader.isHeader(bytes) else {
      throw Self.unknownFormat(bytes)
    }
    images.append(try BinaryImage(bytes, name: name(of: member), member: member))
  }

  private func name(of member: String?) -> String {
    member.map { "\(path)(\($0))" } ?? path
  }

  private mutating func report(_ error: FormatError, member: String) {
    problems.append(
      BinaryProblem(
        code: .unreadableMember, image: name(of: member), offset: error.offset,
        message: error.message, record: nil))
  }

  /// Returns the error for a file in another format, which is determined from its first bytes.
  private static func unknownFormat(_ bytes: Bytes) -> FormatError {
    let bitcode: [[UInt8]] = [[0x42, 0x43, 0xC0, 0xDE], [0xDE, 0xC0, 0x17, 0x0B]]
    if bitcode.contains(where: { bytes.holds($0) }) {
      return FormatError(
        .unsupportedFormat, at: bytes.fileOffset,
        "it is LLVM bitcode, which has no records until it is linked. Pass the linked file")
    }
    return FormatError(
      .unknownFormat, at: bytes.fileOffset,
      "it is not an ELF or Mach-O file, or an archive of them")
  }
}

/// A file with a Mach-O image or an archive for each of several processors.
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
    // The header is always big-endian, regardless of the images.
    guard let count = bytes.integer(UInt32.self, at: 4)?.byteSwapped else {
      throw .truncated("the header of a universal file", at: bytes.fileOffset)
    }
    // Compiled Java code begins with the same bytes, followed by a version.
    guard count <= 40 else {
      throw FormatError(
        .unknownFormat, at: bytes.fileOffset,
        "it declares \(count) processors, so it is not a universal file. It may be "
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
