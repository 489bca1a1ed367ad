/// Breaks cycles that have soft edges, by dropping few of them.
///
/// It lays the members of a cycle out one by one as if they were run, those first
/// that wait for nothing; where each waits for something, the most urgent of those that
/// wait only softly goes on. What then points backwards is dropped. To drop as few
/// as possible would be an exponential matter.
struct CycleBreaker {
  private let cycles: Cycles
  private let edges: TaskEdges
  private let ranks: TaskRanks

  /// When each task was laid out.
  private var steps: [Int32]
  private var lastStep: Int32 = 0
  private var hardLeft: [Int32]
  private var softLeft: [Int32]
  /// Tasks that wait for nothing.
  private var free: RankedSet
  /// Tasks that wait only softly.
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

  /// Returns whether a soft edge is dropped, once its cycle has been broken.
  func drops(from task: Int, to dependent: Int) -> Bool {
    cycles.joins(task, dependent) && steps[task] > steps[dependent]
  }

  /// Breaks a cycle without hard cycles in it.
  ///
  /// - Returns: The edges that are dropped.
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

  /// Puts a task that has not been laid out where it belongs.
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
