import Synchronization

/// The state of a core, for the graph.
struct NodeInspection {
  var valueType: String
  var relayCount: Int
  var observerCount: Int
  var unmanagedObserverCount: Int
  var children: [Node]
}

/// A core that tells of itself, whatever the type of its value.
protocol InspectableNode: Node {
  /// Returns the current state.
  func inspect() -> NodeInspection
}

extension Core: InspectableNode {
  func inspect() -> NodeInspection {
    let (inspection, edges) = lock.withLock { state in
      var inspection = NodeInspection(
        valueType: "", relayCount: state.slots.count, observerCount: 0, unmanagedObserverCount: 0,
        children: [])
      // Relays come after those that they are made from, and end with them.
      var managed: Set<UInt> = []
      for slot in state.slots {
        let isManaged = slot.claimCount > 0 || managed.contains(slot.parent)
        if isManaged { managed.insert(slot.key) }
        guard slot.observer != nil else { continue }
        inspection.observerCount += 1
        if !isManaged { inspection.unmanagedObserverCount += 1 }
      }
      return (inspection, state.edges)
    }
    var result = inspection
    result.valueType = String(reflecting: Value.self)
    result.children = edges.compactMap(\.child.target)
    return result
  }
}
