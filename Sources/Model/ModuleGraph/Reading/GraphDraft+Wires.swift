import Declarations

extension GraphDraft {
  mutating func readWire(_ record: DeclaredRecord, _ schema: WireSchema) {
    declare(
      ModuleGraph.Wire(
        text: record.key, from: ModuleGraph.Wire.End(schema.from),
        to: ModuleGraph.Wire.End(schema.to), isFiltered: schema.isFiltered == true,
        isMapped: schema.isMapped == true, isJoined: schema.isJoined == true,
        location: record.location, isDeclared: true))
  }

  /// Adds the node of a wire.
  mutating func declare(_ wire: ModuleGraph.Wire) {
    var attributes: [ModuleGraph.Attribute] = [
      .init("from", .text(wire.from.words)), .init("to", .text(wire.to.words)),
    ]
    if wire.isFiltered { attributes.append(.init("filtered", true)) }
    if wire.isMapped { attributes.append(.init("mapped", true)) }
    if wire.isJoined { attributes.append(.init("joined", true)) }
    if wire.to.isDurable { attributes.append(.init("durable", true)) }
    let id = declare(
      Node(
        kind: .wire, name: wire.text, locations: [wire.location].compactMap(\.self),
        attributes: attributes, certainty: wire.isDeclared ? .declared : .added))
    wires.append(PlacedWire(wire: wire, id: id))
  }

  /// Connects the wires to the nodes at their ends, after all other nodes exist.
  mutating func placeWires(among routes: GraphRoutes) {
    let taskNames = Dictionary(grouping: tasks.map(\.name)) { SourceName(expression: $0).text }
    for number in wires.indices {
      let placed = wires[number]
      let (from, to) = (placed.wire.from, placed.wire.to)
      let cutsBefore = cutEnds
      let sources = limited(
        ends(from, of: placed, found: { $0.routes(seenBy: $1, among: routes) }, taskNames))
      let targets = limited(ends(to, of: placed, found: { routes.routes(of: $1) }, taskNames))
      if cutEnds > cutsBefore { cutWires.append(placed) }
      for id in sources { join(id, .wireFrom, placed.id, isCertain: !from.isUnresolved) }
      for id in targets { join(placed.id, .wireTo, id, isCertain: !to.isUnresolved) }
      wires[number].sources = sources
      wires[number].targets = targets
    }
  }

  /// Returns the nodes of an end to connect a wire to.
  ///
  /// These are all of them, or only the first one if the wires before have referred to so many that
  /// the graph would grow with the square of its declarations.
  private mutating func limited(_ ids: [Node.ID]) -> [Node.ID] {
    guard ids.count > 1, ids.count > wireEndsLeft else {
      wireEndsLeft -= ids.count
      steps += ids.count
      return ids
    }
    cutEnds += 1
    return Array(ids.prefix(1))
  }

  /// Returns the nodes of the routes whose calls a wire with a pattern receives.
  ///
  /// After ``routeStepsLeft`` is used up, it returns only the routes that the pattern itself
  /// matches.
  private mutating func routes(
    seenBy pattern: String, among routes: GraphRoutes
  ) -> [Node.ID] {
    let left = routeStepsLeft
    let seen = routes.routes(seenBy: pattern, steps: &routeStepsLeft)
    steps += left - routeStepsLeft
    if let seen { return seen }
    cutEnds += 1
    return routes.routes(of: pattern)
  }

  /// Returns the nodes of an end.
  ///
  /// A missing node is added if it should exist.
  private mutating func ends(
    _ end: ModuleGraph.Wire.End, of placed: PlacedWire,
    found routes: (inout Self, String) -> [Node.ID], _ taskNames: [String: [String]]
  ) -> [Node.ID] {
    let location = placed.wire.location
    return end.names.flatMap { text -> [Node.ID] in
      let name = SourceName(text, isUnresolved: end.isUnresolved)
      switch end.kind {
      case .call:
        let found = routes(&self, text)
        guard found.isEmpty else { return found }
        return [
          end.isUnresolved
            ? mention(.route, name, at: location)
            : mention(.route, text, at: location, as: .missing)
        ]
      case .task:
        // The source of a name may be the name of a task.
        if end.isUnresolved, let known = taskNames[name.text] {
          return known.map { Node.id(.task, $0) }
        }
        return [
          end.isUnresolved
            ? mention(.task, name, at: location)
            : mention(.task, text, at: location, as: .missing)
        ]
      case .job:
        let isElsewhere = end.queue != nil
        return [mention(.job, text, at: location, as: isElsewhere ? .mentioned : .missing)]
      case .relay:
        let declaredName = end.isUnresolved ? declaredKeys.name(for: text) : nil
        let key = current(declaredName.map { SourceName($0) } ?? name, of: .relay)
        return [mention(.relay, key, at: location)]
      default:
        let kind = Node.Kind(rawValue: end.kind.rawValue)
        return [mention(kind, current(name, of: kind), at: location)]
      }
    }
  }
}

extension ModuleGraph.Wire {
  /// The identity of a wire, which is equal for its declaration and the running program.
  struct Identity: Hashable {
    let text: String
    let fileID: String?
    let line: Int?
  }

  var identity: Identity { Identity(text: text, fileID: location?.fileID, line: location?.line) }
}

extension ModuleGraph.Wire.End {
  fileprivate init(_ schema: WireSchema.End) {
    self.init(
      Kind(rawValue: schema.kind), schema.allNames,
      isUnresolved: schema.isUnresolved == true, states: schema.states ?? [],
      queue: schema.queue, isDurable: schema.isDurable == true)
  }

  /// A description of the end: `task RefreshFeed done`.
  var words: String {
    ([kind.rawValue] + [names.joined(separator: ", ")] + states).joined(separator: " ")
  }
}
