import Declarations
import Spelling

/// A graph during its construction.
struct GraphDraft {
  typealias Node = ModuleGraph.Node
  typealias Edge = ModuleGraph.Edge

  private(set) var nodes: [Node] = []
  private(set) var edges: [Edge] = []
  var problems: [ModuleProblem] = []

  /// The wires, with the nodes of the wires and of their ends.
  var wires: [PlacedWire] = []

  /// The relay keys that records declare, by property.
  var declaredKeys = DeclaredRelayKeys()

  /// The declared keys whose names are in the records, in the order of the records.
  var namedKeys: [RelayKeyUse] = []

  /// The current names of events and relays, by the ids of their earlier names.
  var currentNames: [Node.ID: SourceName] = [:]

  /// The keys that observers spell out, in the order of their records.
  var observedKeys: [RelayKeyUse] = []

  /// The tasks in the order of their records, followed by tasks that the program added.
  var tasks: [DraftTask] = []

  /// The uses that were added, in any order.
  var uses: [ModuleGraph.Use] = []

  /// A Boolean value that indicates whether the uses in code were collected.
  var usesAreKnown = false

  /// The uses in their order, with the nodes that they refer to.
  var resolvedUses: [ModuleGraph.ResolvedUse] = []

  /// The contracts, in the order of their records.
  var contracts: [DeclaredContracts.Contract] = []

  /// The routes that each contract calls.
  var calledRoutes: [Node.ID: [Node.ID]] = [:]

  /// The images that hold the records of each module.
  var images: [String: Set<String>] = [:]

  /// The remaining work of searches for similar names.
  var searchBudget = SearchBudget(steps: 0)

  /// The number of steps that depends on the declarations, without searches for names.
  ///
  /// Tests check that it grows no faster than the declarations.
  var steps = 0

  /// The remaining number of ends of wires that are joined to all their nodes.
  var wireEndsLeft = 0

  /// The remaining number of routes that are compared with patterns of wires.
  var routeStepsLeft = 0

  /// The number of ends of wires that refer to more nodes than they are joined to.
  var cutEnds = 0

  /// The wires with such ends.
  var cutWires: [PlacedWire] = []

  /// The index of the node with each id.
  private var numbers: [Node.ID: Int] = [:]

  /// The last number that was appended to each id.
  private var lastCopies: [Node.ID: Int] = [:]

  /// The known statements about extended nodes, so that none is repeated.
  private var statements: [Int: Statements] = [:]

  private struct Statements {
    var locations: Set<CodeLocation>
    var attributes: Set<ModuleGraph.Attribute>
  }

  /// Adds a declared node.
  ///
  /// A node that was only mentioned so far becomes declared. If a declared node has the same id,
  /// the new node gets an id with a number.
  ///
  /// - Returns: The id of the node.
  @discardableResult
  mutating func declare(_ node: Node) -> Node.ID {
    guard let number = numbers[node.id] else { return append(node) }
    guard nodes[number].certainty.isOwned else {
      replace(number, by: node)
      return node.id
    }
    // Starts at the last number, because otherwise many nodes with one name take quadratic time.
    var count = lastCopies[node.id, default: 1] + 1
    while numbers["\(node.id)~\(count)"] != nil {
      count += 1
      steps += 1
    }
    lastCopies[node.id] = count
    return append(node.renamed("\(node.id)~\(count)"))
  }

  /// Adds a node, or extends the node with the same id.
  mutating func merge(_ node: Node) {
    guard let number = numbers[node.id] else {
      append(node)
      return
    }
    if !nodes[number].certainty.isOwned, node.certainty.isOwned {
      replace(number, by: node)
      return
    }
    var known =
      statements[number]
      ?? Statements(
        locations: Set(nodes[number].locations), attributes: Set(nodes[number].attributes))
    steps += node.locations.count + node.attributes.count
    // Removed during the change, so that the sets are changed without a copy.
    statements[number] = nil
    nodes[number].locations += node.locations.filter { known.locations.insert($0).inserted }
    nodes[number].attributes += node.attributes.filter { known.attributes.insert($0).inserted }
    statements[number] = known
  }

  private mutating func replace(_ number: Int, by node: Node) {
    nodes[number] = node
    statements[number] = nil
  }

  /// Ensures that a node exists for something that a declaration names.
  ///
  /// - Parameters:
  ///   - kind: The kind of the node.
  ///   - name: The name of the node.
  ///   - location: The source location that names it.
  ///   - certainty: The certainty if no declaration exists.
  /// - Returns: The id of the node.
  @discardableResult
  mutating func mention(
    _ kind: Node.Kind, _ name: String, at location: CodeLocation?,
    as certainty: Node.Certainty = .mentioned
  ) -> Node.ID {
    let id = Node.id(kind, name)
    guard let number = numbers[id] else {
      return append(
        Node(
          kind: kind, name: name, locations: [location].compactMap(\.self), certainty: certainty))
    }
    guard !nodes[number].certainty.isOwned else { return id }
    if let location {
      nodes[number].locations.append(location)
      statements[number]?.locations.insert(location)
    }
    if nodes[number].certainty == .unresolved { nodes[number].certainty = certainty }
    return id
  }

  /// Ensures that a node exists for a name in source code.
  ///
  /// - Returns: The id of the node.
  mutating func mention(_ kind: Node.Kind, _ name: SourceName, at location: CodeLocation?)
    -> Node.ID
  {
    let id = mention(
      kind, name.text, at: location, as: name.isUnresolved ? .unresolved : .mentioned)
    if let source = name.source, let number = numbers[id],
      nodes[number].certainty == .unresolved, nodes[number][attribute: "source"] == nil
    {
      nodes[number].attributes.append(.init("source", .text(source)))
      statements[number] = nil
    }
    return id
  }

  @discardableResult
  private mutating func append(_ node: Node) -> Node.ID {
    numbers[node.id] = nodes.count
    nodes.append(node)
    return node.id
  }

  mutating func join(_ from: Node.ID, _ kind: Edge.Kind, _ to: Node.ID, isCertain: Bool = true) {
    edges.append(Edge(from: from, to: to, kind: kind, isCertain: isCertain))
  }

  func node(_ id: Node.ID) -> Node? { numbers[id].map { nodes[$0] } }

  /// Returns the indices of the edges from or to each node, by the index of the node.
  func edgesOfNodes() -> [[Int]] {
    var joined = Array(repeating: [Int](), count: nodes.count)
    for (index, edge) in edges.enumerated() {
      for end in [edge.from, edge.to] {
        if let node = numbers[end] { joined[node].append(index) }
      }
    }
    return joined
  }
}

/// A wire, with the nodes of the wire and of its ends.
struct PlacedWire {
  let wire: ModuleGraph.Wire
  let id: ModuleGraph.Node.ID
  var sources: [ModuleGraph.Node.ID] = []
  var targets: [ModuleGraph.Node.ID] = []
}

extension ModuleGraph.Node.Certainty {
  /// A Boolean value that indicates whether a module declares or adds the node.
  var isOwned: Bool { self == .declared || self == .added }
}

extension ModuleGraph.Node {
  /// Returns the same node with another id.
  fileprivate func renamed(_ id: String) -> Self {
    Self(
      id: id, kind: kind, name: name, module: module, locations: locations, attributes: attributes,
      certainty: certainty)
  }
}

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension GraphDraft {
  /// Finds the problems after everything has been read.
  ///
  /// - Parameter moment: The moment after which each schedule must have a fire time, or `nil` to
  ///   ignore the time.
  mutating func check(at moment: Date?) {
    checkTasks()
    checkSchedules(at: moment)
    checkWires()
    checkRelayKeys()
    checkFormerNames()
    checkSources()
    checkUses()
    checkLoops()
    if let first = cutWires.first {
      problems.append(.wireEndsCutOff(first, count: cutWires.count))
    }
    if searchBudget.cutSearches > 0 {
      problems.append(.suggestionsCutOff(searchBudget.cutSearches))
    }
  }
}

extension GraphDraft {
  /// Reads a record of `#uses`, which declares a use at run time.
  mutating func readUse(_ record: DeclaredRecord, _ schema: UseSchema) {
    let target = Node.Kind(rawValue: schema.target)
    var name = record.name
    if target == .relay, name.isUnresolved, let declared = declaredKeys.name(for: record.key) {
      name = SourceName(declared)
    }
    uses.append(
      ModuleGraph.Use(
        .use(of: target), target, name.text, module: record.module, location: record.location,
        origin: .record))
  }
}

extension ModuleGraph.Edge.Kind {
  /// Returns the most precise verb for a use of any node of a kind.
  ///
  /// For example, a relay may be read or set, so its verb only says that it is named.
  static func use(of target: ModuleGraph.Node.Kind) -> Self {
    switch target {
    case .route: .calls
    case .event, .notification: .triggers
    case .task: .runs
    case .job: .enqueues
    default: .names
    }
  }
}
