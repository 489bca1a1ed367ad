extension TaskManager {
  /// The priority of a task: of the tasks that may run, one of a higher priority runs earlier.
  ///
  /// Dependencies come first: a task waits for what it depends on, whatever its priority is. The
  /// highest priority has the lowest number, as in RWTaskKit.
  public enum Priority: Int, Sendable, Hashable, Codable, CaseIterable {
    case critical = 0
    case high = 1
    case `default` = 2
    case low = 3
  }
}

/// The name of ``TaskManager/Priority`` in RWTaskKit.
public typealias RWTaskPriority = TaskManager.Priority
