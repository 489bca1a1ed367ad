import Synchronization

/// The state of a core, for the graph.
struct NodeInspection {
  var valueType: String
  var relayCount: Int
  var observerCount: Int
  var unmanagedObserverCount: Int
  var children: [Node]
}

extension Node {
  /// Returns the current state.
  final func inspect() -> NodeInspection {
    let (inspection, edges) = lock.withLock { state in
      var inspection = NodeInspection(
        valueType: "", relayCount: state.relayCount, observerCount: 0, unmanagedObserverCount: 0,
        children: [])
      // Relays come after those that they are made from, and end with them.
      var managed: Set<UInt> = []
      for slot in [state.main].compactMap(\.self) + state.slots {
        let isManaged = slot.claimCount > 0 || managed.contains(slot.parent)
        if isManaged { managed.insert(slot.key) }
        guard slot.observer != nil else { continue }
        inspection.observerCount += 1
        if !isManaged { inspection.unmanagedObserverCount += 1 }
      }
      return (inspection, state.edges.all)
    }
    var result = inspection
    result.valueType = valueType
    result.children = edges.compactMap(\.target)
    return result
  }
}
