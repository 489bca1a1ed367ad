import ModuleGraph

/// Reads the uses of a program once.
///
/// The steps are: find the units of the program's sources, summarize their records, find the
/// contracts, and read the sources that the summaries select.
struct UseReading {
  var cache: IndexCache
  let parse: UseReader.Parsing
  var gaps: [String] = []
  /// A Boolean value that indicates whether the index could be read.
  var areKnown = false
  var sources: [ProgramSource] = []
  /// The paths of all sources by their `fileID`, including sources without uses or declarations.
  private var paths: [String: String] = [:]
  private var typeNames: [ModuleGraph.Node.ID: [String: [TextRange]]] = [:]

  init(cache: IndexCache, parse: @escaping UseReader.Parsing) {
    self.cache = cache
    self.parse = parse
  }

  /// The uses that were found.
  var result: ProgramUses {
    let resolution = UseResolution(sources)
    var result = ProgramUses()
    result.areKnown = areKnown
    result.gaps = gaps
    result.paths = paths
    result.typeNames = typeNames
    for source in sources.sorted(by: { $0.fileID < $1.fileID }) {
      result.uses += resolution.uses(in: source)
      if !source.outline.constants.isEmpty {
        result.constants[source.fileID, default: []] += source.outline.constants
      }
    }
    return result
  }

  mutating func read(_ request: UseRequest) throws(IndexError) {
    let library = try IndexLibrary.open(request.library)
    let store = try IndexStore(path: storePath(of: request), library: library)
    let units = units(of: request, in: store)
    let files = presentFiles(of: units)
    for file in files {
      let source = ProgramSource(module: file.unit.module, path: file.unit.mainFile)
      paths[source.fileID] = source.path
    }
    for file in files { summarize(file.unit, in: store) }
    findContracts(in: files, store)
    read(files.filter { isWorthReading($0.unit) }, in: store)
    findTypeNames(in: files, store)
    keep(only: files)
  }

  private func storePath(of request: UseRequest) throws(IndexError) -> String {
    if let store = request.store { return store }
    if let found = request.programs.lazy.compactMap(ProgramFiles.indexStore).first { return found }
    throw .noStore(above: request.programs.first)
  }

  private mutating func units(
    of request: UseRequest, in store: borrowing IndexStore
  ) -> [IndexUnit] {
    let objects = request.programs.map(ProgramFiles.linkedObjects)
    let isLinkKnown = !objects.isEmpty && !objects.contains(nil)
    var units = ProgramUnits(cache: cache.units)
    units.find(
      objects: isLinkKnown ? objects.flatMap { $0 ?? [] } : [], modules: request.modules,
      mainModules: Set(request.programs.map(ProgramFiles.mainModule)), in: store)
    cache.units = units.cache
    gaps += units.gaps
    return units.units
  }

  /// Removes the sources and records of earlier builds from the cache.
  private mutating func keep(only files: [UnitFile]) {
    let records = Set(files.flatMap(\.unit.records))
    let paths = Set(files.map(\.unit.mainFile))
    cache.summaries = cache.summaries.filter { records.contains($0.key) }
    cache.contracts = cache.contracts.filter { records.contains($0.key) }
    cache.typeNames = cache.typeNames.filter { records.contains($0.key) }
    cache.sources = cache.sources.filter { paths.contains($0.key) }
  }
}

/// A unit whose source exists.
struct UnitFile: Sendable {
  var unit: IndexUnit
  /// The modification time of the source.
  var changed: FileTime
}

extension UseReading {
  /// Returns the units whose source exists, and reports missing and changed sources as gaps.
  mutating func presentFiles(of units: [IndexUnit]) -> [UnitFile] {
    var gone: [IndexUnit] = []
    var changed: [IndexUnit] = []
    let files = units.compactMap { unit -> UnitFile? in
      guard let time = FileTime(of: unit.mainFile) else {
        gone.append(unit)
        return nil
      }
      if time > unit.written { changed.append(unit) }
      return UnitFile(unit: unit, changed: time)
    }
    report(gone, "was removed", "were removed")
    report(changed, "was changed", "were changed")
    return files
  }

  private mutating func report(_ units: [IndexUnit], _ one: String, _ several: String) {
    guard let first = units.first else { return }
    let others = units.count - 1
    let subject =
      switch others {
      case 0: "'\(first.mainFile)' \(one)"
      case 1: "'\(first.mainFile)' and 1 other source \(several)"
      default: "'\(first.mainFile)' and \(others) other sources \(several)"
      }
    gaps.append("\(subject) after the compiler wrote its index: build again.")
  }
}

extension UseReading {
  /// Reads the summaries of a unit's records, unless the cache has them.
  mutating func summarize(_ unit: IndexUnit, in store: borrowing IndexStore) {
    for record in unit.records where cache.summaries[record] == nil {
      do throws(IndexError) {
        cache.summaries[record] = try RecordSummary(of: record, in: store)
      } catch {
        gaps.append("Some uses are unknown: \(error)")
      }
    }
  }

  /// Finds the functions with `@KhalaCall` in the records that declare contracts.
  mutating func findContracts(in files: [UnitFile], _ store: borrowing IndexStore) {
    let records = files.flatMap(\.unit.records).filter {
      cache.summaries[$0]?.declaresContracts ?? false
    }
    for record in records where cache.contracts[record] == nil {
      do throws(IndexError) {
        let occurrences = try store.occurrences(inRecord: record) { kind, _ in
          kind == .macro || kind.isFunction
        }
        cache.contracts[record] = ContractFunction.all(in: occurrences)
      } catch {
        gaps.append("Some uses are unknown: \(error)")
      }
    }
    let symbols = Set(records.flatMap { cache.contracts[$0] ?? [] }.map(\.usr))
    guard symbols != cache.contractSymbols else { return }
    // The cached sources were searched for references to a different set of functions.
    cache.contractSymbols = symbols
    cache.sources = [:]
  }

  /// Returns whether a source may contain uses or declarations.
  ///
  /// The result is `true` if a record of the source could not be read.
  func isWorthReading(_ unit: IndexUnit) -> Bool {
    let summaries = unit.records.compactMap { cache.summaries[$0] }
    return summaries.count < unit.records.count
      || summaries.contains { $0.concernsToolkit || refersToContract($0) }
  }

  /// Returns whether a source refers to a function with `@KhalaCall`.
  func refersToContract(_ summary: RecordSummary) -> Bool {
    cache.contractSymbols.contains { summary.symbols.contains($0.hashValue) }
  }
}

extension UseReading {
  /// Finds the ranges in all sources that mention a type that names a task or a job.
  ///
  /// A rename of the task or the job changes them. All records are searched, because such a source
  /// may use nothing else of the toolkit.
  mutating func findTypeNames(in files: [UnitFile], _ store: borrowing IndexStore) {
    let declared = declaredTypes()
    if cache.typeSymbols != Set(declared.keys) {
      cache.typeSymbols = Set(declared.keys)
      cache.typeNames = [:]
    }
    let hashes = Set(declared.keys.map(\.hashValue))
    for file in files {
      let fileID = ProgramSource(module: file.unit.module, path: file.unit.mainFile).fileID
      for record in file.unit.records {
        guard let summary = cache.summaries[record], !summary.symbols.isDisjoint(with: hashes)
        else { continue }
        for (symbol, ranges) in rangesOfTypes(inRecord: record, store) {
          guard let id = declared[symbol] else { continue }
          typeNames[id, default: [:]][fileID, default: []] += ranges
        }
      }
    }
  }

  /// Returns the nodes of the tasks and jobs that are named by a type, by the type's symbol.
  private func declaredTypes() -> [String: ModuleGraph.Node.ID] {
    var ids: [String: ModuleGraph.Node.ID] = [:]
    for source in sources {
      for declaration in source.outline.declarations
      where [.task, .job].contains(declaration.kind) {
        guard let type = source.symbols.types[declaration.nameRange.start], type.isName else {
          continue
        }
        ids[type.usr] = ModuleGraph.Node.id(declaration.kind, declaration.name)
      }
    }
    return ids
  }

  private mutating func rangesOfTypes(
    inRecord record: String, _ store: borrowing IndexStore
  ) -> [String: [TextRange]] {
    if let known = cache.typeNames[record] { return known }
    var ranges: [String: [TextRange]] = [:]
    do throws(IndexError) {
      let occurrences = try store.occurrences(inRecord: record) { kind, roles in
        kind.isType && !roles.contains(.implicit)
      }
      for occurrence in occurrences where cache.typeSymbols.contains(occurrence.usr) {
        let start = occurrence.position
        let end = TextPosition(line: start.line, column: start.column + occurrence.name.utf8.count)
        ranges[occurrence.usr, default: []].append(TextRange(start, end))
      }
      cache.typeNames[record] = ranges.mapValues { Array(Set($0)).sorted { $0.start < $1.start } }
    } catch {
      gaps.append("Some uses are unknown: \(error)")
    }
    return cache.typeNames[record] ?? [:]
  }
}

/// A program whose uses are read.
package struct UseRequest: Sendable, Hashable, Codable {
  /// The paths of the executables and libraries of the program.
  ///
  /// The first path with an index store in a folder above it selects the store. The list of linked
  /// object files is read for every path.
  package var programs: [String]
  /// The modules that the program is known to contain, or `nil` for all modules in the store.
  ///
  /// The modules that these modules import belong to the program as well.
  package var modules: Set<String>?
  /// The path of the index store, or `nil` to search for it in the folders above the programs.
  package var store: String?
  /// The path of the toolchain's library that reads the store, or `nil` to search for it.
  package var library: String?

  package init(
    programs: [String] = [], modules: Set<String>? = nil, store: String? = nil,
    library: String? = nil
  ) {
    self.programs = programs
    self.modules = modules
    self.store = store
    self.library = library
  }
}

/// The facts of a record that decide whether its source is read.
///
/// A record's name contains a hash of its content, so a summary never becomes outdated.
struct RecordSummary: Sendable {
  /// A Boolean value that indicates whether the source contains symbols of the toolkit.
  var concernsToolkit = false
  /// A Boolean value that indicates whether the source contains functions with `@KhalaCall`.
  var declaresContracts = false
  /// The hashes of the functions and types in the source.
  ///
  /// Functions are included if the source refers to them. Hashes instead of names keep a summary at
  /// some kilobytes. A collision only costs a needless look at the record.
  var symbols: Set<Int> = []

  /// Reads the symbols of a record.
  init(of record: String, in store: borrowing IndexStore) throws(IndexError) {
    var summary = Self()
    try store.forEachSymbol(inRecord: record) { summary.add($0) }
    self = summary
  }

  private init() {}

  private mutating func add(_ symbol: IndexSymbolView) {
    let usr = symbol.usr
    let kind = symbol.kind
    if !concernsToolkit, ToolkitModules.mayConcern(usr: usr) { concernsToolkit = true }
    if kind == .macro, ToolkitModules.isContractMacro(usr: usr, name: symbol.name) {
      declaresContracts = true
    }
    if kind.isType || kind.isFunction && symbol.roles.contains(.reference) {
      symbols.insert(usr.hashValue)
    }
  }
}
