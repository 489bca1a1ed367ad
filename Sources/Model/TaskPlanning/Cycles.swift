/// The cycles of a graph: the sets of tasks that depend on each other, by Tarjan's algorithm
/// without recursion.
struct Cycles {
  /// The members of each cycle in the order of their declaration.
  ///
  /// Cycles are sorted by their first members.
  let members: [[Int]]

  /// The cycle that contains each task, or -1.
  let cycleOfTask: [Int32]

  /// Finds the cycles of a graph.
  ///
  /// - Parameters:
  ///   - edges: The edges of each task.
  ///   - softToo: Whether soft edges count.
  /// - Complexity: Linear in tasks and edges.
  init(in edges: TaskEdges, softToo: Bool) {
    var search = CycleSearch(edges: edges, softToo: softToo)
    for task in 0..<edges.taskCount { search.visit(from: task) }
    let count = edges.taskCount
    // Filled in the order of declaration, which sorts members and cycles at once.
    var cycleOfRoot = [Int32](repeating: -1, count: count)
    var cycleOfTask = cycleOfRoot
    var members: [[Int]] = []
    for task in 0..<count where search.isCyclic[Int(search.rootOfTask[task])] {
      let root = Int(search.rootOfTask[task])
      if cycleOfRoot[root] < 0 {
        cycleOfRoot[root] = Int32(members.count)
        members.append([])
      }
      cycleOfTask[task] = cycleOfRoot[root]
      members[Int(cycleOfRoot[root])].append(task)
    }
    self.members = members
    self.cycleOfTask = cycleOfTask
  }

  /// Returns whether both tasks are in the same cycle.
  func joins(_ one: Int, _ other: Int) -> Bool {
    cycleOfTask[one] >= 0 && cycleOfTask[one] == cycleOfTask[other]
  }

  /// Returns a shortest path inside a cycle that contains both ends.
  ///
  /// If both ends are the same task, it is a shortest cycle through the task.
  ///
  /// - Complexity: Linear in the tasks and edges of the cycle.
  func way(from start: Int, to end: Int, along edges: TaskEdges, softToo: Bool) -> [Int] {
    var cameFrom: [Int: Int] = [:]
    var queue = [start]
    var head = 0
    while head < queue.count, cameFrom[end] == nil {
      let task = queue[head]
      head += 1
      for place in softToo ? edges.all(of: task) : edges.hard(of: task) {
        let next = Int(edges.targets[place])
        guard joins(task, next), cameFrom[next] == nil else { continue }
        cameFrom[next] = task
        queue.append(next)
      }
    }
    var way = [end]
    while let previous = cameFrom[way[way.count - 1]] {
      way.append(previous)
      if previous == start { break }
    }
    return way.reversed()
  }
}

/// A depth-first search that records which tasks reach each other.
private struct CycleSearch {
  let edges: TaskEdges
  let softToo: Bool

  /// The representative of each task's component.
  private(set) var rootOfTask: [Int32]

  /// For each representative, whether its component has more than one member.
  private(set) var isCyclic: [Bool]

  /// The order in which each task was visited, counted from 1, or 0 before the visit.
  private var number: [Int32]
  /// The earliest task that each task is known to reach.
  private var low: [Int32]
  /// The next edge of each task.
  private var cursor: [Int32]
  /// The tasks on the path from the start to the current task.
  private var path: [Int32] = []
  /// The visited tasks without a component.
  private var open: [Int32] = []
  private var lastNumber: Int32 = 0

  init(edges: TaskEdges, softToo: Bool) {
    self.edges = edges
    self.softToo = softToo
    let zeros = [Int32](repeating: 0, count: edges.taskCount)
    rootOfTask = zeros.map { _ in -1 }
    isCyclic = zeros.map { _ in false }
    number = zeros
    low = zeros
    cursor = zeros
  }

  mutating func visit(from start: Int) {
    guard number[start] == 0 else { return }
    enter(start)
    while let last = path.last {
      let task = Int(last)
      if let next = nextTarget(of: task) {
        if number[next] == 0 {
          enter(next)
        } else if rootOfTask[next] < 0 {
          low[task] = min(low[task], number[next])
        }
      } else {
        path.removeLast()
        if let parent = path.last { low[Int(parent)] = min(low[Int(parent)], low[task]) }
        if low[task] == number[task] { close(task) }
      }
    }
  }

  private mutating func enter(_ task: Int) {
    lastNumber += 1
    number[task] = lastNumber
    low[task] = lastNumber
    cursor[task] = edges.starts[task]
    path.append(Int32(truncatingIfNeeded: task))
    open.append(Int32(truncatingIfNeeded: task))
  }

  private mutating func nextTarget(of task: Int) -> Int? {
    let place = cursor[task]
    guard place < (softToo ? edges.starts[task + 1] : edges.softStarts[task]) else { return nil }
    cursor[task] = place + 1
    return Int(edges.targets[Int(place)])
  }

  /// Closes the component of all tasks that were visited since a task.
  private mutating func close(_ root: Int) {
    isCyclic[root] = open.last.map { Int($0) != root } ?? false
    while let member = open.popLast() {
      rootOfTask[Int(member)] = Int32(truncatingIfNeeded: root)
      if Int(member) == root { break }
    }
  }
}

/// An algorithm that breaks cycles with soft edges by dropping few of them.
///
/// It lays out the members of a cycle one by one, as if they ran, starting with tasks that wait for
/// nothing. If each remaining task waits, it continues with the most urgent one that waits only for
/// soft edges. Soft edges that then point backwards are dropped. Dropping the minimum number of
/// edges would take exponential time.
struct CycleBreaker {
  private let cycles: Cycles
  private let edges: TaskEdges
  private let ranks: TaskRanks

  /// The step at which each task was laid out.
  private var steps: [Int32]
  private var lastStep: Int32 = 0
  private var hardLeft: [Int32]
  private var softLeft: [Int32]
  /// The tasks that wait for nothing.
  private var free: RankedSet
  /// The tasks that wait only for soft edges.
  private var hesitant: RankedSet

  init(cycles: Cycles, edges: TaskEdges, ranks: TaskRanks) {
    self.cycles = cycles
    self.edges = edges
    self.ranks = ranks
    let zeros = [Int32](repeating: 0, count: edges.taskCount)
    steps = zeros
    hardLeft = zeros
    softLeft = zeros
    free = RankedSet(capacity: edges.taskCount)
    hesitant = free
  }

  /// Returns whether a soft edge is dropped, after its cycle was broken.
  func drops(from task: Int, to dependent: Int) -> Bool {
    cycles.joins(task, dependent) && steps[task] > steps[dependent]
  }

  /// Breaks a cycle that contains no hard cycles.
  ///
  /// - Returns: The dropped edges.
  mutating func `break`(_ members: [Int]) -> [(task: Int, dependent: Int)] {
    for task in members {
      for place in edges.hard(of: task) where cycles.joins(task, Int(edges.targets[place])) {
        hardLeft[Int(edges.targets[place])] += 1
      }
      for place in edges.soft(of: task) where cycles.joins(task, Int(edges.targets[place])) {
        softLeft[Int(edges.targets[place])] += 1
      }
    }
    for task in members { classify(task) }
    while let rank = free.popFirst() ?? hesitant.popFirst() {
      layOut(Int(ranks.tasks[rank]))
    }
    return members.flatMap { task in
      edges.soft(of: task).map { Int(edges.targets[$0]) }
        .filter { drops(from: task, to: $0) }
        .map { (task, $0) }
    }
  }

  private mutating func layOut(_ task: Int) {
    lastStep += 1
    steps[task] = lastStep
    for place in edges.hard(of: task) {
      let dependent = Int(edges.targets[place])
      guard cycles.joins(task, dependent) else { continue }
      hardLeft[dependent] -= 1
      classify(dependent)
    }
    for place in edges.soft(of: task) {
      let dependent = Int(edges.targets[place])
      guard cycles.joins(task, dependent), steps[dependent] == 0 else { continue }
      softLeft[dependent] -= 1
      classify(dependent)
    }
  }

  /// Adds a task that has not been laid out to the matching set.
  private mutating func classify(_ task: Int) {
    guard hardLeft[task] == 0 else { return }
    let rank = Int(ranks.ranks[task])
    if softLeft[task] == 0 {
      hesitant.remove(rank)
      free.insert(rank)
    } else {
      hesitant.insert(rank)
    }
  }
}
