import ModularityTestSupport
import RecordFormat
import TaskPlanning

/// A task with a place of its own.
func task(
  _ name: String, _ priority: Int = 2, requires: [String] = [], follows: [String] = [],
  lane: TaskLane = .workers, line: Int = 1
) -> PlannedTask {
  PlannedTask(
    name: name, priority: priority, requires: requires, follows: follows, lane: lane,
    location: CodeLocation(fileID: "App/\(name).swift", line: line))
}

extension TaskPlan {
  /// The names of the tasks in their order.
  var names: [String] { order.map { tasks[$0].name } }

  /// The names of those left out.
  var leftOutNames: [String] { leftOut.map { tasks[$0.task].name } }
}

/// Random tasks, made for trouble.
struct RandomTasks {
  var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// Tasks `T0`, `T1` and so on.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - isAcyclic: Whether each depends only on earlier ones of a random order.
  ///   - odd: Names that tasks may depend on beside each other.
  /// - Returns: The tasks.
  mutating func tasks(_ count: Int, isAcyclic: Bool, odd: [String] = []) -> [PlannedTask] {
    let chances = [0.1, 0.25, 0.5]
    let hard = chances.randomElement(using: &generator) ?? 0
    let soft = chances.randomElement(using: &generator) ?? 0
    let heights = (0..<count).shuffled(using: &generator)
    return (0..<count).map { index in
      var requires: [String] = []
      var follows: [String] = []
      for other in 0..<count where !isAcyclic || heights[other] < heights[index] {
        // In cycles, fewer edges each, or all were in one.
        let rarer = isAcyclic ? 1.0 : 0.4
        if chance(hard * rarer) { requires.append("T\(other)") }
        if chance(soft * rarer) { follows.append("T\(other)") }
      }
      for name in odd where chance(0.05) {
        if chance(0.5) { requires.append(name) } else { follows.append(name) }
      }
      // Some twice, all in any order.
      if chance(0.2) { requires += requires.prefix(1) }
      requires.shuffle(using: &generator)
      follows.shuffle(using: &generator)
      let name = !odd.isEmpty && chance(0.03) ? "T0" : "T\(index)"
      return task(
        name, Int.random(in: 0...3, using: &generator), requires: requires, follows: follows,
        lane: chance(0.3) ? .main : .workers, line: index + 1)
    }
  }

  mutating func chance(_ share: Double) -> Bool {
    Double.random(in: 0..<1, using: &generator) < share
  }

  mutating func number(in range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }
}
