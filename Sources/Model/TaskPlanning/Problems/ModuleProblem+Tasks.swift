package import RecordFormat

extension ModuleProblem {
  /// Creates the problem that tools and `TaskManager.problems` list, from one of the planner's.
  package init(_ problem: TaskProblem) {
    let code: Code =
      switch problem.code {
      case .cycle: .taskCycle
      case .brokenCycle: .brokenTaskCycle
      case .selfDependency: .selfDependency
      case .unknownDependency: .unknownDependency
      case .duplicateName: .duplicateTask
      case .dependencyNotYetRun, .dependencyNeverRuns: .dependencyOfOtherEvent
      }
    // A cycle is listed with its first task again at the end.
    var names: Set<String> = []
    var locations: Set<CodeLocation> = []
    self.init(
      code, problem.severity == .error ? .error : .notice, problem.message,
      locations: problem.tasks.compactMap(\.location).filter { locations.insert($0).inserted },
      // The ids of nodes in a graph.
      nodes: problem.tasks.map(\.name).filter { names.insert($0).inserted }.map { "task:\($0)" },
      suggestions: problem.suggestions)
  }
}
