import RecordFormat

/// A 64-bit Mach-O file, or a part of a universal file.
///
/// This code is based on Apple's documentation of the format and was tested with files that the
/// tests create.
struct MachOImage: Sendable {
  private struct Section: Sendable {
    let segment: String
    let name: String
    let address: UInt64
    let size: UInt64
    let fileOffset: UInt64
    let relocations: UInt64
    let relocationCount: UInt64
    let flags: UInt32
    /// The index of the section's first symbol, if the section consists of pointers to symbols.
    let firstSymbol: UInt32
  }

  private enum Command {
    static let symbols: UInt32 = 0x2
    static let indirectSymbols: UInt32 = 0xB
    static let loadLibrary: UInt32 = 0xC
    static let ownName: UInt32 = 0xD
    static let loader: UInt32 = 0xE
    static let segment: UInt32 = 0x19
    static let identifier: UInt32 = 0x1B
    static let runPath: UInt32 = 0x8000_001C
    static let loadWeakLibrary: UInt32 = 0x8000_0018
    static let reexportLibrary: UInt32 = 0x8000_001F
  }

  private let bytes: Bytes
  private let isObject: Bool
  private var sections: [Section] = []
  /// All sections, including sections without records.
  private(set) var sectionList: [BinarySection] = []
  private var symbols: (table: Bytes, count: Int, strings: Bytes)?
  /// The sections of pointers to symbols, and the table with the number of each symbol.
  private var pointerSections: [Section] = []
  private var indirectSymbols: Bytes?
  private(set) var traits: BinaryTraits

  init(_ bytes: Bytes) throws(FormatError) {
    self.bytes = bytes
    let header = try MachOHeader(bytes)
    isObject = header.form == .object
    traits = BinaryTraits(format: .machO, form: header.form, architecture: header.architecture)
    traits.isPositionIndependent = true
    var offset: UInt64 = 0
    for _ in 0..<header.commandCount {
      guard let start = Int(exactly: offset),
        let command = header.commands.integer(UInt32.self, at: start),
        let size = header.commands.integer(UInt32.self, at: start + 4), size >= 8,
        let contents = header.commands.part(at: offset, count: UInt64(size))
      else {
        throw .truncated("a load command", at: header.commands.fileOffset + Int(offset))
      }
      try read(command, contents)
      offset += UInt64(size)
    }
  }

  private mutating func read(_ command: UInt32, _ contents: Bytes) throws(FormatError) {
    switch command {
    case Command.segment: try readSegment(contents)
    case Command.loadLibrary, Command.loadWeakLibrary, Command.reexportLibrary:
      text(in: contents).map { traits.neededLibraries.append($0) }
    case Command.ownName: traits.sharedName = text(in: contents)
    case Command.loader: traits.interpreter = text(in: contents)
    case Command.runPath: text(in: contents).map { traits.runPaths.append($0) }
    case Command.identifier:
      traits.buildID = (8..<min(24, max(8, contents.count)))
        .compactMap { contents.integer(UInt8.self, at: $0) }
        .map { String(UInt16($0) | 0x100, radix: 16).dropFirst() }.joined()
    case Command.symbols:
      guard let place = contents.integer(UInt32.self, at: 8),
        let count = contents.integer(UInt32.self, at: 12),
        let strings = contents.integer(UInt32.self, at: 16),
        let stringSize = contents.integer(UInt32.self, at: 20),
        let table = bytes.part(at: UInt64(place), count: UInt64(count) * 16),
        let names = bytes.part(at: UInt64(strings), count: UInt64(stringSize))
      else { throw .truncated("the table of symbols", at: contents.fileOffset) }
      symbols = (table, Int(count), names)
    case Command.indirectSymbols:
      guard let place = contents.integer(UInt32.self, at: 56),
        let count = contents.integer(UInt32.self, at: 60)
      else { throw .truncated("the table of pointers to symbols", at: contents.fileOffset) }
      indirectSymbols = bytes.part(at: UInt64(place), count: UInt64(count) * 4)
    default: break
    }
  }

  /// Returns the text of a command.
  ///
  /// Its offset follows the size of the command.
  private func text(in contents: Bytes) -> String? {
    contents.integer(UInt32.self, at: 8).flatMap { contents.text(at: UInt64($0), limit: 4_096) }
  }

  private mutating func readSegment(_ contents: Bytes) throws(FormatError) {
    guard let address = contents.integer(UInt64.self, at: 24),
      let memorySize = contents.integer(UInt64.self, at: 32),
      let fileOffset = contents.integer(UInt64.self, at: 40),
      let fileSize = contents.integer(UInt64.self, at: 48),
      let protection = contents.integer(UInt32.self, at: 60),
      let count = contents.integer(UInt32.self, at: 64),
      let table = contents.part(at: 72, count: UInt64(count) * 80)
    else { throw .truncated("a segment", at: contents.fileOffset) }
    traits.segments.append(
      BinarySegment(
        name: Self.name(in: contents, at: 8), address: address, memorySize: memorySize,
        fileOffset: fileOffset, fileSize: fileSize, isReadable: protection & 1 != 0,
        isWritable: protection & 2 != 0, isExecutable: protection & 4 != 0))
    for start in stride(from: 0, to: table.count, by: 80) {
      guard let section = Self.section(in: table, at: start) else { break }
      sectionList.append(
        BinarySection(
          name: "\(section.segment),\(section.name)", address: section.address,
          fileOffset: section.fileOffset, size: section.size, isLoaded: !isObject, isNotes: false))
      // Functions that run before `main`, as addresses or as offsets.
      if [0x9, 0x16].contains(section.flags & 0xFF) {
        traits.startUpByteCount &+= section.size
      }
      let isForRecords =
        section.name == "__modkit_rec" && ["__DATA_CONST", "__DATA"].contains(section.segment)
      if isForRecords { sections.append(section) }
      if section.flags & 0xFF == 0x6 { pointerSections.append(section) }
    }
  }

  private static func section(in table: Bytes, at start: Int) -> Section? {
    guard let address = table.integer(UInt64.self, at: start + 32),
      let size = table.integer(UInt64.self, at: start + 40),
      let fileOffset = table.integer(UInt32.self, at: start + 48),
      let relocations = table.integer(UInt32.self, at: start + 56),
      let relocationCount = table.integer(UInt32.self, at: start + 60),
      let flags = table.integer(UInt32.self, at: start + 64),
      let firstSymbol = table.integer(UInt32.self, at: start + 68)
    else { return nil }
    return Section(
      segment: name(in: table, at: start + 16), name: name(in: table, at: start),
      address: address, size: size, fileOffset: UInt64(fileOffset),
      relocations: UInt64(relocations), relocationCount: UInt64(relocationCount), flags: flags,
      firstSymbol: firstSymbol)
  }

  /// Returns a name of at most sixteen bytes.
  private static func name(in table: Bytes, at start: Int) -> String {
    table.text(at: UInt64(start), limit: 16) ?? ""
  }

  /// The size in bytes.
  var byteCount: Int { bytes.count }

  // MARK: Symbols

  /// A Boolean value that indicates whether the image has a symbol table that is not empty.
  var hasSymbols: Bool { symbols.map { $0.count > 0 } ?? false }

  /// Returns the symbols that other images can use, and the symbols that this image imports.
  ///
  /// The underscore before each C name is removed.
  func externalSymbols(withPrefix prefix: String) -> [BinarySymbol] {
    guard let symbols else { return [] }
    let wanted = Array("_\(prefix)".utf8)
    return (0..<symbols.count).compactMap { index in
      let start = index * 16
      guard let name = symbols.table.integer(UInt32.self, at: start),
        let type = symbols.table.integer(UInt8.self, at: start + 4),
        let description = symbols.table.integer(UInt16.self, at: start + 6),
        let address = symbols.table.integer(UInt64.self, at: start + 8),
        // The symbol is external, and does not belong to a debugger.
        type & 0x01 != 0, type & 0xE0 == 0, symbols.strings.holds(wanted, at: Int(name)),
        let text = symbols.strings.text(at: UInt64(name) + 1)
      else { return nil }
      let isDefined = type & 0x0E != 0
      return BinarySymbol(
        name: text, isDefined: isDefined, isWeak: description & (isDefined ? 0x80 : 0x40) != 0,
        address: isDefined ? address : 0)
    }
  }

  // MARK: Memory

  /// The memory of the image with the pointers that the loader sets.
  ///
  /// - Complexity: Reads all pointers to symbols.
  var memory: ImageMemory {
    let base = traits.segments.first { $0.fileOffset == 0 && $0.fileSize > 0 }?.address ?? 0
    return ImageMemory(
      bytes, segments: traits.segments, pointers: MachOPointers(imports: imports, base: base))
  }

  /// The names of imported symbols by the addresses of their pointers.
  private var imports: [UInt64: String] {
    guard let symbols, let indirectSymbols else { return [:] }
    var imports: [UInt64: String] = [:]
    var budget = ReadBudget(for: bytes)
    for section in pointerSections where section.size <= UInt64(bytes.count) {
      for index in 0..<Int(section.size / 8) {
        // Numbers beyond the table stand for pointers into the image.
        guard
          let number = indirectSymbols.integer(
            UInt32.self, at: 4 * (Int(section.firstSymbol) + index)),
          Int(number) < symbols.count,
          let name = symbols.table.integer(UInt32.self, at: 16 * Int(number)),
          let text = symbols.strings.text(at: UInt64(name), limit: 1_024),
          budget.spend(text.utf8.count + 8)
        else { continue }
        imports[section.address &+ UInt64(8 * index)] = String(text.dropFirst())
      }
    }
    return imports
  }

  // MARK: Records

  func collectRecords(into collector: inout RecordCollector) {
    var budget = ReadBudget(for: bytes)
    for section in sections {
      guard let contents = bytes.part(at: section.fileOffset, count: section.size),
        budget.spend(contents.count)
      else {
        collector.report(
          .unreadableTable, at: Int(exactly: section.fileOffset),
          "a record section of \(section.size) bytes reaches beyond the end of the file, or "
            + "overlaps another one. Build the file again")
        continue
      }
      let run = RecordRun(
        bytes: contents, address: 0, noteAlignment: RecordLayout.alignment)
      guard run.holdsRecord else { continue }
      collector.collect(run, code: nil) { slots in
        isObject ? relocated(slots, by: section, &budget) : fixedUp(slots)
      }
    }
  }

  /// Returns the accessors of a linked file.
  ///
  /// Its places do not contain addresses yet, but instructions for the loader.
  private func fixedUp(_ slots: [UInt64: UInt64]) -> [UInt64: DeclaredRecord.Accessor] {
    slots.mapValues { $0 == 0 ? .missing : .symbolic }
  }

  private func relocated(
    _ slots: [UInt64: UInt64], by section: Section, _ budget: inout ReadBudget
  ) -> [UInt64: DeclaredRecord.Accessor] {
    guard let table = bytes.part(at: section.relocations, count: section.relocationCount * 8),
      budget.spend(table.count)
    else { return [:] }
    var found: [UInt64: DeclaredRecord.Accessor] = [:]
    var offset = 0
    while let place = table.integer(UInt32.self, at: offset) {
      if slots[UInt64(place)] != nil { found[UInt64(place)] = .symbolic }
      offset += 8
    }
    return found
  }
}
