import TaskStore

extension TaskStoreConformance {
  static let ledgerChecks: [Check] = [
    Check(rule: "The ledger says what became of a run, where, when and why") { bench in
      try await bench.add("task", at: [1])
      let before = try await bench.store.schedules(of: []).now
      let claim = try await bench.claimOne("task", as: "host")
      try await bench.advance(.milliseconds(300))
      _ = try await bench.complete(claim, .failed, detail: "no paper")
      let record = try await bench.other.ledger(of: "task", limit: 10).first
      try bench.expect("the state", record?.state, .failed)
      try bench.expect("the owner", record?.owner, "host")
      try bench.expect("the token", record?.token, claim.token)
      try bench.expect("the detail", record?.detail, "no paper")
      try bench.expect("the count of claims", record?.claims, 1)
      guard let begun = record?.startTime, let ended = record?.endTime else {
        throw Failure(description: "\(bench.rule): a time is missing")
      }
      try bench.expect("whether it began after its claim", begun >= before, true)
      try bench.expect("whether it took so long", ended - begun >= .milliseconds(300), true)
    },
    Check(rule: "The ledger accounts for missed due times, and they are not claimed") { bench in
      let missed = MissedFires(count: 5, since: bench.time(1), reason: .coalesced)
      let committed = try await bench.store.commit([
        ScheduleChange(
          task: "task", definition: "", expected: nil, progress: ScheduleProgress(next: nil),
          decided: [
            DecidedTime(fireTime: bench.time(6), number: 1, missed: missed),
            DecidedTime(
              fireTime: bench.time(7), number: nil,
              missed: MissedFires(count: 1, since: bench.time(7), reason: .overlap)),
          ])
      ])
      try bench.expect("what is committed", committed, ["task"])
      let claims = try await bench.claim("task", width: 10)
      try bench.expect("the claims", claims.map(\.fireTime), [bench.time(6)])
      try bench.expect("the due times it stands for", claims.map(\.coalesced), [5])
      let ledger = try await bench.other.ledger(of: nil, limit: 10)
      try bench.expect("the states", ledger.map(\.state), [.missed, .running])
      try bench.expect("the missed ones", ledger.last?.missed, missed)
      try bench.expect("the reason", ledger.first?.missed?.reason, .overlap)
    },
    Check(rule: "The ledger has the latest due times first") { bench in
      try await bench.add("a", at: [1, 3])
      try await bench.add("b", at: [2, 4])
      let all = try await bench.store.ledger(of: nil, limit: 3)
      try bench.expect("the due times", all.map(\.fireTime), [4, 3, 2].map(bench.time))
      let ofTask = try await bench.other.ledger(of: "a", limit: 10)
      try bench.expect("those of a task", ofTask.map(\.fireTime), [3, 1].map(bench.time))
    },
    Check(rule: "Pruning removes records that ended long ago, the oldest first, a few at a time") {
      bench in
      try await bench.add("task", at: [1, 2, 3, 4])
      for _ in 1...2 { _ = try await bench.complete(bench.claimOne("task")) }
      try await bench.advance(.milliseconds(1_200))
      _ = try await bench.complete(bench.claimOne("task"))
      try await bench.advance(.milliseconds(50))
      let age = Duration.seconds(1)
      try bench.expect("the first", try await bench.store.prune(olderThan: age, limit: 1), 1)
      try bench.expect("the second", try await bench.other.prune(olderThan: age, limit: 9), 1)
      try bench.expect("the third", try await bench.store.prune(olderThan: age, limit: 9), 0)
      let left = try await bench.store.ledger(of: nil, limit: 10)
      try bench.expect("what is left", left.map(\.fireTime), [4, 3].map(bench.time))
    },
  ]
}
