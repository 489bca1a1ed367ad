import Declarations

extension GraphDraft {
  /// Checks for relay keys with the same name and different value types.
  ///
  /// It compares declared keys, and keys whose type and name are written at their use: see
  /// ``SpelledRelayKey``.
  mutating func checkRelayKeys() {
    var firsts: [String: RelayKeyUse] = [:]
    for use in namedKeys + observedKeys + wires.flatMap(RelayKeyUse.uses(by:)) {
      guard let first = firsts[use.key.name] else {
        firsts[use.key.name] = use
        continue
      }
      if first.key.valueType != use.key.valueType {
        problems.append(.mistypedKey(use, after: first))
      }
    }
  }

  /// A declaration of a relay key, or a use with a written type and name.
  struct RelayKeyUse {
    let key: SpelledRelayKey
    /// The reference to the declaration in messages.
    let mention: String
    let location: CodeLocation?
    let id: Node.ID

    init(key: SpelledRelayKey, mention: String, location: CodeLocation?, id: Node.ID) {
      self.key = key
      self.mention = mention
      self.location = location
      self.id = id
    }

    /// Describes an observer.
    ///
    /// - Returns: `nil` if its key is not written out.
    init?(_ observer: DeclaredRecord, id: Node.ID) {
      guard observer.flags.contains(.unresolvedKey), let key = SpelledRelayKey(observer.key)
      else { return nil }
      self.key = key
      mention = "the observer at \(observer.location)"
      location = observer.location
      self.id = id
    }

    private init?(_ end: ModuleGraph.Wire.End, of placed: PlacedWire) {
      guard end.kind == .relay, end.isUnresolved, let name = end.names.first,
        let key = SpelledRelayKey(name)
      else { return nil }
      self.key = key
      mention = "the wire \(placed.mention)"
      location = placed.wire.location
      id = placed.id
    }

    /// Returns the keys that are written out at the ends of a wire.
    fileprivate static func uses(by placed: PlacedWire) -> [RelayKeyUse] {
      [placed.wire.from, placed.wire.to].compactMap { RelayKeyUse($0, of: placed) }
    }
  }
}

extension GraphDraft {
  /// Checks for earlier names, as in `.formerly("SendMail")`, that are names of other declarations.
  mutating func checkFormerNames() {
    var owners: [Node.Kind: [String: Node]] = [:]
    // A callback has the earlier names of its event, which has them as well.
    let renamed = nodes.filter {
      !$0.formerNames.isEmpty && $0.kind != .callback
        && ($0.certainty == .declared || $0.kind == .event)
    }
    guard !renamed.isEmpty else { return }
    // An event has no declaration of its own. If a name is an earlier one, only callbacks have led
    // to a node with that name.
    for node in nodes where node.certainty == (node.kind == .event ? .mentioned : .declared) {
      owners[node.kind, default: [:]][node.name] = node
    }
    for node in renamed {
      for name in node.formerNames {
        // A job that has only moved to another queue keeps its name.
        if name == node.name, !node.formerQueues.isEmpty { continue }
        if let owner = owners[node.kind]?[name] {
          problems.append(.takenFormerName(name, of: node, in: owner))
        } else {
          owners[node.kind]?[name] = node
        }
      }
    }
  }
}

extension ModuleGraph.Node {
  /// The names of the declaration in earlier builds.
  package var formerNames: [String] { list("formerly") }

  /// The attribute `queue` of a job that is named by a type with a property `queue`.
  static let unknownQueue = ModuleGraph.Attribute.Value.text("unknown (a property of the type)")

  /// A Boolean value that indicates whether only the running program knows the queue of the job.
  package var hasUnknownQueue: Bool {
    kind == .job && self[attribute: "queue"] == Self.unknownQueue
  }

  /// The queues of the job in earlier builds.
  package var formerQueues: [String] { list("formerQueues") }

  /// The steps that the job's closure calls by literal names, in their order.
  package var steps: [String] { list("steps") }

  private func list(_ name: String) -> [String] {
    // Several declarations of a relay key may each have an attribute.
    attributes.flatMap { attribute -> [String] in
      guard attribute.name == name, case .list(let values) = attribute.value else { return [] }
      return values
    }.uniqued()
  }
}

extension GraphDraft {
  /// Finds cycles of wires.
  ///
  /// A wire connects its source to its target, and an event of TaskKit or a notification connects
  /// to the tasks that it runs. For a wire that joins in both directions, only the written
  /// direction counts, because it does not send values back.
  mutating func checkLoops() {
    let flow = FlowGraph(self)
    let byID = Dictionary(wires.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    for loop in flow.cycles() {
      let ids = loop.map { nodes[$0].id }
      problems.append(
        .wireLoop(
          ids.compactMap { id in
            node(id).map { ($0, byID[id]) }
          }))
    }
  }
}

/// A graph of causes and effects at run time.
private struct FlowGraph {
  private var targets: [[Int]]

  init(_ draft: GraphDraft) {
    let numbers = Dictionary(
      uniqueKeysWithValues: draft.nodes.enumerated().map { ($1.id, $0) })
    targets = Array(repeating: [], count: draft.nodes.count)
    for edge in draft.edges where [.wireFrom, .wireTo, .runs].contains(edge.kind) {
      guard let from = numbers[edge.from], let to = numbers[edge.to] else { continue }
      targets[from].append(to)
    }
  }

  /// Returns a shortest cycle of each strongly connected component, in the order of their first
  /// nodes.
  func cycles() -> [[Int]] {
    var components = ConnectedComponents(targets: targets)
    return components.cyclic().map { members in
      components.shortestWay(around: members[0], within: Set(members))
    }
  }
}
