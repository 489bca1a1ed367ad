/// The edges between tasks in three flat arrays, with the hard edges of each task before its soft
/// ones.
package struct TaskEdges: Sendable, Hashable {
  /// The index in `targets` at which the edges of each task start, followed by the total number.
  package let starts: [Int32]

  /// The index in `targets` at which the soft edges of each task start.
  package let softStarts: [Int32]

  /// The targets of the edges.
  package let targets: [Int32]

  /// The number of tasks.
  package var taskCount: Int { softStarts.count }

  /// Returns the range of a task's hard edges in `targets`.
  package func hard(of task: Int) -> Range<Int> { Int(starts[task])..<Int(softStarts[task]) }

  /// Returns the range of a task's soft edges in `targets`.
  package func soft(of task: Int) -> Range<Int> { Int(softStarts[task])..<Int(starts[task + 1]) }

  /// Returns the range of all edges of a task in `targets`.
  package func all(of task: Int) -> Range<Int> { Int(starts[task])..<Int(starts[task + 1]) }

  /// The number of edges to each task.
  package var inDegrees: [Int32] {
    var degrees = [Int32](repeating: 0, count: taskCount)
    for target in targets { degrees[Int(target)] += 1 }
    return degrees
  }

  /// The number of edges from each task.
  var outDegrees: [Int32] { softStarts.indices.map { starts[$0 + 1] - starts[$0] } }

  /// A Boolean value that indicates whether no edge goes from a task to itself, and none is
  /// repeated.
  var leadToOthers: Bool {
    // For each target, the last task with many edges that has an edge to it.
    var lastSource: [Int32] = []
    for task in 0..<taskCount {
      let places = all(of: task)
      for place in places {
        let target = targets[place]
        guard target >= 0, Int(target) != task else { return false }
        if places.count <= Self.fewEdges {
          // Not with a slice, which would be retained.
          for earlier in places.lowerBound..<place where targets[earlier] == target { return false }
        } else {
          if lastSource.isEmpty { lastSource = Array(repeating: -1, count: taskCount) }
          guard Int(lastSource[Int(target)]) != task else { return false }
          lastSource[Int(target)] = Int32(truncatingIfNeeded: task)
        }
      }
    }
    return true
  }

  /// The maximum number of edges for which comparing all pairs is faster than using the table.
  private static let fewEdges = 8

  /// Returns the reversed edges, with the targets of each task in ascending order.
  func transposed() -> TaskEdges {
    let count = taskCount
    var hardNext = [Int32](repeating: 0, count: count)
    var softNext = [Int32](repeating: 0, count: count)
    for task in 0..<count {
      for place in hard(of: task) { hardNext[Int(targets[place])] += 1 }
      for place in soft(of: task) { softNext[Int(targets[place])] += 1 }
    }
    var newStarts = [Int32](repeating: 0, count: count + 1)
    var newSoftStarts = [Int32](repeating: 0, count: count)
    for task in 0..<count {
      newSoftStarts[task] = newStarts[task] + hardNext[task]
      newStarts[task + 1] = newSoftStarts[task] + softNext[task]
      hardNext[task] = newStarts[task]
      softNext[task] = newSoftStarts[task]
    }
    var newTargets = [Int32](repeating: 0, count: targets.count)
    for task in 0..<count {
      for place in hard(of: task) {
        let target = Int(targets[place])
        newTargets[Int(hardNext[target])] = Int32(truncatingIfNeeded: task)
        hardNext[target] += 1
      }
      for place in soft(of: task) {
        let target = Int(targets[place])
        newTargets[Int(softNext[target])] = Int32(truncatingIfNeeded: task)
        softNext[target] += 1
      }
    }
    return TaskEdges(starts: newStarts, softStarts: newSoftStarts, targets: newTargets)
  }

  /// Returns the edges that satisfy a condition, given the task, the target and whether the edge is
  /// hard.
  func filtered(_ isKept: (Int, Int, Bool) -> Bool) -> TaskEdges {
    var list = TaskEdgeList(taskCount: taskCount)
    for task in 0..<taskCount {
      for place in hard(of: task) where isKept(task, Int(targets[place]), true) {
        list.append(targets[place])
      }
      list.beginSoft()
      for place in soft(of: task) where isKept(task, Int(targets[place]), false) {
        list.append(targets[place])
      }
      list.endTask()
    }
    return list.edges
  }
}

/// A builder for edges, which are added task by task.
struct TaskEdgeList {
  private var starts: [Int32] = [0]
  private var softStarts: [Int32] = []
  private var targets: [Int32] = []

  init(taskCount: Int, edgeCount: Int = 0) {
    starts.reserveCapacity(taskCount + 1)
    softStarts.reserveCapacity(taskCount)
    targets.reserveCapacity(edgeCount)
  }

  mutating func append(_ target: Int32) { targets.append(target) }

  /// Ends the hard edges of the current task.
  mutating func beginSoft() { softStarts.append(Int32(targets.count)) }

  /// Ends the edges of the current task.
  mutating func endTask() { starts.append(Int32(targets.count)) }

  var edges: TaskEdges { TaskEdges(starts: starts, softStarts: softStarts, targets: targets) }
}

extension TaskEdges {
  /// The number of tasks whose names are hashed, looked up and compared at a time, small enough for
  /// the cache.
  private static let blockSize = 256

  /// Creates an edge for each name that a task depends on, in their order.
  ///
  /// Unknown names have the target -1.
  ///
  /// - Parameters:
  ///   - tasks: The tasks.
  ///   - table: The lookup of their names.
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
