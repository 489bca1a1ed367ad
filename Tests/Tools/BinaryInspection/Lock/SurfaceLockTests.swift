import BinaryInspection
import ModuleGraph
import Testing

/// The lock of what a program exposes.
@Suite struct SurfaceLockTests {
  private static func record(
    _ kind: RecordKind, _ key: String, _ detail: String, in fileID: String = "Feed/Feed.swift",
    line: Int = 1
  ) -> DeclaredRecord {
    DeclaredRecord(
      kind: kind, key: key, fileID: fileID, line: line,
      id: "\(kind)\(key)\(fileID)".utf8.reduce(7) { $0 &* 31 &+ UInt64($1) }, detail: detail)
  }

  private static func lock(_ records: DeclaredRecord...) -> SurfaceLock {
    SurfaceLock(ModuleGraph(records: records))
  }

  private static let job = record("tjob", "Send", #"{"queue":"mail","payload":"Letter"}"#)

  @Test func `Code before main, open routes, schedules, jobs and wires are listed, and no more`() {
    let lock = Self.lock(
      Self.record("rhea", "premain", #"{"event":"premain"}"#, in: "Feed/Early.swift"),
      Self.record("rhea", "userLogin", #"{"event":"userLogin"}"#),
      Self.record(
        "khla", "Feed",
        #"""
        {"type":"Feed","functions":[
          {"name":"open","routes":[{"pattern":"feed/{id}","access":"external"}]},
          {"name":"close"}]}
        """#),
      Self.record("tsch", "Clean", #"{"cron":"0 3 * * *","zone":"UTC","durable":true}"#),
      Self.record("task", "Load", #"{"on":["didFinishLaunching"]}"#), Self.job)
    #expect(
      lock.text == """
        # What this program exposes and runs by itself. 'modkit lock' writes this file, and
        # 'modkit lock --check' fails if the program differs from it.

        code before main
          Feed: callback in Feed/Early.swift (event: premain)

        routes open to calls from outside
          Feed: feed/{id} (leadsTo: Feed.open())

        tasks that the clock runs
          Feed: Clean (cron: 0 3 * * *, zone: UTC, durable)

        jobs that a store may hold
          Feed: Send (queue: mail, payload: Letter)

        """)
    #expect(lock.differences(from: lock.text).isEmpty)
  }

  @Test func `A moved declaration changes nothing`() {
    let moved = Self.record(
      "tjob", "Send", #"{"queue":"mail","payload":"Letter"}"#, in: "Feed/Other.swift", line: 90)
    #expect(Self.lock(moved).differences(from: Self.lock(Self.job).text).isEmpty)
  }

  @Test func `A removed, an added and an altered entry are differences`() {
    let altered = Self.record("tjob", "Send", #"{"queue":"fax","payload":"Letter"}"#)
    let before = Self.lock(Self.job, Self.record("tsch", "Clean", #"{"cron":"0 3 * * *"}"#))
    #expect(
      Self.lock(altered).differences(from: before.text) == [
        "- tasks that the clock runs: Feed: Clean (cron: 0 3 * * *)",
        "- jobs that a store may hold: Feed: Send (queue: mail, payload: Letter)",
        "+ jobs that a store may hold: Feed: Send (queue: fax, payload: Letter)",
      ])
    #expect(
      Self.lock().differences(from: "later section\n  something\n")
        == ["- later section: something"])
  }

  @Test func `A changed type of a stored value is a difference, and other types are not listed`() {
    func lock(_ field: String) -> SurfaceLock {
      SurfaceLock(
        ModuleGraph(records: [Self.job]),
        schemas: DataSchemas(
          uses: [
            .init(kind: .job, name: "Send", role: .payload, type: .named("Feed.Letter")),
            .init(kind: .relay, name: "page", role: .value, type: .named("Feed.Page")),
          ],
          forms: [
            "Feed.Letter": .object([.init(field, .basic(.string))]), "Feed.Page": .object([]),
          ]))
    }
    #expect(
      lock("from").differences(from: lock("sender").text) == [
        "- types of values that a store may hold: Feed.Letter {sender: String}",
        "+ types of values that a store may hold: Feed.Letter {from: String}",
      ])
  }

  @Test func `The queue of a job that is named by a type is said to be unknown`() {
    let typed = Self.record("tjob", "Send", #"{"payload":"Letter"}"#)
    #expect(
      Self.lock(typed).differences(from: Self.lock(Self.job).text) == [
        "- jobs that a store may hold: Feed: Send (queue: mail, payload: Letter)",
        """
        + jobs that a store may hold: Feed: Send (queue: unknown (a property of the type), \
        payload: Letter)
        """,
      ])
    let sort = Self.record("tjob", "Sort", #"{"queue":"mail"}"#)
    #expect(Self.lock(typed, sort).jobsWithUnknownQueues == ["Send"])
  }

  @Test func `A file of very many entries is compared in linear time`() {
    let lines = (0..<50_000).map { "  Feed: Send\($0)\n" }.joined()
    let text = "jobs that a store may hold\n" + lines + lines
    let differences = Self.lock(Self.job).differences(from: text)
    #expect(differences.count == 100_001)
    #expect(
      differences.last == "+ jobs that a store may hold: Feed: Send (queue: mail, payload: Letter)")
  }

  @Test func `A text that is no such file differs in every entry`() {
    #expect(Self.lock(Self.job).differences(from: "{\"a\": 1}\n").count == 1)
    #expect(Self.lock(Self.job).differences(from: "").count == 1)
  }

  @Test func `A name with a line break stays one entry`() {
    let odd = Self.record("tjob", "Se\nnd", #"{"queue":"mail"}"#)
    let lock = Self.lock(odd)
    #expect(lock.differences(from: lock.text).isEmpty)
    #expect(lock.text.split(separator: "\n").count == 4)
  }
}
