package import RecordFormat

/// A task that exists and is not part of this run, such as one of another event.
package struct KnownTask: Sendable, Hashable {
  /// The state of a task outside the run.
  package enum State: Sendable, Hashable {
    /// It has run and succeeded, so its dependents may run.
    case hasRun
    /// It may still run, but after this run has begun.
    case notYet
    /// It will not run any more, or has failed.
    case never
  }

  package var name: String

  /// The state of the task.
  package var state: State

  /// The source location of the declaration, as `Module/File.swift:12`.
  package var location: CodeLocation

  package init(name: String, state: State, location: CodeLocation) {
    self.name = name
    self.state = state
    self.location = location
  }
}
