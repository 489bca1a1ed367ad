import TaskStore

extension TaskStoreConformance {
  static let scheduleChecks: [Check] = [
    Check(rule: "A schedule is registered by one process") { bench in
      func register(_ definition: String, in store: any TaskStore) async throws -> Set<String> {
        try await store.commit([
          ScheduleChange(
            task: "task", definition: definition, expected: nil,
            progress: ScheduleProgress(next: bench.time(1)))
        ])
      }
      try bench.expect("the first", try await register("first", in: bench.store), ["task"])
      try bench.expect("the second", try await register("second", in: bench.other), [])
      let stored = try await bench.other.schedules(of: ["task", "unknown"]).schedules
      try bench.expect("the definition", stored.mapValues(\.definition), ["task": "first"])
    },
    Check(rule: "Progress is kept exactly") { bench in
      let all = [
        ScheduleProgress(next: nil),
        ScheduleProgress(
          next: TaskTime(nanoseconds: 1_790_000_000_123_456_789), delay: .nanoseconds(1_001),
          latest: TaskTime(nanoseconds: -1), runs: 7, remaining: 3, isHolding: true),
        ScheduleProgress(next: TaskTime(nanoseconds: .max), latest: nil, remaining: 0),
      ]
      var version: Int64?
      for progress in all {
        let committed = try await bench.store.commit([
          ScheduleChange(
            task: "täsk '☃'", definition: "", expected: version, progress: progress)
        ])
        try bench.expect("what is committed", committed, ["täsk '☃'"])
        let stored = try await bench.other.schedules(of: ["täsk '☃'"]).schedules["täsk '☃'"]
        try bench.expect("the progress", stored?.progress, progress)
        version = stored?.version
      }
    },
    Check(rule: "A change of a schedule that has changed meanwhile is rejected as a whole") {
      bench in
      try await bench.add("task", at: [])
      let version = try await bench.store.schedules(of: ["task"]).schedules["task"]?.version
      func decide(_ second: Int64, in store: any TaskStore) async throws -> Set<String> {
        try await store.commit([
          ScheduleChange(
            task: "task", definition: "test", expected: version,
            progress: ScheduleProgress(next: bench.time(second + 1)),
            decided: [DecidedTime(fireTime: bench.time(second), number: 1)])
        ])
      }
      try bench.expect("the first", try await decide(1, in: bench.store), ["task"])
      try bench.expect("the second", try await decide(2, in: bench.other), [])
      let ledger = try await bench.store.ledger(of: nil, limit: 10)
      try bench.expect("the due times", ledger.map(\.fireTime), [bench.time(1)])
      let next = try await bench.store.schedules(of: ["task"]).schedules["task"]?.progress.next
      try bench.expect("the next due time", next, bench.time(2))
    },
    Check(rule: "Of several changes, each is made or rejected for itself") { bench in
      try await bench.add("old", at: [])
      let committed = try await bench.store.commit(
        ["old", "new"].map { task in
          ScheduleChange(
            task: task, definition: "", expected: nil, progress: ScheduleProgress(next: nil))
        })
      try bench.expect("what is committed", committed, ["new"])
    },
    Check(rule: "The pair of task and due time is unique") { bench in
      try await bench.add("task", at: [5])
      let claim = try await bench.claimFire("task")
      try bench.expect("the completion", try await bench.complete(claim), true)
      let version = try await bench.store.schedules(of: ["task"]).schedules["task"]?.version
      let committed = try await bench.other.commit([
        ScheduleChange(
          task: "task", definition: "other", expected: version,
          progress: ScheduleProgress(next: nil),
          decided: [DecidedTime(fireTime: bench.time(5), number: 2)])
      ])
      try bench.expect("what is committed", committed, ["task"])
      try bench.expect("the claims", try await bench.claimFires("task"), [])
      let ledger = try await bench.store.ledger(of: "task", limit: 10)
      try bench.expect("the states", ledger.map(\.state), [.succeeded])
    },
    Check(rule: "A pause is seen by all processes, and is no change of the schedule") { bench in
      try await bench.add("task", at: [])
      let before = try await bench.other.schedules(of: ["task"]).schedules["task"]
      let isKnown = try await bench.store.setPaused(true, "task")
      try bench.expect("whether the task is known", isKnown, true)
      let isUnknown = try await bench.store.setPaused(true, "unknown") == false
      try bench.expect("whether another one is unknown", isUnknown, true)
      let paused = try await bench.other.schedules(of: ["task"]).schedules["task"]
      try bench.expect("the pause", paused?.isPaused, true)
      try bench.expect("the version", paused?.version, before?.version)
      _ = try await bench.other.setPaused(false, "task")
      let resumed = try await bench.store.schedules(of: ["task"]).schedules["task"]
      try bench.expect("the schedule", resumed, before)
    },
    Check(rule: "Time passes by the store's clock") { bench in
      let before = try await bench.store.schedules(of: []).now
      try await bench.advance(.milliseconds(1_500))
      let after = try await bench.other.schedules(of: []).now
      try bench.expect("whether it has passed", after - before >= .milliseconds(1_500), true)
    },
    Check(rule: "Unfinished due times are counted until their runs have ended") { bench in
      try await bench.add("task", at: [1, 2])
      try bench.expect("the count at first", try await bench.unfinished("task"), 2)
      let claim = try await bench.claimFire("task")
      try bench.expect("the count of a claimed one", try await bench.unfinished("task"), 2)
      try bench.expect("the completion", try await bench.complete(claim, .failed(detail: "")), true)
      try bench.expect("the count in the end", try await bench.unfinished("task"), 1)
    },
    Check(rule: "A schedule has the end of its latest due time, once that is settled") { bench in
      func latestEnd() async throws -> TaskTime? {
        let stored = try await bench.other.schedules(of: ["task"])
        return stored.schedules["task"]?.latestEnd
      }
      try await bench.add("task", at: [1, 2])
      let first = try await bench.claimFire("task")
      _ = try await bench.complete(first)
      try bench.expect("the end while the latest runs", try await latestEnd(), nil)
      let second = try await bench.claimFire("task")
      let before = try await bench.store.schedules(of: []).now
      try await bench.advance(.milliseconds(20))
      _ = try await bench.complete(second)
      guard let end = try await latestEnd() else {
        throw Failure(description: "\(bench.rule): there is no end")
      }
      try bench.expect("whether it is when it ended", end > before, true)
    },
  ]
}
