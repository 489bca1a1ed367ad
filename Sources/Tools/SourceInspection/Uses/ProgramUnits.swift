/// Selects the units of a program's sources from an index store.
///
/// A store also contains the units of other products and of old builds.
struct ProgramUnits {
  private(set) var units: [IndexUnit] = []
  private(set) var gaps: [String] = []
  /// The units that were read, by name, for the next reading.
  private(set) var cache: [String: IndexUnit]

  init(cache: [String: IndexUnit]) {
    self.cache = cache
  }

  /// Finds the units of a program.
  ///
  /// - Parameters:
  ///   - objects: The linked object files, empty if they are unknown.
  ///   - modules: The modules that the program is known to contain, or `nil` for all modules in the
  ///     store.
  ///   - mainModules: The main modules of the executables, guessed from the file names.
  ///   - store: The store.
  mutating func find(
    objects: [String], modules: Set<String>?, mainModules: Set<String>,
    in store: borrowing IndexStore
  ) {
    let linked = linkedUnits(objects, in: store)
    let linkedModules = Set(linked.map(\.module))
    let known = (modules ?? []).subtracting(ToolkitModules.names)
    defer { reportMissing(known) }
    if !linked.isEmpty, known.isSubset(of: linkedModules) {
      units = Self.newest(of: linked)
      return
    }
    let all = store.unitNames.compactMap { unit($0, in: store) }
    units = Self.newest(of: all.filter { !ToolkitModules.names.contains($0.module) })
    guard modules != nil else { return }
    let roots = known.union(linkedModules).union(mainModules)
    let reached = Self.modules(reachedFrom: roots, by: units)
    units.removeAll { !reached.contains($0.module) }
  }

  private mutating func linkedUnits(
    _ objects: [String], in store: borrowing IndexStore
  ) -> [IndexUnit] {
    var missing: [String] = []
    var units: [IndexUnit] = []
    for object in objects where !Self.isOfToolkit(object) {
      if let unit = unit(store.unitName(forOutput: object), in: store) {
        units.append(unit)
      } else if object.hasSuffix(".swift.o") {
        missing.append(object)
      }
    }
    if let first = missing.first {
      let others = missing.count == 1 ? "" : " and \(missing.count - 1) more object files"
      gaps.append(
        """
        The index store '\(store.path)' does not cover '\(first)'\(others): build again.
        """)
    }
    return units
  }

  private mutating func reportMissing(_ known: Set<String>) {
    let missing = known.subtracting(units.map(\.module)).sorted()
    guard !missing.isEmpty else { return }
    let list = missing.map { "'\($0)'" }.joined(separator: ", ")
    gaps.append("The index store does not cover the sources of \(list): build again.")
  }

  private mutating func unit(_ name: String, in store: borrowing IndexStore) -> IndexUnit? {
    guard let written = store.timeWritten(ofUnit: name) else { return nil }
    if let unit = cache[name], unit.written == written { return unit.isOfSource ? unit : nil }
    do throws(IndexError) {
      let unit = try store.unit(named: name)
      cache[name] = unit
      return unit.isOfSource ? unit : nil
    } catch {
      gaps.append("Some uses are unknown: \(error)")
      return nil
    }
  }

  /// Returns the newest unit of each source.
  ///
  /// A source has several units if it is compiled for several products, or for a build tool as well
  /// as for the program.
  private static func newest(of units: [IndexUnit]) -> [IndexUnit] {
    var newest: [String: IndexUnit] = [:]
    for unit in units {
      if let other = newest[unit.mainFile], unit.written < other.written { continue }
      newest[unit.mainFile] = unit
    }
    return newest.values.sorted { ($0.module, $0.mainFile) < ($1.module, $1.mainFile) }
  }

  /// Returns the modules `roots` and their direct and indirect imports.
  private static func modules(
    reachedFrom roots: Set<String>, by units: [IndexUnit]
  ) -> Set<String> {
    let imports = Dictionary(grouping: units, by: \.module).mapValues { units in
      Set(units.flatMap(\.imports))
    }
    var reached = roots
    var pending = Array(roots)
    while let module = pending.popLast() {
      for imported in imports[module, default: []] where reached.insert(imported).inserted {
        pending.append(imported)
      }
    }
    return reached
  }

  /// Returns whether an object file belongs to the toolkit.
  ///
  /// SwiftPM puts the object files of a module into the folder `Module.build`.
  private static func isOfToolkit(_ object: String) -> Bool {
    object.split(separator: "/").contains { folder in
      folder.hasSuffix(".build") && ToolkitModules.names.contains(String(folder.dropLast(6)))
    }
  }
}

extension IndexUnit {
  /// A Boolean value that indicates whether the unit describes a Swift source outside the system's modules.
  fileprivate var isOfSource: Bool { !isSystem && !mainFile.isEmpty && !module.isEmpty }
}

/// The modules of the toolkit, which are not read for uses.
///
/// Their code calls the functions and tasks that a program names, but these references are not uses
/// by the program.
enum ToolkitModules {
  /// The names of all modules of the toolkit that a program links.
  static let names: Set<String> = [
    "BinaryRecords", "Bridge", "BridgeDashboard", "BridgeTelemetry", "Declarations", "Khala",
    "KhalaRoutes", "ModuleGraph", "Pharos", "ProcessLifecycle",
    "RecordFormat", "RheaTime", "RoutePatterns", "Schedules", "SectionRegistry", "Spelling",
    "TaskKit", "TaskPlanning", "TaskStore", "ToolkitTelemetry", "ToolkitTrace",
  ]

  /// Returns whether a source with a symbol may use or declare names.
  ///
  /// Such a symbol belongs to the toolkit, extends a type of the toolkit, or belongs to
  /// Foundation's notifications.
  static func mayConcern(usr: String) -> Bool { prefixes.contains { usr.hasPrefix($0) } }

  /// Returns whether a symbol is a macro of the toolkit.
  static func isMacro(usr: String) -> Bool {
    products.contains { usr.hasPrefix($0) } && usr.hasSuffix("fm")
  }

  /// Returns whether a symbol is the macro `@KhalaCall`.
  static func isContractMacro(usr: String, name: String) -> Bool {
    usr.hasPrefix("s:5Khala") && name.hasPrefix("KhalaCall(")
  }

  /// The prefixes of the mangled names of declarations in the products.
  private static let products = ["RheaTime", "Khala", "Pharos", "TaskKit", "TaskStore", "Bridge"]
    .map { "s:\($0.utf8.count)\($0)" }

  /// The prefixes of the symbols of Foundation's notifications.
  ///
  /// The types are Swift's on Linux, and Objective-C's on Apple's systems.
  private static let notifications = [
    "s:10Foundation18NotificationCenter", "s:10Foundation14NSNotificationC",
    "s:10Foundation12NotificationV", "c:objc(cs)NSNotificationCenter", "c:@T@NSNotificationName",
    "s:So18NSNotificationNamea",
  ]

  private static let prefixes = products + notifications
}
