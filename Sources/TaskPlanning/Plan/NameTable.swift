/// The tasks of a run by their names.
///
/// A hash table in one flat array. Many names are looked up at once, step by step, since
/// in large plans the time goes into fetching memory: while a processor waits for one
/// name, it can fetch what the next ones need.
struct NameTable {
  private let tasks: [PlannedTask]

  /// For each place, the number of a task from 1 on and, above it, a part of its hash.
  ///
  /// At least half of them are 0, where there is none.
  private var slots: [UInt64]
  private let mask: Int

  init(_ tasks: [PlannedTask]) {
    self.tasks = tasks
    var capacity = 16
    while capacity < 2 * tasks.count { capacity *= 2 }
    mask = capacity - 1
    slots = Array(repeating: 0, count: capacity)
  }

  /// Puts a task in.
  ///
  /// - Returns: The task that has the name already, if there is one; it keeps it.
  mutating func insert(_ task: Int) -> Int? {
    let hash = tasks[task].name.hashValue
    var slot = hash & mask
    while slots[slot] != 0 {
      if let other = candidate(in: slot, for: hash), tasks[other].name == tasks[task].name {
        return other
      }
      slot = (slot + 1) & mask
    }
    slots[slot] = UInt64(truncatingIfNeeded: task + 1) | Self.tag(of: hash)
    return nil
  }

  /// The task of this name.
  func number(of name: String) -> Int? {
    let hash = name.hashValue
    var slot = hash & mask
    while slots[slot] != 0 {
      if let task = candidate(in: slot, for: hash), tasks[task].name == name { return task }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// The tasks of all names that the tasks depend on, in the order in which they stand
  /// there: those a task requires, those it follows, those the next one requires.
  ///
  /// - Returns: A number for each; -1 where no task has the name.
  func numbersOfDependencies() -> [Int32] {
    var hashes: [Int] = []
    hashes.reserveCapacity(tasks.count)
    forEachDependency { hashes.append($0.hashValue) }
    // By their hashes, which are as good as never the same.
    var numbers = hashes.map { hash -> Int32 in
      var slot = hash & mask
      while slots[slot] != 0 {
        if let task = candidate(in: slot, for: hash) { return Int32(truncatingIfNeeded: task) }
        slot = (slot + 1) & mask
      }
      return -1
    }
    var index = 0
    forEachDependency { name in
      let number = Int(numbers[index])
      if number >= 0, tasks[number].name != name {
        numbers[index] = self.number(of: name).map { Int32(truncatingIfNeeded: $0) } ?? -1
      }
      index += 1
    }
    return numbers
  }

  private func forEachDependency(_ body: (String) -> Void) {
    for task in tasks.indices {
      for name in tasks[task].requires { body(name) }
      for name in tasks[task].follows { body(name) }
    }
  }

  /// The task in a place, if it may be the one of a name with this hash.
  private func candidate(in slot: Int, for hash: Int) -> Int? {
    let word = slots[slot]
    guard word & ~0xFFFF_FFFF == Self.tag(of: hash) else { return nil }
    return Int(word & 0xFFFF_FFFF) - 1
  }

  private static func tag(of hash: Int) -> UInt64 {
    UInt64(UInt(bitPattern: hash)) & ~0xFFFF_FFFF
  }
}
