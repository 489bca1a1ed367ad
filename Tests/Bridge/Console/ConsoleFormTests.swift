import Bridge
import Foundation
import ModularityTestSupport
import ProgramTestSupport
import TaskStore
import Testing

/// The command `form`, and calls by the patterns of routes.
@Suite struct ConsoleFormTests {
  private let desk = ConsoleDesk(context: nil)
  private func form(_ kind: ConsoleValue, _ name: String) async throws -> ConsoleValue {
    try await desk.run("form", ["kind": kind, "name": .string(name)]).value
  }

  private static func member(
    _ key: String, _ form: ConsoleValue, isRequired: Bool = true
  ) -> ConsoleValue {
    ["key": .string(key), "isRequired": .bool(isRequired), "form": form]
  }

  // MARK: - Jobs

  private let program = Bundle.main.bundleURL.appending(path: "HostFixture").path

  @Test func `A process of its own describes the payload of a job`() throws {
    let parcel = FormQuestion(path: program).ask("HostFixture.parcel")
    let json = try parcel.get().json
    #expect(
      try JSONDecoder().decode(ConsoleValue.self, from: Data(json.utf8))
        == ["type": "object", "members": [Self.member("number", ["type": "integer"])]])
    guard case .failure(let crash) = FormQuestion(path: program).ask("HostFixture.fragile") else {
      Issue.record("a payload whose decoder traps has a form")
      return
    }
    let reason = "the code of 'HostFixture.Fragile' crashes by signal "
    #expect(crash.reason.hasPrefix(reason), "\(crash)")
    #expect(crash.reason.hasSuffix(" for a sample"))
    #expect(
      FormQuestion(path: program).ask("HostFixture.added")
        == .failure(
          .init(
            """
            the job 'HostFixture.added' is unknown in a new process, because it was added at run \
            time or by a library that was loaded later
            """)))
  }

  @Test func `A process whose decoder never ends is killed after the time limit`() throws {
    let question = FormQuestion(path: program, timeLimit: .milliseconds(300))
    guard case .failure(let failure) = question.ask("HostFixture.endless") else {
      Issue.record("a payload whose decoder never ends has a form")
      return
    }
    #expect(failure.reason.contains(" does not answer within 0.3 seconds"), "\(failure)")
  }

  @Test func `A program without answers gives no form`() throws {
    let other = FormQuestion(path: "/bin/true").ask("Work")
    #expect(
      other
        == .failure(
          .init("the program, started to describe the job 'Work', ends without an answer")))
    guard case .failure(let missing) = FormQuestion(path: "/none/such").ask("Work") else {
      Issue.record("a program that does not exist has a form")
      return
    }
    #expect(missing.reason.contains("cannot start a second time"))
  }

  // MARK: - Others

  @Test func `The form of a route has its parameters`() async throws {
    let add = try await form("route", "ConsoleTests/add")
    #expect(
      add["fields"] == [
        "type": "object",
        "members": [
          Self.member("first", ["type": "integer"]), Self.member("second", ["type": "integer"]),
        ],
      ])
    let route = try Khala.route("kl://console-forms/{number:Int}/img-{name}/{*rest?}") {
      arguments in
      let name: String = try arguments.value("name")
      return "\(try arguments.value("number") as Int) \(name)"
    }
    defer { route.cancel() }
    let added = try await form("route", route.pattern)
    #expect(
      added["fields"]?["members"]?.array == [
        Self.member("number", ["type": "integer"]), Self.member("name", ["type": "string"]),
        Self.member("rest", ["type": "string"], isRequired: false),
      ])
    // A page calls the route by its pattern.
    let answer = try await desk.run(
      "call", ["url": .string(route.pattern), "parameters": ["number": 7, "name": "a b"]])
    #expect(answer.value == "7 a b")
    // The URLs of classes have no scheme.
    let sum = try await desk.run(
      "call",
      ["url": "ConsoleTests/{name}", "parameters": ["name": "add", "first": 1, "second": 2]])
    #expect(sum.value == 3)
    await #expect(throws: BridgeConsoleError.self) {
      try await desk.run("call", ["url": .string(route.pattern), "parameters": ["number": 7]])
    }
  }

  @Test func `An event takes any value, and a task takes none`() async throws {
    let event = try await form("event", "consoleEvent")
    #expect(event["fields"] == ["type": "any", "isOptional": true])
    #expect(event["note"]?.string?.contains("take any value") == true)
    let task = try await form("task", "console.first")
    #expect(task["fields"] == ["type": "object", "members": []])
  }

  @Test func `A typed event takes a value of its type`() async throws {
    let (values, continuation) = AsyncStream.makeStream(of: ConsoleParcel.self)
    let event = TypedRheaEvent<ConsoleParcel>("consoleParcelDidArrive")
    let registration = Rhea.on(event) { parcel in continuation.yield(parcel) }
    defer { registration.cancel() }
    let answer = try await form("event", "consoleParcelDidArrive")
    #expect(answer["note"] == nil)
    #expect(
      answer["fields"]
        == ["type": "object", "members": [Self.member("weight", ["type": "integer"])]])
    await #expect {
      try await desk.run(
        "trigger", ["event": "consoleParcelDidArrive", "value": ["weight": "heavy"]])
    } throws: { error in
      "\(error)".contains("'value' is not a 'ConsoleParcel', which 'consoleParcelDidArrive' has")
    }
    _ = try await desk.run(
      "trigger", ["event": "consoleParcelDidArrive", "value": ["weight": 7]])
    var received = values.makeAsyncIterator()
    #expect(await received.next() == ConsoleParcel(weight: 7))
  }

  @Test func `A signal takes a value of the type with which a job has waited for it`()
    async throws
  {
    let arguments: [String: ConsoleValue] = ["kind": "signal", "name": "weighed", "job": "Weigh"]
    let unknown = try await desk.run("form", arguments).value
    #expect(unknown["fields"] == ["type": "any", "isOptional": true])
    #expect(unknown["note"]?.string?.contains("no job 'Weigh' has waited for the signal") == true)
    let context = JobContext(
      id: JobID(1), name: "Weigh", signals: ["weighed": ConsoleParcel(weight: 7)])
    _ = try await context.signal("weighed", as: ConsoleParcel.self)
    let known = try await desk.run("form", arguments).value
    #expect(known["note"] == nil)
    #expect(
      known["fields"]
        == ["type": "object", "members": [Self.member("weight", ["type": "integer"])]])
  }

  @Test func `A typed event whose value has no coding cannot be triggered from outside`()
    async throws
  {
    struct Handle: Sendable {}
    let registration = Rhea.on(TypedRheaEvent<Handle>("consoleHandleDidOpen")) { _ in
      Issue.record("a callback has run without a value")
    }
    defer { registration.cancel() }
    await #expect {
      try await desk.run("trigger", ["event": "consoleHandleDidOpen", "value": 1])
    } throws: { error in
      "\(error)".contains("'consoleHandleDidOpen' has a value of the type 'Handle', which is not")
    }
  }

  @Test(
    arguments: [
      ("event", "consoleEven", "did you mean 'consoleEvent'"),
      ("task", "console.frst", "did you mean 'console.first'"),
      ("route", "ConsoleTests/ad", "did you mean 'ConsoleTests/add'"),
      ("job", "Wrk", "did you mean 'Work'"), ("jb", "Work", "did you mean 'job'?"),
    ] as [(String, String, String)])
  func `The form of an unknown name is an error with suggestions`(
    kind: String, name: String, hint: String
  ) async throws {
    let message = try await TaskManager.withFreshState(including: { $0.name.hasPrefix("console.") })
    {
      try await TaskManager.shared.use(.memory())
      try TaskManager.shared.jobs.handle("Work") { (_: Int, _: JobContext) in }
      do throws(BridgeConsoleError) {
        _ = try await desk.run("form", ["kind": .string(kind), "name": .string(name)])
        return ""
      } catch {
        return error.message
      }
    }
    #expect(message.contains(hint), "\(message)")
  }
}

/// The value of an event.
struct ConsoleParcel: Codable, Hashable {
  var weight: Int
}
