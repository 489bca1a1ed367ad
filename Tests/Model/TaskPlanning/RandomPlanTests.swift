import ModularityTestSupport
import RecordFormat
import TaskPlanning
import Testing

/// Plans of random tasks against everything that a plan must hold to.
@Suite struct RandomPlanTests {
  private static let odd = ["Gone", "T00", "Done", "Later", "Never", "Never"]
  private static let elsewhere = [
    KnownTask(
      name: "Done", state: .hasRun, location: CodeLocation(fileID: "App/Else.swift", line: 1)),
    KnownTask(
      name: "Later", state: .notYet, location: CodeLocation(fileID: "App/Else.swift", line: 2)),
    KnownTask(
      name: "Never", state: .never, location: CodeLocation(fileID: "App/Else.swift", line: 3)),
    // A task of this run goes before one that is elsewhere.
    KnownTask(name: "T1", state: .never, location: CodeLocation(fileID: "App/Else.swift", line: 4)),
  ]

  @Test(arguments: 0..<4)
  func `Without cycles, the order is the only one that keeps every rule`(part: UInt64) throws {
    for seed in part * 1_500..<(part + 1) * 1_500 {
      var random = RandomTasks(seed: seed)
      let tasks = random.tasks(random.number(in: 0...9), isAcyclic: true)
      let plan = TaskPlan.make(tasks: tasks)
      let reference = PlanReference(tasks, elsewhere: [], policy: .skip)
      #expect(plan.order == reference.order(reference.edges(softToo: true)), "\(seed)")
      #expect(plan.problems.isEmpty && plan.leftOut.isEmpty, "\(seed)")
    }
  }

  @Test(arguments: 0..<4, ProblemPolicy.allCases)
  func `With cycles and unknown names, the valid part runs, and all problems are reported`(
    part: UInt64, policy: ProblemPolicy
  ) throws {
    for seed in part * 400..<(part + 1) * 400 {
      var random = RandomTasks(seed: seed)
      let tasks = random.tasks(
        random.number(in: 1...8), isAcyclic: random.chance(0.3), odd: Self.odd)
      let plan = TaskPlan.make(tasks: tasks, elsewhere: Self.elsewhere, policy: policy)
      let reference = PlanReference(tasks, elsewhere: Self.elsewhere, policy: policy)
      let comment = Comment("seed \(seed), \(policy)\n\(plan.listing())")
      #expect(plan.leftOut.map(\.task) == reference.leftOut.sorted(), comment)
      for task in plan.leftOut {
        #expect(plan.leftOutReason(of: task.task)?.contains(" is omitted") == true, comment)
      }
      checkErrors(of: plan, reference, comment)
      checkOrder(of: plan, reference, comment)
      #expect(plan.isRefused == (policy == .fail && !plan.errors.isEmpty), comment)
    }
  }

  private func checkErrors(of plan: TaskPlan, _ reference: PlanReference, _ comment: Comment) {
    let errors = plan.errors.filter { $0.code != .cycle }.map { problem in
      ([problem.code.rawValue] + problem.tasks.map(\.name)).joined(separator: " ")
    }
    #expect(errors.sorted() == reference.errors.sorted(), comment)
    let cycles = plan.problems.filter { $0.code == .cycle }
    #expect(cycles.count == reference.cycleCount, comment)
    for cycle in cycles {
      let way = cycle.tasks.compactMap { mention in
        plan.tasks.firstIndex { $0.name == mention.name && $0.location == mention.location }
      }
      #expect(way.count == cycle.tasks.count && way.first == way.last, comment)
      #expect(zip(way, way.dropFirst()).allSatisfy { reference.requires[$0].contains($1) })
      // A shortest one through the member that is declared first.
      let members = plan.tasks.indices.filter { reference.inHardCycle[way[0]][$0] }
      #expect(way[0] == members[0] && way.count - 1 == reference.hardSteps[way[0]][way[0]], comment)
    }
  }

  private func checkOrder(of plan: TaskPlan, _ reference: PlanReference, _ comment: Comment) {
    let all = reference.edges(softToo: true)
    let hard = reference.edges(softToo: false)
    let heeded = Self.dependencies(plan.edges)
    #expect(plan.order == reference.order(heeded), comment)
    #expect(plan.inDegrees.map(Int.init) == heeded.map(\.count), comment)
    let notices = plan.problems.filter { $0.code == .brokenCycle }
    let together = PlanReference.mutual(PlanReference.steps(all))
    // Only soft edges inside of cycles may be missing.
    for index in plan.tasks.indices {
      #expect(heeded[index].isSubset(of: all[index]), comment)
      for other in all[index].subtracting(heeded[index]) {
        #expect(!hard[index].contains(other) && together[index][other], comment)
      }
    }
    let cycles = Set(plan.tasks.indices.compactMap { together[$0].firstIndex(of: true) })
    #expect(notices.count == cycles.count, comment)
    for notice in notices {
      let way = notice.tasks.compactMap { mention in
        plan.tasks.firstIndex { $0.name == mention.name && $0.location == mention.location }
      }
      #expect(way.first == way.last && way.count > 2, comment)
      #expect(zip(way, way.dropFirst()).allSatisfy { all[$0].contains($1) }, comment)
      #expect(!heeded[way[0]].contains(way[1]), comment)
    }
  }

  /// For each task those it waits for.
  private static func dependencies(_ edges: TaskEdges) -> [Set<Int>] {
    var dependencies = [Set<Int>](repeating: [], count: edges.taskCount)
    for task in 0..<edges.taskCount {
      for place in edges.all(of: task) { dependencies[Int(edges.targets[place])].insert(task) }
    }
    return dependencies
  }

  @Test(arguments: Sweep.inputs(1...100 as ClosedRange<UInt64>, oneIn: 4))
  func `The order in which dependencies are listed changes nothing`(seed: UInt64) {
    var random = RandomTasks(seed: seed)
    let tasks = random.tasks(12, isAcyclic: false, odd: Self.odd)
    let plan = TaskPlan.make(tasks: tasks, elsewhere: Self.elsewhere)
    for _ in 0..<5 {
      let shuffled = tasks.map { task in
        var task = task
        task.requires.shuffle(using: &random.generator)
        task.follows.shuffle(using: &random.generator)
        return task
      }
      let other = TaskPlan.make(tasks: shuffled, elsewhere: Self.elsewhere)
      #expect(other.order == plan.order && other.edges == plan.edges)
      #expect(other.problems == plan.problems && other.leftOut == plan.leftOut)
    }
  }
}
