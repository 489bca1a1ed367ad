/// The merges to compute in a change, ordered by level, and within a level by arrival.
///
/// Most merges arrive in this order, because changes are pushed level by level. These are appended
/// to a list, which takes constant time per merge. The others are kept in a binary heap, because
/// their number may be large.
struct MergeQueue: ~Copyable {
  // Not private, because debug builds of the compiler (Swift 6.3.1) would emit invalid code where
  // another file destroys the queue: "Global is external, but doesn't have external or weak
  // linkage". It is safe to use: the queue holds the reference until it removes the place.
  @safe
  struct Place {
    var level: Int
    let number: UInt
    /// Retained until it is removed, so that places can be moved without reference counting.
    let node: Unmanaged<Node>

    /// The current level of the node.
    var presentLevel: Int { unsafe node._withUnsafeGuaranteedRef { $0.level } }

    func comes(before other: Place) -> Bool {
      level == other.level ? number < other.number : level < other.level
    }
  }

  /// The merges that arrived in order.
  private var line = ThreadList<Place>()
  /// The index of the first remaining place in ``line``.
  private var start = 0
  /// A binary heap of the merges that arrived after a merge that they precede.
  private var places = ThreadList<Place>()
  private var latest: UInt = 0

  /// Adds a merge.
  ///
  /// - Complexity: O(1) if no other merge comes after it, otherwise O(log *n*)
  @inline(__always)
  mutating func insert(_ node: Node) { unsafe insert(.passRetained(node)) }

  /// Adds a retained merge.
  @inline(__always)
  mutating func insert(_ node: Unmanaged<Node>) {
    latest &+= 1
    let level = unsafe node._withUnsafeGuaranteedRef { $0.level }
    insert(unsafe Place(level: level, number: latest, node: node))
  }

  @inline(__always)
  private mutating func insert(_ place: Place) {
    if line.isEmpty || !place.comes(before: line[line.count - 1]) {
      line.append(place)
    } else {
      addToHeap(place)
    }
  }

  // Not inlined, because it would make the path for merges in order save registers.
  @inline(never)
  private mutating func addToHeap(_ place: Place) {
    places.append(place)
    siftUp(from: places.count - 1)
  }

  /// Removes and returns the first merge.
  ///
  /// - Complexity: O(1) if all merges arrived in order, otherwise O(log *n*)
  @inline(__always)
  mutating func popFirst() -> Node? {
    line.isEmpty && places.isEmpty ? nil : popFirstOfSome()
  }

  @inline(__always)
  private mutating func popFirstOfSome() -> Node? {
    while var place = popPlace() {
      let level = place.presentLevel
      if level == place.level { return unsafe place.node.takeRetainedValue() }
      // The level has risen while the merge waited; see ``Node/follow(_:)``.
      place.level = level
      insert(place)
    }
    return nil
  }

  @inline(__always)
  private mutating func popPlace() -> Place? {
    guard !line.isEmpty, places.isEmpty || line[start].comes(before: places[0]) else {
      return popFromHeap()
    }
    let place = line[start]
    start += 1
    if start == line.count { emptyLine() }
    return place
  }

  @inline(__always)
  private mutating func emptyLine() {
    line.removeLast(downTo: 0)
    start = 0
  }

  @inline(never)
  private mutating func popFromHeap() -> Place? {
    guard var place = places.popLast() else { return nil }
    if !places.isEmpty {
      swap(&place, &places[0])
      if places.count > 1 { siftDown(from: 0) }
    }
    return place
  }

  /// Sorts all merges again, after levels have risen.
  mutating func sort() {
    for index in start..<line.count { places.append(line[index]) }
    emptyLine()
    for index in 0..<places.count { places[index].level = places[index].presentLevel }
    for index in (0..<places.count / 2).reversed() { siftDown(from: index) }
  }

  private mutating func siftUp(from start: Int) {
    var index = start
    while index > 0 {
      let parent = (index - 1) / 2
      guard places[index].comes(before: places[parent]) else { return }
      places.swapAt(index, parent)
      index = parent
    }
  }

  // Not inlined, because it would make a wave with one merge save registers.
  @inline(never)
  private mutating func siftDown(from start: Int) {
    let place = places[start]
    var index = start
    while 2 * index + 1 < places.count {
      var child = 2 * index + 1
      if child + 1 < places.count, places[child + 1].comes(before: places[child]) { child += 1 }
      guard places[child].comes(before: place) else { break }
      places[index] = places[child]
      index = child
    }
    places[index] = place
  }
}
