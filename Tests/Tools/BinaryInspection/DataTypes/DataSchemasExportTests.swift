import BinaryInspection
import Foundation
import ModuleGraph
import ProgramTestSupport
import RecordFormat
import Testing

/// The text and the JSON of schemas.
@Suite struct DataSchemasExportTests {
  /// Schemas with every form and every role.
  private static let all = DataSchemas(
    uses: [
      .init(
        kind: .contract, name: "kl://Shop/buy", role: .argument("number"), type: .basic(.int),
        module: "Shop", place: CodeLocation(fileID: "Shop/Shop.swift", line: 3)),
      .init(
        kind: .contract, name: "kl://Shop/buy", role: .result, type: .optional(.named("Shop.Kind")),
        module: "Shop", place: CodeLocation(fileID: "Shop/Shop.swift", line: 3)),
      .init(kind: .job, name: "Send", role: .payload, type: .array(.named("Shop.Order"))),
      .init(
        kind: .relay, name: "orders", role: .value,
        type: .dictionary(key: .named("Shop.Level"), value: .set(.named("Shop.Order")))),
    ],
    forms: [
      "Shop.Order": .object([
        .init("id", .basic(.uuid)), .init("parts", .array(.named("Shop.Order"))),
        .init("kind", .named("Shop.Kind")),
      ]),
      "Shop.Kind": .cases([.init("new"), .init("old", [.init("_0", .basic(.date))])]),
      "Shop.Level": .rawValues(.string, ["low", "high"]),
      "Shop.Unused": .opaque("its raw values are not in the file"),
    ])

  @Test func `Each declaration is a block, and each form follows its first use`() {
    #expect(
      Self.all.lines == [
        "contract kl://Shop/buy (Shop, Shop/Shop.swift:3)", "  argument number: Int",
        "  result: Shop.Kind?", "    Shop.Kind = new | old(_0: Date)", "",
        "job Send", "  payload: [Shop.Order]",
        "    Shop.Order {id: UUID, parts: [Shop.Order], kind: Shop.Kind}", "",
        "relay orders", "  value: [Shop.Level: Set<Shop.Order>]",
        "    Shop.Level: String = low | high",
      ])
    #expect(
      Self.all.storedLines == [
        "Shop.Kind = new | old(_0: Date)",
        "Shop.Order {id: UUID, parts: [Shop.Order], kind: Shop.Kind}",
      ])
  }

  @Test func `The JSON fits its schema`() throws {
    let data = try JSONEncoder().encode(Self.all)
    let schema = try JSONSchema("data-schemas")
    #expect(try schema.faults(in: String(decoding: data, as: UTF8.self)) == [])
    #expect(try schema.faults(in: #"{"formatVersion":1,"uses":[{}],"types":[]}"#) != [])
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect((object["types"] as? [[String: Any]])?.count == 4)
  }

  @Test func `Only the forms of the kept uses remain`() {
    #expect(Self.all.keeping([Self.all.uses[1]]).forms.keys.sorted() == ["Shop.Kind"])
    #expect(Self.all.keeping([]) == DataSchemas())
  }
}
