/// The merges to be computed in a change: those of the lowest level first, and those
/// of one level in the order in which they came.
///
/// Its memory is used again, so that it allocates nothing after a while.
struct WaitingLine {
  /// A merge with the level that it had when it came.
  private struct Place {
    let merge: Node
    let level: Int
  }

  private var places: ContiguousArray<Place?> = []
  private var head = 0

  /// Puts a merge into the line.
  ///
  /// - Complexity: O(*n*) in the number of merges of higher levels that wait. Few do:
  ///   levels are gone through from below.
  mutating func append(_ merge: Node) {
    let level = merge.level
    var index = places.endIndex
    while index > head, let last = places[index - 1], last.level > level { index -= 1 }
    places.insert(Place(merge: merge, level: level), at: index)
  }

  /// Takes out the merge whose turn it is.
  mutating func popFirst() -> Node? {
    while head < places.count {
      let place = places[head].take()
      head += 1
      if head == places.count {
        places.removeAll(keepingCapacity: true)
        head = 0
      }
      guard let place else { continue }
      if place.merge.level == place.level { return place.merge }
      // It has risen while it waited; see ``Node/follow(_:)``.
      append(place.merge)
    }
    return nil
  }
}
