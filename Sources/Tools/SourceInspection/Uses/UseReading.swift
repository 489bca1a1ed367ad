/// One reading of the uses of a program, in steps: the units of its sources, what decides which
/// of them are worth reading, the contracts, and the sources themselves.
struct UseReading {
  var cache: IndexCache
  let outline: @Sendable (String) -> SourceOutline
  var gaps: [String] = []
  /// A Boolean value that indicates whether the index could be read.
  var areKnown = false
  var sources: [ProgramSource] = []
  /// The paths of all sources by their `fileID`, also of those that use and declare nothing.
  private var paths: [String: String] = [:]

  init(cache: IndexCache, outline: @escaping @Sendable (String) -> SourceOutline) {
    self.cache = cache
    self.outline = outline
  }

  /// The uses that were found.
  var result: ProgramUses {
    let resolution = UseResolution(sources)
    var result = ProgramUses()
    result.areKnown = areKnown
    result.gaps = gaps
    result.paths = paths
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

  /// Forgets what belongs to sources and records of former builds.
  private mutating func keep(only files: [UnitFile]) {
    let records = Set(files.flatMap(\.unit.records))
    let paths = Set(files.map(\.unit.mainFile))
    cache.summaries = cache.summaries.filter { records.contains($0.key) }
    cache.contracts = cache.contracts.filter { records.contains($0.key) }
    cache.sources = cache.sources.filter { paths.contains($0.key) }
  }
}

/// A unit whose source exists.
struct UnitFile: Sendable {
  var unit: IndexUnit
  /// The time of the last change of the source.
  var changed: FileTime
}
