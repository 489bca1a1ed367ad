extension TaskEdges {
  /// The number of tasks whose names are hashed, looked up and compared at a time: so few that
  /// they are in the cache meanwhile.
  private static let blockSize = 256

  /// Makes an edge of each name that a task depends on, in their order: to -1 where no task
  /// has the name.
  ///
  /// - Parameters:
  ///   - tasks: The tasks.
  ///   - table: Their names.
  /// - Complexity: Linear in tasks and dependencies.
  init(_ tasks: [PlannedTask], in table: NameTable) {
    var starts: [Int32] = [0]
    var softStarts: [Int32] = []
    var targets: [Int32] = []
    starts.reserveCapacity(tasks.count + 1)
    softStarts.reserveCapacity(tasks.count)
    var hashes: [Int] = []
    var blockStart = 0
    while blockStart < tasks.count {
      let block = blockStart..<min(blockStart + Self.blockSize, tasks.count)
      blockStart = block.upperBound
      var place = targets.count
      hashes.removeAll(keepingCapacity: true)
      for task in block {
        for name in tasks[task].requires { hashes.append(name.hashValue) }
        softStarts.append(Int32(place + hashes.count))
        for name in tasks[task].follows { hashes.append(name.hashValue) }
        starts.append(Int32(place + hashes.count))
      }
      targets += table.likelyNumbers(for: hashes)
      func compare(_ name: String) {
        let number = Int(targets[place])
        if number >= 0, table.names[number] != name {
          targets[place] = table.number(of: name).map { Int32(truncatingIfNeeded: $0) } ?? -1
        }
        place += 1
      }
      for task in block {
        for name in tasks[task].requires { compare(name) }
        for name in tasks[task].follows { compare(name) }
      }
    }
    self.init(starts: starts, softStarts: softStarts, targets: targets)
  }
}
