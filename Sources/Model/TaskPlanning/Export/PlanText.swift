/// The texts that all exports of a plan share.
struct PlanText {
  let plan: TaskPlan

  /// The name of a priority.
  static func priority(_ priority: Int) -> String {
    switch priority {
    case 0: "critical"
    case 1: "high"
    case 2: "default"
    case 3: "low"
    default: "priority \(priority)"
    }
  }

  /// The lane, if it needs saying.
  static func lane(_ lane: TaskLane) -> String? { lane == .main ? "main" : nil }

  /// Returns the lines about a task below its name.
  func details(of task: Int) -> String {
    let planned = plan.tasks[task]
    let position = plan.positions[task]
    return [
      position < 0 ? "left out" : "\(position + 1).",
      Self.priority(planned.priority),
      Self.lane(planned.lane),
    ].compactMap(\.self).joined(separator: " ")
  }

  /// Something that is depended on and is no task of this run.
  struct Missing {
    let task: Int
    let name: String
    let isHard: Bool
  }

  /// The dependencies that lead out of this run and are a problem.
  var missing: [Missing] {
    let numbers = Dictionary(
      plan.tasks.enumerated().map { (TaskProblem.Mention($1), $0) },
      uniquingKeysWith: { first, _ in first })
    return plan.problems.compactMap { problem in
      switch problem.code {
      case .unknownDependency, .dependencyNotYetRun, .dependencyNeverRuns:
        numbers[problem.tasks[0]].map {
          Missing(
            task: $0, name: problem.tasks[1].name, isHard: problem.severity == .error)
        }
      case .cycle, .selfDependency, .duplicateName, .brokenCycle: nil
      }
    }
  }

  /// One edge as it was declared.
  struct Edge {
    let task: Int
    let dependent: Int
    let isHard: Bool
    /// A Boolean value that indicates whether the run heeds it.
    let isHeeded: Bool
  }

  /// All edges as declared, by task.
  var edges: [Edge] {
    plan.tasks.indices.flatMap { task in
      let heeded = Set(plan.edges.all(of: task).map { plan.edges.targets[$0] })
      let hard = plan.declaredEdges.hard(of: task)
      return plan.declaredEdges.all(of: task).map { place in
        let dependent = plan.declaredEdges.targets[place]
        return Edge(
          task: task, dependent: Int(dependent), isHard: hard.contains(place),
          isHeeded: heeded.contains(dependent))
      }
    }
  }
}
