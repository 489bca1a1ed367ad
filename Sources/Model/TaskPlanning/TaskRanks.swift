/// The order of tasks without their dependencies: by priority, then by declaration.
struct TaskRanks {
  /// The rank of each task.
  let ranks: [Int32]

  /// The task of each rank.
  let tasks: [Int32]

  /// Ranks the tasks with these priorities.
  ///
  /// - Complexity: Linear.
  init(priorities: [Int]) {
    // Moved, so that negative priorities come first, too.
    let lowest = min(0, priorities.min() ?? 0)
    tasks = StableSort.sorted(
      priorities.indices.map { Int32(truncatingIfNeeded: $0) },
      by: priorities.map { UInt(bitPattern: $0 &- lowest) })
    var ranks = [Int32](repeating: 0, count: priorities.count)
    for (rank, task) in tasks.enumerated() { ranks[Int(task)] = Int32(truncatingIfNeeded: rank) }
    self.ranks = ranks
  }

  /// The tasks so that each stands behind all it depends on, and before all ready
  /// ones of a higher rank; those on cycles and behind them are missing.
  ///
  /// - Parameters:
  ///   - edges: From each task to those that depend on it.
  ///   - inDegrees: How many tasks each depends on.
  ///   - isLeftOut: Whether a task has no place in the order; such tasks have no
  ///     edges.
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

/// A set of small numbers that gives its smallest in a few steps.
///
/// A tree of words: a bit of a leaf stands for a number, a bit of another word for a
/// word below that is not empty. 262,144 numbers are three steps high.
package struct RankedSet: Sendable {
  /// All words, the leaves first.
  private var words: [UInt64]

  /// The index in `words` at which each level begins; the last one is a single word.
  private let levels: [Int]

  /// The number of elements.
  package private(set) var count = 0

  /// An empty set for the numbers from zero up to this one.
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

  /// Puts a number in, which may be in it already.
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

  /// Takes a number out, which need not be in it.
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

  /// Takes the smallest number out.
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

/// Puts small numbers in the order of their keys, equal ones as they were: digit by
/// digit, so in linear time.
enum StableSort {
  private static let digitCount = 256

  /// The numbers in ascending order of their keys.
  ///
  /// - Parameters:
  ///   - numbers: Places in `keys`.
  ///   - keys: The key of each.
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
