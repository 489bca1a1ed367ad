import RecordFormat

/// An ELF file, or an ELF member of an archive.
struct ELFImage: Sendable {
  let bytes: Bytes
  let header: ELFHeader
  let segments: [ELFSegment]
  let loaded: [BinarySegment]
  let dynamic: ELFDynamic

  init(_ bytes: Bytes) throws(FormatError) {
    self.bytes = bytes
    header = try ELFHeader(bytes)
    segments = try ELFSegment.all(of: header, in: bytes)
    loaded = segments.filter { $0.kind == ELFSegment.Kind.load }.map(\.mapped)
    let dynamic = segments.first { $0.kind == ELFSegment.Kind.dynamic }
    self.dynamic = ELFDynamic(
      dynamic.flatMap { bytes.part(at: $0.fileOffset, count: $0.fileSize) }, in: bytes,
      segments: loaded)
    if header.type == ELFHeader.FileType.relocatable, ELFSections(header, in: bytes) == nil {
      throw .truncated("the table of sections of an object file", at: bytes.fileOffset)
    }
  }

  // MARK: What it is

  func traits(_ problems: inout RecordCollector) -> BinaryTraits {
    var traits = BinaryTraits(format: .elf, form: form, architecture: header.architecture)
    traits.isPositionIndependent = header.type == ELFHeader.FileType.sharedObject
    traits.isNeverUnloaded = dynamic.isNeverUnloaded
    traits.neededLibraries = dynamic.neededLibraries
    traits.sharedName = dynamic.text(ELFDynamic.Tag.sharedName)
    traits.runPaths = dynamic.runPaths
    traits.interpreter = interpreter
    traits.startUpByteCount = dynamic[ELFDynamic.Tag.startUpSize] ?? 0
    traits.buildID = buildID
    traits.segments = loaded
    if header.type != ELFHeader.FileType.relocatable, header.sectionTable > 0,
      header.sectionCount > 0, ELFSections(header, in: bytes) == nil
    {
      problems.report(
        .unreadableTable, at: Int(exactly: header.sectionTable),
        "the table of sections reaches beyond the end of the file. The records are read without it, "
          + "but not the names of the linker and the compilers")
    }
    return traits
  }

  private var form: BinaryTraits.Form {
    switch header.type {
    case ELFHeader.FileType.relocatable: .object
    case ELFHeader.FileType.executable: .executable
    case ELFHeader.FileType.sharedObject:
      // Old linkers did not distinguish programs from libraries. However, only programs have a
      // loader and no shared name.
      dynamic.isPositionIndependentExecutable
        || interpreter != nil && dynamic[ELFDynamic.Tag.sharedName] == nil
        ? .executable : .sharedLibrary
    default: .other
    }
  }

  private var interpreter: String? {
    segments.first { $0.kind == ELFSegment.Kind.interpreter }
      .flatMap { bytes.part(at: $0.fileOffset, count: $0.fileSize) }?.text(at: 0, limit: 4_096)
  }

  private var buildID: String? {
    for segment in segments where segment.kind == ELFSegment.Kind.note {
      guard let note = bytes.part(at: segment.fileOffset, count: segment.fileSize) else {
        continue
      }
      if let id = Self.buildID(inNotes: note) { return id }
    }
    return nil
  }

  /// Returns the build ID, if it is the first note of a segment.
  ///
  /// Linkers put it there.
  private static func buildID(inNotes note: Bytes) -> String? {
    let owner: [UInt8] = Array("GNU\0".utf8)
    guard note.integer(UInt32.self, at: 0) == 4, note.integer(UInt32.self, at: 8) == 3,
      note.holds(owner, at: 12), let size = note.integer(UInt32.self, at: 4), size <= 64,
      let id = note.part(at: 16, count: UInt64(size))
    else { return nil }
    return (0..<id.count).compactMap { id.integer(UInt8.self, at: $0) }
      .map { String(UInt16($0) | 0x100, radix: 16).dropFirst() }.joined()
  }

  // MARK: Who made it

  var comments: [String] {
    guard let sections = ELFSections(header, in: bytes),
      let comment = sections.section(named: ".comment"), let text = sections.contents(of: comment)
    else { return [] }
    var comments: [String] = []
    var offset: UInt64 = 0
    while let line = text.text(at: offset), comments.count < 1_000 {
      if !line.isEmpty { comments.append(line) }
      offset += UInt64(line.utf8.count) + 1
    }
    return comments
  }

  var linker: String? {
    if let comment = comments.first(where: { $0.hasPrefix("Linker: ") }) {
      return String(comment.dropFirst("Linker: ".count))
    }
    if let mold = comments.first(where: { $0.hasPrefix("mold ") }) { return mold }
    guard let sections = ELFSections(header, in: bytes),
      let note = sections.section(named: ".note.gnu.gold-version"),
      let contents = sections.contents(of: note), contents.holds(Array("GNU\0".utf8), at: 12)
    else { return nil }
    return contents.text(at: 16)
  }

  // MARK: Symbols

  func dynamicSymbols(withPrefix prefix: String) -> [BinarySymbol] {
    guard header.type == ELFHeader.FileType.relocatable else {
      return dynamic.symbols(withPrefix: prefix)
    }
    return linkerSymbols?.symbols(withPrefix: prefix, count: .max) ?? []
  }

  // MARK: Records

  func collectRecords(into collector: inout RecordCollector) {
    if header.type == ELFHeader.FileType.relocatable {
      ELFSections(header, in: bytes).map { ELFObjectRecords(sections: $0, bytes: bytes) }?
        .collect(into: &collector)
    } else {
      collectLoadedRecords(into: &collector)
    }
  }

  /// The range of addresses of the code, as the running process uses them.
  private var code: Range<UInt64> {
    let code = loaded.filter(\.isExecutable)
    guard let start = code.map(\.address).min() else { return 0..<0 }
    let end = code.map { $0.address.addingReportingOverflow($0.memorySize) }
      .map { $0.overflow ? UInt64.max : $0.partialValue }.max()
    return start..<max(start, end ?? start)
  }

  private func collectLoadedRecords(into collector: inout RecordCollector) {
    var budget = ReadBudget(for: bytes)
    let code = code
    for segment in segments where segment.kind == ELFSegment.Kind.note {
      let place = Int(exactly: segment.fileOffset)
      guard let notes = bytes.part(at: segment.fileOffset, count: segment.fileSize),
        budget.spend(notes.count)
      else {
        collector.report(
          .unreadableTable, at: place,
          "a note segment of \(segment.fileSize) bytes reaches beyond the end of the file, "
            + "overlaps another one, or exceeds the limit of \(ReadBudget.largest) bytes for "
            + "all notes. Build the file again")
        continue
      }
      let run = RecordRun(
        bytes: notes, address: segment.address, noteAlignment: segment.alignment == 8 ? 8 : 4)
      guard run.holdsRecord else { continue }
      guard loaded.contains(where: { $0.holds(segment.address, count: segment.memorySize) }) else {
        collector.report(
          .recordsNotLoaded, at: place,
          "these records lie outside the loaded segments, so a process never finds them. Link "
            + "without a script that discards or moves notes")
        continue
      }
      var tables: [Bytes] = []
      collector.collect(run, code: code) { slots in
        tables = relocationTables
        guard tables.allSatisfy({ budget.spend($0.count) }) else { return [:] }
        return accessors(slots)
      }
    }
  }

  private var relocationTables: [Bytes] {
    typealias Tag = ELFDynamic.Tag
    return [
      dynamic.table(at: Tag.relocationsWithAddend, size: Tag.relocationsWithAddendSize),
      dynamic.table(at: Tag.relocations, size: Tag.relocationsSize),
      dynamic.table(at: Tag.packedRelocations, size: Tag.packedRelocationsSize),
    ].compactMap(\.self)
  }

  /// Returns the addresses that the loader will write to these places.
  private func accessors(_ slots: [UInt64: UInt64]) -> [UInt64: DeclaredRecord.Accessor] {
    typealias Tag = ELFDynamic.Tag
    guard var relocations = ELFRelocations(slots: slots) else { return [:] }
    if let table = dynamic.table(
      at: Tag.relocationsWithAddend, size: Tag.relocationsWithAddendSize)
    {
      relocations.read(withAddend: table, symbolsAreFinal: true)
    }
    if let table = dynamic.table(at: Tag.relocations, size: Tag.relocationsSize) {
      relocations.read(inPlace: table, symbolsAreFinal: true)
    }
    if let table = dynamic.table(at: Tag.packedRelocations, size: Tag.packedRelocationsSize) {
      relocations.read(packed: table)
    }
    // If the image has fixed addresses, no table contains these places. The packed tables of
    // Android are not read.
    let isFixed = header.type == ELFHeader.FileType.executable
    let isUnread =
      dynamic[Tag.androidRelocations] != nil || dynamic[Tag.androidRelocationsWithAddend] != nil
    return slots.reduce(into: relocations.found) { found, slot in
      guard found[slot.key] == nil else { return }
      if isFixed, slot.value != 0 { found[slot.key] = .address(slot.value) }
      if isUnread { found[slot.key] = .symbolic }
    }
  }
}
