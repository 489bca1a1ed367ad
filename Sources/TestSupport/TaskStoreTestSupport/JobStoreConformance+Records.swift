import TaskStore

extension JobStoreConformance {
  static let keyChecks: [Check] = [
    Check(rule: "Of one name, a key has one job that has not ended") { bench in
      let first = try await bench.add("1", key: "a")
      let second = try await bench.add("2", key: "a")
      try bench.expect("the second", second, EnqueuedJob(id: first.id, isNew: false))
      try bench.expect("another key", try await bench.add("3", key: "b").isNew, true)
      try bench.expect("another name", try await bench.add("4", name: "x", key: "a").isNew, true)
      let claims = try await bench.claim()
      try bench.expect("the claims", claims.map(\.payload), ["1", "3"])
      try bench.expect("one that runs", try await bench.add("5", key: "a").isNew, false)
      _ = try await bench.complete(claims[0])
      try bench.expect("when it has ended", try await bench.add("6", key: "a").isNew, true)
    },
    Check(rule: "A key with a lifetime counts until it expires, even if the job has finished") {
      bench in
      let first = try await bench.add("1", key: "a", keyLifetime: .seconds(10))
      _ = try await bench.complete(try await bench.claimOne())
      let second = try await bench.add("2", key: "a")
      try bench.expect("the second", second, EnqueuedJob(id: first.id, isNew: false))
      try await bench.advance(.seconds(10))
      try bench.expect("the third", try await bench.add("3", key: "a").isNew, true)
    },
    Check(rule: "A key counts in the states of its job that are asked for") { bench in
      func add(_ payload: String, _ states: [JobRecord.State]) async throws -> EnqueuedJob {
        try await bench.add(NewJob(name: "job", payload: payload, key: "a", keyStates: states))
      }
      let first = try await add("1", [.waiting])
      try bench.expect("while it waits", try await add("2", [.waiting]).isNew, false)
      let claim = try await bench.claimOne()
      let second = try await add("3", [.waiting, .running, .failed])
      try bench.expect("while it runs", second.isNew, true)
      _ = try await bench.complete(claim, .retry(after: .zero, detail: "no"))
      try bench.expect("the first again", try await bench.record(first.id)?.state, .waiting)
      let claims = try await bench.claim()
      try bench.expect("the claims", claims.map(\.payload).sorted(), ["1", "3"])
      for claim in claims { _ = try await bench.complete(claim, .failed(detail: "no")) }
      let third = try await add("4", [.waiting])
      try bench.expect("when it failed", third, EnqueuedJob(id: second.id, isNew: false))
      try bench.expect("the retry of another", try await bench.store.retry(.ids(first.id)), 0)
      try bench.expect("the retry", try await bench.store.retry(.ids(second.id)), 1)
      _ = try await bench.complete(try await bench.claimOne())
      try bench.expect("when it succeeded", try await add("5", [.waiting]).isNew, true)
    },
    Check(rule: "A job replaces what it names of the one that waits and has its key") { bench in
      func add(
        _ payload: String, _ parts: NewJob.Parts, dueTime: JobTime = .now + .seconds(900)
      ) async throws -> EnqueuedJob {
        try await bench.add(
          NewJob(
            name: "job", payload: payload, dueTime: dueTime, priority: Int(payload) ?? 0, key: "a",
            replacing: parts, tags: [payload], expiry: .seconds(1)))
      }
      let first = try await add("1", [])
      _ = try await add("2", [])
      let before = try await bench.record(first.id)
      try bench.expect("what is kept", before?.payload, "1")
      let second = try await add("3", [.payload])
      try bench.expect("the second", second, EnqueuedJob(id: first.id, isNew: false))
      var record = try await bench.record(first.id)
      try bench.expect("the payload", record?.payload, "3")
      try bench.expect("the tags", record?.tags, ["3"])
      try bench.expect("the time", record?.dueTime, before?.dueTime)
      try bench.expect("the priority", record?.priority, 1)
      _ = try await add("4", [.time, .priority], dueTime: .now)
      record = try await bench.record(first.id)
      try bench.expect("the payload then", record?.payload, "3")
      try bench.expect("the state", record?.state, .waiting)
      try bench.expect("the priority then", record?.priority, 4)
      try bench.expect(
        "the expiry", record?.expirationTime, record.map { $0.dueTime + .seconds(1) })
      let claim = try await bench.claimOne()
      _ = try await add("5", [.payload, .time, .priority])
      try bench.expect("one that runs", try await bench.record(first.id)?.payload, "3")
      _ = try await bench.complete(claim)
      let ids = try await bench.store.enqueue(
        ["6", "7"].map {
          NewJob(name: "job", payload: $0, key: "b", replacing: [.payload])
        })
      try bench.expect("two at once", ids.map(\.isNew), [true, false])
      try bench.expect("the last", try await bench.record(ids[0].id)?.payload, "7")
    },
    Check(rule: "A job whose key another has by now is not run again") { bench in
      let first = try await bench.add("1", key: "a")
      _ = try await bench.complete(try await bench.claimOne(), .failed(detail: "no"))
      _ = try await bench.add("2", key: "a")
      try bench.expect("the number", try await bench.store.retry(.ids(first.id)), 0)
      try bench.expect("the state", try await bench.record(first.id)?.state, .failed)
    },
    Check(rule: "Of processes that store one key at once, one succeeds") { bench in
      let new = try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 0..<8 {
          let store = number.isMultiple(of: 2) ? bench.store : bench.other
          group.addTask {
            try await store.enqueue([NewJob(name: "job", payload: "1", key: "a")])[0].isNew
          }
        }
        return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      try bench.expect("the number of new jobs", new, 1)
    },
  ]

  static let recordChecks: [Check] = [
    Check(rule: "Jobs are kept as they are given, and have growing identifiers") { bench in
      let payload = "{\"name\":\"quotes ' \\\" \\\\ 船\"}"
      let enqueued = try await bench.store.enqueue([
        NewJob(
          name: "näme", queue: "q'", payload: payload, priority: -7, maximumAttempts: 3,
          tags: ["ä'", "\"b\""]),
        NewJob(name: "job", payload: "[]"),
      ])
      try bench.expect("whether they grow", enqueued[0].id < enqueued[1].id, true)
      let record = try await bench.record(enqueued[0].id)
      try bench.expect("the name", record?.name, "näme")
      try bench.expect("the queue", record?.queue, "q'")
      try bench.expect("the payload", record?.payload, payload)
      try bench.expect("the priority", record?.priority, -7)
      try bench.expect("the maximum", record?.maximumAttempts, 3)
      try bench.expect("the tags", record?.tags, ["ä'", "\"b\""])
      try bench.expect("the state", record?.state, .waiting)
      try bench.expect("the attempt", record?.attempt, 0)
      let claims = try await bench.claim(["näme", "job"], queue: "q'")
      try bench.expect("the maximum of the claim", claims.map(\.maximumAttempts), [3])
    },
    Check(
      rule: "A filter finds jobs by name, queue, state, tag and text, the latest first"
    ) { bench in
      let first = try await bench.add("1")
      _ = try await bench.add("2", name: "other")
      _ = try await bench.add("3", queue: "mail")
      let fourth = try await bench.add("4", dueTime: .now + .seconds(900))
      func find(_ filter: JobFilter) async throws -> [String] {
        try await bench.other.jobs(filter).map(\.payload)
      }
      try bench.expect("all", try await find(JobFilter()), ["4", "3", "2", "1"])
      try bench.expect("two", try await find(JobFilter(limit: 2)), ["4", "3"])
      try bench.expect("a name", try await find(JobFilter(name: "job")), ["4", "3", "1"])
      try bench.expect("a queue", try await find(JobFilter(queue: "mail")), ["3"])
      try bench.expect("a state", try await find(JobFilter(states: [.delayed])), ["4"])
      try bench.expect("identifiers", try await find(.ids(first.id, fourth.id)), ["4", "1"])
      try bench.expect("none", try await find(JobFilter(ids: [])), [])
      let page = try await find(JobFilter(before: fourth.id, limit: 2))
      try bench.expect("a page", page, ["3", "2"])
      _ = try await bench.add(NewJob(name: "tagged", payload: "5", tags: ["a", "b'"]))
      _ = try await bench.add(NewJob(name: "tagged", payload: "6", tags: ["a"]))
      try bench.expect("a tag", try await find(JobFilter(tag: "b'")), ["5"])
      try bench.expect("a tag of two", try await find(JobFilter(tag: "a")), ["6", "5"])
      try bench.expect("no tag", try await find(JobFilter(tag: "c")), [])
      _ = try await bench.add(
        NewJob(name: "keyed", queue: "late", payload: "{\"name\":\"100%_'ä\"}", key: "ship-7"))
      let keyed = ["{\"name\":\"100%_'ä\"}"]
      try bench.expect("a part of the payload", try await find(JobFilter(text: "%_'ä")), keyed)
      try bench.expect("a part of the key", try await find(JobFilter(text: "hip-")), keyed)
      try bench.expect("a text of no job", try await find(JobFilter(text: "100%ä")), [])
      for claim in try await bench.claim(["keyed"], queue: "late") {
        _ = try await bench.store.complete([
          JobCompletion(claim: claim, outcome: .failed(detail: "no paper"))
        ])
      }
      try bench.expect("a part of the error", try await find(JobFilter(text: "paper")), keyed)
      let count = try await bench.store.cancel(JobFilter(name: "job", limit: 1))
      try bench.expect("the number that is cancelled", count, 1)
      try bench.expect("which", try await find(JobFilter(states: [.cancelled])), ["4"])
      // A console uses this to control all jobs of a filter.
      let most = JobFilter(name: "job", limit: .max)
      try bench.expect("without a limit", try await find(most), ["4", "3", "1"])
      try bench.expect("the rest that is cancelled", try await bench.store.cancel(most), 2)
      try bench.expect("what runs again", try await bench.store.retry(most), 3)
    },
    Check(rule: "Jobs are counted by the filters that find them, up to the limit") { bench in
      for payload in 1...3 { _ = try await bench.add("\(payload)") }
      _ = try await bench.add("4", queue: "mail")
      _ = try await bench.add(NewJob(name: "other", payload: "5", tags: ["a"]))
      func count(_ filter: JobFilter) async throws -> Int { try await bench.other.count(filter) }
      try bench.expect("all", try await count(JobFilter(limit: .max)), 5)
      try bench.expect("a queue", try await count(JobFilter(queue: "mail")), 1)
      try bench.expect("a tag", try await count(JobFilter(tag: "a")), 1)
      try bench.expect("a state", try await count(JobFilter(states: [.failed])), 0)
      try bench.expect("no state", try await count(JobFilter(states: [])), 0)
      _ = try await bench.add("6", dueTime: .now + .seconds(900))
      let states: [JobRecord.State] = [.waiting, .failed, .delayed, .waiting]
      try bench.expect("several states", try await count(JobFilter(states: states)), 6)
      try bench.expect("at most two", try await count(JobFilter(name: "job", limit: 2)), 2)
    },
    Check(rule: "Delayed jobs are made due, and no others") { bench in
      let late = try await bench.add("1", dueTime: .now + .seconds(900))
      let other = try await bench.add("2", queue: "mail", dueTime: .now + .seconds(900))
      let failed = try await bench.add("3")
      let running = try await bench.add("4")
      let claims = try await bench.claim()
      let retry = JobCompletion.Outcome.retry(after: .seconds(900), detail: "no")
      _ = try await bench.complete(claims[0], retry)
      let waiting = try await bench.add("5")
      let before = try await bench.record(waiting.id)
      let ids = [late, failed, running, waiting].map(\.id)
      try await bench.advance(.milliseconds(1))
      let count = try await bench.other.makeDue(JobFilter(ids: ids))
      try bench.expect("the number", count, 2)
      try bench.expect("a second time", try await bench.other.makeDue(JobFilter(ids: ids)), 0)
      try bench.expect("another queue", try await bench.record(other.id)?.state, .delayed)
      try bench.expect("one that runs", try await bench.record(running.id)?.state, .running)
      try bench.expect("one that waits", try await bench.record(waiting.id), before)
      let attempt = try await bench.record(failed.id)?.attempt
      try bench.expect("the attempts", attempt, 1)
      let due = try await bench.claim().map(\.payload)
      try bench.expect("what is due", due.sorted(), ["1", "3", "5"])
    },
    Check(rule: "Jobs that have ended are deleted, those of a flow when all have ended") { bench in
      let done = try await bench.add("1", key: "a", keyLifetime: .seconds(900))
      _ = try await bench.complete(try await bench.claimOne())
      let open = try await bench.add("2")
      _ = try await bench.store.cancel(.ids(open.id))
      _ = try await bench.store.retry(.ids(open.id))
      try bench.expect("one by another name", try await bench.store.delete(JobFilter(name: "x")), 0)
      try bench.expect("the number", try await bench.other.delete(JobFilter()), 1)
      try bench.expect("what is left", try await bench.store.jobs(JobFilter()).map(\.id), [open.id])
      try bench.expect("the deleted one", try await bench.record(done.id), nil)
      try bench.expect("whether its key is free", try await bench.add("3", key: "a").isNew, true)
      _ = try await bench.store.cancel(JobFilter())
      let flow = try await bench.addFlow(["a": [], "b": ["a"]])
      _ = try await bench.complete(try await bench.claimOne())
      let first = JobFilter(ids: [flow[0]])
      try bench.expect("a step of an open flow", try await bench.store.delete(first), 0)
      _ = try await bench.store.cancel(.flow(flow[0]))
      try bench.expect("a step then", try await bench.store.delete(first), 1)
      let latest = try await bench.store.jobs(JobFilter(limit: 1)).map(\.id)
      try bench.expect("the latest", try await bench.store.delete(JobFilter(limit: 1)), 1)
      let left = try await bench.store.jobs(JobFilter()).map(\.id)
      try bench.expect("whether it is left", left.contains(latest[0]), false)
    },
    Check(rule: "Queues have the number of their jobs by state, and the oldest waiting job") {
      bench in
      _ = try await bench.add("1")
      let second = try await bench.add("2")
      try await bench.advance(.milliseconds(1_100))
      _ = try await bench.add("3")
      let fourth = try await bench.add("4", queue: "mail")
      _ = try await bench.complete(try await bench.claim(room: 1)[0])
      let oldest = try await bench.store.jobs(.ids(second.id, fourth.id)).map(\.dueTime)
      let queues = try await bench.other.queues()
      try bench.expect(
        "the queues", queues,
        [
          JobQueueRecord(
            name: "default", counts: [.succeeded: 1, .waiting: 2],
            oldestDueTime: oldest.last),
          JobQueueRecord(
            name: "mail", counts: [.waiting: 1], oldestDueTime: oldest.first),
        ])
    },
    Check(rule: "Records are removed when their retention expires, a few at a time") { bench in
      for payload in 1...3 { _ = try await bench.add("\(payload)", retention: .seconds(1)) }
      for claim in try await bench.claim() { _ = try await bench.complete(claim) }
      let kept = try await bench.add("4", retention: .seconds(900))
      _ = try await bench.complete(try await bench.claimOne())
      try bench.expect("what is removed early", try await bench.store.pruneJobs(limit: 9), 0)
      try await bench.advance(.milliseconds(1_100))
      try bench.expect("the first", try await bench.store.pruneJobs(limit: 2), 2)
      try bench.expect("the rest", try await bench.other.pruneJobs(limit: 9), 1)
      try bench.expect("what is left", try await bench.store.jobs(JobFilter()).map(\.id), [kept.id])
    },
    Check(rule: "Records beyond a number are removed, those whose retention ends first at first") {
      bench in
      let retentions = [900, 100, 500, 300].map { Duration.seconds($0) }
      var ids: [JobID] = []
      for (index, retention) in retentions.enumerated() {
        ids.append(try await bench.add("\(index)", retention: retention).id)
      }
      for claim in try await bench.claim() { _ = try await bench.complete(claim) }
      ids.append(try await bench.add("open").id)
      let flow = try await bench.addFlow(["a": [], "b": ["a"]], retention: .seconds(1))
      try bench.expect("the number of claims", try await bench.claim(room: 1).count, 1)
      try bench.expect("the end", try await bench.complete(try await bench.claimOne()), true)
      // Of the five jobs that have ended, the step remains with its flow.
      try bench.expect("none", try await bench.store.pruneJobs(beyond: 4, bytes: .max, limit: 9), 0)
      try bench.expect(
        "the first", try await bench.store.pruneJobs(beyond: 1, bytes: .max, limit: 2), 2)
      try bench.expect(
        "the rest", try await bench.other.pruneJobs(beyond: 1, bytes: .max, limit: 9), 1)
      try bench.expect(
        "no more", try await bench.other.pruneJobs(beyond: 1, bytes: .max, limit: 9), 0)
      let left = try await bench.store.jobs(JobFilter()).map(\.id)
      try bench.expect("what is left", left, [flow[1], flow[0], ids[4], ids[0]])
    },
    Check(
      rule:
        "Records beyond a number of bytes are removed, those whose retention ends first at first"
    ) {
      bench in
      var ids: [JobID] = []
      for retention in [100, 900, 500] {
        ids.append(try await bench.add("\"ä\"", retention: .seconds(retention)).id)
      }
      // Each payload has four bytes, and the results have six and none.
      let claims = try await bench.claim()
      for (claim, result) in zip(claims, ["\"öü\"", "\"öü\"", nil]) {
        _ = try await bench.complete(claim, .succeeded(result: result))
      }
      _ = try await bench.add("open, and longer than all others")
      func prune(bytes: Int) async throws -> Int {
        try await bench.other.pruneJobs(beyond: 9, bytes: bytes, limit: 9)
      }
      try bench.expect("none", try await prune(bytes: 24), 0)
      try bench.expect("one", try await prune(bytes: 23), 1)
      let left = try await bench.store.jobs(JobFilter(states: [.succeeded])).map(\.id)
      try bench.expect("what is left", left, [ids[2], ids[1]])
      try bench.expect("none more", try await prune(bytes: 14), 0)
      try bench.expect("another", try await prune(bytes: 10), 1)
      try bench.expect("the rest", try await prune(bytes: 0), 1)
    },
    Check(rule: "While jobs end, none is removed within the limits") { bench in
      let count = 200
      _ = try await bench.store.enqueue(
        (0..<count).map { NewJob(name: "job", payload: "\($0)", retention: .seconds(1_000)) })
      let claims = try await bench.claim(room: count)
      let removed = try await withThrowingTaskGroup(of: Int.self) { group in
        group.addTask {
          for claim in claims { _ = try await bench.complete(claim) }
          return 0
        }
        group.addTask {
          var removed = 0
          for _ in 0..<count {
            removed += try await bench.other.pruneJobs(beyond: count, bytes: .max, limit: 9)
          }
          return removed
        }
        return try await group.reduce(0, +)
      }
      try bench.expect("the number", removed, 0)
    },
  ]
}
