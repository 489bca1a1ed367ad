import Foundation
import ModularityTestSupport
import TaskStore
import Testing

@testable import Bridge

/// Requests of the command `jobs` that cannot be answered.
@Suite struct ConsoleJobMistakeTests {
  let folder: TemporaryFolder
  let store = SQLiteStore.memory()

  init() throws { folder = try TemporaryFolder(isShort: true) }

  private struct Mistake: Sendable {
    var arguments: [String: ConsoleValue]
    var code: BridgeConsoleError.Code = .badArgument
    var message: String
  }

  private static let mistakes = [
    Mistake(
      arguments: ["action": "lst"],
      message: "no 'action' of 'jobs' is named 'lst'; did you mean 'list'?"),
    Mistake(
      arguments: ["action": "list", "states": ["waiting", "faild"]],
      message: "no state of jobs is named 'faild'; did you mean 'failed'?"),
    Mistake(
      arguments: ["action": "list", "queue": "mial"], code: .notFound,
      message: "no queue is named 'mial'; did you mean 'mail'?"),
    Mistake(
      arguments: ["action": "list", "flow": 9], code: .notFound,
      message: "no flow 9 exists: it never existed, or its retention has expired"),
    Mistake(
      arguments: ["action": "list", "limit": 0],
      message: "the argument 'limit' of 'jobs list' must be from 1 to 1000, not 0"),
    Mistake(
      arguments: ["action": "list", "id": 1],
      message:
        "no argument of 'jobs list' is named 'id'; available: 'queue', 'name', 'states', 'flow', "
        + "'tag', 'text', 'before', 'limit'"),
    Mistake(
      arguments: ["action": "show"], message: "'jobs show' needs the argument 'id', a job's number"
    ),
    Mistake(
      arguments: ["action": "show", "id": "seven"],
      message: "the argument 'id' of 'jobs' must be the number of a job, not \"seven\""),
    Mistake(
      arguments: ["action": "show", "id": 7], code: .notFound,
      message:
        "no job 7 exists: it never existed, or its retention has expired. 'jobs list' shows the "
        + "latest ones"),
    Mistake(
      arguments: ["action": "retry"],
      message:
        "'jobs retry' needs the argument 'ids', the numbers of jobs; 'jobs redrive' takes filters"),
    Mistake(
      arguments: ["action": "retry", "ids": [1, 8, 9]], code: .notFound,
      message:
        "no jobs 8, 9 exist: they never existed, or their retention has expired. 'jobs list' shows "
        + "the latest ones"),
    Mistake(
      arguments: ["action": "cancel", "ids": [1, true]],
      message:
        "the argument 'ids' of 'jobs' must be the number of a job, or an array of such "
        + "numbers, not [1,true]"),
    Mistake(
      arguments: ["action": "cancel", "ids": 1, "queue": "mail"],
      message: "'ids' of 'jobs cancel' excludes other filters: remove them"),
    Mistake(
      arguments: ["action": "cancel"],
      message:
        "'jobs cancel' needs a selection of jobs: pass 'ids', 'queue', 'name', 'states', "
        + "'flow', 'tag', 'text' or 'all'"),
    Mistake(
      arguments: ["action": "redrive", "all": false],
      message:
        "'jobs redrive' needs a selection of jobs: pass 'queue', 'name', 'flow', 'tag', 'text' "
        + "or 'all'"),
    Mistake(
      arguments: ["action": "redrive", "all": true, "queue": "mail"],
      message: "'all' of 'jobs redrive' excludes filters: remove one of them"),
    Mistake(
      arguments: ["action": "redrive", "all": "yes"],
      message: "the argument 'all' of 'jobs' must be true or false, not \"yes\""),
    Mistake(
      arguments: ["action": "count", "of": "cancl"],
      message: "no 'of' of 'jobs' is named 'cancl'; did you mean 'cancel'?"),
    Mistake(
      arguments: ["action": "run"],
      message:
        "'jobs run' needs a selection of jobs: pass 'ids', 'queue', 'name', 'states', "
        + "'flow', 'tag', 'text' or 'all'"),
    Mistake(
      arguments: ["action": "limit", "queue": "mail", "running": 0],
      message:
        "'jobs limit' needs the argument 'running', a number from 1 to 10000, or null for the "
        + "default. To run no jobs of a queue, use 'jobs pause'"),
    Mistake(
      arguments: ["action": "signal", "signal": "go"],
      message: "'jobs signal' needs the argument 'id', the number of a job"),
    Mistake(
      arguments: ["action": "signal", "id": 1],
      message: "'jobs' needs the argument 'signal', a string"
    ),
    Mistake(
      arguments: ["action": "signal", "id": 7, "signal": "go"], code: .notFound,
      message:
        "no job 7 exists: it never existed, or its retention has expired. 'jobs list' shows the "
        + "latest ones"),
    Mistake(
      arguments: ["action": "pause"], message: "'jobs' needs the argument 'queue', a string"),
    Mistake(
      arguments: ["window": 0],
      message:
        "the argument 'window' of 'jobs' must be a number of seconds above 0, and at most a "
        + "year, not 0"),
  ]

  @Test func `A request that makes no sense is answered with a fix, and changes nothing`()
    async throws
  {
    let console = try await TaskManager.withFreshState(including: { _ in false }) {
      try await TaskManager.shared.use(store, lease: .seconds(600))
      try TaskManager.shared.jobs.handle("Draw", queue: "pictures") { (_: Int, _: JobContext) in }
      return try Bridge.openConsole(at: folder.path("console"))
    }
    _ = try await store.enqueue([NewJob(name: "Send", queue: "mail", payload: "{\"number\":1}")])
    for mistake in Self.mistakes {
      let error = await refusal(of: console, "jobs", mistake.arguments)
      #expect(error?.message == mistake.message)
      #expect(error?.code == mistake.code, "\(mistake.message)")
    }
    #expect(try await store.jobs(JobFilter()).map(\.state) == [.waiting])
    #expect(try await store.queues().map(\.isPaused) == [false])
  }

  @Test func `Without a store, each action is answered with how to open one`() async throws {
    let console = try openConsole(at: folder.path("none"))
    let requests: [[String: ConsoleValue]] = [
      [:], ["action": "list"], ["action": "show", "id": 1], ["action": "retry", "ids": 1],
      ["action": "redrive", "all": true], ["action": "cancel", "ids": 1],
      ["action": "pause", "queue": "mail"], ["action": "resume", "queue": "mail"],
      ["action": "run", "ids": 1], ["action": "count"],
      ["action": "enqueue", "name": "Draw", "payload": 1],
      ["action": "limit", "queue": "mail", "running": 1],
      ["action": "signal", "id": 1, "signal": "go"],
    ]
    for arguments in requests {
      let error = await refusal(of: console, "jobs", arguments)
      #expect(error?.code == .failed)
      #expect(error?.message.contains("no store for jobs is open: call 'try await") == true)
    }
  }
}
