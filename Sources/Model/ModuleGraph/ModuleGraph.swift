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
