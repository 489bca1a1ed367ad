import Dispatch
import Foundation
import TaskStore

// One of several processes that share a store, for tests that kill and stop them:
//
//     TaskStoreFixture STORE EFFECTS START COUNT LEASE
//
// STORE is the path of a file, or 'postgres', a schema and a connection string with colons between.
// It runs a durable task that is due every 50 milliseconds from START on, COUNT times, and writes
// its effects to a database that checks the token. It runs jobs of the name 'effect', too, whose
// payload is a number, and steps of flows of the name 'step'; it writes their effects to a database
// beside that one, 'jobs.sqlite'. Jobs of the name 'trip' have ten steps, two of which are sleeps
// and two are signals; the others write their effects there, and have the token as their result. The
// first attempt of number 0 has its effect, writes 'waits', and
// ends only with the process. With MODKIT_PUBLISHES in the environment, it publishes so many values
// with three listeners, whose effects are there as well.
//
//     TaskStoreFixture power-cut FOLDER ROUNDS
//
// It changes a store in the folder, and keeps the number of changes that the store has
// acknowledged in the file 'acknowledged'.

let arguments = CommandLine.arguments
if arguments.count == 4, arguments[1] == "power-cut", let rounds = Int(arguments[3]) {
  try await PowerCut.run(in: arguments[2], rounds: rounds)
  exit(0)
}
guard arguments.count == 6, let start = Double(arguments[3]), let count = Int(arguments[4]),
  let lease = Double(arguments[5])
else {
  FileHandle.standardOutput.write(Data("unknown arguments: \(arguments.dropFirst())\n".utf8))
  exit(2)
}
let effects = Effects(path: arguments[2])

TaskManager.shared.errorHandler = { error in
  FileHandle.standardOutput.write(Data("\(error.code): \(error.message)\n".utf8))
}
let queues = [JobQueueLimit(of: "default", inProcess: 2)]
let store = arguments[1].split(separator: ":", maxSplits: 2).map(String.init)
if store.count == 3 {
  while true {
    do {
      try await TaskManager.shared.use(
        .postgres(store[2], schema: store[1]), lease: .seconds(lease), maximumClaims: 1_000,
        queues: queues, maximumKeptJobs: 1_000_000)
      break
    } catch let error as TaskStoreError where error.code == .connection {
      // A machine with much other work may need more time for a connection than a store waits.
      print(error.message)
    }
  }
} else {
  try await TaskManager.shared.use(
    .sqlite(at: arguments[1]), lease: .seconds(lease), maximumClaims: 1_000, queues: queues,
    maximumKeptJobs: 1_000_000)
}
let jobEffects = Effects(
  path: URL(filePath: arguments[2]).deletingLastPathComponent().appending(path: "jobs.sqlite").path)
try TaskManager.shared.jobs.handle("effect", .retry(attempts: 1_000)) {
  (number: Int, context: JobContext) in
  try await jobEffects.write(fireTime: TaskTime(nanoseconds: Int64(number)), context.token)
  try await context.waitToBeKilled(after: number)
}
try TaskManager.shared.jobs.handle("step", .retry(attempts: 1_000)) {
  (step: Step, context: JobContext) in
  let results = try await context.results(as: Int.self).values.sorted()
  guard results == step.after else { throw Step.OtherResults(results: results) }
  try await jobEffects.write(fireTime: TaskTime(nanoseconds: Int64(step.number)), context.token)
  try await context.waitToBeKilled(after: step.number)
  return step.number
}
try TaskManager.shared.jobs.handle("trip", .retry(attempts: 1_000)) {
  (number: Int, context: JobContext) in
  for call in 1...10 {
    switch call % 5 {
    case 0: try await context.sleep(for: .milliseconds(50), name: "\(call)")
    case 3: _ = try await context.signal("\(call)", as: Int.self)
    default:
      try await context.step("\(call)") {
        let effect = TaskTime(nanoseconds: Int64(number * 100 + call))
        try await jobEffects.write(fireTime: effect, context.token)
        try await context.waitToBeKilled(after: number)
        return context.token
      }
    }
  }
}
try TaskManager.shared.scheduleTask(
  name: "task", date: Date(timeIntervalSince1970: start), repeatCount: TaskRepeat(count),
  timeInterval: 0.05, autoRemove: false,
  traits: [
    .durable, .concurrent, .misfire(.catchUp(upTo: 10_000)), .overlap(.queue(upTo: 10_000)),
  ]
) { context async throws in
  guard let fire = context.fire, let token = fire.token else { return }
  try await effects.write(fireTime: TaskTime(fire.fireTime), token)
}
FileHandle.standardOutput.write(Data("ready\n".utf8))
if let count = ProcessInfo.processInfo.environment["MODKIT_PUBLISHES"].flatMap({ Int($0) }) {
  try await Publications.run(count)
}
// Tests end it; one that they forget ends by itself.
try await Task.sleep(for: .seconds(600))

extension JobContext {
  /// Leaves time for a kill after the effect of a number.
  func waitToBeKilled(after number: Int) async throws {
    guard number == 0, attempt == 1 else {
      return try await Task.sleep(for: .milliseconds(100))
    }
    FileHandle.standardOutput.write(Data("waits\n".utf8))
    try await Task.sleep(for: .seconds(600))
  }
}

/// A step of a flow, whose result is its number.
struct Step: Codable {
  var number: Int
  /// The results of the steps that it comes after.
  var after: [Int]

  struct OtherResults: Error {
    let results: [Int]
  }
}

/// The effects of the task, in a database beside the store.
actor Effects {
  private let path: String
  private var database: SQLiteDatabase?

  init(path: String) { self.path = path }

  /// Writes an effect, unless an owner with a greater token has begun.
  ///
  /// `begun` has every run, and `effect` what is left of them: one row for each fire time.
  func write(fireTime: TaskTime, _ token: Int64) throws {
    let database = try opened()
    let (due, token) = (SQLiteValue.integer(fireTime.nanoseconds), SQLiteValue.integer(token))
    try database.run(
      "INSERT INTO begun (due, token, process) VALUES (?, ?, ?)", due, token,
      .integer(Int64(getpid())))
    try database.transaction { () throws(TaskStoreError) in
      let later = try database.rows(
        "SELECT count(*) FROM begun WHERE due = ? AND token > ?", due, token)
      let done = try database.rows("SELECT count(*) FROM effect WHERE due = ?", due)
      guard later.first?.first == .integer(0), done.first?.first == .integer(0) else { return }
      try database.run("INSERT INTO effect (due, token) VALUES (?, ?)", due, token)
    }
  }

  private func opened() throws -> SQLiteDatabase {
    if let database { return database }
    let new = try SQLiteDatabase(path: path)
    new.setBusyTimeout(milliseconds: 10_000)
    database = new
    return new
  }
}
