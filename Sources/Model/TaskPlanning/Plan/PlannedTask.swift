package import RecordFormat

/// A task as the planner sees it: no closure, no clock, only what decides about its
/// place among the others.
package struct PlannedTask: Sendable, Hashable {
  /// The name, by which others depend on it; unique.
  package var name: String

  /// The priority; a lower number runs earlier.
  package var priority: Int

  /// The tasks that must have succeeded before it.
  package var requires: [String]

  /// The tasks that must be over before it, if they run at all.
  package var follows: [String]

  /// The lane on which it runs.
  package var lane: TaskLane

  /// The source location of the declaration, as `Module/File.swift:12`.
  package var location: CodeLocation

  package init(
    name: String, priority: Int, requires: [String] = [], follows: [String] = [],
    lane: TaskLane = .workers, location: CodeLocation
  ) {
    self.name = name
    self.priority = priority
    self.requires = requires
    self.follows = follows
    self.lane = lane
    self.location = location
  }
}

/// The executor of a task in a plan.
package enum TaskLane: Sendable, Hashable, CaseIterable {
  /// One after another, in the order of the plan.
  case main
  /// On whichever worker is free.
  case workers
}
