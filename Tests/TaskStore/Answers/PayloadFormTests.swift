import Foundation
import Synchronization
import TaskPlanning
import Testing

@testable import TaskStore

/// The forms of payloads as one value, and the requests for them.
@Suite struct PayloadFormTests {
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

  private static func member(_ key: String, _ form: String, isRequired: Bool = true) -> String {
    #"{"form":\#(form),"isRequired":\#(isRequired),"key":"\#(key)"}"#
  }

  private static func type(_ word: String) -> String { #"{"type":"\#(word)"}"# }

  private static func object(_ members: String...) -> String {
    #"{"members":[\#(members.joined(separator: ","))],"type":"object"}"#
  }

  @Test func `The form has the members of the payload`() {
    let form = PayloadForm(Parcel.self)
    let size = #"{"type":"choice","values":["S","L"]}"#
    let card = Self.object(
      Self.member("number", Self.type("string")), Self.member("_1", Self.type("integer")))
    let payment = #"""
      {"cases":[{"form":\#(Self.object()),"key":"cash"},{"form":\#(card),"key":"card"}],\#
      "type":"cases"}
      """#
    let expected = Self.object(
      Self.member("number", Self.type("integer")), Self.member("isFragile", Self.type("boolean")),
      Self.member("note", #"{"isOptional":true,"type":"string"}"#, isRequired: false),
      Self.member("weight", Self.type("number")), Self.member("size", size),
      Self.member("level", #"{"type":"choice","values":[-1,300]}"#),
      Self.member("sizes", #"{"element":\#(size),"type":"array"}"#),
      Self.member("counts", #"{"type":"dictionary","value":{"type":"integer"}}"#),
      Self.member("due", Self.type("date")), Self.member("label", Self.type("data")),
      Self.member("page", Self.type("string")), Self.member("payment", payment),
      // A parcel inside of a parcel would have no end.
      Self.member("parts", #"{"element":{"type":"any"},"type":"array"}"#))
    #expect(form.json == expected)
    #expect(form.note == nil)
  }

  @Test func `The form of a simple payload is its type`() {
    #expect(PayloadForm(Int.self).json == #"{"type":"integer"}"#)
    #expect(
      PayloadForm([String]?.self).json
        == #"{"element":{"type":"string"},"isOptional":true,"type":"array"}"#)
    #expect(PayloadForm([Size: Int].self).json == #"{"type":"any"}"#)
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

  @Test func `A payload with code of its own has any value, and a note with the reason`() {
    var types: [String] = []
    let form = PayloadForm(Pair.self) { types.append($0) }
    #expect(form.json == PayloadForm.any)
    let name = String(reflecting: Pair.self)
    #expect(types.map { $0.hasSuffix("Pair") } == [true], "\(name)")
    let note = form.note ?? ""
    #expect(note.contains("Pair' has no form: it is encoded as an array by its own code"))
  }

  // MARK: - Requests

  @Test func `Equal requests share one answer, which is kept`() async {
    let names = Mutex<[String]>([])
    let forms = PayloadForms { name, _ in
      names.withLock { $0.append(name) }
      return .success(.init(json: "{}", note: name))
    }
    async let first = forms.form(of: Int.self, job: "Work")
    async let second = forms.form(of: Int.self, job: "Work")
    #expect(await [first, second].map(\.note) == ["Work", "Work"])
    // Another job with a payload of the same type needs no other process.
    #expect(await forms.form(of: Int.self, job: "Rest").note == "Work")
    #expect(await forms.form(of: String.self, job: "Rest").note == "Rest")
    #expect(names.withLock { $0 } == ["Work", "Rest"])
  }

  @Test func `A failure is any value with a note, and is not kept`() async {
    let count = Atomic(0)
    let forms = PayloadForms { name, _ in
      count.add(1, ordering: .relaxed).newValue == 1
        ? .failure(.init("the program crashes")) : .success(.init(json: "{}"))
    }
    #expect(
      await forms.form(of: Int.self, job: "Work")
        == .init(
          json: #"{"type":"any"}"#, note: "the program crashes: write the value in JSON"))
    #expect(await forms.form(of: Int.self, job: "Work") == .init(json: "{}"))
  }

  @Test func `The program answers with a form, or without one for an unknown job`() throws {
    let location = CodeLocation(fileID: #fileID, line: #line)
    let handler = JobHandler("Work", queue: "default", [], at: location) {
      (_: Int, _: JobContext) in nil
    }
    let handlers = ["Work": handler]
    var lines: [[String]] = []
    JobQuestion.answer([["form", "Work"], ["form", "Rest"], ["end"]], handlers) { lines.append($0) }
    #expect(lines == [["form", "Work", #"{"type":"integer"}"#], ["form", "Rest"], ["end"]])
  }
}
