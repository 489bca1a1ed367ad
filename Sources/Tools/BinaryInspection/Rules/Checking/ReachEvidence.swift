import ModuleGraph

/// Why a module reaches into another, with the declarations that make it so.
struct ReachEvidence {
  /// The reasons as sentences, each with its source location.
  private let sentences: [String]

  /// The declarations and uses, those of the module that reaches first.
  let places: [CodeLocation]

  /// A Boolean value that indicates whether the modules only name the same things.
  let isSharing: Bool

  /// Looks up the declarations behind reasons.
  init(
    _ pair: ReachTable.Pair, _ reasons: [ReachTable.Reason],
    _ declarations: inout ReasonDeclarations
  ) {
    var own: [CodeLocation] = []
    var others: [CodeLocation] = []
    var sentences: [String] = []
    for reason in reasons {
      let uses = declarations.uses(behind: reason, from: pair.from)
      own += uses.compactMap(\.location)
      let nodes = declarations.declarations(behind: reason, from: pair.from, to: pair.to)
      let places = nodes.compactMap { node in node.locations.first.map { (node, $0) } }
      own += places.filter { $0.0.module == pair.from }.map(\.1)
      others += places.filter { $0.0.module != pair.from }.map(\.1)
      let place = uses.compactMap(\.location).first ?? places.first?.1
      sentences.append(reason.text + (place.map { " (\($0))" } ?? ""))
    }
    self.sentences = sentences
    places = (own + others).uniqued()
    isSharing = reasons.allSatisfy { $0.kind == .shares }
  }

  /// The reasons as a part of a message.
  func text(atMost limit: Int) -> String {
    let left = sentences.count - limit
    return sentences.prefix(limit).joined(separator: "; ")
      + (left > 0 ? "; and \(left) more" : "")
  }
}
