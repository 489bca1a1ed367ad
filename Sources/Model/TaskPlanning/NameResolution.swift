import Spelling

/// Dependencies by number instead of by name, and what is wrong with the names.
struct NameResolution {
  /// From each task to those it depends on, without repetitions.
  private(set) var edges: TaskEdges

  private(set) var problems: [TaskProblem] = []

  /// Why tasks are left out, by the policy.
  private(set) var causes: [Int: LeftOutTask.Cause] = [:]

  private let tasks: [PlannedTask]
  private let policy: ProblemPolicy

  /// The first task of each name.
  private let names: NameTable

  /// The tasks of other runs by name, once a name was looked for among them.
  private var known: [String: KnownTask] = [:]

  /// Looked up once for each name that does not exist.
  private var suggestions: [String: [TaskProblem.Mention]] = [:]

  /// The number of names that may still be compared to find suggestions.
  ///
  /// A plan with a thousand wrong names among a hundred thousand must not take
  /// minutes.
  private var comparisonsLeft = 50_000

  /// Resolves the names.
  ///
  /// - Parameters:
  ///   - tasks: The tasks of the run.
  ///   - columns: The same as flat arrays.
  ///   - elsewhere: The tasks of other runs, asked for when a name is looked for among
  ///     them.
  ///   - policy: What happens to tasks that cannot run as they are declared.
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
      // Sorted, so that the order in which dependencies are listed means nothing.
      for (name, isHard) in other.names.sorted(by: { $0.key < $1.key }) {
        reportOther(name, of: other.task, isHard: isHard)
      }
    }
  }

  /// Reports tasks whose names earlier ones bear.
  private mutating func report(_ namesakes: [(task: Int, first: Int)]) {
    for (task, first) in namesakes {
      causes[task] = .problem(problems.count)
      problems.append(.duplicateName(.init(tasks[first]), .init(tasks[task])))
    }
  }

  /// Names that lead a task to no other one of the run, and whether they are required.
  private typealias OtherNames = (task: Int, names: [String: Bool])

  /// Keeps the edges that lead to other tasks of the run, each once.
  ///
  /// - Parameter namesakes: The first task with its name for each that comes later.
  /// - Returns: The names of the other edges.
  private mutating func keepEdgesToOthers(besides namesakes: [Int: Int]) -> [OtherNames] {
    var list = TaskEdgeList(taskCount: tasks.count, edgeCount: edges.targets.count)
    var others: [OtherNames] = []
    // The last task that each task was a dependency of.
    var lastDependent = [Int32](repeating: -1, count: tasks.count)
    for task in tasks.indices {
      // A task depends on itself by its name even if another bears it, too.
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

  /// Reports a dependency on what is no other task of this run, unless that is no
  /// problem.
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
      // To be over, it need not have run.
      if isHard { report(.dependencyNeverRuns(of: task, on: .init(other)), of: index) }
    }
  }

  private mutating func report(_ problem: TaskProblem, of index: Int) {
    if problem.severity == .error, policy != .priorityOrder, causes[index] == nil {
      causes[index] = .problem(problems.count)
    }
    problems.append(problem)
  }

  /// Returns the tasks, except one itself, whose names are nearest to one that does not exist.
  private mutating func namesNear(
    _ name: String, for task: TaskProblem.Mention
  ) -> [TaskProblem.Mention] {
    Array(namesNear(name).filter { $0.name != task.name }.prefix(3))
  }

  /// Returns the tasks whose names are nearest to one that does not exist.
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

/// The tasks of a run by their names.
///
/// A hash table in one flat array, for many names at once: in large plans the time goes into
/// fetching memory. The loops do little for each name and are without branches where they
/// fetch, so that a processor that waits for one slot fetches the next ones as well.
struct NameTable {
  /// The name of each task.
  let names: [String]

  /// For each place, the number of a task from 1 on and, above it, a part of its hash.
  ///
  /// At least three quarters of them are 0, where there is no task: mostly the first place
  /// decides.
  private var slots: [UInt32]
  private let mask: Int

  /// The bits of a slot that are the number.
  private let numberMask: UInt32

  /// Puts tasks in.
  ///
  /// - Parameters:
  ///   - names: Their names.
  ///   - hashes: The hashes of the names.
  ///   - whenTaken: Called with each task whose name an earlier one bears, which keeps it, and
  ///     with that one.
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

  /// Returns the task of this name.
  func number(of name: String) -> Int? {
    firstCandidate(for: name.hashValue) { names[$0] == name }
  }

  /// Returns for each hash a task whose name may have it, and -1 where there is none.
  ///
  /// Nearly always it is the task of the name; the caller compares.
  func likelyNumbers(for hashes: [Int]) -> [Int32] {
    let firstSlots = hashes.map { slots[$0 & mask] }
    var index = -1
    return hashes.map { hash in
      index += 1
      let slot = firstSlots[index]
      // Of an empty slot the number is 0.
      if slot == 0 || slot & ~numberMask == tag(of: hash) {
        return Int32(bitPattern: slot & numberMask) - 1
      }
      return Int32(truncatingIfNeeded: firstCandidate(for: hash) { _ in true } ?? -1)
    }
  }

  /// The first task that may have a name with this hash and of which something is true.
  private func firstCandidate(for hash: Int, where isMeant: (Int) -> Bool) -> Int? {
    var slot = hash & mask
    while slots[slot] != 0 {
      if let task = candidate(in: slots[slot], for: hash), isMeant(task) { return task }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// The task of a slot that is not empty, if its name may have this hash.
  private func candidate(in slot: UInt32, for hash: Int) -> Int? {
    guard slot & ~numberMask == tag(of: hash) else { return nil }
    return Int(slot & numberMask) - 1
  }

  private func tag(of hash: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: UInt(bitPattern: hash) >> 32) & ~numberMask
  }
}
