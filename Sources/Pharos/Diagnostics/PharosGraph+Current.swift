import Synchronization
import ToolkitTrace

extension PharosGraph {
  /// Starts to record which relays are made.
  ///
  /// Recording takes time when a relay is made, not when it is set.
  ///
  /// - Concurrency: May be called from any thread.
  public static func startTracking() {
    RelayTracking.start()
  }

  /// Stops recording which relays are made, and removes the records.
  ///
  /// - Concurrency: May be called from any thread.
  public static func stopTracking() {
    RelayTracking.stop()
  }

  /// A graph of the relays that are currently alive.
  ///
  /// - Concurrency: May be used from any thread. The relays are read one after the other, so the
  ///   parts of the graph may be from slightly different times.
  /// - Complexity: O(*n*) in the number of relays.
  public static var current: PharosGraph {
    PharosGraph(
      of: RelayTracking.processTracker?.nodes ?? [], entries: RelayDirectory.current.entries)
  }

  /// Runs a closure, and returns a graph of the relays that it made and that are alive when it has
  /// returned.
  ///
  /// The closure runs in a fresh state, with its own relays for all keys. These are alive in the
  /// graph.
  ///
  /// Tasks that the closure starts belong to it. Detached tasks and blocks on dispatch queues do
  /// not.
  ///
  /// - Throws: The error of `body`.
  public nonisolated(nonsending) static func survivors<Failure: Error>(
    after body: nonisolated(nonsending) () async throws(Failure) -> Void
  ) async throws(Failure) -> PharosGraph {
    let tracker = RelayTracker()
    let directory = RelayDirectory.fresh()
    try await FreshStates.with(directory) { () async throws(Failure) in
      try await RelayTracking.tracking(tracker, body)
    }
    return PharosGraph(of: tracker.nodes, entries: directory.entries)
  }

  /// Creates a graph of cores, and of all cores that they feed.
  init(of tracked: [Node], entries: [RelayDirectory.Entry]) {
    var nodes: [(node: Node, inspection: NodeInspection)] = []
    var indices: [ObjectIdentifier: Int] = [:]
    // The tracked nodes come first, in their order.
    var found = tracked + entries.map(\.node)
    var next = 0
    while next < found.count {
      let node = found[next]
      next += 1
      guard indices[ObjectIdentifier(node)] == nil else { continue }
      let inspection = node.inspect()
      indices[ObjectIdentifier(node)] = nodes.count
      nodes.append((node, inspection))
      found += inspection.children
    }

    let keyed = Dictionary(
      entries.map { (ObjectIdentifier($0.node), $0) }, uniquingKeysWith: { first, _ in first })
    let feeds = nodes.map { node in
      node.inspection.children.compactMap { indices[ObjectIdentifier($0)] }
    }
    let endless = Self.reachable(
      from: entries.compactMap { indices[ObjectIdentifier($0.node)] }, by: feeds)
    var domains: [ObjectIdentifier: Int] = [:]
    relays = nodes.indices.map { index in
      let (node, inspection) = nodes[index]
      let entry = keyed[ObjectIdentifier(node)]
      let root = ObjectIdentifier(node.domain.root)
      let domain = domains[root] ?? domains.count + 1
      domains[root] = domain
      return Relay(
        id: index + 1, key: entry?.key.name, location: node.origin,
        valueType: inspection.valueType, relayCount: inspection.relayCount,
        observerCount: inspection.observerCount,
        unmanagedObserverCount: inspection.unmanagedObserverCount,
        declaredObserverCount: entry?.observerCount ?? 0, domain: domain, level: node.level,
        feeds: feeds[index].map { $0 + 1 }, isEndless: endless.contains(index))
    }
  }

  /// Returns the given nodes and all nodes that they feed directly or indirectly.
  private static func reachable(from first: [Int], by feeds: [[Int]]) -> Set<Int> {
    var reached = Set(first)
    var unseen = first
    while let index = unseen.popLast() {
      for next in feeds[index] where reached.insert(next).inserted { unseen.append(next) }
    }
    return reached
  }
}

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
      // A relay comes after the relay from which it was made, and is discarded with it.
      var managed: Set<UInt> = []
      if case .observer = state.main {
        inspection.observerCount = 1
        inspection.unmanagedObserverCount = 1
      }
      for slot in [state.main.slot].compactMap(\.self) + state.slots {
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
