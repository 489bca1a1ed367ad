import Spelling

/// Dependencies by number instead of by name, and what is wrong with the names.
struct NameResolution {
  /// From each task to those it depends on, without repetitions.
  private(set) var edges: TaskEdges

  private(set) var problems: [TaskProblem] = []

  /// Why tasks are left out, by the policy.
  private(set) var causes: [Int: LeftOutTask.Cause] = [:]

  private let tasks: [PlannedTask]
  private let elsewhere: [KnownTask]
  private let policy: ProblemPolicy

  /// The first task of each name.
  private var numbers: [String: Int32]

  /// The tasks of other runs by name, once a name was looked for among them.
  private lazy var known: [String: KnownTask] = Dictionary(
    elsewhere.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  /// Looked up once for each name that does not exist.
  private var suggestions: [String: [TaskProblem.Mention]] = [:]

  /// How many names may still be compared to find suggestions.
  ///
  /// A plan with a thousand wrong names among a hundred thousand must not take
  /// minutes.
  private var comparisonsLeft = 50_000

  init(tasks: [PlannedTask], elsewhere: [KnownTask], policy: ProblemPolicy) {
    self.tasks = tasks
    self.elsewhere = elsewhere
    self.policy = policy
    numbers = Dictionary(minimumCapacity: tasks.count)
    var list = TaskEdgeList(taskCount: tasks.count)
    edges = list.edges
    number()
    // The last task that each task was a dependency of.
    var lastDependent = [Int32](repeating: -1, count: tasks.count)
    for (index, task) in tasks.enumerated() {
      // Names that lead to no other task of this run, and whether they are required.
      var others: [String: Bool] = [:]
      for name in task.requires {
        guard let number = dependency(name, of: index, &lastDependent) else {
          others[name] = true
          continue
        }
        if let number { list.append(number) }
      }
      list.beginSoft()
      for name in task.follows {
        guard let number = dependency(name, of: index, &lastDependent) else {
          if others[name] == nil { others[name] = false }
          continue
        }
        if let number { list.append(number) }
      }
      list.endTask()
      // Sorted, so that the order in which dependencies are listed means nothing.
      for (name, isHard) in others.sorted(by: { $0.key < $1.key }) {
        reportOther(name, of: index, isHard: isHard)
      }
    }
    edges = list.edges
  }

  /// Gives names to the tasks that come first with them.
  private mutating func number() {
    for (index, task) in tasks.enumerated() {
      let number = Int32(truncatingIfNeeded: index)
      guard let first = numbers.updateValue(number, forKey: task.name) else { continue }
      numbers[task.name] = first
      causes[index] = .problem(problems.count)
      problems.append(.duplicateName(.init(tasks[Int(first)]), .init(task)))
    }
  }

  /// The task of this name: nil if it is no other one of this run, `.some(nil)` if it
  /// has been listed already.
  private func dependency(
    _ name: String, of index: Int, _ lastDependent: inout [Int32]
  ) -> Int32?? {
    // A task depends on itself by its name even if another bears it, too.
    guard let number = numbers[name], name != tasks[index].name else { return nil }
    let dependent = Int32(truncatingIfNeeded: index)
    guard lastDependent[Int(number)] != dependent else { return .some(nil) }
    lastDependent[Int(number)] = dependent
    return number
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
    comparisonsLeft -= numbers.count + known.count
    let names = EditDistance.nearest(
      to: name, among: [numbers.keys.map(\.self), known.keys.map(\.self)].joined(), atMost: 3)
    let found = names.compactMap { name -> TaskProblem.Mention? in
      if let number = numbers[name] { return .init(tasks[Int(number)]) }
      return known[name].map { .init($0) }
    }
    suggestions[name] = found
    return found
  }
}
