/// The cycles of a graph: the sets of tasks in which each depends on each, by Tarjan's
/// algorithm without recursion.
struct Cycles {
  /// The members of each cycle in the order of their declaration; cycles by their
  /// first members.
  let members: [[Int]]

  /// The cycle that each task is in, or -1.
  let cycleOfTask: [Int32]

  /// Finds the cycles of these edges.
  ///
  /// - Parameters:
  ///   - edges: From each task to others.
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

  /// Returns whether both tasks are in one cycle.
  func joins(_ one: Int, _ other: Int) -> Bool {
    cycleOfTask[one] >= 0 && cycleOfTask[one] == cycleOfTask[other]
  }

  /// A shortest way along edges inside a cycle; both ends are in it.
  ///
  /// If both are the same task, it is a shortest way once around.
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

/// A walk in depth that notes which tasks reach each other.
private struct CycleSearch {
  let edges: TaskEdges
  let softToo: Bool

  /// The task that stands for the component of each task.
  private(set) var rootOfTask: [Int32]

  /// For each root, whether its component has more than one member.
  private(set) var isCyclic: [Bool]

  /// When each task was met, from 1 on; 0 before.
  private var number: [Int32]
  /// The earliest task that each is known to reach.
  private var low: [Int32]
  /// The edge of each task that comes next.
  private var cursor: [Int32]
  /// The tasks on the way from the start to here.
  private var path: [Int32] = []
  /// The tasks that have been met and have no component yet.
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

  /// Makes a component of all that were met since this task.
  private mutating func close(_ root: Int) {
    isCyclic[root] = open.last.map { Int($0) != root } ?? false
    while let member = open.popLast() {
      rootOfTask[Int(member)] = Int32(truncatingIfNeeded: root)
      if Int(member) == root { break }
    }
  }
}
