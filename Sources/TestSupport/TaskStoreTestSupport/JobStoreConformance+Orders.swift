import TaskStore

// Jobs in an order.
extension JobStoreConformance {
  static let orderChecks: [Check] = [
    Check(rule: "Jobs with one name and order key run one at a time, as they were stored") {
      bench in
      for payload in ["a1", "a2", "b1", "a3"] { _ = try await bench.addOrdered(payload) }
      for payload in ["a4", "c1"] { _ = try await bench.add(payload) }
      _ = try await bench.addOrdered("a5", name: "other")
      let names = ["job", "other"]
      let first = try await bench.claim(names)
      try bench.expect("the first", first.map(\.payload), ["a1", "b1", "a4", "c1", "a5"])
      try bench.expect(
        "the second process", try await bench.claim(names, as: "second", from: bench.other), [])
      var held = first.first
      for payload in ["a2", "a3"] {
        guard let claim = held else { break }
        try bench.expect("the completion", try await bench.complete(claim), true)
        let next = try await bench.claim(names, as: "second", from: bench.other)
        try bench.expect("the next", next.map(\.payload), [payload])
        held = next.first
      }
    },
    Check(rule: "A failed attempt holds its order key until the job has ended") { bench in
      for payload in ["a1", "a2", "a3"] { _ = try await bench.addOrdered(payload) }
      let first = try await bench.claimOne()
      try bench.expect(
        "the retry",
        try await bench.complete(first, .retry(after: .seconds(10), detail: "busy")), true)
      try bench.expect("the claims in the pause", try await bench.claim(from: bench.other), [])
      try await bench.advance(.seconds(10))
      let again = try await bench.claimOne()
      try bench.expect("the second attempt", again.payload, "a1")
      // Nor does a process that dies free the key.
      try await bench.advance(StoreBench.lease)
      let third = try await bench.claimOne(as: "second", from: bench.other)
      try bench.expect("the third attempt", third.payload, "a1")
      try bench.expect(
        "the failure", try await bench.complete(third, .failed(detail: "broken"), in: bench.other),
        true)
      try bench.expect("the next", try await bench.claim().map(\.payload), ["a2"])
    },
    Check(rule: "A job that is cancelled frees its order key, and one that is retried takes it") {
      bench in
      let first = try await bench.addOrdered("a1", dueTime: .now + .seconds(500))
      let second = try await bench.addOrdered("a2")
      _ = try await bench.addOrdered("a3")
      try bench.expect("the claims before", try await bench.claim(), [])
      try bench.expect("the cancelled", try await bench.store.cancel(.ids(first.id, second.id)), 2)
      let third = try await bench.claimOne()
      try bench.expect("the third", third.payload, "a3")
      try bench.expect("the retried", try await bench.store.retry(.ids(first.id)), 1)
      try bench.expect(
        "the claims beside the third", try await bench.claim(as: "second", from: bench.other), [])
      try bench.expect("the completion", try await bench.complete(third), true)
      try bench.expect("the retried one", try await bench.claim().map(\.payload), ["a1"])
    },
  ]
}

extension StoreBench {
  /// Stores a job whose order key is the first letter of its payload.
  fileprivate func addOrdered(
    _ payload: String, name: String = "job", dueTime: JobTime = .now
  ) async throws -> EnqueuedJob {
    try await add(
      NewJob(
        name: name, queue: "default", payload: payload, dueTime: dueTime,
        retention: .seconds(1_000), orderKey: String(payload.prefix(1))))
  }
}
