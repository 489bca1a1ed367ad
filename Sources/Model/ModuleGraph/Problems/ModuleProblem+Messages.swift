import Declarations
import Spelling

extension ModuleProblem {
  static func suggestionsCutOff(_ count: Int) -> ModuleProblem {
    ModuleProblem(
      .suggestionsCutOff, .notice,
      """
      \(count == 1 ? "one name was" : "\(count) names were") not compared with all others, \
      because too many exist or they are longer than \(NearestNames.longestName) \
      characters. Some messages may lack the nearest names. Correct the other problems, \
      and check again.
      """)
  }

  static func wireEndsCutOff(_ first: PlacedWire, count: Int) -> ModuleProblem {
    let others = count == 1 ? "" : " and \(count - 1) more wires"
    return ModuleProblem(
      .wireEndsCutOff, .warning,
      """
      the wire \(first.mention)\(others) match more ends than the graph shows: it contains only \
      the first one, because all of them would make it too large. Name single ends, or pass \
      fewer files at a time.
      """,
      locations: [first.wire.location].compactMap(\.self), nodes: [first.id])
  }

  static func unreadable(
    _ record: DeclaredRecord, because fault: RecordFault
  ) -> ModuleProblem {
    let id: ModuleGraph.Node.ID? =
      switch record.kind {
      case .callback: ModuleGraph.Node.id(.callback, record: record.id)
      case .observer: ModuleGraph.Node.id(.observer, record: record.id)
      case .relayKey: ModuleGraph.Node.id(.relay, record.name.text)
      case .lifecycleListener: ModuleGraph.Node.id(.listener, record: record.id)
      case .eventTask, .notificationTask, .scheduledTask: ModuleGraph.Node.id(.task, record.key)
      case .wire: ModuleGraph.Node.id(.wire, record.key)
      case .use: nil
      default:
        ModuleGraph.Node.id(ModuleGraph.Node.Kind(rawValue: "\(record.kind)"), record.name.text)
      }
    return ModuleProblem(
      .unreadableDetail, .error,
      """
      the detail of the record \(record) cannot be read: \(fault). Build it with the release \
      of ModularityKit that reads it. If a macro of your own writes it, correct its 'detail'.
      """,
      locations: [record.location], nodes: [id].compactMap(\.self))
  }

  static func duplicateRecord(
    _ record: DeclaredRecord, after first: DeclaredRecord
  ) -> ModuleProblem {
    let images =
      first.imagePath == record.imagePath
      ? "is linked twice" + (first.imagePath.map { " in \($0)" } ?? "")
      : "is in both \(first.imagePath ?? "one image") and \(record.imagePath ?? "another")"
    return ModuleProblem(
      .duplicateRecord, .warning,
      """
      \(first) \(images). The graph shows it once. Link module \(record.module) into only one \
      image, or make it a dynamic library that both share.
      """,
      locations: [first.location])
  }

  static func duplicateKey(
    _ record: DeclaredRecord, after first: ModuleGraph.Node
  ) -> ModuleProblem {
    ModuleProblem(
      .duplicateKey, .error,
      """
      \(record) has a key that must be unique, but \
      \(first.locations.map(\.description).joined(separator: " and ")) also declares it. The first \
      one is used. Rename one of them.
      """,
      locations: [record.location] + first.locations, nodes: [first.id])
  }

  static func missingWireEnd(
    _ placed: PlacedWire, _ end: String, id: ModuleGraph.Node.ID, nearest: [String]
  ) -> ModuleProblem {
    return ModuleProblem(
      .missingWireEnd, .error,
      """
      the wire \(placed.mention) needs \(end), which does not exist.\
      \(NearestNames.question(nearest)) Correct the name, or link the module that declares it.
      """,
      locations: [placed.wire.location].compactMap(\.self), nodes: [placed.id, id],
      suggestions: nearest)
  }

  static func duplicateWire(_ placed: PlacedWire, after first: PlacedWire) -> ModuleProblem {
    ModuleProblem(
      .duplicateWire, .warning,
      """
      the wire \(placed.mention) joins the same ends as the one at \
      \(first.wire.location.map(\.description) ?? "another location"), so every value arrives twice. \
      Remove one of them.
      """,
      locations: [placed.wire.location, first.wire.location].compactMap(\.self),
      nodes: [placed.id, first.id])
  }

  static func mistypedKey(
    _ use: GraphDraft.RelayKeyUse, after first: GraphDraft.RelayKeyUse
  ) -> ModuleProblem {
    ModuleProblem(
      // The same type may be written in two ways.
      .mistypedKey, .warning,
      """
      the relay key '\(use.key.name)' has the type '\(use.key.valueType)' for \(use.mention), and \
      '\(first.key.valueType)' for \(first.mention). The relay that is created first decides the \
      type, and code with the other type does not share it. Declare the key once in a module that \
      both import, or rename one of them. If both types are the same, spell them alike.
      """,
      locations: [use.location, first.location].compactMap(\.self),
      nodes: use.id == first.id ? [use.id] : [use.id, first.id])
  }

  static func takenFormerName(
    _ name: String, of node: ModuleGraph.Node, in owner: ModuleGraph.Node
  ) -> ModuleProblem {
    func mention(_ node: ModuleGraph.Node) -> String {
      "'\(node.name)'" + (node.locations.first.map { " (\($0))" } ?? "")
    }
    let argument =
      node.kind == .event || node.kind == .relay
      ? "formerly: \"\(name)\"" : ".formerly(\"\(name)\")"
    return ModuleProblem(
      .takenFormerName, .error,
      """
      the \(node.kind) \(mention(node)) was formerly '\(name)', which is also a name of \
      \(mention(owner)). Remove '\(argument)' from one of them.
      """,
      locations: [node.locations.first, owner.locations.first].compactMap(\.self),
      nodes: node.id == owner.id ? [node.id] : [node.id, owner.id])
  }

  static func unheardEvent(
    _ id: ModuleGraph.Node.ID, name: String, wires: [PlacedWire], nearest: [String]
  ) -> ModuleProblem {
    ModuleProblem(
      .unheardEvent, .notice,
      """
      no declared callback listens to the event '\(name)', which is triggered by \
      \(listed(wires.map { "the wire \($0.mention)" })).\
      \(NearestNames.question(nearest)) Correct the name, or remove the wire. Ignore this if \
      code registers a callback at run time.
      """,
      locations: wires.compactMap(\.wire.location), nodes: [id] + wires.map(\.id),
      suggestions: nearest)
  }

  static func callbackRunsOnce(
    _ callback: ModuleGraph.Node, wires: [PlacedWire]
  ) -> ModuleProblem {
    ModuleProblem(
      .callbackRunsOnce, .warning,
      """
      the callback '\(callback.name)' runs once, but \
      \(listed(wires.map { "the wire \($0.mention)" })) triggers its event repeatedly. Write \
      'repeatable: true' to run it each time.
      """,
      locations: callback.locations + wires.compactMap(\.wire.location),
      nodes: [callback.id] + wires.map(\.id))
  }

  static func nearlySameName(
    _ node: ModuleGraph.Node, takers: [GraphDraft.Taker], nearest: [String]
  ) -> ModuleProblem {
    ModuleProblem(
      .nearlySameName, .notice,
      """
      only \(listed(takers.map(\.mention))) names the \(node.kind) \
      '\(node.name)'.\(NearestNames.question(nearest)) Correct the name. Ignore this if code \
      uses it at run time.
      """,
      locations: takers.compactMap(\.location), nodes: [node.id] + takers.map(\.id),
      suggestions: nearest)
  }

  /// Returns the problem of wires that form a cycle.
  ///
  /// - Parameter way: The nodes of the cycle. Wires have their wire.
  /// - Returns: A warning if one of the wires is filtered, which may end the cycle.
  static func wireLoop(
    _ way: [(node: ModuleGraph.Node, wire: PlacedWire?)]
  ) -> ModuleProblem {
    // Starts with a node that is not a wire, which reads better.
    let start = way.firstIndex { $0.wire == nil } ?? 0
    let turned = Array(way[start...] + way[..<start])
    let stations = turned.filter { $0.wire == nil }.map { "\($0.node.kind) \($0.node.name)" }
    let wires = turned.compactMap(\.wire)
    let isFiltered = wires.contains(where: \.wire.isFiltered)
    let locations = wires.compactMap(\.wire.location)
    return ModuleProblem(
      .wireLoop, isFiltered ? .warning : .error,
      """
      wires form a cycle: \((stations + stations.prefix(1)).shortened.joined(separator: " -> ")). \
      \(isFiltered
        ? "One of them has a filter. Make sure that it breaks the cycle."
        : "The cycle would never end, so it is stopped after one round. "
        + "Remove one of the wires, or give one a filter.")\
      \(locations.isEmpty ? "" : " They are at \(locations.map(\.description).shortened.joined(separator: ", ")).")
      """,
      locations: locations, nodes: turned.map(\.node.id))
  }
}

/// Returns items in a sentence: the first ones, and the number of the others.
private func listed(_ things: [String]) -> String {
  let limit = 16
  let more = things.count > limit + 1 ? ["\(things.count - limit) more"] : []
  return (more.isEmpty ? things[...] : things.prefix(limit) + more).joined(separator: " and ")
}

extension PlacedWire {
  /// The wire with its source location, for messages.
  var mention: String {
    "'\(wire.text)'" + (wire.location.map { " (\($0))" } ?? "")
  }
}

// Only graphs are written as JSON, so that other programs do not include this.

extension ModuleProblem.Code: Codable {}

extension ModuleProblem.Severity: Codable {}

extension ModuleProblem: Codable {
  private enum CodingKeys: String, CodingKey {
    case code, severity, message
    case locations = "places"
    case nodes, suggestions
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try values.decode(Code.self, forKey: .code),
      try values.decode(Severity.self, forKey: .severity),
      try values.decode(String.self, forKey: .message),
      locations: try values.decode([CodeLocation].self, forKey: .locations),
      nodes: try values.decode([String].self, forKey: .nodes),
      suggestions: try values.decode([String].self, forKey: .suggestions))
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(code, forKey: .code)
    try values.encode(severity, forKey: .severity)
    try values.encode(message, forKey: .message)
    try values.encode(locations, forKey: .locations)
    try values.encode(nodes, forKey: .nodes)
    try values.encode(suggestions, forKey: .suggestions)
  }
}
