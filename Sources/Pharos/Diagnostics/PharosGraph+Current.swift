import Synchronization
import ToolkitTrace

extension PharosGraph {
  /// Begins to note which relays are made.
  ///
  /// What it costs is paid when a relay is made, not when it is set.
  ///
  /// - Concurrency: May be called from any thread.
  public static func startTracking() {
    RelayTracking.start()
  }

  /// Forgets which relays were made, and notes no more.
  ///
  /// - Concurrency: May be called from any thread.
  public static func stopTracking() {
    RelayTracking.stop()
  }

  /// A graph of the relays that are alive now.
  ///
  /// - Concurrency: May be asked from any thread. Each relay is looked at by itself,
  ///   so that the parts of the picture may be from slightly different moments.
  /// - Complexity: O(*n*) in the number of relays.
  public static var current: PharosGraph {
    PharosGraph(
      of: RelayTracking.processTracker?.nodes ?? [], entries: RelayDirectory.current.entries)
  }

  /// The relays that a body made and that are alive when it has ended.
  ///
  /// The body has relays of its own for all keys, which are alive in the picture.
  ///
  /// Tasks that the body starts belong to it, detached ones and blocks of queues do
  /// not.
  ///
  /// - Throws: What the body throws.
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

  /// Makes a picture of cores, and of all that they feed.
  init(of tracked: [Node], entries: [RelayDirectory.Entry]) {
    var nodes: [(node: Node, inspection: NodeInspection)] = []
    var indices: [ObjectIdentifier: Int] = [:]
    // Those that are tracked come first, in their order.
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

  /// All that is fed by some, however far away, with these.
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
