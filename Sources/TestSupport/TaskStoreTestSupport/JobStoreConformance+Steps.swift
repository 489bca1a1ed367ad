import TaskStore

extension JobStoreConformance {
  static let stepChecks: [Check] = [
    Check(rule: "The steps of a job are stored with their results, and later claims read them") {
      bench in
      let job = try await bench.add("1")
      let other = try await bench.add("2", queue: "other")
      let first = try await bench.claimOne()
      let one = NewStep(number: 1, name: "one", work: .step(result: "[\"ä\"]"))
      let two = NewStep(number: 2, name: "two", work: .step(result: nil))
      let stored = try await bench.store.record(one, of: first)
      try bench.expect("the result", stored?.result, "[\"ä\"]")
      try bench.expect("the second step", try await bench.store.record(two, of: first)?.number, 2)
      try bench.expect(
        "the state", try await bench.complete(first, .retry(after: .zero, detail: "no")), true)
      let steps = try await bench.other.steps(of: job.id)
      try bench.expect("the numbers", steps.map(\.number), [1, 2])
      try bench.expect("the names", steps.map(\.name), ["one", "two"])
      try bench.expect("the kinds", steps.map(\.kind), [.step, .step])
      try bench.expect("the results", steps.map(\.result), ["[\"ä\"]", nil])
      try bench.expect("the end", steps.first?.endTime, stored?.endTime)
      try bench.expect("those of another job", try await bench.store.steps(of: other.id), [])
      let second = try await bench.claimOne(as: "second", from: bench.other)
      _ = try await bench.complete(second, .failed(detail: "no"), in: bench.other)
      _ = try await bench.store.retry(.ids(job.id))
      try bench.expect("those of a retried job", try await bench.store.steps(of: job.id), steps)
    },
    Check(rule: "Only the latest claim stores steps, and only during its lease") { bench in
      let job = try await bench.add("1")
      let first = try await bench.claimOne()
      let step = NewStep(number: 1, name: "one", work: .step(result: "1"))
      try await bench.advance(StoreBench.lease)
      try bench.expect("after the lease", try await bench.store.record(step, of: first), nil)
      let second = try await bench.claimOne(as: "second", from: bench.other)
      try bench.expect("an old claim", try await bench.store.record(step, of: first), nil)
      try bench.expect("the steps", try await bench.store.steps(of: job.id), [])
      let sleep = NewStep(number: 1, name: "", work: .sleep(until: .now))
      try bench.expect("an old sleep", try await bench.store.record(sleep, of: first), nil)
      _ = try await bench.store.send(NewSignal(job: job.id, name: "go", payload: "1"))
      let wait = NewStep(number: 1, name: "go", work: .signal(deadline: nil))
      try bench.expect("an old wait", try await bench.store.record(wait, of: first), nil)
      let received = try await bench.other.record(wait, of: second)
      try bench.expect("the signal", received?.result, "1")
    },
    Check(rule: "A job that sleeps is claimed again at the end of its sleep, and not before") {
      bench in
      let job = try await bench.add("1")
      let first = try await bench.claimOne()
      let pause = Duration.milliseconds(300)
      let sleep = NewStep(number: 1, name: "", work: .sleep(until: .now + pause))
      let step = try await bench.store.record(sleep, of: first)
      guard let step else { return try bench.expect("whether it is stored", false, true) }
      try bench.expect("whether it ends later", step.endTime - first.startTime >= pause, true)
      let isSuspended = try await bench.complete(first, .suspended(until: .at(step.endTime)))
      try bench.expect("the suspension", isSuspended, true)
      let record = try await bench.record(job.id)
      try bench.expect("the state", record?.state, .delayed)
      try bench.expect("the due time", record?.dueTime, step.endTime)
      try bench.expect("the attempt", record?.attempt, 0)
      try bench.expect("the claims", try await bench.claim(), [])
      try await bench.advance(pause)
      let second = try await bench.claimOne(as: "second", from: bench.other)
      try bench.expect("whether it has ended", second.startTime >= step.endTime, true)
      try bench.expect("the steps", try await bench.other.steps(of: job.id), [step])
    },
    Check(rule: "A sleeping job that is made due has slept, and no other has") { bench in
      let jobs = [try await bench.add("1").id, try await bench.add("2").id]
      let sleep = NewStep(number: 1, name: "", work: .sleep(until: .now + .seconds(900)))
      for claim in try await bench.claim() {
        guard let step = try await bench.store.record(sleep, of: claim) else { continue }
        _ = try await bench.complete(claim, .suspended(until: .at(step.endTime)))
      }
      try bench.expect("the number", try await bench.other.makeDue(.ids(jobs[0])), 1)
      let claim = try await bench.claimOne()
      try bench.expect("the job", claim.id, jobs[0])
      let ended = try await bench.store.steps(of: jobs[0]).map { $0.endTime <= claim.startTime }
      try bench.expect("whether its sleep has ended", ended, [true])
      let sleeps = try await bench.store.steps(of: jobs[1]).map { $0.endTime > claim.startTime }
      try bench.expect("whether the other one sleeps", sleeps, [true])
    },
    Check(rule: "A job that waits for a signal is claimed when it has arrived, and not before") {
      bench in
      let job = try await bench.add("1")
      let first = try await bench.claimOne()
      let wait = NewStep(number: 1, name: "go", work: .signal(deadline: nil))
      let waiting = try await bench.store.record(wait, of: first)
      try bench.expect("the deadline", waiting?.endTime, StoredStep.noDeadline)
      try bench.expect("the result before", waiting?.result, nil)
      let outcome = JobCompletion.Outcome.suspended(
        until: .at(StoredStep.noDeadline), signal: "go")
      try bench.expect("the suspension", try await bench.complete(first, outcome), true)
      try bench.expect("the state", try await bench.record(job.id)?.state, .delayed)
      try bench.expect("its signal", try await bench.record(job.id)?.signal, "go")
      let stop = NewSignal(job: job.id, name: "stop", payload: "6")
      try bench.expect("another signal", try await bench.other.send(stop), true)
      try bench.expect("the claims", try await bench.claim(), [])
      let go = NewSignal(job: job.id, name: "go", payload: "7")
      try bench.expect("the signal", try await bench.other.send(go), true)
      let second = try await bench.claimOne()
      try bench.expect("the attempt", second.attempt, 1)
      let received = try await bench.store.record(wait, of: second)
      try bench.expect("the result", received?.result, "7")
      try bench.expect("the kind", received?.kind, .signal)
      try bench.expect("the steps", try await bench.other.steps(of: job.id), [received])
      try bench.expect("what it waits for", try await bench.record(job.id)?.signal, nil)
    },
    Check(rule: "Signals with one name are received in their order, each once") { bench in
      let job = try await bench.add("1")
      let claim = try await bench.claimOne()
      for (name, payload) in [("a", "1"), ("b", "2"), ("a", "3")] {
        _ = try await bench.other.send(NewSignal(job: job.id, name: name, payload: payload))
      }
      var received: [String?] = []
      for (index, name) in ["a", "a", "a", "b"].enumerated() {
        let wait = NewStep(number: index + 1, name: name, work: .signal(deadline: nil))
        received.append(try await bench.store.record(wait, of: claim)?.result)
      }
      try bench.expect("the payloads", received, ["1", "3", nil, "2"])
    },
    Check(rule: "A signal that arrives while a job is being suspended makes it due") { bench in
      let job = try await bench.add("1")
      let claim = try await bench.claimOne()
      let wait = NewStep(number: 1, name: "go", work: .signal(deadline: nil))
      _ = try await bench.store.record(wait, of: claim)
      _ = try await bench.other.send(NewSignal(job: job.id, name: "go", payload: "1"))
      let outcome = JobCompletion.Outcome.suspended(
        until: .at(StoredStep.noDeadline), signal: "go")
      try bench.expect("the suspension", try await bench.complete(claim, outcome), true)
      try bench.expect("the state", try await bench.record(job.id)?.state, .waiting)
      try bench.expect("the claims", try await bench.claim().map(\.attempt), [1])
    },
    Check(rule: "A wait keeps its first deadline, and after it is a timeout") { bench in
      let job = try await bench.add("1")
      let pause = Duration.milliseconds(300)
      let wait = NewStep(number: 1, name: "go", work: .signal(deadline: .now + pause))
      let first = try await bench.claimOne()
      guard let waiting = try await bench.store.record(wait, of: first) else {
        return try bench.expect("whether it is stored", false, true)
      }
      let outcome = JobCompletion.Outcome.suspended(until: .at(waiting.endTime), signal: "go")
      _ = try await bench.complete(first, outcome)
      try bench.expect("the number", try await bench.other.makeDue(.ids(job.id)), 1)
      let second = try await bench.claimOne()
      try bench.expect("the second wait", try await bench.store.record(wait, of: second), waiting)
      _ = try await bench.complete(second, outcome)
      try bench.expect("the claims", try await bench.claim(), [])
      try await bench.advance(pause)
      let third = try await bench.claimOne(from: bench.other)
      let timeout = try await bench.other.record(wait, of: third)
      try bench.expect("the kind", timeout?.kind, .timeout)
      try bench.expect("the result", timeout?.result, nil)
      try bench.expect("the steps", try await bench.store.steps(of: job.id), [timeout])
    },
    Check(rule: "A job that has ended gets no signal, and one that waits can be cancelled") {
      bench in
      let job = try await bench.add("1")
      let claim = try await bench.claimOne()
      _ = try await bench.complete(
        claim, .suspended(until: .at(StoredStep.noDeadline), signal: "go"))
      try bench.expect("the number", try await bench.other.cancel(.ids(job.id)), 1)
      try bench.expect("the state", try await bench.record(job.id)?.state, .cancelled)
      let signal = NewSignal(job: job.id, name: "go", payload: "1")
      try bench.expect("a signal", try await bench.store.send(signal), false)
      let unknown = NewSignal(job: JobID(job.id.number + 1), name: "go", payload: "1")
      try bench.expect("a signal to an unknown job", try await bench.store.send(unknown), false)
    },
    Check(rule: "The steps of a job are removed with its record") { bench in
      let jobs = [try await bench.add("1").id, try await bench.add("2").id]
      let kept = try await bench.add("3").id
      let step = NewStep(number: 1, name: "one", work: .step(result: nil))
      for claim in try await bench.claim() {
        _ = try await bench.store.record(step, of: claim)
        _ = try await bench.complete(claim)
      }
      try bench.expect("the number", try await bench.other.delete(.ids(jobs[0])), 1)
      try bench.expect("the steps", try await bench.store.steps(of: jobs[0]), [])
      let pruned = try await bench.other.pruneJobs(beyond: 1, bytes: .max, limit: 9)
      try bench.expect("the number of old ones", pruned, 1)
      try bench.expect("their steps", try await bench.store.steps(of: jobs[1]), [])
      try bench.expect("the steps of others", try await bench.store.steps(of: kept).count, 1)
    },
  ]
}
