public import Declarations

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// All that the modules of an app declare, as one picture.
///
/// ```swift
/// let graph = ModuleGraph(records: SectionRegistry.records.map(DeclaredRecord.init))
/// for problem in graph.problems { print(problem) }
/// ```
///
/// A graph is a value: it is made of records, be they of the running process or of
/// a file, and needs neither again. Its order is the same in every run: nodes by
/// kind, name and id, edges by the nodes that they join.
public struct ModuleGraph: Sendable, Hashable {
  /// The modules that declare something, by name.
  public let modules: [Module]

  /// Everything that is declared, and what it names.
  public let nodes: [Node]

  /// The relations of the nodes to each other.
  public let edges: [Edge]

  /// Which modules reach into which others, and by what.
  public let moduleEdges: [ModuleEdge]

  /// The problems and surprises, errors first.
  public package(set) var problems: [ModuleProblem]

  /// The uses in code that are known, by module and source location, with what they lead to.
  ///
  /// Records of `#uses` are always among them, those in code if ``usesAreKnown``.
  public let uses: [ResolvedUse]

  /// A Boolean value that indicates whether the uses in code were looked at; otherwise a
  /// declaration without uses may have some.
  public let usesAreKnown: Bool

  /// The state of the running process, if the graph is of one.
  public var live: Live?

  /// The index of the nodes and their edges.
  let index: GraphIndex

  /// Puts a graph together whose parts are in order.
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

  /// Makes a picture of nothing.
  public init() {
    self.init(modules: [], nodes: [], edges: [], moduleEdges: [], problems: [], live: nil)
  }

  /// Makes the picture of these records.
  ///
  /// - Parameters:
  ///   - records: All of a process or a file, in any order.
  ///   - live: What the running process adds.
  ///   - moment: When the program runs, so that schedules are found that have had
  ///     their last moment; without it the clock does not matter.
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
  /// The node with this id, if there is one.
  ///
  /// - Complexity: O(1)
  public func node(_ id: Node.ID) -> Node? {
    index.number(of: id).map { nodes[$0] }
  }

  /// The nodes of a kind, by name.
  ///
  /// - Complexity: O(log *n*)
  public func nodes(of kind: Node.Kind) -> ArraySlice<Node> {
    nodes[index.range(of: kind)]
  }

  /// The nodes that a module declares, by kind and name.
  ///
  /// - Complexity: O(*n*)
  public func nodes(ofModule module: String) -> [Node] {
    nodes.filter { $0.module == module }
  }

  /// The module of this name, if it declares something.
  ///
  /// - Complexity: O(*n*) in the modules.
  public func module(_ name: String) -> Module? {
    modules.first { $0.name == name }
  }

  /// The edges that begin at a node.
  public func edges(from id: Node.ID) -> ArraySlice<Edge> {
    guard let number = index.number(of: id) else { return [] }
    return edges[index.outgoing(of: number)]
  }

  /// The edges that end at a node.
  ///
  /// - Complexity: Linear in the edges that are returned.
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
  /// The graph as one page to explore: what is wrong, the modules and what is in
  /// them, the runs of tasks, the store of durable schedules, a timeline of the trace, and
  /// all declarations in tables.
  ///
  /// The page is one file that needs nothing else, not even a network. What it
  /// shows is in its address, so that a view can be linked to:
  ///
  /// | behind `#` | shows |
  /// |---|---|
  /// | `search=login` | what has the word in its name, module, place or attributes |
  /// | `hide=task,wire` | all but tasks and wires |
  /// | `module=Feed` | what a module declares |
  /// | `view=module:Feed` | a module drawn with what is around it |
  /// | `view=near:task:Sync&select=task:Sync` | what is around a node |
  /// | `table=task&sort=-name` | a table of one kind |
  /// | `task=nightly&state=failed` | due times of a durable schedule, in one state |
  /// | `span=42&lanes=kind` | a span in the timeline with its critical path, on lanes by kind |
  ///
  /// - Parameter title: What stands at the top.
  /// - Returns: HTML in UTF-8; the same for the same graph.
  public func html(title: String = "Modules") -> String {
    var rest = self
    rest.live?.trace = nil
    let columns = live?.trace.flatMap { $0.spans.isEmpty ? nil : TraceColumns($0) }
    return Report.page(
      title: title, json: rest.compactJSON(), trace: columns.map(Self.compactJSON(of:)))
  }
}

extension ModuleGraph {
  /// The part of the picture that is about some modules.
  ///
  /// It has their nodes, the events, relays and other names that they use and that
  /// belong to no module, and what leads from one of all these to another. Of a running
  /// process the states of these nodes stay; what ran in the whole of it does not.
  ///
  /// - Parameter names: The modules; those that the graph does not have mean nothing.
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
  /// Returns the use with the nodes that are kept; `nil` if its module is not, or all that it
  /// leads to is left out.
  fileprivate func limited(to kept: Set<ModuleGraph.Node.ID>, in modules: Set<String>) -> Self? {
    guard modules.contains(use.module) else { return nil }
    let left = nodes.filter(kept.contains)
    return left.isEmpty && !nodes.isEmpty ? nil : Self(use, nodes: left)
  }
}

extension ModuleProblem {
  /// Returns whether it concerns one of these; by its source locations if it names no nodes.
  fileprivate func isAbout(modules: Set<String>, nodes kept: Set<ModuleGraph.Node.ID>) -> Bool {
    nodes.isEmpty
      ? locations.contains { modules.contains($0.module) } : nodes.contains { kept.contains($0) }
  }
}

extension ModuleGraph {
  /// A relation of one node to another, to be read as a sentence: from, kind, to.
  public struct Edge: Sendable, Hashable, Codable {
    /// The kind of a relation; the list may grow.
    public struct Kind: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
      public let rawValue: String

      public init(rawValue: String) {
        self.rawValue = rawValue
      }

      public var description: String { rawValue }

      /// A callback listens to an event.
      public static let listens = Kind(rawValue: "listens")
      /// An event of tasks or a notification runs a task.
      public static let runs = Kind(rawValue: "runs")
      /// A contract calls a route.
      public static let calls = Kind(rawValue: "calls")
      /// A routing class provides a route.
      public static let provides = Kind(rawValue: "provides")
      /// An observer observes a relay.
      public static let observes = Kind(rawValue: "observes")
      /// A task needs the success of another.
      public static let dependsOn = Kind(rawValue: "dependsOn")
      /// A task begins when another is over.
      public static let after = Kind(rawValue: "after")
      /// A wire takes from what is at the beginning of it: from that to the wire.
      public static let wireFrom = Kind(rawValue: "wireFrom")
      /// A wire gives to what is at the end of it.
      public static let wireTo = Kind(rawValue: "wireTo")
    }

    /// The id of a node.
    public let from: Node.ID

    /// The id of a node.
    public let to: Node.ID

    public let kind: Kind

    /// A Boolean value that indicates whether that is sure; it is not if one of them is
    /// named by an expression.
    public var isCertain: Bool

    /// Joins two nodes.
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
