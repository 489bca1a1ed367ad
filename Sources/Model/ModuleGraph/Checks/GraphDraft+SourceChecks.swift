import Spelling

extension GraphDraft {
  /// Checks whether the names of sources in wires, callbacks and observers may be misspelled.
  ///
  /// Code may trigger any event, set any relay and post any notification. A name that occurs only
  /// once is therefore not an error. It is reported if another name differs by only one or two
  /// letters.
  mutating func checkSources() {
    let joined = edgesOfNodes()
    let candidates = WireCandidates(nodes: nodes)
    let used = Set(resolvedUses.flatMap(\.nodes))
    let given = WireCandidates(
      nodes: nodes.indices.filter { number in
        // A name that only code uses is checked as a use.
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
        // The source may be triggered by code. It is reported only if a wire has a nearly equal
        // name as its target.
        near = node.slips(among: given, &searchBudget)
      }
      if !near.isEmpty { problems.append(.nearlySameName(node, takers: names, nearest: near)) }
    }
  }

  /// A declaration that observes a name.
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
  /// A Boolean value that indicates whether the name is a string that the compiler does not check,
  /// and that code may also use.
  fileprivate var isFree: Bool {
    !isUnresolved && [.event, .relay, .notification].contains(kind)
  }
}

extension ModuleGraph.Node {
  /// A Boolean value that indicates whether the name is a string that the compiler does not check,
  /// and that code may also use.
  var isFree: Bool {
    [.event, .relay, .notification].contains(kind) && certainty != .unresolved
  }

  /// Returns the names of the same kind that may have been intended.
  ///
  /// They differ by one or two letters, and not only by digits. Very short names have no
  /// suggestions, because all of them are similar.
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
  /// The string without its digits, because numbered names are not misspellings of each other.
  fileprivate var withoutDigits: String { filter { !$0.isNumber } }
}
