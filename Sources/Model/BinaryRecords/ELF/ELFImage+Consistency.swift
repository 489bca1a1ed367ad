extension ELFImage {
  /// A sentence about a segment that contradicts other segments or the sections, or `nil` if none
  /// does.
  ///
  /// The loader maps segments without a check. If a file has sections, they contain the same
  /// information again, so a change of only one of them can be detected.
  var contradiction: String? {
    let loads = segments.filter { $0.kind == ELFSegment.Kind.load }
    return loads.lazy.compactMap(\.contradiction).first ?? disorder(of: loads)
      ?? segments.lazy.compactMap { self.contradiction(of: $0, loads) }.first
      ?? sectionContradiction(loads)
  }

  /// Returns a contradiction if loaded segments are out of order or overlap.
  private func disorder(of loads: [ELFSegment]) -> String? {
    guard let first = loads.first, let last = loads.last else {
      return "it has no loaded segment"
    }
    for (before, after) in zip(loads, loads.dropFirst())
    where before.address + before.memorySize > after.address {
      return "the segments \(before.mapped) and \(after.mapped) overlap"
    }
    // The loader reserves the whole range at once.
    let span = last.address + last.memorySize - first.address
    return span > Self.mostMemory ? "its segments take \(span) bytes of memory" : nil
  }

  private static var mostMemory: UInt64 { 1 << 40 }
  private static var largestPage: UInt64 { 65_536 }

  /// Returns a contradiction if the loader reads or protects a segment that it does not load.
  private func contradiction(of segment: ELFSegment, _ loads: [ELFSegment]) -> String? {
    guard ELFSegment.Kind.inMemory.contains(segment.kind), segment.memorySize > 0 else {
      return nil
    }
    // Zeros of thread-local storage use no space in the file, and lld rounds the range that becomes
    // read-only up to a page.
    let isRelro = segment.kind == ELFSegment.Kind.relro
    let size =
      isRelro || segment.kind == ELFSegment.Kind.threadLocal
      ? segment.fileSize : segment.memorySize
    guard isRelro || segment.fileSize <= segment.memorySize,
      segment.isAligned, segment.memorySize < Self.mostMemory,
      loads.contains(where: { load in
        load.holds(segment.address, size, at: segment.fileOffset)
          && (!isRelro
            || segment.address - load.address + segment.memorySize
              <= load.memorySize + Self.largestPage)
      })
    else { return "the segment \(segment.mapped) is in no loaded segment" }
    guard
      segment.kind != ELFSegment.Kind.programTable
        || segment.fileOffset == header.programTable
          && segment.memorySize == header.programCount * ELFHeader.programSize
    else { return "the segment \(segment.mapped) is not the table of segments" }
    return nil
  }

  /// Returns a contradiction if a section is not loaded by a segment with the same permissions.
  private func sectionContradiction(_ loads: [ELFSegment]) -> String? {
    guard let sections = ELFSections(header, in: bytes) else { return nil }
    let relro = segments.first { $0.kind == ELFSegment.Kind.relro }
    for section in sections.all where section.isLoaded && section.size > 0 {
      let name = sections.name(of: section)
      let isInFile = section.kind != ELFSections.Kind.withoutBytes
      if section.isThreadLocal {
        let threadLocal = segments.first { $0.kind == ELFSegment.Kind.threadLocal }
        guard threadLocal?.holds(section.address, section.size, at: nil) == true else {
          return "no thread-local segment has its section '\(name)'"
        }
        // The zeros of this section use no memory until a thread starts.
        guard isInFile else { continue }
      }
      let segment = loads.first {
        $0.holds(section.address, section.size, at: isInFile ? section.fileOffset : nil)
      }
      guard let segment, segment.permits(section) else {
        return "no segment loads its section '\(name)' with the rights of the section"
      }
      if let relro, [".data", ".bss"].contains(name), section.address < relro.readOnlyEnd {
        return "the segment \(relro.mapped) makes its section '\(name)' read-only"
      }
      if let kind = Self.ownSegments[name] {
        guard let own = segments.first(where: { $0.kind == kind }), own.address == section.address,
          own.memorySize == section.size
        else { return "its section '\(name)' has no segment of its own" }
      }
    }
    return nil
  }

  /// The kinds of segments that correspond to a single section.
  private static let ownSegments = [
    ".dynamic": ELFSegment.Kind.dynamic, ".eh_frame_hdr": ELFSegment.Kind.unwinding,
  ]
}

extension ELFSegment.Kind {
  static let programTable: UInt32 = 6
  static let threadLocal: UInt32 = 7
  static let unwinding: UInt32 = 0x6474_E550
  static let relro: UInt32 = 0x6474_E552
  static let property: UInt32 = 0x6474_E553

  /// The kinds that the loader or the runtime reads in memory.
  fileprivate static let inMemory = [
    dynamic, note, programTable, threadLocal, unwinding, relro, property,
  ]
}

extension ELFSegment {
  fileprivate var isAligned: Bool { alignment & (alignment &- 1) == 0 || alignment == 0 }

  fileprivate var contradiction: String? {
    if fileSize > memorySize { return "the segment \(mapped) is longer than its memory" }
    if address.addingReportingOverflow(memorySize).overflow {
      return "the segment \(mapped) ends beyond all memory"
    }
    if !isAligned || alignment > 1 << 30 || (address &- fileOffset) % max(Self.page, alignment) != 0
    {
      return "the segment \(mapped) is not aligned"
    }
    return nil
  }

  /// Returns whether the segment loads a range from this offset in the file.
  ///
  /// The offset is `nil` for zeros.
  fileprivate func holds(_ start: UInt64, _ size: UInt64, at offset: UInt64?) -> Bool {
    guard start >= address, start - address <= memorySize,
      size <= memorySize - (start - address)
    else { return false }
    guard let offset else { return true }
    return offset == fileOffset &+ (start - address) && start - address + size <= fileSize
  }

  /// Returns whether the segment has the permissions that a section needs.
  fileprivate func permits(_ section: ELFSections.Section) -> Bool {
    let rights = mapped
    return rights.isReadable && (rights.isWritable || !section.isWritable)
      && (rights.isExecutable || !section.isExecutable)
  }

  /// The end of the range that the loader makes read-only, which consists of whole pages.
  fileprivate var readOnlyEnd: UInt64 { (address &+ memorySize) & ~(Self.page - 1) }

  private static var page: UInt64 { 4_096 }
}
