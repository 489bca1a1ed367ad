extension GraphDraft {
  /// Checks whether what wires take from may be a slip of the pen.
  ///
  /// Code may trigger any event and post any notification, so that a name that
  /// nothing else has is nothing wrong; but it is worth a word if another name is
  /// very near to it.
  mutating func checkSources() {
    var others: [Node.ID: [PlacedWire]] = [:]
    for placed in wires where placed.wire.from.isFree {
      for id in placed.sources { others[id, default: []].append(placed) }
    }
    for edge in edges where edge.kind != .wireFrom {
      others[edge.to] = nil
      others[edge.from] = nil
    }
    let candidates = WireCandidates(nodes: nodes)
    // A thousand names that nothing else has are no slips.
    for (id, wires) in others.sorted(by: { $0.key < $1.key }).prefix(Self.mostSources) {
      // Very short names are all near to each other.
      guard let node = node(id), node.name.count > 3 else { continue }
      let near = candidates.nearest(to: node.name, of: node.kind, except: [node.name])
        .filter { $0.withoutDigits != node.name.withoutDigits }
      guard !near.isEmpty else { continue }
      problems.append(.nearlySameName(node, wires: wires, nearest: near))
    }
  }

  private static let mostSources = 200
}

extension ModuleGraph.Wire.End {
  /// Whether it is named by a text that the compiler does not check, and that code
  /// may use too.
  fileprivate var isFree: Bool {
    !isUnresolved && [.event, .relay, .notification].contains(kind)
  }
}

extension String {
  /// The text without its digits: names that are numbered are no slips of each other.
  fileprivate var withoutDigits: String { filter { !$0.isNumber } }
}
