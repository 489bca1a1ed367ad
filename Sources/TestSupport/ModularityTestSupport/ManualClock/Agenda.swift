/// Items with deadlines.
///
/// They are removed in the order of their deadlines and, if these are equal, of their tickets.
///
/// The items are in a dictionary, and their small keys are in a binary heap. If an item is removed,
/// its key remains in the heap until it is at the top, or until most keys belong to removed items
/// and the heap is rebuilt.
struct Agenda<Deadline: Comparable & Sendable, Item> {
  private struct Key {
    let deadline: Deadline
    let ticket: Ticket

    static func < (left: Key, right: Key) -> Bool {
      if left.deadline != right.deadline { return left.deadline < right.deadline }
      return left.ticket < right.ticket
    }
  }

  private var items: [Ticket: Item] = [:]
  /// A binary heap.
  ///
  /// Its first key never belongs to a removed item.
  private var keys: [Key] = []

  /// The number of items.
  var count: Int { items.count }

  /// The number of keys, including the keys of removed items.
  var keyCount: Int { keys.count }

  /// The deadline of the first item, or `nil` if the agenda is empty.
  var nextDeadline: Deadline? { keys.first?.deadline }

  /// Adds an item with a ticket that is not used in this agenda yet.
  ///
  /// - Complexity: O(log *n*).
  mutating func insert(_ item: Item, at deadline: Deadline, as ticket: Ticket) {
    items[ticket] = item
    keys.append(Key(deadline: deadline, ticket: ticket))
    siftUp(from: keys.count - 1)
  }

  /// Removes an item before its deadline.
  ///
  /// - Returns: The item, or `nil` if it was already removed.
  /// - Complexity: O(log *n*) amortised.
  mutating func remove(_ ticket: Ticket) -> Item? {
    guard let item = items.removeValue(forKey: ticket) else { return nil }
    if keys.count > 64, keys.count > items.count * 2 {
      keys.removeAll { items[$0.ticket] == nil }
      for index in keys.indices.prefix(keys.count / 2).reversed() { siftDown(from: index) }
    } else {
      dropRemovedKeys()
    }
    return item
  }

  /// Removes and returns the first item whose deadline is not after `limit`.
  ///
  /// - Complexity: O(log *n*) amortised.
  mutating func popFirst(until limit: Deadline) -> (deadline: Deadline, item: Item)? {
    guard let key = keys.first, key.deadline <= limit,
      let item = items.removeValue(forKey: key.ticket)
    else { return nil }
    dropRemovedKeys()
    return (key.deadline, item)
  }

  private mutating func dropRemovedKeys() {
    while let first = keys.first, items[first.ticket] == nil {
      keys.swapAt(0, keys.count - 1)
      keys.removeLast()
      siftDown(from: 0)
    }
  }

  private mutating func siftUp(from start: Int) {
    var index = start
    while index > 0 {
      let parent = (index - 1) / 2
      guard keys[index] < keys[parent] else { return }
      keys.swapAt(index, parent)
      index = parent
    }
  }

  private mutating func siftDown(from start: Int) {
    var index = start
    while true {
      var smallest = index
      let left = 2 * index + 1
      let right = left + 1
      if left < keys.count, keys[left] < keys[smallest] { smallest = left }
      if right < keys.count, keys[right] < keys[smallest] { smallest = right }
      guard smallest != index else { return }
      keys.swapAt(index, smallest)
      index = smallest
    }
  }
}
