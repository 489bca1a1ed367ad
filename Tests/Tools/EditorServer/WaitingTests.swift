import EditorServer
import Foundation
import ModularityTestSupport
import ModuleGraph
import SourceInspection
import Synchronization
import Testing

/// Tests of requests that come while the uses in the code of closed files are read.
@Suite(.timeLimit(.minutes(10))) struct WaitingTests {
  /// Lets one task through each time that it opens; cancelled ones go on as well.
  private final class Gate: Sendable {
    private let openings = EventRecorder<String>()
    private let taskCount = Atomic(0)

    func open() { openings.record("open") }

    func wait() async {
      let number = taskCount.add(1, ordering: .relaxed).newValue
      _ = try? await openings.waitForEvents(count: number)
    }
  }

  /// A client of a package whose uses are read when a gate opens: one, in a file that is not open.
  private struct Session {
    let shop: ShopFolder
    let client: EditorClient
    let gate = Gate()

    init() async throws {
      shop = try ShopFolder()
      try shop.build(["Login", "Sync"])
      _ = try shop.folder.write(
        "func other() { TaskManager.shared.runTask(named: \"Sync\") }\n",
        to: "Sources/Feed/Other.swift")
      var uses = ProgramUses()
      uses.areKnown = true
      uses.paths = ["Feed/Other.swift": shop.root + "/Sources/Feed/Other.swift"]
      uses.uses = [
        ModuleGraph.Use(
          .runs, .task, "Sync", module: "Feed",
          location: CodeLocation(fileID: "Feed/Other.swift", line: 1, column: 51), origin: .code)
      ]
      client = EditorClient(readUses: { [gate, uses] _ in
        await gate.wait()
        return uses
      })
      await client.initialize(
        root: shop.root, capabilities: #","workspace":{"codeLens":{"refreshSupport":true}}"#)
      client.open(shop.start, "TaskManager.shared.runTask(named: \"Sync\")\n")
    }

    func ask(_ method: String) -> Int {
      client.start("textDocument/\(method)", client.place(shop.start, 0, 36))
    }

    /// Waits for an answer that needs no uses: all requests before it were taken in.
    func settle() async {
      let uri = LSP.DocumentURI(path: shop.start).text
      _ = await client.request(
        "textDocument/documentSymbol", #"{"textDocument":{"uri":"\#(uri)"}}"#)
    }

    /// The names of the files in an answer.
    func files(_ answer: JSON) -> [String] {
      answer["result"].elements.compactMap {
        $0["uri"].string?.split(separator: "/").last.map(String.init)
      }
    }
  }

  @Test func `References wait for the uses in closed files, and other requests do not`()
    async throws
  {
    let session = try await Session()
    let references = session.ask("references")
    await session.settle()
    session.gate.open()
    let answer = await session.client.answer(to: references)
    #expect(session.files(answer).sorted() == ["Other.swift", "Start.swift", "Tasks.swift"])
    _ = await session.client.end()
  }

  @Test func `References wait after each build`() async throws {
    let session = try await Session()
    let client = session.client
    session.gate.open()
    // Once for the programs, and once for their uses.
    for _ in 1...2 { _ = await client.message(named: "workspace/codeLens/refresh") }
    try await client.clock.sleepers(atLeast: 1)
    try session.shop.build(["Login", "Sync", "More"])
    client.clock.advance(by: .milliseconds(100))
    try await client.clock.sleepers(atLeast: 1)
    client.clock.advance(by: .milliseconds(50))
    _ = await client.message(named: "workspace/codeLens/refresh")
    let references = session.ask("references")
    await session.settle()
    session.gate.open()
    let answer = await client.answer(to: references)
    #expect(session.files(answer).sorted() == ["Other.swift", "Start.swift", "Tasks.swift"])
    _ = await client.end()
  }

  @Test func `A request that waits is answered for the text in which it was asked`() async throws {
    let session = try await Session()
    let hover = session.ask("hover")
    session.client.edit(session.shop.start, line: 0, 0..<42, with: "")
    await session.settle()
    session.gate.open()
    let text = await session.client.answer(to: hover)["result"]["contents"]["value"].string
    #expect(text?.contains("**2 callers**") == true)
    #expect(text?.contains("Other.swift:1") == true)
    _ = await session.client.end()
  }

  @Test func `A request that waits is cancelled at once`() async throws {
    let session = try await Session()
    let references = session.ask("references")
    await session.settle()
    session.client.notify("$/cancelRequest", #"{"id":\#(references)}"#)
    #expect(await session.client.answer(to: references)["error"]["code"].number == -32_800)
    session.gate.open()
    _ = await session.client.end()
  }

  @Test func `A reading that takes too long is not waited for, and the log says so`() async throws {
    let session = try await Session()
    let references = session.ask("references")
    // One looks at the programs, and one limits the wait.
    try await session.client.clock.sleepers(atLeast: 2)
    session.client.clock.advance(by: .seconds(10))
    let answer = await session.client.answer(to: references)
    #expect(session.files(answer).sorted() == ["Start.swift", "Tasks.swift"])
    let log = await session.client.message {
      $0["params"]["message"].string?.contains("still being read") == true
    }
    #expect(log["method"].string == "window/logMessage")
    // The next ones do not wait either.
    #expect(
      session.files(await session.client.answer(to: session.ask("references"))).count == 2)
    session.gate.open()
    _ = await session.client.end()
  }

  @Test func `The end of a session answers the requests that wait`() async throws {
    let session = try await Session()
    let references = session.ask("references")
    #expect(await session.client.request("shutdown", "null")["error"] == .null)
    #expect(await session.client.answer(to: references)["error"]["code"].number == -32_800)
    session.gate.open()
    #expect(await session.client.end() == .orderly)
  }

  @Test func `Completions do not wait, and say that they are incomplete`() async throws {
    let session = try await Session()
    let early = await session.client.answer(to: session.ask("completion"))
    #expect(early["result"]["isIncomplete"] == .boolean(true))
    let references = session.ask("references")
    await session.settle()
    session.gate.open()
    _ = await session.client.answer(to: references)
    let late = await session.client.answer(to: session.ask("completion"))
    #expect(late["result"]["isIncomplete"] == .boolean(false))
    _ = await session.client.end()
  }

  @Test func `Problems are sent when the uses are read`() async throws {
    let session = try await Session()
    session.client.open(
      session.shop.root + "/Sources/Feed/New.swift", "manager.runTask(named: \"Snc\")\n")
    // Problems would be sent behind the first answer.
    for _ in 1...2 { await session.settle() }
    #expect(session.client.earlierCount(of: "textDocument/publishDiagnostics") == 0)
    session.gate.open()
    let problems = await session.client.message {
      $0["params"]["uri"].string?.hasSuffix("/New.swift") == true
    }
    #expect(problems["params"]["diagnostics"].elements.count == 1)
    _ = await session.client.end()
  }
}
