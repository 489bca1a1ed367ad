/// The urgency of a task: of the tasks that may run, a more urgent one runs earlier.
///
/// Dependencies come first. A task waits for what it depends on, however urgent it
/// is.
public enum RWTaskPriority: Int, Sendable, Hashable, Codable, CaseIterable {
  case critical = 0
  case high = 1
  case `default` = 2
  case low = 3
}
