public import Declarations
public import KhalaRoutes
import Spelling

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension ModuleGraph {
  /// Gathers what a graph is made of: records, and what a running program has added
  /// to them.
  ///
  /// The order in which things are added means nothing.
  public struct Builder: Sendable {
    var records: [DeclaredRecord] = []
    var routes: [KhalaRouteMap.Route] = []
    var wires: [Wire] = []
    var nodes: [Node] = []
    var edges: [Edge] = []
    var uses: [Use] = []

    /// A Boolean value that indicates whether the uses in code are among what was added.
    ///
    /// Only then are declarations without uses reported. `false` in the beginning.
    public var usesAreKnown = false

    /// The limits of work that could grow with the square of the declarations.
    package var limits = Limits()

    /// Limits of work, large enough for any program that is no attack.
    package struct Limits: Sendable {
      /// The steps of all searches for names like those that do not exist.
      package var searchSteps = 20_000_000
      /// The ends of wires that are joined to all that they lead to.
      package var wireEnds = 100_000
      /// The number of routes that are compared with patterns of wires.
      package var routeSteps = 200_000
    }

    /// The moment after which schedules must have something to come; nothing if the
    /// clock does not matter.
    let moment: Date?

    /// Begins with nothing.
    ///
    /// - Parameter moment: When the program runs, so that schedules are found that
    ///   have had their last moment; without it the clock does not matter.
    public init(at moment: Date? = nil) {
      self.moment = moment
    }

    /// Adds a declaration.
    public mutating func add(_ record: DeclaredRecord) { records.append(record) }

    /// Adds a route that the program has added when it ran.
    ///
    /// Those of routing classes are read from their records, and left aside here; so
    /// all of `Khala.routes` may be given.
    public mutating func add(route: KhalaRouteMap.Route) {
      if route.kind == .runTime { routes.append(route) }
    }

    /// Adds a wire that the program has connected when it ran.
    ///
    /// One that a record declares at the same place is left aside.
    public mutating func add(wire: Wire) { wires.append(wire) }

    /// Adds a node that no record declares: a task or a callback that the program
    /// has added when it ran, or something of your own.
    ///
    /// To what has its id already it adds its places and attributes.
    public mutating func add(node: Node) { nodes.append(node) }

    /// Adds an edge.
    ///
    /// A node that it names and that is not added is shown as missing.
    public mutating func add(edge: Edge) { edges.append(edge) }

    /// Adds a use of something that is declared.
    ///
    /// If all uses in code were looked for, set ``usesAreKnown`` too.
    public mutating func add(use: Use) { uses.append(use) }

    /// Adds a task that the program has added when it ran.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - runsOn: The nodes that make it run: a moment of TaskKit, a notification.
    ///   - dependsOn: The tasks that must have succeeded before it.
    ///   - after: The tasks that must be over before it.
    ///   - location: Where it was added.
    ///   - attributes: What else is known of it.
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

    /// Counts the work of putting the graph together, in steps: things looked at whose
    /// number depends on what is declared.
    ///
    package func countSteps() -> Int {
      var draft = GraphDraft()
      draft.read(self)
      return draft.steps + draft.searchBudget.stepsTaken
    }

    /// Puts the graph together.
    ///
    /// - Complexity: O(*n* log *n*) in all that was added.
    public func graph(live: Live? = nil) -> ModuleGraph {
      var draft = GraphDraft()
      draft.read(self)
      return draft.finished(live: live)
    }
  }
}
