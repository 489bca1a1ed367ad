import RecordFormat

/// The records of an object file, which has not been linked yet.
struct ELFObjectRecords {
  let sections: ELFSections
  let bytes: Bytes

  func collect(into collector: inout RecordCollector) {
    var budget = ReadBudget(for: bytes)
    let groups = groups(&budget)
    var runs: [UInt32: RecordRun] = [:]
    for section in sections.all where section.kind == ELFSections.Kind.note {
      guard !section.isExcluded, let index = UInt32(exactly: section.index) else { continue }
      guard let contents = sections.contents(of: section), budget.spend(contents.count) else {
        collector.report(
          .unreadableTable, at: Int(exactly: section.fileOffset),
          "a note section of \(section.size) bytes reaches beyond the end of the file, or "
            + "overlaps another one. Compile the file again")
        continue
      }
      let run = RecordRun(
        bytes: contents, address: 0, noteAlignment: section.alignment == 8 ? 8 : 4,
        group: groups[index])
      if run.holdsRecord { runs[index] = run }
    }
    let tables = relocationTables(of: runs)
    for (index, run) in runs.sorted(by: { $0.key < $1.key }) {
      collector.collect(run, code: nil) { slots in
        accessors(slots, tables[index, default: []], &budget)
      }
    }
  }

  /// Returns the relocation tables of these sections.
  private func relocationTables(
    of runs: [UInt32: RecordRun]
  ) -> [UInt32: [(hasAddend: Bool, table: Bytes)]] {
    var tables: [UInt32: [(hasAddend: Bool, table: Bytes)]] = [:]
    guard !runs.isEmpty else { return [:] }
    for section in sections.all {
      let hasAddend = section.kind == ELFSections.Kind.relocationsWithAddend
      guard hasAddend || section.kind == ELFSections.Kind.relocations, runs[section.info] != nil,
        let table = sections.contents(of: section)
      else { continue }
      tables[section.info, default: []].append((hasAddend, table))
    }
    return tables
  }

  /// Returns the accessors.
  ///
  /// A place without an entry remains empty, because no linker will write an address there.
  private func accessors(
    _ slots: [UInt64: UInt64], _ tables: [(hasAddend: Bool, table: Bytes)],
    _ budget: inout ReadBudget
  ) -> [UInt64: DeclaredRecord.Accessor] {
    guard var relocations = ELFRelocations(slots: slots) else { return [:] }
    for (hasAddend, table) in tables where budget.spend(table.count) {
      if hasAddend {
        relocations.read(withAddend: table, symbolsAreFinal: false)
      } else {
        relocations.read(inPlace: table, symbolsAreFinal: false)
      }
    }
    return relocations.found
  }

  /// Returns the name of the group of each section, by the index of the section.
  ///
  /// Linkers keep only one group with each name.
  private func groups(_ budget: inout ReadBudget) -> [UInt32: String] {
    var groups: [UInt32: String] = [:]
    for section in sections.all where section.kind == ELFSections.Kind.group {
      guard let members = sections.contents(of: section), budget.spend(members.count),
        members.integer(UInt32.self, at: 0) == 1, let name = signature(of: section)
      else { continue }
      var offset = 4
      while let member = members.integer(UInt32.self, at: offset) {
        groups[member] = name
        offset += 4
      }
    }
    return groups
  }

  /// Returns the name of the symbol that identifies a group.
  private func signature(of group: ELFSections.Section) -> String? {
    guard let symbols = sections.section(at: UInt64(group.link)),
      let table = sections.contents(of: symbols),
      let strings = sections.section(at: UInt64(symbols.link)).flatMap(sections.contents),
      let name = table.integer(UInt32.self, at: Int(group.info) * 24)
    else { return nil }
    return strings.text(at: UInt64(name), limit: 4_096)
  }
}

/// The number of bytes that may still be read as records or as tables for them.
///
/// A valid file declares the same bytes as records only once, so a small multiple of its size is
/// sufficient. Without a limit, a file whose headers all refer to the same place would take time
/// that grows with the square of its size. A sparse file needs little space regardless of its
/// stated size, so an absolute limit applies as well.
struct ReadBudget {
  /// Sufficient for half a million records.
  static let largest = 128 << 20

  private var left: Int

  init(for bytes: Bytes) {
    left = min(4 * bytes.count, Self.largest)
  }

  /// Subtracts the cost of reading these bytes.
  ///
  /// Returns `false` if it exceeds the budget.
  mutating func spend(_ count: Int) -> Bool {
    guard count <= left else { return false }
    left -= count
    return true
  }
}
