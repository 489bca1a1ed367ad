import Spelling

/// The dependencies by number instead of by name, with the problems of the names.
struct NameResolution {
  /// The edges from each task to its dependencies, without repetitions.
  private(set) var edges: TaskEdges

  private(set) var problems: [TaskProblem] = []

  /// The reasons why tasks are left out, depending on the policy.
  private(set) var causes: [Int: LeftOutTask.Cause] = [:]

  private let tasks: [PlannedTask]
  private let policy: ProblemPolicy

  /// The first task with each name.
  private let names: NameTable

  /// The tasks of other runs by name, loaded when a name was looked up among them.
  private var known: [String: KnownTask] = [:]

  /// The suggestions for unknown names, computed once for each name.
  private var suggestions: [String: [TaskProblem.Mention]] = [:]

  /// The remaining number of comparisons to find suggestions.
  ///
  /// A plan with a thousand wrong names among a hundred thousand must not take minutes.
  private var comparisonsLeft = 50_000

  /// Resolves the names.
  ///
  /// - Parameters:
  ///   - tasks: The tasks of the run.
  ///   - columns: The same tasks as flat arrays.
  ///   - elsewhere: Returns the tasks of other runs. It is called when a name is looked up among
  ///     them.
  ///   - policy: The policy for tasks that cannot run as declared.
  init(
    tasks: [PlannedTask], _ columns: TaskColumns, elsewhere: () -> [KnownTask],
    policy: ProblemPolicy
  ) {
    self.tasks = tasks
    self.policy = policy
    var namesakes: [(task: Int, first: Int)] = []
    names = NameTable(columns.names, hashes: columns.hashes) { namesakes.append(($0, $1)) }
    edges = TaskEdges(tasks, in: names)
    report(namesakes)
    guard !namesakes.isEmpty || !edges.leadToOthers else { return }
    let others = keepEdgesToOthers(besides: Dictionary(uniqueKeysWithValues: namesakes))
    guard !others.isEmpty else { return }
    known = Dictionary(elsewhere().map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    for other in others {
      // Sorted, so that the order of the listed dependencies does not matter.
      for (name, isHard) in other.names.sorted(by: { $0.key < $1.key }) {
        reportOther(name, of: other.task, isHard: isHard)
      }
    }
  }

  /// Reports tasks whose names are already used by earlier ones.
  private mutating func report(_ namesakes: [(task: Int, first: Int)]) {
    for (task, first) in namesakes {
      causes[task] = .problem(problems.count)
      problems.append(.duplicateName(.init(tasks[first]), .init(tasks[task])))
    }
  }

  /// The names in a task that match no other task of the run, and whether they are required.
  private typealias OtherNames = (task: Int, names: [String: Bool])

  /// Keeps the edges to other tasks of the run, without repetitions.
  ///
  /// - Parameter namesakes: For each task with a repeated name, the first task with that name.
  /// - Returns: The names of the other edges.
  private mutating func keepEdgesToOthers(besides namesakes: [Int: Int]) -> [OtherNames] {
    var list = TaskEdgeList(taskCount: tasks.count, edgeCount: edges.targets.count)
    var others: [OtherNames] = []
    // The last task that depends on each task.
    var lastDependent = [Int32](repeating: -1, count: tasks.count)
    for task in tasks.indices {
      // A task depends on itself by its name even if another task has the same name.
      let itself = namesakes[task] ?? task
      let soft = edges.soft(of: task)
      var otherNames: [String: Bool] = [:]
      for place in edges.all(of: task) {
        if place == soft.lowerBound { list.beginSoft() }
        let number = Int(edges.targets[place])
        if number < 0 || number == itself {
          let isHard = place < soft.lowerBound
          let name =
            isHard
            ? tasks[task].requires[place - edges.hard(of: task).lowerBound]
            : tasks[task].follows[place - soft.lowerBound]
          otherNames[name] = isHard || otherNames[name] ?? false
        } else if lastDependent[number] != Int32(truncatingIfNeeded: task) {
          lastDependent[number] = Int32(truncatingIfNeeded: task)
          list.append(Int32(truncatingIfNeeded: number))
        }
      }
      if soft.isEmpty { list.beginSoft() }
      list.endTask()
      if !otherNames.isEmpty { others.append((task, otherNames)) }
    }
    edges = list.edges
    return others
  }

  /// Reports a dependency that is not another task of this run, unless it is valid.
  private mutating func reportOther(_ name: String, of index: Int, isHard: Bool) {
    let task = TaskProblem.Mention(tasks[index])
    guard name != tasks[index].name else {
      report(.selfDependency(task, isHard: isHard), of: index)
      return
    }
    guard let other = known[name] else {
      let problem = TaskProblem.unknownDependency(
        of: task, on: name, isHard: isHard, suggestions: namesNear(name, for: task))
      report(problem, of: index)
      return
    }
    switch other.state {
    case .hasRun: break
    case .notYet:
      report(.dependencyNotYetRun(of: task, on: .init(other), isHard: isHard), of: index)
    case .never:
      // A finished task need not have run.
      if isHard { report(.dependencyNeverRuns(of: task, on: .init(other)), of: index) }
    }
  }

  private mutating func report(_ problem: TaskProblem, of index: Int) {
    if problem.severity == .error, policy != .priorityOrder, causes[index] == nil {
      causes[index] = .problem(problems.count)
    }
    problems.append(problem)
  }

  /// Returns the tasks whose names are nearest to an unknown name, except the task itself.
  private mutating func namesNear(
    _ name: String, for task: TaskProblem.Mention
  ) -> [TaskProblem.Mention] {
    Array(namesNear(name).filter { $0.name != task.name }.prefix(3))
  }

  /// Returns the tasks whose names are nearest to an unknown name.
  private mutating func namesNear(_ name: String) -> [TaskProblem.Mention] {
    if let found = suggestions[name] { return found }
    guard comparisonsLeft > 0 else { return [] }
    comparisonsLeft -= tasks.count + known.count
    let near = EditDistance.nearest(
      to: name, among: [tasks.map(\.name), known.keys.map(\.self)].joined(), atMost: 4)
    let found = near.compactMap { name -> TaskProblem.Mention? in
      if let number = names.number(of: name) { return .init(tasks[number]) }
      return known[name].map { .init($0) }
    }
    suggestions[name] = found
    return found
  }
}

/// A lookup of the tasks of a run by their names.
///
/// It is a hash table in one flat array, for many names at once, because memory access dominates in
/// large plans. The loops do little work per name and have no branches at memory accesses. A
/// processor that waits for one slot can therefore fetch the next ones.
struct NameTable {
  /// The name of each task.
  let names: [String]

  /// For each slot, the number of a task, counted from 1, with a part of its hash in the upper
  /// bits.
  ///
  /// At least three quarters of the slots are 0, which means empty. The first slot is usually
  /// decisive.
  private var slots: [UInt32]
  private let mask: Int

  /// The mask of a slot's bits for the number.
  private let numberMask: UInt32

  /// Creates the table.
  ///
  /// - Parameters:
  ///   - names: The names of the tasks.
  ///   - hashes: The hashes of the names.
  ///   - whenTaken: Called for each task whose name an earlier task has, with both tasks. The
  ///     earlier task keeps the name.
  init(_ names: [String], hashes: [Int], whenTaken: (Int, Int) -> Void) {
    self.names = names
    var capacity = 16
    while capacity < 4 * names.count { capacity *= 2 }
    mask = capacity - 1
    numberMask = UInt32(truncatingIfNeeded: mask)
    slots = Array(repeating: 0, count: capacity)
    for (task, hash) in hashes.enumerated() {
      var slot = hash & mask
      while slots[slot] != 0 {
        if let other = candidate(in: slots[slot], for: hash), names[other] == names[task] {
          whenTaken(task, other)
          break
        }
        slot = (slot + 1) & mask
      }
      guard slots[slot] == 0 else { continue }
      slots[slot] = UInt32(truncatingIfNeeded: task + 1) | tag(of: hash)
    }
  }

  /// Returns the task with a name.
  func number(of name: String) -> Int? {
    firstCandidate(for: name.hashValue) { names[$0] == name }
  }

  /// Returns for each hash a task whose name may have it, or -1.
  ///
  /// It is almost always the right task, but the caller must compare the name.
  func likelyNumbers(for hashes: [Int]) -> [Int32] {
    let firstSlots = hashes.map { slots[$0 & mask] }
    var index = -1
    return hashes.map { hash in
      index += 1
      let slot = firstSlots[index]
      // The number in an empty slot is 0.
      if slot == 0 || slot & ~numberMask == tag(of: hash) {
        return Int32(bitPattern: slot & numberMask) - 1
      }
      return Int32(truncatingIfNeeded: firstCandidate(for: hash) { _ in true } ?? -1)
    }
  }

  /// Returns the first task whose name may have a hash and that satisfies a condition.
  private func firstCandidate(for hash: Int, where isMeant: (Int) -> Bool) -> Int? {
    var slot = hash & mask
    while slots[slot] != 0 {
      if let task = candidate(in: slots[slot], for: hash), isMeant(task) { return task }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// Returns the task of a nonempty slot, if its name may have a hash.
  private func candidate(in slot: UInt32, for hash: Int) -> Int? {
    guard slot & ~numberMask == tag(of: hash) else { return nil }
    return Int(slot & numberMask) - 1
  }

  private func tag(of hash: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: UInt(bitPattern: hash) >> 32) & ~numberMask
  }
}
