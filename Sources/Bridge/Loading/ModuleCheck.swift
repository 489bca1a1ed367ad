import BinaryRecords
import SectionRegistry

/// Decides whether a module may be opened, by its file and by what the process has.
struct ModuleCheck {
  /// The state of the process, as far as it matters to modules that are loaded.
  struct Process {
    /// All records, also those that are left out.
    var records: [Record]
    /// Returns whether code that is loaded later finds a symbol of this name.
    var shares: (_ symbol: String) -> Bool

    static func current() -> Process {
      Process(
        records: SectionRegistry.records + SectionRegistry.disabledRecords,
        shares: DynamicLoader.shares)
    }
  }

  private let file: ModuleFile
  /// The module, and the libraries that come with it.
  private let libraries: [(path: String, image: BinaryImage)]
  private let process: Process

  init(_ file: ModuleFile, in process: Process) {
    self.file = file
    self.process = process
    libraries = [(path: file.path, image: file.image)] + file.closedLibraries()
  }

  /// Throws why the module may not be opened.
  func run() throws(LoadingError) {
    try checkPermissions()
    try checkCompleteness()
    try checkToolkit()
    try checkRecords()
    try checkKeys()
  }

  // MARK: The files

  /// Throws if any user could replace a file with code that would run with the rights of this
  /// process.
  private func checkPermissions() throws(LoadingError) {
    for library in libraries {
      if let open = ModuleFile.pathOpenToAll(library.path) {
        throw .writableByAll(file.path, open, in: library.path)
      }
    }
  }

  /// Throws if a file lacks something that the loader reads, or if its parts contradict each
  /// other: it maps what is not there, and the process is stopped by a signal.
  private func checkCompleteness() throws(LoadingError) {
    for library in libraries {
      if let part = library.image.missingPart {
        throw .incomplete(file.path, part, in: library.path)
      }
      if let contradiction = library.image.contradiction {
        throw .contradictory(file.path, contradiction, in: library.path)
      }
    }
  }

  // MARK: The toolkit

  /// The prefixes of the symbols of the toolkit's modules.
  static let prefixes = [
    "Declarations", "SectionRegistry", "ProcessLifecycle", "ToolkitTrace", "RheaTime",
    "Khala", "Pharos", "TaskKit", "ModuleGraph", "Bridge",
  ].map { "$s\($0.utf8.count)\($0)" }

  private func checkToolkit() throws(LoadingError) {
    for library in libraries
    where library.image.sharedSymbol(named: BinaryImage.toolkitMarker)?.isDefined ?? false {
      throw .secondToolkit(file.path, in: library.path)
    }
    for library in libraries {
      let missing = library.image.sharedSymbols(withPrefix: "$s").filter { symbol in
        !symbol.isDefined && !symbol.isWeak
          && Self.prefixes.contains { symbol.name.hasPrefix($0) } && !process.shares(symbol.name)
      }
      // What one of them extends the toolkit with, another may need.
      let names = missing.map(\.name).filter { name in
        !libraries.contains { $0.image.sharedSymbol(named: name)?.isDefined ?? false }
      }
      if !names.isEmpty { throw .toolkitNotShared(file.path, symbols: names.sorted()) }
    }
  }

  // MARK: Records

  /// The problems that keep a record from being used at all.
  private static let fatal: Set<BinaryProblem.Code> = [
    .unknownVersion, .malformedRecord, .foreignAccessor, .recordsNotLoaded, .manyProblems,
  ]

  private func checkRecords() throws(LoadingError) {
    let broken = file.image.problems.filter { Self.fatal.contains($0.code) }
    if !broken.isEmpty { throw .brokenRecords(file.path, broken) }
    let present = Dictionary(
      process.records.map { (Declaration(id: $0.id, kind: $0.kind), $0) },
      uniquingKeysWith: { first, _ in first })
    let repeated = file.image.records.compactMap { record in
      present[Declaration(id: record.id, kind: record.kind)].map { (new: record, present: $0) }
    }
    if !repeated.isEmpty { throw .alreadyPresent(file.path, repeated) }
  }

  /// Tells declarations from each other, as the registry does.
  private struct Declaration: Hashable {
    let id: UInt64
    let kind: RecordKind
  }

  /// A key of which there may be only one.
  private struct UniqueKey: Hashable {
    let kind: RecordKind
    let key: String
  }

  private func checkKeys() throws(LoadingError) {
    let taken = Dictionary(
      process.records.filter { $0.flags.contains(.unique) }
        .map { (UniqueKey(kind: $0.kind, key: $0.key), $0) },
      uniquingKeysWith: { first, _ in first })
    let clashes = file.image.records.compactMap { record in
      record.flags.contains(.unique)
        ? taken[UniqueKey(kind: record.kind, key: record.key)].map { (new: record, present: $0) }
        : nil
    }
    if !clashes.isEmpty { throw .keyTaken(file.path, clashes) }
  }
}
