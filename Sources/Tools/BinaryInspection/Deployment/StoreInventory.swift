/// The names in a store that a later build needs, with samples of payloads if they are requested.
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
    /// The payloads of some of the jobs, for the new build to decode.
    package var samples: [Sample] = []
    /// The result of decoding the samples with the new build, or `nil` before that.
    package var decoding: Decoding?

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

  /// A stored payload.
  package struct Sample: Sendable, Hashable {
    /// The identifier of the job.
    package let id: String
    /// The payload in JSON, which no output contains.
    package let json: String
  }

  /// The result of decoding samples.
  package struct Decoding: Sendable, Hashable {
    /// The number of samples.
    package let count: Int
    /// The jobs whose payloads could not be decoded, with the reasons.
    package let failures: [Failure]

    package init(count: Int, failures: [Failure]) {
      self.count = count
      self.failures = failures
    }
  }

  /// A payload that could not be decoded.
  package struct Failure: Sendable, Hashable {
    /// The identifier of the job.
    package let id: String
    /// A sentence without values and without a period.
    package let reason: String

    package init(id: String, reason: String) {
      self.id = id
      self.reason = reason
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

  /// The jobs with one name that have not ended and have stored steps.
  package struct Stepped: Sendable, Hashable {
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
  package var stepped: [Stepped]
  package var schedules: [Schedule]

  package init(
    jobs: [Jobs] = [], results: [Results] = [], stepped: [Stepped] = [], schedules: [Schedule] = []
  ) {
    self.jobs = jobs
    self.results = results
    self.stepped = stepped
    self.schedules = schedules
  }
}

extension StoreInventory {
  /// Decodes the samples with the code of a program.
  package mutating func decodeSamples(
    with program: InspectedProgram
  ) throws(InspectedProgram.NoAnswer) {
    let samples = jobs.enumerated().flatMap { index, jobs in
      jobs.samples.map { (index: index, job: jobs.name, sample: $0) }
    }
    guard !samples.isEmpty else { return }
    let answers = try program.ask(
      InspectedProgram.Question(payloads: samples.map { ($0.job, $0.sample.json) }))
    var failures: [Int: [Failure]] = [:]
    for (position, sample) in samples.enumerated() {
      guard let reason = answers.unreadable[position] else { continue }
      failures[sample.index, default: []].append(.init(id: sample.sample.id, reason: reason))
    }
    for index in jobs.indices where !jobs[index].samples.isEmpty {
      jobs[index].decoding = Decoding(
        count: jobs[index].samples.count, failures: failures[index] ?? [])
    }
  }
}
