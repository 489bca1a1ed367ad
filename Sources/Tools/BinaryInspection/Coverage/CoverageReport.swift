package import ModuleGraph
import Spelling

/// The declarations of a program with the tests that exercised them.
package struct CoverageReport: Sendable {
  /// A declaration with its tests.
  package struct Declaration: Sendable, Hashable {
    package let node: ModuleGraph.Node.ID
    package let kind: ModuleGraph.Node.Kind
    package let name: String
    package let module: String
    package let location: CodeLocation
    /// The tests that exercised it, by name.
    package let tests: [ExercisedDeclaration.Test]

    /// The source location without its column: `Feed/Tasks.swift:12`.
    package var place: String { "\(location.withoutColumn)" }
  }

  /// The number of declarations, and of the declarations that a test exercised.
  package struct Share: Sendable, Hashable {
    package internal(set) var exercised = 0
    package internal(set) var declared = 0

    /// The percentage, rounded down, so that only complete coverage is 100.
    package var percent: Int { declared == 0 ? 100 : exercised * 100 / declared }

    /// Returns whether the share is less than a percentage.
    package func isBelow(_ percent: Double) -> Bool {
      Double(exercised) * 100 < percent * Double(declared)
    }
  }

  /// The kinds of declarations that run, or that pass values.
  package static let kinds: Set<ModuleGraph.Node.Kind> = [
    .callback, .route, .relay, .observer, .task, .job, .wire,
  ]

  /// The declarations, by module, kind and name.
  package let declarations: [Declaration]

  /// The lines of coverage without a declaration in the program, which is another one than the
  /// tests ran.
  package let unmatched: [ExercisedDeclaration]

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - graph: The declarations of the program.
  ///   - exercised: The lines of the coverage files, in any order and with repetitions.
  ///   - isIncluded: Returns whether the declarations of a module are part of the report.
  package init(
    _ graph: ModuleGraph, exercised: some Sequence<ExercisedDeclaration>,
    including isIncluded: (_ module: String) -> Bool = { _ in true }
  ) {
    let tests = Dictionary(grouping: Set(exercised)) { Key(kind: $0.kind, location: $0.location) }
    var unmatched = tests
    var declarations: [Declaration] = []
    for node in graph.nodes where node.certainty == .declared && Self.kinds.contains(node.kind) {
      guard let module = node.module, let first = node.locations.first else { continue }
      // A route that several functions declare has several locations.
      let keys = Set(
        node.locations.map { Key(kind: node.kind, location: $0.withoutColumn) })
      for key in keys { unmatched[key] = nil }
      guard isIncluded(module) else { continue }
      let own = Set(keys.flatMap { tests[$0] ?? [] }.map(\.test)).sorted {
        ($0.name, $0.file, $0.line) < ($1.name, $1.file, $1.line)
      }
      declarations.append(
        Declaration(
          node: node.id, kind: node.kind, name: node.name, module: module, location: first,
          tests: own))
    }
    self.declarations = declarations.sorted {
      ($0.module, $0.kind.rawValue, $0.name, $0.node)
        < ($1.module, $1.kind.rawValue, $1.name, $1.node)
    }
    // A line is written once, not for each comparison.
    self.unmatched = unmatched.values.joined().map { (line: $0.line, one: $0) }
      .sorted { $0.line < $1.line }.map(\.one)
  }

  private struct Key: Hashable {
    let kind: ModuleGraph.Node.Kind
    let location: CodeLocation
  }

  /// The share of all declarations.
  package var share: Share { Self.share(of: declarations[...]) }

  /// The shares of the modules, by name.
  package var modules: [(name: String, share: Share)] {
    Dictionary(grouping: declarations, by: \.module)
      .map { ($0.key, Self.share(of: $0.value[...])) }.sorted { $0.0 < $1.0 }
  }

  private static func share(of declarations: ArraySlice<Declaration>) -> Share {
    Share(exercised: declarations.count { !$0.tests.isEmpty }, declared: declarations.count)
  }

  // MARK: - Failures

  /// Returns the reasons why the coverage is below a percentage, or an empty array.
  package func failures(under percent: Double) -> [String] {
    guard share.isBelow(percent) else { return [] }
    let wanted = Int(exactly: percent).map { "\($0)" } ?? "\(percent)"
    func line(_ name: String, _ share: Share) -> String {
      "\(name): \(share.exercised) of \(share.declared) declarations are exercised, "
        + "\(share.percent)% of at least \(wanted)%"
    }
    return modules.filter { $0.share.isBelow(percent) }.map { line($0.name, $0.share) }
      + [line("all", share)]
  }

  /// Returns an error for each declaration that a lock file does not contain and no test exercises.
  ///
  /// - Parameters:
  ///   - lock: The text of the lock file.
  ///   - graph: The declarations of the program.
  /// - Returns: The errors, in the order of the declarations.
  package func failures(since lock: String, in graph: ModuleGraph) -> [String] {
    let new = SurfaceLock.newNodes(in: graph, since: lock)
    return declarations.filter { $0.tests.isEmpty && new.contains($0.node) }.map {
      """
      \($0.place): error: \($0.kind) '\($0.name)' is not in the lock file, so it is new, and no test \
      exercises it. Exercise it in a test.
      """
    }
  }

  // MARK: - The page

  /// Returns a graph in which each declaration has its tests as attributes.
  package func annotated(_ graph: ModuleGraph) -> ModuleGraph {
    let attributes = declarations.map { declaration in
      let names = declaration.tests.map { EscapedText.line($0.name) }
      let count = ModuleGraph.Attribute("tests", .integer(names.count))
      return (
        declaration.node, names.isEmpty ? [count] : [count, .init("exercisedBy", .list(names))]
      )
    }
    return graph.adding(Dictionary(attributes, uniquingKeysWith: { first, _ in first }))
  }
}

extension CoverageReport: Encodable {
  private enum CodingKeys: String, CodingKey {
    case exercised, declared, percent, modules, declarations
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(share.exercised, forKey: .exercised)
    try container.encode(share.declared, forKey: .declared)
    try container.encode(share.percent, forKey: .percent)
    try container.encode(
      Dictionary(modules.map { ($0.name, $0.share) }, uniquingKeysWith: { first, _ in first }),
      forKey: .modules)
    try container.encode(declarations, forKey: .declarations)
  }
}

extension CoverageReport.Share: Encodable {
  private enum CodingKeys: String, CodingKey {
    case exercised, declared, percent
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(exercised, forKey: .exercised)
    try container.encode(declared, forKey: .declared)
    try container.encode(percent, forKey: .percent)
  }
}

extension CoverageReport.Declaration: Encodable {
  private enum CodingKeys: String, CodingKey {
    case kind, name, module, file, line, tests
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(kind.rawValue, forKey: .kind)
    try container.encode(name, forKey: .name)
    try container.encode(module, forKey: .module)
    try container.encode(location.fileID, forKey: .file)
    try container.encode(location.line, forKey: .line)
    try container.encode(tests, forKey: .tests)
  }
}
