import SectionRegistry

/// A mode that selects for which events the declared tasks of a process run.
///
/// A binary says so with a record, once; without one, they run for all that they are
/// declared for. A test target whose modules must not do at its launch what they do at
/// that of an app:
///
/// ```swift
/// import SectionRegistry
/// import TaskKit
///
/// #record("tmod", key: "tests", as: TaskProcessMode.self) { .freshStatesOnly }
/// ```
public struct TaskProcessMode: Sendable, Hashable {
  private enum Kind: Sendable, Hashable {
    case freshStatesOnly
  }

  private let kind: Kind

  /// Declared tasks run inside ``TaskManager/withFreshState(including:_:)-9qi2e`` only.
  ///
  /// Neither the launch, signals and notifications nor the clock have the manager of the
  /// process run any. What asks that manager to run tasks still has them run.
  public static let freshStatesOnly = TaskProcessMode(kind: .freshStatesOnly)

  /// A Boolean value that indicates whether the declared tasks of this process run in
  /// fresh states only.
  static var isFreshStatesOnly: Bool {
    SectionRegistry.records(of: .taskMode).contains {
      $0.load(as: TaskProcessMode.self) == .freshStatesOnly
    }
  }
}
