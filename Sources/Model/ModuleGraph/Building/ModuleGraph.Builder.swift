public import Declarations
public import KhalaRoutes
import Spelling

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension ModuleGraph {
  /// A builder that collects the contents of a graph: records, and additions of a running program.
  ///
  /// The order of additions does not matter.
  public struct Builder: Sendable {
    var records: [DeclaredRecord] = []
    var routes: [KhalaRouteMap.Route] = []
    var wires: [Wire] = []
    var nodes: [Node] = []
    var edges: [Edge] = []
    var uses: [Use] = []

    /// A Boolean value that indicates whether the uses in code were added, `false` by default.
    ///
    /// Declarations without uses are reported only if it is `true`.
    public var usesAreKnown = false

    /// `true` if the graph has no problems, because its reader compares declarations only.
    package var omitsProblems = false

    /// The limits for work that may grow with the square of the declarations.
    package var limits = Limits()

    /// Limits for work, sufficient for any program that is not an attack.
    package struct Limits: Sendable {
      /// The maximum number of steps of all searches for similar names.
      package var searchSteps = 20_000_000
      /// The maximum number of ends of wires that are joined to all their nodes.
      package var wireEnds = 100_000
      /// The maximum number of routes that are compared with patterns of wires.
      package var routeSteps = 200_000
    }

    /// The moment after which each schedule must have a fire time, or `nil` to ignore the time.
    let moment: Date?

    /// Creates an empty builder.
    ///
    /// - Parameter moment: The time of the program, to find schedules whose last fire time has
    ///   passed, or `nil` to ignore the time.
    public init(at moment: Date? = nil) {
      self.moment = moment
    }

    /// Adds a declaration.
    public mutating func add(_ record: DeclaredRecord) { records.append(record) }

    /// Adds a route that the program added at run time.
    ///
    /// Routes of routing classes are ignored, because their records contain them. You can therefore
    /// add all of `Khala.routes`.
    public mutating func add(route: KhalaRouteMap.Route) {
      if route.kind == .runTime { routes.append(route) }
    }

    /// Adds a wire that the program connected at run time.
    ///
    /// It is ignored if a record declares it at the same source location.
    public mutating func add(wire: Wire) { wires.append(wire) }

    /// Adds a node without a record: a task or a callback that the program added at run time, or a
    /// node of your own.
    ///
    /// If a node with the same id exists, its locations and attributes are extended.
    public mutating func add(node: Node) { nodes.append(node) }

    /// Adds an edge.
    ///
    /// If a node of the edge is not added, the graph shows it as missing.
    public mutating func add(edge: Edge) { edges.append(edge) }

    /// Adds a use of a declaration.
    ///
    /// If you add all uses in code, also set ``usesAreKnown``.
    public mutating func add(use: Use) { uses.append(use) }

    /// Adds a task that the program added at run time.
    ///
    /// - Parameters:
    ///   - name: The name of the task.
    ///   - runsOn: The nodes that trigger it: an event of TaskKit, a notification.
    ///   - dependsOn: The tasks that must succeed before it.
    ///   - after: The tasks that must finish before it.
    ///   - location: The source location at which it was added.
    ///   - attributes: Further attributes.
    public mutating func add(
      task name: String, runsOn: [Node.ID] = [], dependsOn: [String] = [], after: [String] = [],
      location: CodeLocation? = nil, attributes: [Attribute] = []
    ) {
      let id = Node.id(.task, name)
      add(
        node: Node(
          kind: .task, name: name, locations: [location].compactMap(\.self), attributes: attributes,
          certainty: .added))
      for source in runsOn { add(edge: Edge(from: source, to: id, kind: .runs)) }
      for other in dependsOn {
        add(edge: Edge(from: id, to: Node.id(.task, other), kind: .dependsOn))
      }
      for other in after { add(edge: Edge(from: id, to: Node.id(.task, other), kind: .after)) }
    }

    /// Returns the work of building the graph, as a number of steps that depends on the
    /// declarations.
    package func countSteps() -> Int {
      var draft = GraphDraft()
      draft.read(self)
      return draft.steps + draft.searchBudget.stepsTaken
    }

    /// Builds the graph.
    ///
    /// - Complexity: O(*n* log *n*) in everything that was added.
    public func graph(live: Live? = nil) -> ModuleGraph {
      var draft = GraphDraft()
      draft.read(self)
      return draft.finished(live: live)
    }
  }
}
