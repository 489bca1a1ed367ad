/// A search for everything that depends on changed files, with a shortest path to each.
struct DependentSearch {
  /// A file, or something through which files depend on others without references.
  enum Vertex: Hashable {
    case file(Int)
    /// A program that tests start.
    case program(String)
    /// All macros of the package.
    case macros
    /// The records of one kind that the tests of a target find in their process.
    case records(String, target: String)
    /// All files of a target.
    case target(String)
  }

  private struct Step {
    var earlier: Vertex?
    var text: String
  }

  private let graph: FileGraph
  private let layout: PackageLayout
  /// The targets that each target depends on, with itself.
  private let closures: [String: Set<String>]
  private let files: [String: [Int]]
  private let tests: [String]
  /// The files that refer to each file.
  private var users: [[Int]]
  /// The files that refer to each extended file directly or indirectly.
  private var usersOfTypes: [Int: Set<Int>] = [:]
  /// The dependents of each vertex, with the reasons.
  private var dependents: [Vertex: [(vertex: Vertex, reason: String)]] = [:]
  private var steps: [Vertex: Step] = [:]
  private var found: [Vertex] = []

  init(_ graph: FileGraph, _ layout: PackageLayout) {
    self.graph = graph
    self.layout = layout
    closures = Dictionary(
      layout.targets.map { ($0.name, layout.closure(of: $0.name)) }, uniquingKeysWith: { $1 })
    files = Dictionary(grouping: graph.files.indices) { graph.files[$0].target }
    tests = layout.targets.filter { $0.type == "test" }.map(\.name)
    users = Array(repeating: [], count: graph.files.count)
    for (index, file) in graph.files.enumerated() {
      for use in file.uses { users[use.file].append(index) }
    }
    connectReferences()
    connectPrograms()
    connectRecords()
  }

  // MARK: - Edges

  private mutating func connect(_ vertex: Vertex, to dependent: Vertex, _ reason: String) {
    dependents[vertex, default: []].append((dependent, reason))
  }

  private mutating func connectReferences() {
    let plugins = Set(layout.targets.filter { $0.type == "macro" }.map(\.name))
    let implementations = Set(graph.macroFiles.values.joined())
    for (index, file) in graph.files.enumerated() {
      for use in file.uses {
        // The list of macros of a plugin is no path from one macro to the others.
        guard !plugins.contains(file.target) || !implementations.contains(use.file) else {
          continue
        }
        connect(.file(use.file), to: .file(index), "uses \(use.symbol)")
      }
      for type in file.macroTypes {
        for implementation in graph.macroFiles[type] ?? [] {
          connect(.file(implementation), to: .file(index), "declares the macro \(type)")
        }
      }
      if !file.macroTypes.isEmpty { connect(.macros, to: .file(index), "declares macros") }
      if plugins.contains(file.target), !implementations.contains(index) {
        connect(.file(index), to: .macros, "runs macros")
      }
      if file.extendsForeignType {
        for (target, closure) in closures where closure.contains(file.target) {
          connect(.file(index), to: .target(target), "extends a type of another package")
        }
      }
    }
    for target in layout.targets {
      for index in files[target.name] ?? [] {
        connect(.target(target.name), to: .file(index), "in \(target.name)")
      }
    }
  }

  /// Connects the files of programs with the tests that start them.
  private mutating func connectPrograms() {
    let starters = dependents(of: graph.files.indices.filter { graph.files[$0].startsPrograms })
    for program in layout.targets where program.type == "executable" {
      let vertex = Vertex.program(program.name)
      for target in closures[program.name] ?? [] {
        for index in files[target] ?? [] {
          connect(.file(index), to: vertex, "is part of the program \(program.name)")
        }
      }
      let naming = starters.filter { graph.files[$0].programs.contains(program.name) }
      for index in naming { connect(vertex, to: .file(index), "starts \(program.name)") }
      let targets = Set(naming.map { graph.files[$0].target })
      for test in tests where closures[test]?.contains(program.name) == true {
        // The tests depend on the program, and may build its name.
        let isNamed = closures[test]?.isDisjoint(with: targets.subtracting([program.name])) == false
        if !isNamed { connect(vertex, to: .target(test), "depends on \(program.name)") }
      }
    }
  }

  /// Connects files with records with the tests in whose process these records are.
  private mutating func connectRecords() {
    let kinds = Set(graph.files.flatMap(\.recordKinds))
    let evaluating = Dictionary(uniqueKeysWithValues: kinds.map { ($0, filesUsing($0)) })
    let leaving = dependents(
      of: graph.files.indices.filter {
        graph.files[$0].leavesModules || graph.files[$0].toolkitUses.contains("SectionRegistry")
      })
    let limited = Dictionary(
      uniqueKeysWithValues: graph.files.indices.compactMap { index in
        leaving.contains(index) ? nil : graph.files[index].modulesOfTests.map { (index, $0) }
      })
    for test in tests {
      let closure = closures[test] ?? []
      // The sources of other packages are unknown. What evaluates records there, such as
      // BridgeTestSupport, is not among the references of a test.
      let foreign = layout.targets.filter { closure.contains($0.name) }.flatMap(\.products)
        .first { !ToolkitModules.hasKnownUses($0) }
      for kind in kinds {
        let vertex = Vertex.records(kind, target: test)
        for index in files[test] ?? []
        where !graph.files[index].tests.isEmpty && limited[index] == nil {
          if evaluating[kind]?.contains(index) == true {
            connect(vertex, to: .file(index), "evaluates records of \(kind)")
          } else if let foreign {
            connect(vertex, to: .file(index), "may evaluate records of \(kind) with \(foreign)")
          }
        }
      }
      for index in files[test] ?? [] {
        for module in limited[index]?.sorted() ?? [] {
          let owners = layout.targets.filter { $0.module == module }.map(\.name) + [test]
          for file in owners.flatMap({ files[$0] ?? [] })
          where !graph.files[file].recordKinds.isEmpty {
            connect(.file(file), to: .file(index), "tests the module \(module)")
          }
        }
      }
      for target in closure {
        for index in files[target] ?? [] {
          let file = graph.files[index]
          for kind in file.recordKinds {
            let vertex = Vertex.records(kind, target: test)
            connect(.file(index), to: vertex, "declares records of \(kind)")
          }
          if file.runsAtLaunch, !file.recordKinds.isEmpty {
            connect(.file(index), to: .target(test), "runs at launch")
          }
        }
      }
    }
  }

  /// Returns the files that directly or indirectly refer to symbols of a module whose records are
  /// of this kind, or to a module that evaluates records of all kinds.
  private func filesUsing(_ kind: String) -> Set<Int> {
    let wanted: Set<String> = [kind, "SectionRegistry", "Bridge"]
    return dependents(
      of: graph.files.indices.filter { !graph.files[$0].toolkitUses.isDisjoint(with: wanted) })
  }

  /// Returns files, and all files that refer to one of them directly or indirectly.
  private func dependents(of files: [Int]) -> Set<Int> {
    var reached = Set(files)
    var pending = files
    while let next = pending.popLast() {
      for user in users[next] where reached.insert(user).inserted { pending.append(user) }
    }
    return reached
  }

  // MARK: - The search

  /// Starts at a changed file, and at the files that refer to names that it has lost.
  mutating func start(at path: String) {
    if let index = graph.files.firstIndex(where: { $0.path == path }) {
      reach(.file(index), Step(earlier: nil, text: path))
    }
    for use in graph.lost[path] ?? [] {
      let text = "\(graph.files[use.file].path) (uses the name \(use.symbol) of \(path))"
      reach(.file(use.file), Step(earlier: nil, text: text))
    }
  }

  /// Starts at the tests of targets that read a changed file.
  mutating func start(atReadersOf path: String, _ targets: [String]) {
    for target in targets {
      reach(.target(target), Step(earlier: nil, text: "\(path), which \(target) reads"))
    }
  }

  mutating func run() {
    var next = 0
    while next < found.count {
      let vertex = found[next]
      next += 1
      for (dependent, reason) in dependents[vertex] ?? [] {
        reach(dependent, Step(earlier: vertex, text: text(of: dependent, reason)))
      }
      if case .file(let index) = vertex { reachUsersOfTypes(extendedBy: index) }
    }
  }

  /// Reaches the files that may have values of a type that a file extends, and whose module sees
  /// the extension.
  ///
  /// The witness of a conformance is called by code that names neither the type nor the member. It
  /// has the value from a file that names the type.
  private mutating func reachUsersOfTypes(extendedBy index: Int) {
    let target = graph.files[index].target
    for type in graph.files[index].extendedFiles {
      let reached = usersOfTypes[type] ?? dependents(of: [type])
      usersOfTypes[type] = reached
      for user in reached.sorted()
      where closures[graph.files[user].target]?.contains(target) == true {
        let reason = "uses a type that is extended there"
        reach(.file(user), Step(earlier: .file(index), text: text(of: .file(user), reason)))
      }
    }
  }

  private mutating func reach(_ vertex: Vertex, _ step: Step) {
    guard steps[vertex] == nil else { return }
    steps[vertex] = step
    found.append(vertex)
  }

  private func text(of vertex: Vertex, _ reason: String) -> String {
    switch vertex {
    case .file(let index): "\(graph.files[index].path) (\(reason))"
    case .program, .macros, .records, .target: reason
    }
  }

  /// Returns the path to a file, or `nil` if the change does not reach it.
  func way(to index: Int) -> [String]? {
    guard steps[.file(index)] != nil else { return nil }
    var way: [String] = []
    var vertex: Vertex? = .file(index)
    while let current = vertex, let step = steps[current] {
      way.append(step.text)
      vertex = step.earlier
    }
    return way.reversed()
  }
}
