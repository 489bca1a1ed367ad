#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension FileGraph {
  /// A function that calls a closure, which parses the source at a path.
  typealias Parsing = (_ path: String, _ parse: () -> Void) -> Void

  /// Reads the sources of a package and the compiler's index of them.
  ///
  /// The graph lists everything that the index does not cover as gaps.
  ///
  /// - Parameters:
  ///   - request: The package.
  ///   - parse: Called for each source that is parsed.
  init(_ request: FileGraphRequest, parse: @escaping Parsing = { $1() }) {
    self.init()
    var reading = FileGraphReading(request, parse: parse)
    do throws(IndexError) {
      try reading.read()
      self = reading.graph
    } catch {
      gaps = ["the compiler's index was not read: \(error)"]
    }
  }
}

/// Reads a file graph once.
private struct FileGraphReading {
  private typealias File = FileGraph.File
  private typealias Use = FileGraph.Use

  /// The symbols of a source in the index.
  private struct Symbols {
    /// The names of the symbols to which the source refers, by the hash of the symbol.
    var references: [Int: String] = [:]
    /// The hashes of the types that the source extends.
    var extended: [Int: String] = [:]
    var protocols: Set<Int> = []
    /// A Boolean value that indicates whether it uses the trait `.module` of BridgeTestSupport.
    var limitsModules = false
    /// The names of the types that the source defines.
    var types: Set<String> = []
  }

  let request: FileGraphRequest
  let parse: FileGraph.Parsing
  var graph = FileGraph()
  private var symbols: [Symbols] = []
  /// The files that define a symbol, by its hash.
  private var definitions: [Int: [Int]] = [:]
  private var texts: [String] = []

  private let clangModules: Set<String>

  init(_ request: FileGraphRequest, parse: @escaping FileGraph.Parsing) {
    self.request = request
    self.parse = parse
    clangModules = Set(
      request.layout.targets.filter { target in
        !target.sources.contains { $0.hasSuffix(".swift") }
      }.map(\.module))
  }

  mutating func read() throws(IndexError) {
    let library = try IndexLibrary.open(request.library)
    let store = try IndexStore(path: request.store, library: library)
    // The compiler writes no index for plugins, which run during the build only.
    for target in request.layout.targets where target.type != "plugin" {
      for path in target.files where path.hasSuffix(".swift") {
        graph.files.append(File(path, target: target.name))
      }
    }
    let units = units(in: store)
    for index in graph.files.indices { read(index, units, store) }
    for index in graph.files.indices { connect(index) }
    readOutlines()
    findLostNames()
  }

  private func path(of file: File) -> String { "\(request.layout.path)/\(file.path)" }

  /// Returns the newest unit of each source.
  private mutating func units(in store: borrowing IndexStore) -> [String: IndexUnit] {
    var units: [String: IndexUnit] = [:]
    for name in store.unitNames {
      do throws(IndexError) {
        let unit = try store.unit(named: name)
        guard !unit.isSystem, !unit.mainFile.isEmpty else { continue }
        if let other = units[unit.mainFile], unit.written < other.written { continue }
        units[unit.mainFile] = unit
      } catch {
        graph.gaps.append("\(error)")
      }
    }
    return units
  }

  private mutating func read(
    _ index: Int, _ units: [String: IndexUnit], _ store: borrowing IndexStore
  ) {
    let path = path(of: graph.files[index])
    symbols.append(Symbols())
    texts.append("")
    guard let data = FileManager.default.contents(atPath: path), let changed = FileTime(of: path)
    else { return graph.gaps.append("'\(path)' cannot be read") }
    texts[index] = String(decoding: data, as: UTF8.self)
    guard let unit = units[path] else {
      return graph.gaps.append("the index does not cover '\(path)': build all tests first")
    }
    guard changed <= unit.written else {
      return graph.gaps.append("'\(path)' was changed after the build: build again")
    }
    // A unit also lists the records of imported interfaces.
    let file = path.split(separator: "/").last ?? ""
    for record in unit.records where record.hasPrefix("\(file)-") {
      do throws(IndexError) {
        try store.forEachSymbol(inRecord: record) { add($0, to: index) }
      } catch {
        graph.gaps.append("\(error)")
      }
    }
  }

  private mutating func add(_ symbol: IndexSymbolView, to index: Int) {
    let kind = symbol.kind
    let name = symbol.name
    if mayStartPrograms(name, kind) { graph.files[index].startsPrograms = true }
    guard kind != .module else { return }
    let usr = symbol.usr
    let roles = symbol.roles
    let key = usr.hashValue
    if roles.contains(.definition) {
      definitions[key, default: []].append(index)
      if kind.isType { symbols[index].types.insert(name) }
    }
    if roles.contains(.reference) {
      symbols[index].references[key] = name
      if roles.contains(.extended) {
        symbols[index].extended[key] = name
        if kind == .protocolType { symbols[index].protocols.insert(key) }
      }
    }
    noteToolkit(usr, name, isMacro: kind == .macro, in: index)
    if Self.waysOutOfModules.contains(where: name.hasPrefix) {
      graph.files[index].leavesModules = true
    }
    if name.hasPrefix("module("), usr.contains("17BridgeTestSupport") {
      symbols[index].limitsModules = true
    }
  }

  /// The prefixes of the names by which the code of a test reads records of other modules: states
  /// with other records, the stub of a task, which takes its events from the task's declaration,
  /// and threads and tasks that do not inherit the state of the test.
  private static let waysOutOfModules = [
    "withFreshState", "freshModules", "declaredGraph", "stub(task:", "detached", "Dispatch",
    "Thread", "OperationQueue", "Timer", "pthread_create",
  ]

  private func mayStartPrograms(_ name: String, _ kind: IndexSymbolKind) -> Bool {
    if kind == .module { return clangModules.contains(name) }
    guard kind.isType || kind == .function else { return false }
    return Self.programStarters.contains(String(name.prefix { $0 != "(" }))
  }

  /// The names of the functions and types that start programs.
  private static let programStarters: Set<String> = [
    "Process", "NSTask", "Subprocess", "posix_spawn", "posix_spawnp", "fork", "vfork",
    "execl", "execle", "execlp", "execv", "execve", "execvp", "system", "popen",
  ]

  /// Notes a symbol of a module whose macros write records.
  private mutating func noteToolkit(
    _ usr: String, _ name: String, isMacro: Bool, in index: Int
  ) {
    guard let module = ToolkitModules.recordModules.first(where: { usr.hasPrefix($0.prefix) })?.name
    else { return }
    if isMacro {
      graph.files[index].recordKinds.insert(module)
    } else {
      graph.files[index].toolkitUses.insert(module)
      if ["load", "premain"].contains(name) { graph.files[index].runsAtLaunch = true }
    }
  }

  /// Adds the files to which a file refers.
  private mutating func connect(_ index: Int) {
    var used: [Int: String] = [:]
    for (key, name) in symbols[index].references {
      for file in definitions[key] ?? [] where file != index {
        // One of several symbols is shown, always the same.
        used[file] = used[file].map { min($0, name) } ?? name
      }
    }
    graph.files[index].uses = used.sorted { $0.key < $1.key }.map { Use($0.key, $0.value) }
  }

  private mutating func readOutlines() {
    let programs = Set(request.layout.targets.filter { $0.type == "executable" }.map(\.name))
    let tests = Set(request.layout.targets.filter { $0.type == "test" }.map(\.name))
    let starters = request.layout.targetsOfTests
    for index in graph.files.indices {
      let text = texts[index]
      if starters.contains(graph.files[index].target) {
        graph.files[index].programs = SelectionOutline.programs(namedIn: text, among: programs)
      }
      let isTest = tests.contains(graph.files[index].target)
      let mayExtend =
        !symbols[index].extended.isEmpty && SelectionOutline.mayExtendImplicitly(text)
      guard isTest || mayExtend || text.contains("externalMacro") else {
        noteExtensions(in: index, [])
        continue
      }
      var outline = SelectionOutline()
      parse(graph.files[index].path) { outline = SelectionOutline(text) }
      graph.files[index].macroTypes = outline.macroTypes
      if isTest { graph.files[index].tests = outline.tests }
      if symbols[index].limitsModules, !outline.hasTestsOfAllModules {
        graph.files[index].modulesOfTests = outline.modulesOfTests
      }
      noteExtensions(in: index, outline.extendedTypes)
    }
    for type in Set(graph.files.flatMap(\.macroTypes)) {
      graph.macroFiles[type] = graph.files.indices.filter { symbols[$0].types.contains(type) }
    }
  }

  /// Notes the types to which a file adds members that code can use without a reference.
  private mutating func noteExtensions(in index: Int, _ names: Set<String>) {
    var extended: Set<Int> = []
    // The source may name a type by an alias, which the index does not.
    let hasAlias = !names.isSubset(of: symbols[index].extended.values)
    for (key, name) in symbols[index].extended {
      let isImplicit = hasAlias || names.contains(name)
      guard isImplicit || symbols[index].protocols.contains(key) else { continue }
      if let files = definitions[key] {
        extended.formUnion(files)
      } else if isImplicit {
        graph.files[index].extendsForeignType = true
      }
    }
    graph.files[index].extendedFiles = extended.sorted()
  }

  /// Finds the files that refer to a name of which a changed file has lost a declaration.
  ///
  /// After the build, such a reference means another declaration, or a conformance is gone. The
  /// index only has the current state.
  private mutating func findLostNames() {
    for (path, earlier) in request.previousTexts where path.hasSuffix(".swift") {
      let text = graph.files.firstIndex { $0.path == path }.map { texts[$0] } ?? ""
      var names: Set<String> = []
      parse(path) { names = SelectionOutline.namesLost(from: earlier, in: text) }
      guard !names.isEmpty else { continue }
      graph.lost[path] = graph.files.indices.compactMap { index in
        symbols[index].references.values.lazy
          .map { String($0.prefix { $0 != "(" }) }
          .first { names.contains($0) }
          .map { Use(index, $0) }
      }
    }
  }
}

extension ToolkitModules {
  /// The modules whose macros write records, with the prefix of their symbols.
  static let recordModules = [
    "SectionRegistry", "RheaTime", "Khala", "Pharos", "TaskKit", "TaskStore", "Bridge",
  ].map { (name: $0, prefix: "s:\($0.utf8.count)\($0)") }

  /// Returns whether the uses of a product are references to a module of the product's name, which
  /// tell the kind of the records.
  static func hasKnownUses(_ product: String) -> Bool {
    recordModules.contains { $0.name == product }
  }
}
