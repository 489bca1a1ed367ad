/// The circles of a graph: the sets of tasks in which each depends on each, by Tarjan's
/// algorithm without recursion.
struct Circles {
  /// The members of each circle in the order of their declaration; circles by their
  /// first members.
  let members: [[Int]]

  /// The circle that each task is in, or -1.
  let circleOfTask: [Int32]

  /// Finds the circles of these edges.
  ///
  /// - Parameters:
  ///   - edges: From each task to others.
  ///   - softToo: Whether soft edges count.
  /// - Complexity: Linear in tasks and edges.
  init(in edges: TaskEdges, softToo: Bool) {
    var search = CircleSearch(edges: edges, softToo: softToo)
    for task in 0..<edges.taskCount { search.visit(from: task) }
    let count = edges.taskCount
    // Filled in the order of declaration, which sorts members and circles at once.
    var circleOfRoot = [Int32](repeating: -1, count: count)
    var circleOfTask = circleOfRoot
    var members: [[Int]] = []
    for task in 0..<count where search.isCircular[Int(search.rootOfTask[task])] {
      let root = Int(search.rootOfTask[task])
      if circleOfRoot[root] < 0 {
        circleOfRoot[root] = Int32(members.count)
        members.append([])
      }
      circleOfTask[task] = circleOfRoot[root]
      members[Int(circleOfRoot[root])].append(task)
    }
    self.members = members
    self.circleOfTask = circleOfTask
  }

  /// Returns whether both tasks are in one circle.
  func joins(_ one: Int, _ other: Int) -> Bool {
    circleOfTask[one] >= 0 && circleOfTask[one] == circleOfTask[other]
  }

  /// A shortest way along edges inside a circle; both ends are in it.
  ///
  /// If both are the same task, it is a shortest way once around.
  ///
  /// - Complexity: Linear in the tasks and edges of the circle.
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
private struct CircleSearch {
  let edges: TaskEdges
  let softToo: Bool

  /// The task that stands for the component of each task.
  private(set) var rootOfTask: [Int32]

  /// For each root, whether its component has more than one member.
  private(set) var isCircular: [Bool]

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
    isCircular = zeros.map { _ in false }
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
    isCircular[root] = open.last.map { Int($0) != root } ?? false
    while let member = open.popLast() {
      rootOfTask[Int(member)] = Int32(truncatingIfNeeded: root)
      if Int(member) == root { break }
    }
  }
}
