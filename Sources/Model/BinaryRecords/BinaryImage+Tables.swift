package import RecordFormat

extension BinaryImage {
  /// Its sections; nothing when the table of them is not there.
  ///
  /// - Complexity: Reads the table of sections.
  package var sections: [BinarySection]? {
    switch contents {
    case .elf(let image): image.sectionList
    case .machO(let image): image.sectionList
    }
  }

  /// The segments of which the file does not have all bytes, as when it was cut.
  package var cutSegments: [BinarySegment] {
    traits.segments.filter { segment in
      let (end, overflows) = segment.fileOffset.addingReportingOverflow(segment.fileSize)
      return overflows || end > UInt64(byteCount)
    }
  }

  /// A part that the file does not have all of, in words; `nil` if it is complete.
  ///
  /// No loader may be given such a file: it was cut, or is still being written.
  ///
  /// - Complexity: Reads the table of sections.
  package var missingPart: String? {
    switch contents {
    case .elf(let image): image.missingPart
    case .machO: cutSegments.first.map { "its segment (\($0))" }
    }
  }

  /// A segment that contradicts the others or the sections, as a sentence; `nil` if none does.
  ///
  /// No loader may be given such a file: it would map what the code does not expect, and the
  /// process would be stopped by a signal.
  ///
  /// - Complexity: O(*s* log *s*) in the segments, and linear in the sections.
  package var contradiction: String? {
    switch contents {
    case .elf(let image): image.contradiction
    case .machO: nil
    }
  }

  /// The number of bytes of the file that belong to it.
  package var byteCount: Int {
    switch contents {
    case .elf(let image): image.bytes.count
    case .machO(let image): image.byteCount
    }
  }

  /// The runs of notes that it tells the loader of.
  ///
  /// - Complexity: Reads all of them.
  package var notes: [BinaryNotes] {
    switch contents {
    case .elf(let image): image.notes
    case .machO: []
    }
  }

  /// Records that stand in the file, but where no process looks for them.
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

  /// A Boolean value that indicates whether it has the symbols that debuggers and
  /// linkers read, which tools strip off.
  package var hasSymbolTable: Bool {
    switch contents {
    case .elf(let image): image.linkerSymbols != nil
    case .machO(let image): image.hasSymbols
    }
  }

  /// Which of these names are those of its own code and data, as far as its tables
  /// of symbols still say it.
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

/// A part of a file as compilers and linkers see it.
package struct BinarySection: Sendable, Hashable {
  /// Its name, with that of its segment where sections have one: `.note.modkit`,
  /// `__TEXT,__text`.
  package let name: String
  /// The address in memory, as the file counts addresses.
  package let address: UInt64
  /// The offset in the file.
  package let fileOffset: UInt64
  package let size: UInt64
  /// A Boolean value that indicates whether a process has it in memory.
  package let isLoaded: Bool
  /// A Boolean value that indicates whether it is made of ELF notes.
  package let isNotes: Bool
}
