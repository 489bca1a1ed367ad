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
        of: task, on: name, isHard: isHard, suggestions: namesNear(name))
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

  /// The tasks whose names are nearest to one that does not exist.
  private mutating func namesNear(_ name: String) -> [TaskProblem.Mention] {
    if let found = suggestions[name] { return found }
    guard comparisonsLeft > 0 else { return [] }
    comparisonsLeft -= tasks.count + known.count
    let near = EditDistance.nearest(
      to: name, among: [tasks.map(\.name), known.keys.map(\.self)].joined(), atMost: 3)
    let found = near.compactMap { name -> TaskProblem.Mention? in
      if let number = names.number(of: name) { return .init(tasks[number]) }
      return known[name].map { .init($0) }
    }
    suggestions[name] = found
    return found
  }
}
