public import Declarations

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A graph of everything that the modules of an app declare.
///
/// ```swift
/// let graph = ModuleGraph(records: SectionRegistry.records.map(DeclaredRecord.init))
/// for problem in graph.problems { print(problem) }
/// ```
///
/// A graph is a value that is built from records of the running process or of a file. It does not
/// refer to them afterwards. Its order is the same in every run: nodes are sorted by kind, name and
/// id, and edges by their nodes.
public struct ModuleGraph: Sendable, Hashable {
  /// The modules with declarations, sorted by name.
  public let modules: [Module]

  /// Everything that is declared, and everything that declarations name.
  public let nodes: [Node]

  /// The edges between nodes.
  public let edges: [Edge]

  /// The edges between modules, with their reasons.
  public let moduleEdges: [ModuleEdge]

  /// The problems and notices, starting with errors.
  public package(set) var problems: [ModuleProblem]

  /// The known uses in code with their nodes, sorted by module and source location.
  ///
  /// Uses of `#uses` are always included. Other uses are included if ``usesAreKnown``.
  public let uses: [ResolvedUse]

  /// A Boolean value that indicates whether the uses in code were collected.
  ///
  /// Otherwise, a declaration without uses may be used.
  public let usesAreKnown: Bool

  /// The state of the running process, or `nil` if the graph was built from a file.
  public var live: Live?

  /// The index of the nodes and their edges.
  let index: GraphIndex

  /// Creates a graph from sorted parts.
  init(
    modules: [Module], nodes: [Node], edges: [Edge], moduleEdges: [ModuleEdge],
    problems: [ModuleProblem], uses: [ResolvedUse] = [], usesAreKnown: Bool = false, live: Live?
  ) {
    self.modules = modules
    self.nodes = nodes
    self.edges = edges
    self.moduleEdges = moduleEdges
    self.problems = problems
    self.uses = uses
    self.usesAreKnown = usesAreKnown
    self.live = live
    index = GraphIndex(nodes: nodes, edges: edges, uses: uses)
  }

  /// Creates an empty graph.
  public init() {
    self.init(modules: [], nodes: [], edges: [], moduleEdges: [], problems: [], live: nil)
  }

  /// Creates the graph of some records.
  ///
  /// - Parameters:
  ///   - records: All records of a process or a file, in any order.
  ///   - live: The state of the running process.
  ///   - moment: The time of the program, to find schedules whose last fire time has passed, or
  ///     `nil` to ignore the time.
  /// - Complexity: O(*n* log *n*) in the records.
  public init(
    records: some Sequence<DeclaredRecord>, live: Live? = nil, at moment: Date? = nil
  ) {
    var builder = Builder(at: moment)
    for record in records { builder.add(record) }
    self = builder.graph(live: live)
  }
}

extension ModuleGraph {
  /// Returns the node with an id, or `nil` if none exists.
  ///
  /// - Complexity: O(1)
  public func node(_ id: Node.ID) -> Node? {
    index.number(of: id).map { nodes[$0] }
  }

  /// Returns the nodes of a kind, sorted by name.
  ///
  /// - Complexity: O(log *n*)
  public func nodes(of kind: Node.Kind) -> ArraySlice<Node> {
    nodes[index.range(of: kind)]
  }

  /// Returns the nodes that a module declares, sorted by kind and name.
  ///
  /// - Complexity: O(*n*)
  public func nodes(ofModule module: String) -> [Node] {
    nodes.filter { $0.module == module }
  }

  /// Returns the module with a name, or `nil` if it declares nothing.
  ///
  /// - Complexity: O(*n*) in the modules.
  public func module(_ name: String) -> Module? {
    modules.first { $0.name == name }
  }

  /// Returns the edges from a node.
  public func edges(from id: Node.ID) -> ArraySlice<Edge> {
    guard let number = index.number(of: id) else { return [] }
    return edges[index.outgoing(of: number)]
  }

  /// Returns the edges to a node.
  ///
  /// - Complexity: Linear in the returned edges.
  public func edges(to id: Node.ID) -> [Edge] {
    guard let number = index.number(of: id) else { return [] }
    return index.incoming(of: number).map { edges[$0] }
  }

  /// Returns the problems of a node.
  ///
  /// - Complexity: O(*n*) in the problems.
  public func problems(of id: Node.ID) -> [ModuleProblem] {
    problems.filter { $0.nodes.contains(id) }
  }
}

extension ModuleGraph {
  /// Returns the graph as an interactive page.
  ///
  /// Its first view shows failures with their causes. The other views show the wiring of modules, a
  /// timeline of the trace, the jobs and schedules of the store, all declarations in tables, and
  /// the problems. The page is a single file without external resources, and needs no network. Its
  /// address contains the current view, so that you can link to a view:
  ///
  /// | after `#` | shows |
  /// |---|---|
  /// | `view=wiring` | a view: `overview`, `wiring`, `timeline`, `jobs` or another one |
  /// | `search=login` | nodes with the word in their name, module, location or attributes |
  /// | `hide=task,wire` | everything except tasks and wires |
  /// | `module=Feed` | the declarations of a module |
  /// | `within=module:Feed` | a drawing of a module with its neighbors |
  /// | `select=task:Sync&steps=2` | the neighbors of a node within two steps |
  /// | `table=task&sort=-name` | a table of one kind |
  /// | `task=nightly&state=failed` | fires of a durable schedule, in one state |
  /// | `span=42&lanes=kind` | a span in the timeline with its critical path, on lanes by kind |
  ///
  /// - Parameter title: The title of the page.
  /// - Returns: HTML in UTF-8. Equal graphs have equal pages.
  public func html(title: String = "Modules") -> String {
    let trace = live?.trace.flatMap { $0.spans.isEmpty ? nil : $0 }
    return Report.page(title: title, json: pageJSON(), trace: trace.map { $0.pageJSON() })
  }

  /// Returns the graph as JSON for the page, which reads the trace in another format.
  package func pageJSON() -> String {
    var rest = self
    rest.live?.trace = nil
    return rest.compactJSON()
  }
}

extension ModuleGraph.Live.Trace {
  /// Returns the trace as JSON for the page, in columns.
  package func pageJSON() -> String { ModuleGraph.compactJSON(of: TraceColumns(self)) }
}

extension ModuleGraph {
  /// Returns the part of the graph that concerns some modules.
  ///
  /// It contains their nodes, the events, relays and other names without a module that they use,
  /// and the edges between all of these. The states of these nodes are kept. Runs and traces of the
  /// whole process are removed.
  ///
  /// - Parameter names: The names of the modules. Unknown names are ignored.
  /// - Returns: A graph in the same order.
  /// - Complexity: Linear in the graph.
  package func limited(to names: Set<String>) -> ModuleGraph {
    let owned = Set(nodes.filter { $0.module.map(names.contains) ?? false }.map(\.id))
    let unowned = Set(nodes.filter { $0.module == nil }.map(\.id))
    var used: Set<Node.ID> = []
    for edge in edges {
      if owned.contains(edge.from), unowned.contains(edge.to) { used.insert(edge.to) }
      if owned.contains(edge.to), unowned.contains(edge.from) { used.insert(edge.from) }
    }
    for use in uses where names.contains(use.use.module) {
      used.formUnion(use.nodes.filter(unowned.contains))
    }
    let kept = owned.union(used)
    let live = live.map { whole in
      Live(
        process: whole.process, microsecondsSince1970: whole.microsecondsSince1970,
        nodes: whole.nodes.filter { kept.contains($0.key) })
    }
    return ModuleGraph(
      modules: modules.filter { names.contains($0.name) },
      nodes: nodes.filter { kept.contains($0.id) },
      edges: edges.filter { kept.contains($0.from) && kept.contains($0.to) },
      moduleEdges: moduleEdges.filter { names.contains($0.from) && names.contains($0.to) },
      problems: problems.filter { $0.isAbout(modules: names, nodes: kept) },
      uses: uses.compactMap { $0.limited(to: kept, in: names) },
      usesAreKnown: usesAreKnown && !kept.isEmpty, live: live)
  }
}

extension ModuleGraph.ResolvedUse {
  /// Returns the use with the remaining nodes, or `nil` if its module or all of its nodes are
  /// removed.
  fileprivate func limited(to kept: Set<ModuleGraph.Node.ID>, in modules: Set<String>) -> Self? {
    guard modules.contains(use.module) else { return nil }
    let left = nodes.filter(kept.contains)
    return left.isEmpty && !nodes.isEmpty ? nil : Self(use, nodes: left)
  }
}

extension ModuleProblem {
  /// Returns whether the problem concerns some of these modules or nodes.
  ///
  /// Without nodes, its source locations decide.
  fileprivate func isAbout(modules: Set<String>, nodes kept: Set<ModuleGraph.Node.ID>) -> Bool {
    nodes.isEmpty
      ? locations.contains { modules.contains($0.module) } : nodes.contains { kept.contains($0) }
  }
}

extension ModuleGraph {
  /// A relation between two nodes, which reads as a sentence: from, kind, to.
  public struct Edge: Sendable, Hashable, Codable {
    /// The kind of a relation.
    ///
    /// Later versions may add kinds.
    public struct Kind: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
      public let rawValue: String

      public init(rawValue: String) {
        self.rawValue = rawValue
      }

      public var description: String { rawValue }

      /// A callback observes an event.
      public static let listens = Kind(rawValue: "listens")
      /// An event of tasks or a notification runs a task.
      public static let runs = Kind(rawValue: "runs")
      /// A contract calls a route.
      public static let calls = Kind(rawValue: "calls")
      /// A routing class provides a route.
      public static let provides = Kind(rawValue: "provides")
      /// An observer observes a relay.
      public static let observes = Kind(rawValue: "observes")
      /// A task requires the success of another.
      public static let dependsOn = Kind(rawValue: "dependsOn")
      /// A task starts after another has finished.
      public static let after = Kind(rawValue: "after")
      /// A wire observes its source.
      ///
      /// The edge goes from the source to the wire.
      public static let wireFrom = Kind(rawValue: "wireFrom")
      /// A wire triggers its target.
      public static let wireTo = Kind(rawValue: "wireTo")
    }

    /// The id of a node.
    public let from: Node.ID

    /// The id of a node.
    public let to: Node.ID

    public let kind: Kind

    /// A Boolean value that indicates whether the relation is certain.
    ///
    /// It is uncertain if a node is named by an expression.
    public var isCertain: Bool

    /// Creates an edge between two nodes.
    public init(from: Node.ID, to: Node.ID, kind: Kind, isCertain: Bool = true) {
      self.from = from
      self.to = to
      self.kind = kind
      self.isCertain = isCertain
    }

    private enum CodingKeys: String, CodingKey {
      case from, to, kind
      case isCertain = "certain"
    }
  }
}

extension ModuleGraph {
  /// Returns the graph with further attributes of some nodes, which follow their own.
  package func adding(_ attributes: [Node.ID: [Attribute]]) -> ModuleGraph {
    let nodes = nodes.map { node in
      var node = node
      node.attributes += attributes[node.id] ?? []
      return node
    }
    return ModuleGraph(
      modules: modules, nodes: nodes, edges: edges, moduleEdges: moduleEdges, problems: problems,
      uses: uses, usesAreKnown: usesAreKnown, live: live)
  }
}
