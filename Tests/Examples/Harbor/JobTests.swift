import Foundation
import ModularityTestSupport
import ProgramTestSupport
import TaskStore
import Testing

/// The jobs of a service, shown and steered from another process.
@Suite struct JobTests {
  let folder: TemporaryFolder
  private var socket: String { folder.path("harbor.sock") }

  init() throws { folder = try TemporaryFolder(isShort: true) }

  /// Starts a service with a store, and waits until it answers.
  ///
  /// A minute of its day takes more than an hour, so that no ship departs, which has jobs.
  private func serve() async throws -> ChildProcess {
    let child = try ChildProcess(
      "harbor", "serve", "--socket", socket, "--speed", "0.000001", "--store",
      "sqlite:\(folder.path("jobs.sqlite"))")
    try await child.waits(for: "the console") {
      try $0.lines.contains("harbor serves at \(socket)")
    }
    return child
  }

  private func jobs(_ words: String...) async throws -> Command.Outcome {
    try await harbor(["jobs"] + words + ["--socket", socket])
  }

  /// Stores jobs that no service runs, the first of which fails.
  private func store(_ count: Int) async throws {
    let store = SQLiteStore.sqlite(at: folder.path("jobs.sqlite"))
    try await store.open()
    _ = try await store.enqueue(
      (1...count).map { NewJob(name: "Weigh", queue: "scales", payload: "{\"tons\":\($0)}") })
    let claim = try #require(
      try await store.claim(
        ["Weigh"], in: [ClaimableQueue(name: "scales", room: 1)], as: "test", for: .seconds(600)
      ).claims.first)
    let failed = JobCompletion(claim: claim, outcome: .failed(detail: "the scales are stuck"))
    #expect(try await store.complete([failed]).count == 1)
  }

  @Test func `The jobs of a service are listed, shown, retried, cancelled and paused`()
    async throws
  {
    let child = try await serve()
    defer { child.destroy() }
    #expect(try await jobs().output == "no jobs\n")
    try await store(2)

    let overview = try await jobs()
    #expect(overview.lines.first?.hasPrefix("1 waiting, 0 running, 1 failed; ") == true)
    #expect(overview.lines.contains { $0.hasPrefix("scales ") })
    #expect(overview.lines.contains { $0.hasSuffix("the scales are stuck") })
    let data = try json(try await jobs("--json").output) as? [String: Any]
    #expect(data?["statistics"] is [String: Any])

    let list = try await jobs("list", "--state", "failed", "--queue", "scales")
    #expect(list.lines.count == 2)
    #expect(list.lines.last?.contains("the scales are stuck") == true)
    #expect(try await jobs("list", "--limit", "1", "--json").output.contains("\"id\" : 2"))
    let job = try await jobs("show", "1")
    #expect(job.lines.contains("payload: tons: 1"))
    #expect(job.lines.contains("state: failed"))

    let retry = try await jobs("retry", "1", "2", "--json")
    #expect(retry.status == 1)
    let answer = try json(retry.output) as? [String: Any]
    #expect(answer?["changed"] as? [Int] == [1])
    #expect(try await jobs("redrive", "--queue", "scales").output == "count: 0\n")
    #expect(try await jobs("cancel", "1").status == 0)
    #expect(try await jobs("cancel", "--state", "waiting").output == "count: 1\n")
    #expect(
      try await jobs("pause", "scales").lines == ["isPaused: yes", "queue: scales"])
    #expect(try await jobs().lines.contains { $0.hasPrefix("scales (paused) ") })
    #expect(try await jobs("count", "--state", "cancelled").output == "count: 2\n")
    #expect(try await jobs("run", "2").output.contains("only delayed jobs become due"))
    #expect(try await jobs("limit", "scales", "2").lines.contains("running: 2"))
    let signal = try await jobs("signal", "weighed", "1", "7")
    #expect(signal.status == 1)
    #expect(signal.output.contains("only jobs that have not finished receive signals"))
    // The command for everything that a console can do knows jobs, too.
    let control = try await harbor("ctl", "jobs", "resume", "scales", "--socket", socket)
    #expect(control.lines == ["isPaused: no", "queue: scales"])
  }

  @Test func `A mistake in what is asked of jobs has exit code 64, and a fix`() async throws {
    let child = try await serve()
    defer { child.destroy() }
    let mistakes = [
      (["lst"], "did you mean 'list'?"), (["list", "--state", "faild"], "did you mean 'failed'?"),
      (["show", "1", "2"], "'jobs show' does not take '2'"),
      (["cancel"], "needs a selection of jobs"),
      (["enqueue", "Weigh", "{"], "'{' is not JSON"),
      (["signal", "weighed"], "needs the argument 'id'"), (["list", "--limit", "all"], "'limit'"),
    ]
    for (words, message) in mistakes {
      let answer = try await harbor(["jobs"] + words + ["--socket", socket])
      #expect(answer.status == 64)
      #expect(answer.errors.contains(message), "\(words)")
    }
    let missing = try await jobs("show", "7")
    #expect(missing.status == 1)
    #expect(missing.errors.contains("no job 7 exists"))
  }
}
