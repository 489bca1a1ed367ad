/// The names in a store that a later build needs, without payloads.
package struct StoreInventory: Sendable, Hashable {
  /// The stored jobs with the same name, queue and step.
  package struct Jobs: Sendable, Hashable {
    package let name: String
    package let queue: String
    /// The flow and its step that the jobs are, or `nil` for jobs of no flow.
    package let step: Step?
    /// The number of jobs in each state that is not final: `waiting`, `blocked`.
    package let counts: [String: Int]
    /// The identifier of one of the jobs.
    package let example: String

    /// The number of jobs.
    package var count: Int { counts.values.reduce(0, +) }

    package init(
      _ name: String, queue: String = "default", step: Step? = nil, counts: [String: Int],
      example: String
    ) {
      self.name = name
      self.queue = queue
      self.step = step
      self.counts = counts
      self.example = example
    }
  }

  /// The results of ended steps that other steps of their flows may still read.
  package struct Results: Sendable, Hashable {
    /// The name of the jobs.
    package let name: String
    package let count: Int
    /// The identifier of one of the jobs.
    package let example: String

    package init(_ name: String, count: Int, example: String) {
      self.name = name
      self.count = count
      self.example = example
    }
  }

  /// A step of a flow.
  package struct Step: Sendable, Hashable {
    package let flow: String
    package let name: String

    package init(flow: String, name: String) {
      self.flow = flow
      self.name = name
    }
  }

  /// A durable schedule.
  package struct Schedule: Sendable, Hashable {
    /// The name of its task.
    package let name: String
    /// The definition in words: `every day at 02:30`.
    package let definition: String

    package init(_ name: String, definition: String) {
      self.name = name
      self.definition = definition
    }
  }

  package var jobs: [Jobs]
  package var results: [Results]
  package var schedules: [Schedule]

  package init(jobs: [Jobs] = [], results: [Results] = [], schedules: [Schedule] = []) {
    self.jobs = jobs
    self.results = results
    self.schedules = schedules
  }
}
