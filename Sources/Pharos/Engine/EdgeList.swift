/// The ways from a core to others, in the order in which they were made.
///
/// The place of a way that has been taken out stays until most places are empty, so that
/// the first of many goes without moving the others.
struct EdgeList: Sendable {
  private struct Place: Sendable {
    let key: UInt
    var edge: AnyEdge?
  }

  /// By their keys.
  private var places: ContiguousArray<Place> = []
  private var emptyCount = 0

  /// All of them.
  ///
  /// - Complexity: O(*n*)
  var all: ContiguousArray<AnyEdge> {
    var all: ContiguousArray<AnyEdge> = []
    all.reserveCapacity(places.count - emptyCount)
    for place in places {
      if let edge = place.edge { all.append(edge) }
    }
    return all
  }

  var isEmpty: Bool { places.count == emptyCount }

  /// Adds one with a key that is higher than those of all others.
  mutating func append(_ edge: AnyEdge) {
    places.append(Place(key: edge.key, edge: edge))
  }

  /// Takes the one with a key out, if there is one.
  ///
  /// - Complexity: O(log *n*) on average.
  mutating func remove(_ key: UInt) -> AnyEdge? {
    let index = places.partitioningIndex { $0.key >= key }
    guard index < places.endIndex, places[index].key == key else { return nil }
    guard let edge = places[index].edge.take() else { return nil }
    emptyCount += 1
    if emptyCount > places.count / 2 { compact() }
    return edge
  }

  /// Takes out those for which a condition holds.
  mutating func removeAll(where isRemoved: (AnyEdge) -> Bool) -> ContiguousArray<AnyEdge> {
    let removed = all.filter(isRemoved)
    if !removed.isEmpty {
      places.removeAll { place in place.edge.map(isRemoved) ?? true }
      emptyCount = 0
    }
    return ContiguousArray(removed)
  }

  private mutating func compact() {
    places.removeAll { $0.edge == nil }
    emptyCount = 0
  }
}
