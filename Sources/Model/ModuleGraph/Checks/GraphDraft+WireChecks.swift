import Declarations
import Spelling

extension GraphDraft {
  /// Checks the ends of wires.
  mutating func checkWires() {
    let candidates = WireCandidates(nodes: nodes)
    var firsts: [ModuleGraph.Wire.Ends: PlacedWire] = [:]
    let listened = Set(edges.lazy.filter { $0.kind != .wireTo }.flatMap { [$0.from, $0.to] })
    var unheard: [Node.ID: [PlacedWire]] = [:]
    for placed in wires {
      for (end, ids) in [(placed.wire.from, placed.sources), (placed.wire.to, placed.targets)] {
        check(end, at: ids, of: placed, among: candidates)
      }
      if placed.wire.to.kind == .event {
        for id in placed.targets where !listened.contains(id) {
          unheard[id, default: []].append(placed)
        }
      }
      if let first = firsts[placed.wire.ends] {
        if first.wire.isPlain, placed.wire.isPlain {
          problems.append(.duplicateWire(placed, after: first))
        }
      } else {
        firsts[placed.wire.ends] = placed
      }
    }
    checkCallbacksThatRunOnce()
    for (id, wires) in unheard.sorted(by: { $0.key < $1.key }) {
      let name = node(id)?.name ?? id
      problems.append(
        .unheardEvent(
          id, name: name, wires: wires,
          nearest: candidates.nearest(to: name, of: .event, &searchBudget)))
    }
  }

  /// Finds callbacks that run once although wires trigger their events repeatedly.
  private mutating func checkCallbacksThatRunOnce() {
    var repeating: [Node.ID: [PlacedWire]] = [:]
    for placed in wires
    where placed.wire.to.kind == .event && !placed.wire.isFiltered && repeats(placed) {
      for id in placed.targets { repeating[id, default: []].append(placed) }
    }
    for edge in edges where edge.kind == .listens {
      guard let wires = repeating[edge.to], let callback = node(edge.from),
        callback.kind == .callback, callback[attribute: "repeats"] == nil
      else { continue }
      problems.append(.callbackRunsOnce(callback, wires: wires))
    }
  }

  /// Returns whether the source of a wire may occur more than once, according to the declarations.
  private func repeats(_ placed: PlacedWire) -> Bool {
    switch placed.wire.from.kind {
    case .call, .relay, .notification, .job: true
    case .task:
      placed.sources.compactMap(node).contains {
        $0[attribute: "cron"] != nil || $0[attribute: "everySeconds"] != nil
      }
    default: false
    }
  }

  private mutating func check(
    _ end: ModuleGraph.Wire.End, at ids: [Node.ID], of placed: PlacedWire,
    among candidates: WireCandidates
  ) {
    guard !end.isUnresolved else { return }
    for (id, name) in ids.compactMap({ id in node(id).map { (id, $0) } }) {
      switch end.kind {
      case .task where name.certainty == .missing:
        problems.append(
          .missingWireEnd(
            placed, "the task '\(name.name)'", id: id,
            nearest: candidates.nearest(to: name.name, of: .task, &searchBudget)))
      case .job where end.queue == nil && !name.certainty.isOwned:
        problems.append(
          .missingWireEnd(
            placed, "the job '\(name.name)'", id: id,
            nearest: candidates.nearest(to: name.name, of: .job, &searchBudget)))
      case .call where name.certainty == .missing:
        problems.append(
          .missingWireEnd(
            placed, "a route for '\(name.name)'", id: id,
            nearest: candidates.nearest(to: name.name, of: .route, &searchBudget)))
      case .taskEvent where !TaskEventNames.all.contains(name.name):
        problems.append(
          .missingWireEnd(
            placed, "a task event '\(name.name)'", id: id,
            nearest: TaskEventNames.candidates.nearest(
              to: name.name, atMost: 3, budget: &searchBudget)))
      default: break
      }
    }
  }
}

/// The names that may be intended by an end of a wire.
struct WireCandidates {
  private let names: [ModuleGraph.Node.Kind: NearestNames]

  /// Collects the names of existing nodes.
  ///
  /// - Parameters:
  ///   - nodes: The nodes.
  ///   - includesConstants: Whether to include the names of constants, which usually equal their
  ///     strings.
  init(nodes: [ModuleGraph.Node], includesConstants: Bool = false) {
    var names: [ModuleGraph.Node.Kind: [String]] = [:]
    for node in nodes where node.certainty != .missing {
      guard includesConstants || node.certainty != .unresolved else { continue }
      names[node.kind, default: []].append(node.name)
    }
    self.names = names.mapValues { NearestNames($0) }
  }

  /// Returns the nearest other names of a kind, within the budget of the search.
  func nearest(
    to name: String, of kind: ModuleGraph.Node.Kind, within distance: Int = .max,
    _ budget: inout SearchBudget
  ) -> [String] {
    names[kind]?.nearest(
      to: name, atMost: 3, within: distance, includesItself: false, budget: &budget) ?? []
  }
}

/// The names of TaskKit's events.
private enum TaskEventNames {
  static let all = Set(TaskSchema.eventNames)
  static let candidates = NearestNames(all.sorted())
}

extension ModuleGraph.Wire {
  /// The ends, which identify a wire in comparisons.
  struct Ends: Hashable {
    let from: End
    let to: End
  }

  /// A Boolean value that indicates whether the wire carries all values unchanged.
  fileprivate var isPlain: Bool { !isFiltered && !isMapped }

  var ends: Ends { Ends(from: from, to: to) }
}
