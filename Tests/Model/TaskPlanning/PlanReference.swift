import TaskPlanning

/// What a plan must say, found by trying everything: for few tasks only.
struct PlanReference {
  let tasks: [PlannedTask]
  /// The tasks that are left out.
  private(set) var leftOut: Set<Int> = []
  /// The errors, each by its code and the names concerned; cycles are not among them.
  private(set) var errors: [String] = []
  /// The number of cycles of hard edges.
  private(set) var cycleCount = 0

  private(set) var requires: [Set<Int>]
  private(set) var follows: [Set<Int>]
  /// Whether two tasks require each other in the end.
  private(set) var inHardCycle: [[Bool]] = []
  /// How many steps it takes along what is required from one task to another.
  private(set) var hardSteps: [[Int?]] = []

  init(_ tasks: [PlannedTask], elsewhere: [KnownTask], policy: ProblemPolicy) {
    self.tasks = tasks
    requires = Array(repeating: [], count: tasks.count)
    follows = requires
    var isBad: Set<Int> = []
    var isNamesake: Set<Int> = []
    for (index, task) in tasks.enumerated() {
      if let first = tasks.firstIndex(where: { $0.name == task.name }), first != index {
        isNamesake.insert(index)
        errors.append("duplicateName \(task.name) \(task.name)")
      }
      for name in Set(task.requires) {
        if name == task.name {
          errors.append("selfDependency \(name)")
        } else if let other = tasks.firstIndex(where: { $0.name == name }) {
          requires[index].insert(other)
          continue
        } else {
          switch elsewhere.first(where: { $0.name == name })?.state {
          case .hasRun: continue
          case .notYet: errors.append("dependencyNotYetRun \(task.name) \(name)")
          case .never: errors.append("dependencyNeverRuns \(task.name) \(name)")
          case nil: errors.append("unknownDependency \(task.name) \(name)")
          }
        }
        isBad.insert(index)
      }
      for name in Set(task.follows) where name != task.name {
        guard let other = tasks.firstIndex(where: { $0.name == name }) else { continue }
        if !requires[index].contains(other) { follows[index].insert(other) }
      }
    }
    hardSteps = Self.steps(requires)
    inHardCycle = Self.mutual(hardSteps)
    var seen: Set<Int> = []
    for index in tasks.indices where inHardCycle[index].contains(true) {
      if seen.insert(index).inserted { cycleCount += 1 }
      seen.formUnion(tasks.indices.filter { inHardCycle[index][$0] })
      isBad.insert(index)
    }
    leftOut = isNamesake
    guard policy != .priorityOrder else { return }
    leftOut.formUnion(isBad)
    while let next = tasks.indices.first(where: {
      !leftOut.contains($0) && !requires[$0].isDisjoint(with: leftOut)
    }) { leftOut.insert(next) }
  }

  /// The edges between tasks that run, without those inside of cycles of hard ones.
  func edges(softToo: Bool) -> [Set<Int>] {
    tasks.indices.map { index in
      guard !leftOut.contains(index) else { return [] }
      let all = softToo ? requires[index].union(follows[index]) : requires[index]
      return all.filter { !leftOut.contains($0) && !inHardCycle[index][$0] }
    }
  }

  /// The order along these edges, always taking the best of those that are ready; nil if
  /// it does not come to an end.
  func order(_ edges: [Set<Int>]) -> [Int]? {
    var order: [Int] = []
    var left = Set(tasks.indices).subtracting(leftOut)
    while !left.isEmpty {
      let ready = left.filter { edges[$0].isDisjoint(with: left) }
      guard
        let next = ready.min(by: { (tasks[$0].priority, $0) < (tasks[$1].priority, $1) })
      else { return nil }
      order.append(next)
      left.remove(next)
    }
    return order
  }

  /// How many steps it is from each to each; at least one.
  static func steps(_ edges: [Set<Int>]) -> [[Int?]] {
    var steps = edges.map { targets in edges.indices.map { targets.contains($0) ? 1 : Int?.none } }
    for middle in edges.indices {
      for start in edges.indices {
        guard let first = steps[start][middle] else { continue }
        for end in edges.indices {
          guard let second = steps[middle][end] else { continue }
          steps[start][end] = min(steps[start][end] ?? .max, first + second)
        }
      }
    }
    return steps
  }

  static func mutual(_ steps: [[Int?]]) -> [[Bool]] {
    steps.indices.map { one in
      steps.indices.map { steps[one][$0] != nil && steps[$0][one] != nil }
    }
  }
}
