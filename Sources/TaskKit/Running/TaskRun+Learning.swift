import TaskPlanning

extension TaskRun {
  /// The cost of weighing a plan for each task, in nanoseconds, rounded up.
  private static let weighingCost = 1_000.0

  /// Returns whether tasks took so much longer or less than their plan was weighed with
  /// that it is worth weighing again.
  ///
  /// That is if the differences come to more than a quarter of what the tasks took, and
  /// to more than weighing itself takes: less could never be won by another order.
  ///
  /// - Parameters:
  ///   - ended: The tasks that are over.
  ///   - outcomes: How those ended that did not succeed, from which nothing is learnt.
  ///   - weights: What the plan was weighed with.
  /// - Returns: Whether it is.
  func tookOtherThanThought(
    _ ended: [EndedTask], _ outcomes: [Int: TaskOutcome], _ weights: TaskWeights
  ) -> Bool {
    var taken = 0.0
    var difference = 0.0
    for ended in ended where outcomes.isEmpty || outcomes[Int(ended.task)] == nil {
      let duration = Double(ended.record.duration)
      taken += duration
      difference += abs(duration - Double(weights.durations[Int(ended.task)]))
    }
    return difference > taken / 4 && difference > Self.weighingCost * Double(ended.count)
  }
}
