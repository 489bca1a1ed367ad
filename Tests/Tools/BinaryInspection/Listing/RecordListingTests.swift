import Declarations
import Foundation
import Testing

@testable import BinaryInspection
@testable import BinaryRecords

/// The declarations of a file, one by one.
@Suite struct RecordListingTests {
  private static func record(
    _ kind: RecordKind, _ key: String, _ fileID: String = "Feed/Tasks.swift", line: Int = 1,
    flags: RecordFlags = [], detail: String = ""
  ) -> DeclaredRecord {
    DeclaredRecord(
      kind: kind, key: key, fileID: fileID, line: line, column: 3, priority: 7, flags: flags,
      id: UInt64(line) << 8 | 0xAB, detail: detail, imagePath: "app")
  }

  private static let records = [
    record("tsch", "Trim", line: 4), record("wire", "event a -> task b", "Shop/W.swift"),
    record("rhea", "ready", "Feed/A.swift"), record("task", "Load", line: 2),
    record("page", "checkout", "Shop/P.swift"),
  ]

  @Test func `Entries are sorted by module, kind and key`() {
    let listing = RecordListing(Self.records)
    #expect(
      listing.entries.map { "\($0.module) \($0.kind) \($0.key)" } == [
        "Feed callback ready", "Feed task Load", "Feed task Trim", "Shop page checkout",
        "Shop wire event a -> task b",
      ])
    #expect(listing.modules == ["Feed", "Shop"])
    #expect(listing.kinds == ["callback", "page", "task", "wire"])
    #expect(RecordListing(Self.records.reversed()).entries == listing.entries)
  }

  @Test func `A kind is chosen by its name or by its record code`() {
    var tasks = RecordListing(Self.records)
    tasks.keep(kind: "task")
    #expect(tasks.entries.map(\.key) == ["Load", "Trim"])
    var scheduled = RecordListing(Self.records)
    scheduled.keep(kind: "tsch")
    #expect(scheduled.entries.map(\.key) == ["Trim"])
    scheduled.keep(modules: ["Shop"])
    #expect(scheduled.entries.isEmpty)
    var keys = RecordListing(Self.records + [Self.record("phky", "cart.count", "Cart/K.swift")])
    keys.keep(kind: "key")
    #expect(keys.entries.map(\.key) == ["cart.count"])
  }

  @Test func `A use is listed by its name, and what is used is in its detail`() throws {
    let listing = RecordListing([
      Self.record("uses", "kl://Store/delete?id={}", detail: #"{"target":"route"}"#)
    ])
    #expect(listing.entries.map { "\($0.kind) \($0.key)" } == ["use kl://Store/delete?id={}"])
    let json = String(decoding: try JSONEncoder().encode(listing.entries), as: UTF8.self)
    #expect(json.contains(#""detail":{"target":"route"}"#))
  }

  @Test func `A durable schedule is marked`() {
    let listing = RecordListing(
      ["rhea", "tsch"].map { Self.record($0, "key", flags: [.unique, .durableTask]) })
    #expect(listing.entries.map(\.flags) == [["unique", "bit8"], ["unique", "durable"]])
  }

  @Test func `As JSON, an entry has every field of the record`() throws {
    let flags: RecordFlags = [.asynchronous, .unresolvedKey, RecordFlags(rawValue: 1 << 9)]
    let entry = RecordListing([
      Self.record("task", "Load", line: 2, flags: flags, detail: #"{"every":5,"on":["idle"]}"#)
    ]).entries[0]
    let json = try JSONSerialization.jsonObject(with: try JSONEncoder().encode(entry))
    let object = try #require(json as? [String: Any])
    #expect(object["module"] as? String == "Feed")
    #expect(object["kind"] as? String == "task")
    #expect(object["recordKind"] as? String == "task")
    #expect(object["file"] as? String == "Feed/Tasks.swift")
    #expect(object["line"] as? Int == 2)
    #expect(object["column"] as? Int == 3)
    #expect(object["priority"] as? Int == 7)
    #expect(object["bytes"] as? Int == 56 + 8 + 16 + 32)
    #expect(object["id"] as? String == "2ab")
    #expect(object["flags"] as? [String] == ["async", "unresolvedKey", "bit9"])
    let detail = try #require(object["detail"] as? [String: Any])
    #expect(detail["every"] as? Int == 5)
    #expect(detail["on"] as? [String] == ["idle"])
  }

  @Test(arguments: [("", nil), ("no JSON", "no JSON")] as [(String, String?)])
  func `An empty detail is left out, and an invalid one is shown as text`(
    detail: String, shown: String?
  ) throws {
    let entry = RecordListing([Self.record("task", "Load", detail: detail)]).entries[0]
    let json = try JSONSerialization.jsonObject(with: try JSONEncoder().encode(entry))
    #expect((json as? [String: Any])?["detail"] as? String == shown)
  }
}
