import BinaryRecords
import SectionRegistry

/// A check that decides whether a module may be opened, by its file and the state of the process.
struct ModuleCheck {
  /// The state of the process that matters to loaded modules.
  struct Process {
    /// All records, including excluded ones.
    var records: [Record]
    /// Returns whether code that is loaded later finds a symbol with this name.
    var shares: (_ symbol: String) -> Bool

    static func current() -> Process {
      Process(
        records: SectionRegistry.records + SectionRegistry.disabledRecords,
        shares: DynamicLoader.shares)
    }
  }

  private let file: ModuleFile
  /// The module, and the libraries that are loaded with it.
  private let libraries: [(path: String, image: BinaryImage)]
  private let process: Process

  init(_ file: ModuleFile, in process: Process) {
    self.file = file
    self.process = process
    libraries = [(path: file.path, image: file.image)] + file.closedLibraries()
  }

  /// Runs all checks.
  ///
  /// - Throws: The reason why the module must not be opened.
  func run() throws(LoadingError) {
    try checkPermissions()
    try checkCompleteness()
    try checkToolkit()
    try checkRecords()
    try checkKeys()
  }

  // MARK: The files

  /// Throws an error if any user could replace a file with code that would run with the permissions
  /// of this process.
  private func checkPermissions() throws(LoadingError) {
    for library in libraries {
      if let open = ModuleFile.pathOpenToAll(library.path) {
        throw .writableByAll(file.path, open, in: library.path)
      }
    }
  }

  /// Throws an error if a file lacks a part that the loader reads, or if its parts contradict each
  /// other.
  ///
  /// The loader would map missing parts, and a signal would stop the process.
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
      // A symbol that one library adds to the toolkit may be needed by another.
      let names = missing.map(\.name).filter { name in
        !libraries.contains { $0.image.sharedSymbol(named: name)?.isDefined ?? false }
      }
      if !names.isEmpty { throw .toolkitNotShared(file.path, symbols: names.sorted()) }
    }
  }

  // MARK: Records

  /// The problems that make a record unusable.
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

  /// The identity of a declaration, as the registry defines it.
  private struct Declaration: Hashable {
    let id: UInt64
    let kind: RecordKind
  }

  /// A key that may exist only once.
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
