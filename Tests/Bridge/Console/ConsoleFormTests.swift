import Bridge
import Foundation
import ModularityTestSupport
import Testing

/// The command `form`, and calls by the patterns of routes.
@Suite struct ConsoleFormTests {
  private let desk = ConsoleDesk(context: nil)

  private func form(_ kind: ConsoleValue, _ name: String) async throws -> ConsoleValue {
    try await desk.run("form", ["kind": kind, "name": .string(name)]).value
  }

  /// Returns the form of the payload of a job that takes values of a type.
  private func form<Payload: Codable & Sendable>(
    ofPayload type: Payload.Type
  ) async throws -> ConsoleValue {
    try await TaskManager.withFreshState(including: { _ in false }) {
      try await TaskManager.shared.use(MemoryStore())
      try TaskManager.shared.jobs.handle("Work") { (_: Payload, _: JobContext) in }
      return try await form("job", "Work")
    }
  }

  private static func member(
    _ key: String, _ form: ConsoleValue, isRequired: Bool = true
  ) -> ConsoleValue {
    ["key": .string(key), "isRequired": .bool(isRequired), "form": form]
  }

  // MARK: - Jobs

  private enum Size: String, Codable { case small = "S", large = "L" }
  private enum Level: Int, Codable { case low = -1, high = 300 }
  private enum Payment: Codable {
    case cash
    case card(number: String, Int)
  }
  private struct Weight: Codable, RawRepresentable { var rawValue: Double }

  private struct Parcel: Codable {
    var number: UInt16
    var isFragile: Bool
    var note: String?
    var weight: Weight
    var size: Size
    var level: Level
    var sizes: [Size]
    var counts: [String: Int]
    var due: Date
    var label: Data
    var page: URL
    var payment: Payment
    var parts: [Parcel]
  }

  @Test func `The form of a job has the members of its payload`() async throws {
    let answer = try await form(ofPayload: Parcel.self)
    #expect(answer["kind"] == "job")
    #expect(answer["name"] == "Work")
    #expect(answer["note"] == nil)
    #expect(answer["fields"]?["type"] == "object")
    let size: ConsoleValue = ["type": "choice", "values": ["S", "L"]]
    let payment: ConsoleValue = [
      "type": "cases",
      "cases": [
        ["key": "cash", "form": ["type": "object", "members": []]],
        [
          "key": "card",
          "form": [
            "type": "object",
            "members": [
              Self.member("number", ["type": "string"]), Self.member("_1", ["type": "integer"]),
            ],
          ],
        ],
      ],
    ]
    let members: [ConsoleValue] = [
      Self.member("number", ["type": "integer"]), Self.member("isFragile", ["type": "boolean"]),
      Self.member("note", ["type": "string", "isOptional": true], isRequired: false),
      Self.member("weight", ["type": "number"]), Self.member("size", size),
      Self.member("level", ["type": "choice", "values": [-1, 300]]),
      Self.member("sizes", ["type": "array", "element": size]),
      Self.member("counts", ["type": "dictionary", "value": ["type": "integer"]]),
      Self.member("due", ["type": "date"]), Self.member("label", ["type": "data"]),
      Self.member("page", ["type": "string"]), Self.member("payment", payment),
      // A parcel inside of a parcel would have no end.
      Self.member("parts", ["type": "array", "element": ["type": "any"]]),
    ]
    #expect(answer["fields"]?["members"]?.array == members)
  }

  @Test func `The form of a simple payload is its type`() async throws {
    #expect(try await form(ofPayload: Int.self)["fields"] == ["type": "integer"])
    #expect(
      try await form(ofPayload: [String]?.self)["fields"]
        == ["type": "array", "element": ["type": "string"], "isOptional": true])
    #expect(try await form(ofPayload: [Size: Int].self)["fields"] == ["type": "any"])
  }

  private struct Pair: Codable {
    var numbers: [Int]

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      numbers = [try container.decode(Int.self)]
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      for number in numbers { try container.encode(number) }
    }
  }

  @Test func `A payload with code of its own has any value, and a note with the reason`()
    async throws
  {
    let answer = try await form(ofPayload: Pair.self)
    #expect(answer["fields"] == ["type": "any"])
    let note = answer["note"]?.string ?? ""
    #expect(note.contains("Pair' has no form: it is encoded as an array by its own code"))
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
    #expect(event["note"]?.string?.contains("does not know the type") == true)
    let task = try await form("task", "console.first")
    #expect(task["fields"] == ["type": "object", "members": []])
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
      try await TaskManager.shared.use(MemoryStore())
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
