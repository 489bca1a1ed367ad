import TaskStore

extension JobStoreConformance {
  static let flowChecks: [Check] = [
    Check(rule: "A step is blocked until all steps before it have succeeded") { bench in
      let ids = try await bench.addFlow(["a": [], "b": [], "c": ["a", "b"], "d": ["c"]])
      try bench.expect("the order", ids == ids.sorted(), true)
      try bench.expect(
        "the states", try await bench.states(of: ids), [.waiting, .waiting, .blocked, .blocked])
      let claims = try await bench.claim()
      try bench.expect("the claims", claims.map(\.payload), ["a", "b"])
      try bench.expect("the flow", claims.map(\.flow), [ids[0], ids[0]])
      try bench.expect("the first end", try await bench.complete(claims[1]), true)
      try bench.expect("the claims after it", try await bench.claim(from: bench.other), [])
      try bench.expect(
        "the second end", try await bench.complete(claims[0], in: bench.other), true)
      let third = try await bench.claimOne()
      try bench.expect("the third", third.payload, "c")
      try bench.expect("the third end", try await bench.complete(third), true)
      try bench.expect("the fourth", try await bench.claimOne().payload, "d")
    },
    Check(rule: "Steps that finish in one call release the steps that come after all of them") {
      bench in
      _ = try await bench.addFlow(["a": [], "b": [], "c": ["a", "b"]])
      let ends = try await bench.claim().map {
        JobCompletion(claim: $0, outcome: .succeeded(result: nil))
      }
      try bench.expect("the ends", try await bench.store.complete(ends).count, 2)
      try bench.expect("the third", try await bench.claimOne().payload, "c")
    },
    Check(rule: "Of two processes that end the last steps before one at once, one lets it go on") {
      bench in
      for round in 1...10 {
        _ = try await bench.addFlow(["a": [], "b": [], "c": ["a", "b"]])
        let claims = try await bench.claim()
        try bench.expect("the claims of round \(round)", claims.map(\.payload), ["a", "b"])
        async let first = bench.complete(claims[0])
        async let second = bench.complete(claims[1], in: bench.other)
        try bench.expect("the ends", try await [first, second], [true, true])
        let last = try await bench.claimOne()
        try bench.expect("the third", last.payload, "c")
        try bench.expect("the third end", try await bench.complete(last), true)
      }
    },
    Check(rule: "A step that is due later is delayed once it is no longer blocked") { bench in
      let ids = try await bench.addFlow(
        ["a": [], "b": ["a"]], dueTime: ["b": .now + .milliseconds(300)])
      try bench.expect("the end", try await bench.complete(try await bench.claimOne()), true)
      try bench.expect("the state", try await bench.record(ids[1])?.state, .delayed)
      try await bench.advance(.milliseconds(300))
      try bench.expect("the claim", try await bench.claimOne().payload, "b")
    },
    Check(rule: "When a step fails for good, all after it are skipped, with the reason") { bench in
      let ids = try await bench.addFlow(["a": [], "b": ["a"], "c": ["b"], "d": []])
      let claims = try await bench.claim()
      let isRecorded = try await bench.complete(claims[0], .failed(detail: "no 'paper'"))
      try bench.expect("the end", isRecorded, true)
      try bench.expect(
        "the states", try await bench.states(of: ids), [.failed, .skipped, .skipped, .running])
      let reason = "'a' (job \(ids[0])), a step before it, failed: no 'paper'"
      try bench.expect("the first reason", try await bench.record(ids[1])?.detail, reason)
      try bench.expect("the second reason", try await bench.record(ids[2])?.detail, reason)
      try bench.expect("an end", try await bench.record(ids[2])?.endTime != nil, true)
    },
    Check(rule: "When a step is cancelled, all after it are skipped") { bench in
      let ids = try await bench.addFlow(["a": [], "b": [], "c": ["a"], "d": ["b"], "e": ["d"]])
      let claims = try await bench.claim()
      try bench.expect(
        "what is cancelled",
        try await bench.store.cancel(.ids(ids[0], ids[3])), 2)
      try bench.expect(
        "the states", try await bench.states(of: ids),
        [.running, .running, .blocked, .cancelled, .skipped])
      try bench.expect("the end", try await bench.complete(claims[0], .cancelled), true)
      try bench.expect("the state", try await bench.record(ids[2])?.state, .skipped)
      let reason = "'a' (job \(ids[0])), a step before it, was cancelled"
      try bench.expect("the reason", try await bench.record(ids[2])?.detail, reason)
    },
    Check(rule: "When the process of a step that is being cancelled dies, all after it are skipped")
    {
      bench in
      let ids = try await bench.addFlow(["a": [], "b": ["a"], "c": ["b"], "d": []])
      try bench.expect("the number of claims", try await bench.claim(room: 1).count, 1)
      try bench.expect("what is cancelled", try await bench.store.cancel(.ids(ids[0])), 1)
      try await bench.advance(StoreBench.lease)
      let claims = try await bench.claim(as: "second", from: bench.other)
      try bench.expect("the claims", claims.map(\.payload), ["d"])
      try bench.expect(
        "the states", try await bench.states(of: ids), [.cancelled, .skipped, .skipped, .running])
    },
    Check(rule: "A step that runs again takes along what was skipped because of it alone") {
      bench in
      let ids = try await bench.addFlow([
        "a": [], "b": [], "c": ["a"], "d": ["b", "c"], "e": ["c"],
      ])
      for claim in try await bench.claim() {
        try bench.expect(
          "an end", try await bench.complete(claim, .failed(detail: "no paper")), true)
      }
      try bench.expect("what runs again", try await bench.other.retry(.ids(ids[0])), 1)
      try bench.expect(
        "the states", try await bench.states(of: ids),
        [.waiting, .failed, .blocked, .skipped, .blocked])
      let detail = try await bench.record(ids[3])?.detail
      try bench.expect(
        "the reason", detail?.hasSuffix("a step before it, failed: no paper"), true)
      try bench.expect("what runs again, too", try await bench.store.retry(.ids(ids[1])), 1)
      try bench.expect(
        "the states then", try await bench.states(of: ids),
        [.waiting, .waiting, .blocked, .blocked, .blocked])
      try bench.expect("its end", try await bench.record(ids[3])?.endTime, nil)
    },
    Check(rule: "A blocked step that was cancelled is blocked when it is to run again") { bench in
      let ids = try await bench.addFlow(["a": [], "b": ["a"]])
      try bench.expect("what is cancelled", try await bench.store.cancel(.ids(ids[1])), 1)
      try bench.expect("what runs again", try await bench.store.retry(.ids(ids[1])), 1)
      try bench.expect("the states", try await bench.states(of: ids), [.waiting, .blocked])
      try bench.expect("the end", try await bench.complete(try await bench.claimOne()), true)
      try bench.expect("the claim", try await bench.claimOne().payload, "b")
    },
    Check(rule: "A flow with a key that another job has is not stored at all") { bench in
      let holder = try await bench.add("1", key: "b")
      do {
        _ = try await bench.addFlow(["a": [], "b": ["a"]], keys: ["b": "b"])
        throw TaskStoreConformance.Failure(description: "\(bench.rule): it is stored")
      } catch let error as TaskStoreError {
        try bench.expect("the error", error.code, .heldKey)
        try bench.expect(
          "the step and the job in its message",
          error.message.contains("'b'") && error.message.contains("\(holder.id)"), true)
      }
      try bench.expect("the number of jobs", try await bench.other.jobs(JobFilter()).count, 1)
    },
    Check(rule: "A step that is blocked keeps its key for longer than the key's lifetime") {
      bench in
      let ids = try await bench.addFlow(
        ["a": [], "b": ["a"]], keys: ["b": "b"], keyLifetime: .milliseconds(100))
      try await bench.advance(.milliseconds(200))
      let other = try await bench.add("1", key: "b")
      try bench.expect("the holder of the key", other, EnqueuedJob(id: ids[1], isNew: false))
    },
    Check(rule: "The steps of a flow are listed with their names and what they come after") {
      bench in
      _ = try await bench.add("1")
      let ids = try await bench.addFlow(["a": [], "b": ["a"], "c": ["a", "b"]])
      let steps = try await bench.other.jobs(JobFilter(flow: ids[0]))
      try bench.expect("the identifiers", steps.map(\.id), ids.reversed())
      try bench.expect(
        "the last step", steps.first?.step,
        JobStep(flow: ids[0], flowName: "flow", name: "c", after: [ids[0], ids[1]]))
      let others = try await bench.other.jobs(JobFilter()).filter { $0.step == nil }
      try bench.expect("the jobs of no flow", others.map(\.payload), ["1"])
    },
    Check(rule: "The records of a flow are kept until all its steps have ended") { bench in
      let ids = try await bench.addFlow(["a": [], "b": ["a"]], retention: .milliseconds(100))
      try bench.expect("the end", try await bench.complete(try await bench.claimOne()), true)
      try await bench.advance(.milliseconds(500))
      try bench.expect("what is removed", try await bench.store.pruneJobs(limit: 9), 0)
      try bench.expect("the end", try await bench.complete(try await bench.claimOne()), true)
      try await bench.advance(.milliseconds(500))
      try bench.expect("what is removed then", try await bench.store.pruneJobs(limit: 9), 2)
      try bench.expect("the rest", try await bench.other.jobs(JobFilter(flow: ids[0])), [])
    },
  ]
}

extension StoreBench {
  /// Stores a flow of steps, each with the names of its predecessors, and returns their
  /// identifiers.
  func addFlow(
    _ steps: KeyValuePairs<String, [String]>, dueTime: [String: JobTime] = [:],
    keys: [String: String] = [:], keyLifetime: Duration? = nil,
    retention: Duration = .seconds(1_000)
  ) async throws -> [JobID] {
    let names = steps.map(\.key)
    let ids = try await store.enqueue(
      NewFlow(
        "flow",
        steps.map { name, after in
          NewFlow.Step(
            name,
            NewJob(
              name: "job", payload: name, dueTime: dueTime[name] ?? .now, key: keys[name],
              keyLifetime: keyLifetime, retention: retention),
            after: after.compactMap { names.firstIndex(of: $0) })
        }))
    try expect("the number of identifiers", ids.count, steps.count)
    return ids
  }

  /// Returns the states of jobs, as another process sees them.
  func states(of ids: [JobID]) async throws -> [JobRecord.State] {
    let jobs = try await other.jobs(JobFilter(ids: ids))
    return ids.compactMap { id in jobs.first { $0.id == id }?.state }
  }
}
