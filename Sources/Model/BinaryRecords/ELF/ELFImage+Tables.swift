import RecordFormat

extension ELFImage {
  /// The sections of the file, or `nil` if it has no table of sections.
  var sectionList: [BinarySection]? {
    guard let sections = ELFSections(header, in: bytes) else { return nil }
    // The first entry means "none".
    return sections.all.dropFirst().map { section in
      BinarySection(
        name: sections.name(of: section), address: section.address,
        fileOffset: section.fileOffset, size: section.size, isLoaded: section.isLoaded,
        isNotes: section.kind == ELFSections.Kind.note)
    }
  }

  /// The memory of the image with the pointers that the loader sets.
  ///
  /// - Complexity: Reads all relocations.
  var memory: ImageMemory {
    ImageMemory(bytes, segments: loaded, pointers: ELFPointers(dynamic))
  }

  // MARK: Symbols

  /// The symbols for linkers and debuggers, or `nil` if they were stripped.
  var linkerSymbols: ELFSymbols? {
    guard let sections = ELFSections(header, in: bytes),
      let symbols = sections.all.first(where: { $0.kind == ELFSections.Kind.symbols }),
      let strings = sections.section(at: UInt64(symbols.link)),
      let table = sections.contents(of: symbols), let names = sections.contents(of: strings)
    else { return nil }
    return ELFSymbols(table: table, strings: names)
  }

  // MARK: What is not there

  /// A description of a part that is incomplete in the file, or `nil` if the file is complete.
  var missingPart: String? {
    func isInFile(_ offset: UInt64, _ count: UInt64) -> Bool {
      bytes.part(at: offset, count: count) != nil
    }
    if let segment = segments.first(where: { !isInFile($0.fileOffset, $0.fileSize) }) {
      return "its segment (\(segment.mapped))"
    }
    if header.sectionTable > 0, header.sectionCount > 0 {
      guard let sections = ELFSections(header, in: bytes) else { return "its table of sections" }
      if let section = sections.all.first(where: {
        $0.kind != ELFSections.Kind.none && $0.kind != ELFSections.Kind.withoutBytes
          && !isInFile($0.fileOffset, $0.size)
      }) {
        return "its section '\(sections.name(of: section))'"
      }
    }
    return dynamic.missingTable.map { "the table \($0) that the loader needs" }
  }

  // MARK: Notes

  /// The note segments in the program headers, without segments that the file does not contain
  /// completely.
  var notes: [BinaryNotes] {
    var budget = ReadBudget(for: bytes)
    return noteSegments.compactMap { segment in
      guard let notes = bytes.part(at: segment.fileOffset, count: segment.fileSize),
        budget.spend(notes.count)
      else { return nil }
      return BinaryNotes(
        segment: segment.mapped, isLoaded: isLoaded(segment), bytes: notes,
        noteAlignment: segment.alignment == 8 ? 8 : 4)
    }
  }

  private var noteSegments: [ELFSegment] {
    segments.filter { $0.kind == ELFSegment.Kind.note }
  }

  /// Returns whether the loader puts the bytes of a segment at the address that the segment states.
  private func isLoaded(_ segment: ELFSegment) -> Bool {
    guard let load = loaded.first(where: { $0.holds(segment.address, count: segment.memorySize) })
    else { return false }
    // The comparison cannot overflow, regardless of the values in the file.
    return segment.fileOffset &- load.fileOffset == segment.address &- load.address
  }

  /// Adds the records in notes that are not declared to the loader, or are declared incorrectly.
  func collectUnloadedRecords(into collector: inout RecordCollector) {
    guard header.type != ELFHeader.FileType.relocatable else { return }
    var budget = ReadBudget(for: bytes)
    func collect(_ place: (offset: UInt64, count: UInt64, alignment: UInt64)) {
      guard let notes = bytes.part(at: place.offset, count: place.count),
        budget.spend(notes.count)
      else { return }
      let run = RecordRun(
        bytes: notes, address: 0, noteAlignment: place.alignment == 8 ? 8 : 4)
      guard run.holdsRecord else { return }
      collector.collect(run, code: nil) { slots in slots.mapValues { _ in .symbolic } }
    }
    let segments = noteSegments
    for segment in segments where !isLoaded(segment) {
      collect((segment.fileOffset, segment.fileSize, segment.alignment))
    }
    for section in ELFSections(header, in: bytes).map({ Array($0.all) }) ?? []
    where section.kind == ELFSections.Kind.note && !Self.isTold(section, by: segments) {
      collect((section.fileOffset, section.size, section.alignment))
    }
  }

  /// Returns whether segments declare the bytes of a section to the loader.
  private static func isTold(
    _ section: ELFSections.Section, by segments: [ELFSegment]
  ) -> Bool {
    segments.contains { segment in
      section.fileOffset >= segment.fileOffset
        && section.fileOffset - segment.fileOffset < segment.fileSize
    }
  }
}

extension ELFSymbols {
  /// Returns the names that are defined here, including local ones, because a linker hides names
  /// that other images do not need.
  func definedNames(among names: Set<String>) -> Set<String> {
    var found: Set<String> = []
    var start = Self.entrySize
    while start < Self.most * Self.entrySize, let name = table.integer(UInt32.self, at: start),
      let section = table.integer(UInt16.self, at: start + 6)
    {
      start += Self.entrySize
      guard section != 0, name != 0, let text = strings.text(at: UInt64(name)),
        names.contains(text)
      else { continue }
      found.insert(text)
      if found.count == names.count { break }
    }
    return found
  }
}
