import Spelling

extension GraphDraft {
  /// Checks whether what wires, callbacks and observers take from may be a slip of
  /// the pen.
  ///
  /// Code may trigger any event, set any relay and post any notification, so that a
  /// name that nothing else has is nothing wrong; but it is worth a word if another
  /// name is but a letter or two away.
  mutating func checkSources() {
    let joined = edgesOfNodes()
    let candidates = WireCandidates(nodes: nodes)
    let used = Set(resolvedUses.flatMap(\.nodes))
    let given = WireCandidates(
      nodes: nodes.indices.filter { number in
        // A name that only code has is checked as a use.
        if !joined[number].isEmpty, used.contains(nodes[number].id) { return true }
        return joined[number].contains {
          edges[$0].kind == .wireTo && edges[$0].to == nodes[number].id
        }
      }.map { nodes[$0] })
    var takers: [Node.ID: [Taker]] = [:]
    for placed in wires where placed.wire.from.isFree {
      for id in placed.sources { takers[id, default: []].append(Taker(placed)) }
    }
    let lone = nodes.indices.filter { number in
      guard nodes[number].isFree, !used.contains(nodes[number].id),
        let first = joined[number].first
      else { return false }
      let kind = edges[first].kind
      return [.wireFrom, .listens, .observes].contains(kind)
        && joined[number].allSatisfy { edges[$0].kind == kind }
    }
    for number in lone.sorted(by: { nodes[$0].id < nodes[$1].id }) {
      let node = nodes[number]
      let near: [String]
      let names: [Taker]
      if let wires = takers[node.id] {
        names = wires
        near = node.slips(among: candidates, &searchBudget)
      } else {
        names = joined[number].compactMap { self.node(edges[$0].from).map(Taker.init) }
        // Who only listens may wait for what code does, unless a wire gives to a name
        // that is nearly the same.
        near = node.slips(among: given, &searchBudget)
      }
      if !near.isEmpty { problems.append(.nearlySameName(node, takers: names, nearest: near)) }
    }
  }

  /// A declaration that takes what comes from a name.
  struct Taker {
    let id: Node.ID
    /// The name in messages.
    let mention: String
    let location: CodeLocation?

    fileprivate init(_ placed: PlacedWire) {
      id = placed.id
      mention = "the wire \(placed.mention)"
      location = placed.wire.location
    }

    fileprivate init(_ node: Node) {
      id = node.id
      location = node.locations.first
      mention = "the \(node.kind) \(node.name)" + (location.map { " (\($0))" } ?? "")
    }
  }
}

extension ModuleGraph.Wire.End {
  /// A Boolean value that indicates whether it is named by a text that the compiler
  /// does not check, and that code may use too.
  fileprivate var isFree: Bool {
    !isUnresolved && [.event, .relay, .notification].contains(kind)
  }
}

extension ModuleGraph.Node {
  /// A Boolean value that indicates whether it is named by a text that the compiler
  /// does not check, and that code may use too.
  var isFree: Bool {
    [.event, .relay, .notification].contains(kind) && certainty != .unresolved
  }

  /// The names of its kind that may have been meant by its own.
  ///
  /// They are a letter or two away, and not by their numbers only. Very short names are
  /// all near to each other.
  func slips(
    among candidates: WireCandidates, _ budget: inout SearchBudget
  ) -> [String] {
    guard name.unicodeScalars.prefix(4).count > 3 else { return [] }
    let ownText = name.withoutDigits
    return candidates.nearest(to: name, of: kind, within: 2, &budget)
      .filter { $0.withoutDigits != ownText }
  }
}

extension String {
  /// The text without its digits: names that are numbered are no slips of each other.
  fileprivate var withoutDigits: String { filter { !$0.isNumber } }
}
