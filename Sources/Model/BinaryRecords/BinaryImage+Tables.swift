package import RecordFormat

extension BinaryImage {
  /// The sections of the image, or `nil` if the image has no table of sections.
  ///
  /// - Complexity: Reads the table of sections.
  package var sections: [BinarySection]? {
    switch contents {
    case .elf(let image): image.sectionList
    case .machO(let image): image.sectionList
    }
  }

  /// The segments that are incomplete in the file, for example because it was truncated.
  package var cutSegments: [BinarySegment] {
    traits.segments.filter { segment in
      let (end, overflows) = segment.fileOffset.addingReportingOverflow(segment.fileSize)
      return overflows || end > UInt64(byteCount)
    }
  }

  /// A description of a part that is incomplete in the file, or `nil` if all parts are complete.
  ///
  /// Do not pass an incomplete file to a loader: it was truncated or is still being written.
  ///
  /// - Complexity: Reads the table of sections.
  package var missingPart: String? {
    switch contents {
    case .elf(let image): image.missingPart
    case .machO: cutSegments.first.map { "its segment (\($0))" }
    }
  }

  /// A sentence about a segment that contradicts other segments or the sections, or `nil` if none
  /// does.
  ///
  /// Do not pass a contradictory file to a loader: its mapping would be different from what the
  /// code expects, and a signal would stop the process.
  ///
  /// - Complexity: O(*s* log *s*) in the segments, and linear in the sections.
  package var contradiction: String? {
    switch contents {
    case .elf(let image): image.contradiction
    case .machO: nil
    }
  }

  /// The size of the image in the file in bytes.
  package var byteCount: Int {
    switch contents {
    case .elf(let image): image.bytes.count
    case .machO(let image): image.byteCount
    }
  }

  /// The blocks of notes that the headers declare to the loader.
  ///
  /// - Complexity: Reads all notes.
  package var notes: [BinaryNotes] {
    switch contents {
    case .elf(let image): image.notes
    case .machO: []
    }
  }

  /// The records that the file contains in places where no process looks for them.
  ///
  /// - Complexity: Reads the table of sections.
  package var unloadedRecords: [DeclaredRecord] {
    var collector = RecordCollector(image: name)
    switch contents {
    case .elf(let image): image.collectUnloadedRecords(into: &collector)
    case .machO: break
    }
    return collector.finish().0
  }

  /// A Boolean value that indicates whether the image has the symbols for debuggers and linkers,
  /// which tools can strip.
  package var hasSymbolTable: Bool {
    switch contents {
    case .elf(let image): image.linkerSymbols != nil
    case .machO(let image): image.hasSymbols
    }
  }

  /// Returns the names that the image defines as code or data.
  ///
  /// Names that were stripped from the symbol tables are not found.
  ///
  /// - Complexity: O(*n*) for *n* symbols.
  package func definedSymbols(among names: Set<String>) -> Set<String> {
    guard !names.isEmpty else { return [] }
    var found = Set(sharedSymbols().lazy.filter(\.isDefined).map(\.name)).intersection(names)
    if case .elf(let image) = contents {
      found.formUnion(image.linkerSymbols?.definedNames(among: names) ?? [])
    }
    return found
  }
}

/// A section of a file, as compilers and linkers use it.
package struct BinarySection: Sendable, Hashable {
  /// The name of the section, such as `.note.modkit`, which includes the name of the segment in
  /// Mach-O files: `__TEXT,__text`.
  package let name: String
  /// The address in memory, relative to the addresses of the file.
  package let address: UInt64
  /// The offset in the file.
  package let fileOffset: UInt64
  package let size: UInt64
  /// A Boolean value that indicates whether the section is loaded into memory.
  package let isLoaded: Bool
  /// A Boolean value that indicates whether the section consists of ELF notes.
  package let isNotes: Bool
}
