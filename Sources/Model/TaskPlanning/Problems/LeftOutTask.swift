/// A task that is not part of the order.
package struct LeftOutTask: Sendable, Hashable {
  /// Why a task is left out.
  package enum Cause: Sendable, Hashable {
    /// The problem with this number in ``TaskPlan/problems`` is the task's own.
    case problem(Int)
    /// It requires this task, which is left out in the end for the problem with this
    /// number.
    case requires(Int, problem: Int)

    /// The number of the problem that it comes from.
    package var problem: Int {
      switch self {
      case .problem(let number), .requires(_, problem: let number): number
      }
    }
  }

  /// The number of the task.
  package let task: Int

  /// Why it is left out.
  package let cause: Cause
}
