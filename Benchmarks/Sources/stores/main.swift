import Foundation
import TaskStore

// How many fire times a store claims and completes in a second, and how soon one process sees what
// another has decided:
//
//     stores sqlite:PATH | postgres:CONNECTION [SECONDS [TASKS]]
//
// Each connection has so many tasks, one unless it is said. The same for jobs, with an empty store,
// and with a million jobs that wait unless another number is said:
//
//     stores jobs sqlite:PATH | postgres:CONNECTION [SECONDS [JOBS]]
//
// And what publications and steps cost beside jobs, with as many jobs that sleep:
//
//     stores durable sqlite:PATH | postgres:CONNECTION [SECONDS [JOBS]]

/// Makes a store for one of the connections.
func makeStore(_ word: String) -> any TaskStore {
  let parts = word.split(separator: ":", maxSplits: 1).map(String.init)
  switch (parts.first, parts.count) {
  case ("sqlite", 2): return SQLiteStore(at: parts[1])
  case ("postgres", 2): return PostgresStore(parts[1], schema: "stores_benchmark")
  default:
    FileHandle.standardError.write(
      Data("stores [jobs|durable] sqlite:PATH | postgres:CONNECTION [SECONDS [TASKS]]\n".utf8))
    exit(64)
  }
}

let subjects = ["jobs", "durable"]
let subject = CommandLine.arguments.dropFirst().first { subjects.contains($0) }
let arguments = CommandLine.arguments.filter { !subjects.contains($0) }
let word = arguments.count > 1 ? arguments[1] : ""
let seconds = arguments.count > 2 ? Double(arguments[2]) ?? 5 : 5
let taskCount = arguments.count > 3 ? Int(arguments[3]) ?? 1 : 1
/// As many as one file is worth, and as a server is.
let connections = word.hasPrefix("sqlite") ? 1 : 8
/// Tells the tasks of this run from those of earlier ones.
let run = Int(Date().timeIntervalSince1970)

/// Adds fire times to run for.
func add(_ count: Int, to task: String, _ store: any TaskStore, version: Int64?) async throws {
  let first = (version ?? 0) * Int64(count)
  _ = try await store.commit([
    ScheduleChange(
      task: task, definition: "benchmark", expected: version,
      progress: ScheduleProgress(
        next: TaskTime(nanoseconds: first + Int64(count)),
        latest: TaskTime(nanoseconds: first + Int64(count) - 1)),
      decided: (0..<count).map {
        DecidedTime(fireTime: TaskTime(nanoseconds: first + Int64($0)), number: $0 + 1)
      })
  ])
}

/// Claims and completes fire times on several connections.
///
/// - Returns: How many in a second, without the time in which they are added.
func throughput(batch: Int) async throws -> Double {
  try await withThrowingTaskGroup(of: Double.self) { group in
    for connection in 0..<connections {
      group.addTask {
        let store = makeStore(word)
        try await store.open()
        let tasks = (0..<taskCount).map { "task \(run) \(batch) \(connection) \($0)" }
        let names = tasks.map(ScheduleChange.queue)
        let queues = names.map { ClaimableQueue(name: $0, room: batch, width: 10_000) }
        var (count, spent) = (0, Duration.zero)
        var version: Int64?
        while spent < .seconds(seconds) {
          for task in tasks {
            try await add(2_048 / taskCount, to: task, store, version: version)
          }
          version = (version ?? 0) + 1
          let start = ContinuousClock.now
          var left = 2_048 / taskCount * taskCount
          while left > 0 {
            let claims = try await store.claim(
              names, in: queues, as: "benchmark", for: .seconds(60)
            ).claims
            let completed = try await store.complete(
              claims.map { JobCompletion(claim: $0, outcome: .succeeded(result: nil)) })
            count += completed.count
            left -= completed.count
          }
          spent += ContinuousClock.now - start
        }
        return Double(count) / (spent / .seconds(1))
      }
    }
    return try await group.reduce(0, +)
  }
}

/// Decides about fire times in one connection, and claims them in another, 200 times a second.
///
/// - Returns: How long it took from the decision to the claim, in order.
func latencies() async throws -> [Duration] {
  let (deciding, claiming) = (makeStore(word), makeStore(word))
  try await deciding.open()
  try await claiming.open()
  let task = "latency \(run)"
  let count = Int(seconds * 200)
  let hints = await claiming.hints()
  let claimed = Task {
    var times: [Int64: ContinuousClock.Instant] = [:]
    for await _ in hints {
      let queue = ScheduleChange.queue(of: task)
      let claims = try await claiming.claim(
        [queue], in: [ClaimableQueue(name: queue, room: 100, width: 10_000)], as: "benchmark",
        for: .seconds(60)
      ).claims
      for claim in claims { times[claim.dueTime.nanoseconds] = ContinuousClock.now }
      if times.count >= count { break }
    }
    return times
  }
  var decided: [ContinuousClock.Instant] = []
  for number in 0..<count {
    let start = ContinuousClock.now
    decided.append(start)
    try await add(1, to: task, deciding, version: number == 0 ? nil : Int64(number))
    try await Task.sleep(until: start + .milliseconds(5))
  }
  let times = try await claimed.value
  return times.compactMap { fireTime, time in
    decided.indices.contains(Int(fireTime)) ? time - decided[Int(fireTime)] : nil
  }.sorted()
}

let store = makeStore(word)
try await store.open()
print(await store.summary)
if subject != nil {
  let count = arguments.count > 3 ? Int(arguments[3]) ?? 1 : 1_000_000
  if subject == "jobs" {
    try await JobBenchmark(word: word, seconds: seconds, connections: connections)
      .run(waiting: count)
  } else {
    try await DurableBenchmark(word: word, seconds: seconds).run(sleeping: count)
  }
  exit(0)
}
print("in batches of 64: \(Int(try await throughput(batch: 64))) runs a second")
print("one at a time: \(Int(try await throughput(batch: 1))) runs a second")
let sorted = try await latencies()
if !sorted.isEmpty {
  let (half, most) = (sorted[sorted.count / 2], sorted[sorted.count * 99 / 100])
  print(
    "from a decision to the claim in another connection: half within "
      + "\(half.formatted(.units(allowed: [.microseconds]))), 99 % within "
      + "\(most.formatted(.units(allowed: [.microseconds])))")
}
