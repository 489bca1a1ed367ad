/// The order of tasks without their dependencies: by priority, then by declaration.
struct TaskRanks {
  /// The rank of each task.
  let ranks: [Int32]

  /// The task of each rank.
  let tasks: [Int32]

  /// Ranks tasks by their priorities.
  ///
  /// - Complexity: Linear.
  init(priorities: [Int]) {
    // Shifted, so that negative priorities come first.
    let lowest = min(0, priorities.min() ?? 0)
    tasks = StableSort.sorted(
      priorities.indices.map { Int32(truncatingIfNeeded: $0) },
      by: priorities.map { UInt(bitPattern: $0 &- lowest) })
    var ranks = [Int32](repeating: 0, count: priorities.count)
    for (rank, task) in tasks.enumerated() { ranks[Int(task)] = Int32(truncatingIfNeeded: rank) }
    self.ranks = ranks
  }

  /// Returns the tasks in order: each after its dependencies, and otherwise by rank.
  ///
  /// Tasks on cycles, and tasks that depend on them, are missing.
  ///
  /// - Parameters:
  ///   - edges: The edges from each task to its dependents.
  ///   - inDegrees: The number of dependencies of each task.
  ///   - isLeftOut: Whether a task is excluded. Excluded tasks have no edges.
  /// - Returns: The numbers of the tasks.
  /// - Complexity: Linear in tasks and edges.
  func ordered(along edges: TaskEdges, inDegrees: [Int32], except isLeftOut: [Bool]) -> [Int] {
    var waiting = inDegrees
    var ready = RankedSet(capacity: tasks.count)
    for task in waiting.indices where waiting[task] == 0 && !isLeftOut[task] {
      ready.insert(Int(ranks[task]))
    }
    var order: [Int] = []
    order.reserveCapacity(tasks.count)
    while let rank = ready.popFirst() {
      let task = Int(tasks[rank])
      order.append(task)
      for place in edges.all(of: task) {
        let dependent = Int(edges.targets[place])
        waiting[dependent] -= 1
        if waiting[dependent] == 0 { ready.insert(Int(ranks[dependent])) }
      }
    }
    return order
  }
}

/// A set of small integers that returns its smallest element in a few steps.
///
/// It is a tree of words. A bit of a leaf represents an integer, and a bit of another word
/// represents a nonempty word below. A tree for 262,144 integers has three levels.
package struct RankedSet: Sendable {
  /// All words, starting with the leaves.
  private var words: [UInt64]

  /// The index in `words` at which each level starts.
  ///
  /// The last level is a single word.
  private let levels: [Int]

  /// The number of elements.
  package private(set) var count = 0

  /// Creates an empty set for the integers below a capacity.
  package init(capacity: Int) {
    var levels: [Int] = []
    var total = 0
    var size = capacity
    repeat {
      size = (size + 63) >> 6
      levels.append(total)
      total += size
    } while size > 1
    self.levels = levels
    words = Array(repeating: 0, count: total)
  }

  /// Inserts an integer, which may already be in the set.
  package mutating func insert(_ number: Int) {
    var position = number
    for (height, start) in levels.enumerated() {
      let word = start + position >> 6
      let bit: UInt64 = 1 << UInt64(truncatingIfNeeded: position & 63)
      let before = words[word]
      if height == 0 {
        guard before & bit == 0 else { return }
        count += 1
      }
      words[word] = before | bit
      guard before == 0 else { return }
      position >>= 6
    }
  }

  /// Removes an integer, which need not be in the set.
  package mutating func remove(_ number: Int) {
    var position = number
    for (height, start) in levels.enumerated() {
      let word = start + position >> 6
      let bit: UInt64 = 1 << UInt64(truncatingIfNeeded: position & 63)
      if height == 0 {
        guard words[word] & bit != 0 else { return }
        count -= 1
      }
      words[word] &= ~bit
      guard words[word] == 0 else { return }
      position >>= 6
    }
  }

  /// Removes and returns the smallest integer.
  package mutating func popFirst() -> Int? {
    guard count > 0 else { return nil }
    var position = 0
    var level = levels.count
    while level > 0 {
      level -= 1
      position = position << 6 | words[levels[level] + position].trailingZeroBitCount
    }
    remove(position)
    return position
  }
}

/// A stable sort of small integers by their keys, digit by digit and so in linear time.
enum StableSort {
  private static let digitCount = 256

  /// Returns the numbers in ascending order of their keys.
  ///
  /// - Parameters:
  ///   - numbers: Indices of `keys`.
  ///   - keys: The key of each number.
  /// - Returns: The same numbers.
  /// - Complexity: Linear in the numbers for each byte in which keys differ.
  static func sorted(_ numbers: [Int32], by keys: [UInt]) -> [Int32] {
    var sorted = numbers
    var next = numbers
    var widest: UInt = 0
    for number in numbers { widest |= keys[Int(number)] }
    var shift: UInt = 0
    while shift < UInt(UInt.bitWidth), widest >> shift != 0 {
      var places = [Int](repeating: 0, count: digitCount)
      for number in sorted { places[digit(of: keys[Int(number)], shift)] += 1 }
      var place = 0
      for digit in 0..<digitCount {
        let count = places[digit]
        places[digit] = place
        place += count
      }
      for number in sorted {
        let digit = digit(of: keys[Int(number)], shift)
        next[places[digit]] = number
        places[digit] += 1
      }
      swap(&sorted, &next)
      shift += 8
    }
    return sorted
  }

  private static func digit(of key: UInt, _ shift: UInt) -> Int { Int(key >> shift & 255) }
}
