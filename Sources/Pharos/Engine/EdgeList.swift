/// The edges from a core, in the order in which they were made.
///
/// A removed edge leaves an empty entry, until most entries are empty. So removing the first of
/// many edges does not move the others.
// Not copyable, as the state that it is part of.
struct EdgeList: ~Copyable, Sendable {
  private struct Place: Sendable {
    let key: UInt
    var edge: AnyEdge?
  }

  /// The entries in the order of their keys.
  private var places: ContiguousArray<Place> = []
  private var emptyCount: UInt32 = 0

  /// All edges.
  ///
  /// - Complexity: O(*n*)
  var all: ContiguousArray<AnyEdge> {
    var all: ContiguousArray<AnyEdge> = []
    all.reserveCapacity(places.count - Int(emptyCount))
    for place in places {
      if let edge = place.edge { all.append(edge) }
    }
    return all
  }

  var isEmpty: Bool { places.count == emptyCount }

  /// Adds an edge with a key that is higher than all other keys.
  mutating func append(_ edge: AnyEdge, key: UInt) {
    places.append(Place(key: key, edge: edge))
  }

  /// Removes and returns the edge with a key, if it exists.
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

  /// Removes and returns the edges that satisfy a condition.
  mutating func removeAll(where isRemoved: (AnyEdge) -> Bool) -> ContiguousArray<AnyEdge> {
    let removed = all.filter(isRemoved)
    if !removed.isEmpty {
      places.removeAll { place in place.edge.map(isRemoved) ?? true }
      emptyCount = 0
    }
    return ContiguousArray(removed)
  }

  private mutating func compact() {
    var count = 0
    unsafe places.withUnsafeMutableBufferPointer { places in
      for index in places.indices where unsafe places[index].edge != nil {
        // Exchanged in place: copies would count references.
        if index > count { unsafe swap(&places[count], &places[index]) }
        count += 1
      }
    }
    places.removeLast(places.count - count)
    emptyCount = 0
  }
}
